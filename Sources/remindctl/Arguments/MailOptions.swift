import Glibc
import Scheduler

/// That a reminder goes to a mailbox.
extension Option {
  static let account = Option("account", value: Words.Help.name, help: Words.Help.account)
  static let attach = Option(
    "attach", value: Words.Help.file, isList: true, help: Words.Help.attach)
  static let channel = Option("channel", value: Words.Help.channels, help: Words.Help.channel)
  static let ifUnanswered = Option(
    "if-unanswered", value: Words.Help.length, help: Words.Help.ifUnanswered)
  static let mail = Option("mail", help: Words.Help.mail)
  static let mailTo = Option("mail-to", value: Words.Help.address, help: Words.Help.mailTo)

  /// All of them.
  static let mails: [Option] = [.mail, .mailTo, .attach, .ifUnanswered, .channel, .account]
}

/// The mail that a command line asks for.
struct MailWish {
  private(set) var mail: ReminderOptions.Mail
  /// Files that are to go with it, and their sizes in bytes.
  let files: [(path: String, size: Int64)]

  /// The most that the files of one mail may have together: mail servers take little more.
  static let limit: Int64 = 25 << 20

  /// - Returns: nil where none is asked for.
  init?(_ arguments: Arguments, _ context: Context) throws(Failure) {
    // Most starts end here.
    guard !arguments.hasNoOptions else { return nil }
    let channels = try MailWish.channels(arguments)
    guard arguments.has(.mail) || arguments.has(.mailTo) || channels.contains("mail") else {
      for option in [Option.attach, .ifUnanswered, .account] where arguments.has(option) {
        throw .usage(.needs(option.name, Option.mail.name))
      }
      return nil
    }
    if channels == ["desktop"] {
      let other = arguments.has(.mail) ? Option.mail : .mailTo
      throw .usage(.notTogether("\(Option.channel.name) desktop", other.name))
    }
    let account = try context.account(arguments.value(.account))
    let configuration = try context.places().configuration
    guard HelperProcess.path(of: "remind-mail") != nil else {
      throw .mail(
        MailFailure(code: .helperMissing, account: account.name, configuration: configuration))
    }
    guard let recipient = try MailWish.recipient(arguments) ?? account.oneself else { return nil }
    guard account.allows(recipient) else {
      throw .mail(
        MailFailure(
          code: .recipientNotAllowed, account: account.name, text: recipient.address,
          configuration: configuration))
    }
    mail = ReminderOptions.Mail(account: account.name, recipient: recipient.text)
    mail.isOnly = channels == ["mail"]
    if let text = arguments.value(.ifUnanswered) {
      if mail.isOnly {
        throw .usage(.notTogether("\(Option.channel.name) mail", Option.ifUnanswered.name))
      }
      mail.ifUnanswered = try AlertValues(arguments, context).length(text, of: .ifUnanswered)
    }
    files = try MailWish.files(arguments.values(.attach), account, configuration)
  }

  init(_ mail: ReminderOptions.Mail, files: [(path: String, size: Int64)]) {
    self.mail = mail
    self.files = files
  }

  private static func channels(_ arguments: Arguments) throws(Failure) -> [String] {
    guard let text = arguments.value(.channel) else { return [] }
    let channels = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard channels.allSatisfy({ $0 == "desktop" || $0 == "mail" }) else {
      throw .usage(
        .notOneOf(["desktop", "mail", "desktop,mail"], text, option: Option.channel.name))
    }
    return channels.contains("desktop") && channels.contains("mail")
      ? ["desktop", "mail"] : [channels[0]]
  }

  private static func recipient(_ arguments: Arguments) throws(Failure) -> MailAddress? {
    guard let text = arguments.value(.mailTo) else { return nil }
    guard let address = MailAddress(text) else { throw .usage(.notAnAddress(text)) }
    return address
  }

  /// The files at these paths, and their sizes in bytes.
  static func files(
    _ paths: [String], _ account: MailAccount, _ configuration: String
  ) throws(Failure) -> [(path: String, size: Int64)] {
    var files: [(path: String, size: Int64)] = []
    var sum: Int64 = 0
    for path in paths {
      var status = stat()
      guard stat(path, &status) == 0 else { throw .usage(.noSuchFile(path, errno: errno)) }
      guard status.st_mode & S_IFMT == S_IFREG, access(path, R_OK) == 0 else {
        let code = status.st_mode & S_IFMT == S_IFDIR ? EISDIR : EACCES
        throw .usage(.noSuchFile(path, errno: code))
      }
      sum += Int64(status.st_size)
      guard MailAddress.isOneLine(path), sum <= limit else {
        throw .mail(
          MailFailure(
            code: sum > limit ? .attachmentTooLarge : .attachmentUnreadable,
            account: account.name, text: VisibleText.line(path), configuration: configuration))
      }
      files.append((path, Int64(status.st_size)))
    }
    return files
  }

  /// Copies the files beside the store: what is attached is what was there when it was said.
  mutating func copyFiles(for uid: String, _ context: Context) throws(Failure) {
    guard !files.isEmpty else { return }
    let places = try context.places()
    var failure = places.makeMailFolder(of: uid)
    let folder = places.mail(of: uid)
    for (index, file) in files.enumerated() where failure == 0 {
      let copy = "\(folder)/\(index + 1).file"
      failure = MailWish.copy(file.path, to: copy)
      let name = file.path.split(separator: "/").last.map(String.init) ?? file.path
      mail.attachments.append(MailMessage.Attachment(path: copy, name: name))
    }
    LogFile.syncFolder(of: folder + "/")
    guard failure != 0 else { return }
    places.removeMail(of: uid)
    throw .usage(.noSuchFile(folder, errno: failure))
  }

  /// - Returns: errno; 0 where it is on the disk.
  private static func copy(_ path: String, to copy: String) -> Int32 {
    let source = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard source >= 0 else { return errno }
    defer { close(source) }
    let target = open(copy, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard target >= 0 else { return errno }
    defer { close(target) }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var sum: Int64 = 0
    while true {
      let count = read(source, &buffer, buffer.count)
      guard count >= 0 else { return errno }
      if count == 0 { break }
      sum += Int64(count)
      guard sum <= limit else { return EFBIG }
      guard write(target, buffer, count) == count else { return errno == 0 ? ENOSPC : errno }
    }
    return fsync(target) == 0 ? 0 : errno
  }
}

extension MailWish {
  /// What is to be expected of it, a sentence each.
  var lines: [String] {
    let address = VisibleText.line(mail.recipient)
    let sentence =
      if let wait = mail.ifUnanswered {
        Words.mailed(to: address, unansweredFor: wait.spoken(units: 4))
      } else if mail.isOnly {
        Words.onlyMailed(to: address)
      } else {
        Words.alsoMailed(to: address)
      }
    return [sentence]
      + files.map { path, size in
        let name = path.split(separator: "/").last.map(String.init) ?? path
        return Words.attached(VisibleText.line(name), size: MailWish.size(size))
      }
  }

  /// `812 B`, `13 kB`, `2.4 MB`.
  private static func size(_ bytes: Int64) -> String {
    switch bytes {
    case ..<1000: "\(bytes) B"
    case ..<1_000_000: "\((bytes + 500) / 1000) kB"
    default: "\((bytes + 50_000) / 1_000_000).\((bytes + 50_000) / 100_000 % 10) MB"
    }
  }
}
