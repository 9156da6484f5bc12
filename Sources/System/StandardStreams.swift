import Glibc

/// The three descriptors that every program is started with, or should be.
package enum StandardStreams {
  /// Fills those that the caller has closed with something that refuses reading and writing. The
  /// next file that is opened would be given their number otherwise, the store or the lock among
  /// them, and would be written into as standard output.
  package static func keepPlaces() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
