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

extension Secret {
  /// Milliseconds that a program may take to give the secret: its owner may have to type.
  private static let limit: Int64 = 30_000

  /// Asks one source after another; one that is there and fails is not passed over in silence.
  init(of account: MailAccount) throws(MailResult) {
    var asked: [MailSecretSource] = []
    if let command = account.passwordCommand {
      let words = try Secret.words(of: command)
      guard let text = try Secret.line(of: words, from: .command), !text.isEmpty else {
        throw Secret.closed(.command, .init(.empty))
      }
      self.init(text: text, source: .command)
      return
    }
    if let program = ChildProcess.path(of: "secret-tool") {
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
      if let bytes = try? FileIO.bytes(of: path, most: Secret.most) {
        let line = bytes.prefix { $0 != 10 && $0 != 13 }
        self.init(text: String(decoding: line, as: UTF8.self), source: .credential)
        return
      }
    }
    asked.append(.netrc)
    let home = getenv("HOME").map { String(cString: $0) } ?? ""
    if let text = try Secret.password(in: account.netrc ?? home + "/.netrc", of: account) {
      self.init(text: text, source: .netrc)
      return
    }
    let all = asked.map(\.rawValue).joined(separator: ", ")
    throw MailResult(.held, .secretNotFound, detail: .init(.asked, path: all))
  }

  /// The first line that a program prints; nil if it prints none, or if secret-tool ends with 1
  /// and complains of nothing: there is no such secret.
  private static func line(
    of words: [String], from source: MailSecretSource
  ) throws(MailResult) -> String? {
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
      MailHelper.complain(complaint)
      let detail: MailResult.Detail =
        switch error {
        case .exited(let code): .init(.exited, Int64(code))
        case .signalled(let signal): .init(.signalled, Int64(signal))
        case .tooSlow: .init(.tooSlow, limit)
        case .tooMuch: .init(.tooMuch)
        default: .init(.system, Int64(error.code), path: words[0])
        }
      throw closed(source, detail)
    }
    return first
  }

  /// The words of a command line, quoted as in a shell; nothing in them is expanded.
  private static func words(of command: String) throws(MailResult) -> [String] {
    var count: Int32 = 0
    var words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    guard g_shell_parse_argv(command, &count, &words, nil) != 0, let words else {
      throw closed(.command, .init(.quotes))
    }
    defer { g_strfreev(words) }
    var list = (0..<Int(count)).compactMap { words[$0].map { String(cString: $0) } }
    if !list[0].contains("/") {
      guard let path = ChildProcess.path(of: list[0]) else {
        throw closed(.command, .init(.system, Int64(ENOENT), path: list[0]))
      }
      list[0] = path
    }
    return list
  }

  /// A source is there and gives none: a keyring that is locked, a command that failed.
  private static func closed(_ source: MailSecretSource, _ detail: MailResult.Detail) -> MailResult
  {
    MailResult(.held, .keyringLocked, secret: source, detail: detail)
  }

  /// What a netrc file has for an account; no other user may be able to read the file.
  private static func password(
    in path: String, of account: MailAccount
  ) throws(MailResult) -> String? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    let bytes: [UInt8]
    do { bytes = try FileIO.bytes(of: path, most: most) } catch {
      throw closed(.netrc, .init(.system, Int64(error.code), path: path))
    }
    guard status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else {
      throw closed(.netrc, .init(.readable, path: path))
    }
    return Netrc.password(in: bytes, server: account.server, user: account.user)
  }

  /// The most bytes that are read of a file.
  private static let most = 1 << 16
}

/// Passwords of servers in a file as ftp(1) and curl have it: `machine NAME login NAME password NAME`.
enum Netrc {
  /// The password of `user` at `server`; nil if there is none. `default` is not looked at: it would
  /// be sent to any server.
  static func password(in bytes: [UInt8], server: String, user: String) -> String? {
    var words = words(of: bytes)[...]
    var (isServer, login, password) = (false, String?.none, String?.none)
    func found() -> String? { isServer && (login ?? user) == user ? password : nil }
    while let word = words.popFirst() {
      switch word {
      case "machine", "default":
        if let password = found() { return password }
        (login, password) = (nil, nil)
        isServer = word == "machine" && words.popFirst() == server
      case "login": login = words.popFirst()
      case "password": password = words.popFirst()
      case "account": _ = words.popFirst()
      default: break
      }
    }
    return found()
  }

  /// Words between blanks; in quotes a word has blanks, and a backslash before what stands for itself.
  private static func words(of bytes: [UInt8]) -> [String] {
    var words: [String] = []
    var word: String.UnicodeScalarView?
    var (isQuoted, isEscaped, isComment) = (false, false, false)
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      if isComment {
        isComment = scalar != "\n"
      } else if isEscaped {
        word?.append(scalar)
        isEscaped = false
      } else if isQuoted {
        switch scalar {
        case "\\": isEscaped = true
        case "\"": isQuoted = false
        default: word?.append(scalar)
        }
      } else if [" ", "\t", "\n", "\r"].contains(scalar) {
        if let word { words.append(String(word)) }
        word = nil
      } else if word == nil, scalar == "\"" {
        (word, isQuoted) = (String.UnicodeScalarView(), true)
      } else if word == nil, scalar == "#" {
        isComment = true
      } else {
        word = word ?? String.UnicodeScalarView()
        word?.append(scalar)
      }
    }
    if let word { words.append(String(word)) }
    return words
  }
}
