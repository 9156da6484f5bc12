import CLinux
import Glibc
import System

/// What can be done on this machine, by those who may.
enum Fix {
  /// A command for the administrator, as who is asked here becomes one.
  static func asRoot(_ command: String) -> String {
    if geteuid() == 0 { return command }
    return has("sudo") ? "sudo " + command : "su -c \(command.shellWord)"
  }

  /// What lets those of the files be changed that no user may change, whatever their rights (chattr(1)); nil
  /// where there is none.
  static func release(_ paths: [String]) -> String? {
    let fixed = paths.filter { linux_is_immutable($0) != 0 }
    return fixed.isEmpty
      ? nil : asRoot("chattr -i -a " + fixed.map(\.shellWord).joined(separator: " "))
  }

  /// What installs a package of Debian's; nil if that is not how it is done.
  static func install(_ package: String) -> String? {
    has("apt") ? asRoot("apt install \(package)") : nil
  }

  /// What configures a package again; nil if it is not installed.
  /// - Parameter path: what the package brings.
  static func configure(_ package: String, with path: String) -> String? {
    access(path, F_OK) == 0 && has("dpkg-reconfigure") ? asRoot("dpkg-reconfigure \(package)") : nil
  }

  /// What opens a file at a line; nil if no editor is known.
  static func edit(_ file: String, line: Int, _ context: Context) -> String? {
    let names = [context.variable("VISUAL"), context.variable("EDITOR"), "editor", "nano", "vi"]
    let editor = names.compactMap(\.self).first { name in
      name.hasPrefix("/") ? access(name, X_OK) == 0 : !name.contains("/") && has(name)
    }
    // Files have lines from 1 on.
    return editor.map { "\($0.shellWord) +\(max(1, line)) \(file.shellWord)" }
  }

  /// What moves a file of any kind out of the way; nil if its folder is not the user's to change.
  static func aside(_ path: String) -> String? {
    guard access(path.folder ?? ".", W_OK | X_OK) == 0 else { return nil }
    return move(path)
  }

  /// What moves a file to another name, beside it.
  static func move(_ path: String) -> String {
    "mv \(path.shellWord) \((path + ".aside").shellWord)"
  }

  static func has(_ program: String) -> Bool { ChildProcess.path(of: program) != nil }

  /// Whether systemd runs this machine (sd_booted(3)).
  static var isSystemd: Bool { access("/run/systemd/system", F_OK) == 0 }

  /// A file that was installed together with this program, below its `share`; nil if it is missing.
  static func installed(_ name: String) -> String? {
    let path = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 4096) {
      let count = readlink("/proc/self/exe", $0.baseAddress!, $0.count)
      return String(decoding: $0.prefix(max(0, count)), as: UTF8.self)
    }
    let parts = path.split(separator: "/").dropLast(2)
    let file = parts.reduce(into: "") { $0 += "/" + $1 } + "/share/" + name
    return access(file, R_OK) == 0 ? file : nil
  }
}

/// What the kernel says of a file (stat(2)).
enum FileStatus {
  /// Nil if it is not there.
  static func of(_ path: String) -> stat? {
    var status = stat()
    return stat(path, &status) == 0 ? status : nil
  }

  /// In bytes; nil if it is not there.
  static func size(_ path: String) -> Int64? { of(path).map { Int64($0.st_size) } }
}

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
  /// - Returns: nil if nothing is in the way.
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

  /// What takes it out of the way; nil if that is not the user's to do.
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
