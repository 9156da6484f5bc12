import Glibc

/// What went wrong with a file or a program.
package enum SystemError: Error, Sendable, Equatable {
  /// The kernel refused it: errno.
  case system(Int32)

  /// There is no such file.
  case missing
  /// A named pipe, a socket or a device has its name.
  case notAFile
  /// It belongs to another user, or everybody can write it.
  case foreign
  /// Others can write this directory on the way to it, and so put a file of theirs in its place.
  case openFolder(String)
  /// It has more bytes than the caller takes.
  case tooLong

  /// The program ended with this code, which is not 0.
  case exited(Int32)
  case signalled(Int32)
  /// The program was killed, with its process group.
  case tooSlow
  /// The same, since it printed a line of more than 1 MiB.
  case tooMuch

  /// errno, or what says the same; 0 if there is none.
  package var code: Int32 {
    switch self {
    case .system(let code): code
    case .missing: ENOENT
    case .tooLong: EFBIG
    default: 0
    }
  }
}
