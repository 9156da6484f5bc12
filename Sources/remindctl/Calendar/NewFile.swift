import Glibc
import Scheduler

/// A file that has its name only when it is whole and on the disk; of its owner's alone.
final class NewFile {
  private let path: String
  private let isReplacing: Bool
  private let part: String
  private let stream: Stream
  private var isDone = false

  /// - Parameters:
  ///   - isReplacing: whether a file of that name may be replaced.
  ///   - places: where the programs' own files lie, which never are.
  init(_ name: String, isReplacing: Bool, apartFrom places: Places) throws(Failure) {
    let path: String
    do throws(BackupError) {
      path = try NewName.resolved(name, isReplacing: isReplacing, apartFrom: places)
    } catch { throw .backup(error) }
    self.path = path
    self.isReplacing = isReplacing
    part = "\(path).\(getpid()).part"
    let file = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw .backup(.file(path: path, errno: errno)) }
    stream = Stream(descriptor: file)
  }

  deinit {
    close(stream.descriptor)
    if !isDone { unlink(part) }
  }

  func write(_ text: String) throws(Failure) {
    do { try stream.write(text) } catch {
      guard case .output(let code) = error else { throw error }
      throw .backup(.file(path: path, errno: code))
    }
  }

  func finish() throws(Failure) {
    guard fsync(stream.descriptor) == 0 else { throw .backup(.file(path: path, errno: errno)) }
    // Not every file system knows second names.
    let isNamed =
      isReplacing
      ? rename(part, path) == 0
      : link(part, path) == 0 || errno != EEXIST && rename(part, path) == 0
    guard isNamed else {
      throw .backup(errno == EEXIST ? .exists(path: path) : .file(path: path, errno: errno))
    }
    isDone = isReplacing
  }
}
