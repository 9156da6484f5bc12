import CLinux
import CMime
import Configuration
import Glibc
import Reminders
import System

/// What opens the mailbox; it stays in this process.
struct Secret {
  var text: String
  var source: MailSecretSource
}

/// Why there is none.
enum SecretFailure: Error {
  /// No source has one; these were asked.
  case notFound(asked: [MailSecretSource])
  /// A source is there and gives none: a keyring that is locked, a command that failed.
  case closed(MailSecretSource, MailResult.Detail)

  var result: MailResult {
    switch self {
    case .notFound(let asked):
      MailResult(.held, .secretNotFound, detail: .asked(asked))
    case .closed(let source, let detail):
      MailResult(.held, .keyringLocked, secret: source, detail: detail)
    }
  }
}

extension Secret {
  /// Milliseconds that a program may take to give the secret: its owner may have to type.
  private static let limit: Int64 = 30_000

  /// Asks one source after another; one that is there and fails is not passed over in silence.
  init(of account: MailAccount) throws(SecretFailure) {
    var asked: [MailSecretSource] = []
    if let command = account.passwordCommand {
      let words = try Secret.words(of: command)
      guard let text = try Secret.line(of: words, from: .command), !text.isEmpty else {
        throw .closed(.command, .empty)
      }
      self.init(text: text, source: .command)
      return
    }
    if let program = Secret.program("secret-tool") {
      asked.append(.keyring)
      let words = [program, "lookup", "service", "remindctl", "account", account.name]
      if let text = try Secret.line(of: words, from: .keyring), !text.isEmpty {
        self.init(text: text, source: .keyring)
        return
      }
    }
    if let folder = getenv("CREDENTIALS_DIRECTORY") {
      asked.append(.credential)
      let path = String(cString: folder) + "/remindctl." + account.name
      if let bytes = Secret.file(path) {
        let line = bytes.prefix { $0 != 10 && $0 != 13 }
        self.init(text: String(decoding: line, as: UTF8.self), source: .credential)
        return
      }
    }
    asked.append(.netrc)
    let home = getenv("HOME").map { String(cString: $0) } ?? ""
    let path = account.netrc ?? home + "/.netrc"
    if access(path, F_OK) == 0 {
      let bytes = try Secret.privateFile(path)
      if let text = Netrc.password(in: bytes, server: account.server, user: account.user) {
        self.init(text: text, source: .netrc)
        return
      }
    }
    throw .notFound(asked: asked)
  }

  /// The first line that a program prints; nil where it prints none, or where secret-tool ends with 1
  /// and complains of nothing: there is no such secret.
  private static func line(
    of words: [String], from source: MailSecretSource
  ) throws(SecretFailure) -> String? {
    var first: String?
    let complaints = linux_memory_file()
    defer { close(complaints) }
    do throws(SystemError) {
      try ChildProcess.eachLine(of: words, input: "", limit: limit, errors: complaints) { line in
        // A file of another system's ends its lines with CR LF.
        if first == nil { first = line.utf8.last == 13 ? String(line.dropLast()) : line }
        return false
      }
    } catch {
      let complaint = FileIO.text(inMemory: complaints, most: 4096)
      if source == .keyring, error == .exited(1), complaint.isEmpty { return nil }
      MailHelper.write(complaint, to: STDERR_FILENO)
      let detail: MailResult.Detail =
        switch error {
        case .exited(let code): .exited(code)
        case .signalled(let signal): .signalled(signal)
        case .tooSlow: .tooSlow(limit)
        case .tooMuch: .tooMuch
        default: .system(error.code, path: words[0])
        }
      throw .closed(source, detail)
    }
    return first
  }

  /// The words of a command line, quoted as in a shell; nothing in them is expanded.
  private static func words(of command: String) throws(SecretFailure) -> [String] {
    var count: Int32 = 0
    var words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    guard g_shell_parse_argv(command, &count, &words, nil) != 0, let words else {
      throw .closed(.command, .quotes)
    }
    defer { g_strfreev(words) }
    var list = (0..<Int(count)).compactMap { words[$0].map { String(cString: $0) } }
    if !list[0].contains("/") {
      guard let path = program(list[0]) else {
        throw .closed(.command, .system(ENOENT, path: list[0]))
      }
      list[0] = path
    }
    return list
  }

  /// Where PATH has the program; nil where it has not.
  private static func program(_ name: String) -> String? {
    guard let path = g_find_program_in_path(name) else { return nil }
    defer { g_free(path) }
    return String(cString: path)
  }

  /// A file that nobody else can read.
  private static func privateFile(_ path: String) throws(SecretFailure) -> [UInt8] {
    var status = stat()
    guard stat(path, &status) == 0, let bytes = file(path) else {
      throw .closed(.netrc, .system(errno, path: path))
    }
    guard status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else {
      throw .closed(.netrc, .readable(path: path))
    }
    return bytes
  }

  private static func file(_ path: String) -> [UInt8]? {
    try? FileIO.bytes(of: path, most: 1 << 16)
  }
}
