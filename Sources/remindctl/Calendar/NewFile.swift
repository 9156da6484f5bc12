import Configuration
import Glibc
import Scheduler
import System

/// A file that has its name only when it is whole and on the disk; of its owner's alone.
final class NewFile {
  private let path: String
  private let isReplacing: Bool
  private let part: PartFile

  /// - Parameters:
  ///   - isReplacing: whether a file of that name may be replaced.
  ///   - places: where the programs' own files lie, which never are.
  init(_ name: String, isReplacing: Bool, apartFrom places: Places) throws {
    path = try NewName.resolved(name, isReplacing: isReplacing, apartFrom: places)
    self.isReplacing = isReplacing
    do { part = try PartFile(of: path) } catch {
      throw Failure.backup(.file(path: path, errno: error.code))
    }
  }

  func write(_ text: String) throws {
    do { try Stream(descriptor: part.descriptor).write(text) } catch Failure.output(let code) {
      throw Failure.backup(.file(path: path, errno: code))
    }
  }

  func finish() throws {
    guard fsync(part.descriptor) == 0 else { throw Failure.backup(.file(path: path, errno: errno)) }
    do { try part.move(to: path, isReplacing: isReplacing) } catch {
      throw Failure.backup(
        error.code == EEXIST ? .exists(path: path) : .file(path: path, errno: error.code))
    }
  }
}
