import Glibc
import Scheduler

/// What on the way to a file keeps the user from it.
struct PathProblem {
  /// The last thing on the way that can be seen.
  let place: String
  /// errno, as making or opening the file would say it.
  let code: Int32
  private let status: stat

  /// - Parameters:
  ///   - path: of the file; its folders need not be there.
  ///   - wish: of `access(2)`, what the file is wanted for.
  ///   - type: what it has to be, S_IFREG or S_IFDIR.
  /// - Returns: nil where nothing is in the way.
  init?(to path: String, _ wish: Int32, type: mode_t = S_IFREG) {
    var place = path
    var status = stat()
    while lstat(place, &status) != 0 {
      guard let folder = place.folder else { return nil }
      place = folder
    }
    let isEnd = place == path
    let wanted = isEnd ? type : S_IFDIR
    if stat(place, &status) != 0 {
      code = Glibc.errno
      lstat(place, &status)
    } else if status.st_mode & S_IFMT != wanted {
      code = wanted == S_IFDIR ? ENOTDIR : status.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL
    } else if access(place, isEnd ? wish : W_OK | X_OK) != 0 {
      code = Glibc.errno
    } else {
      return nil
    }
    self.place = place
    self.status = status
  }

  /// What is there is of the right kind, and may not be used.
  var isClosed: Bool { code == EACCES && status.st_mode & S_IFMT != S_IFLNK }

  /// What takes it out of the way; nil where that is not the user's to do.
  var fix: String? {
    let word = place.shellWord
    // Rights change nothing of it.
    if code == EPERM { return Fix.release([place]) }
    guard isClosed else {
      return code == EROFS ? nil : Fix.aside(place)
    }
    guard status.st_uid == geteuid() else { return nil }
    return "chmod \(status.st_mode & S_IFMT == S_IFDIR ? "u+rwx" : "u+rw") \(word)"
  }
}
