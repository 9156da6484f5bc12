import Glibc
import Localization
import Reminders
import Store
import System

/// The mail that a command line asks for.
struct MailOptions {
  var mail: ReminderOptions.Mail
  /// Files that are to go with it, and their sizes in bytes.
  var files: [(path: String, size: Int64)] = []
  /// Copies of them that were made.
  private var copies: [String] = []

  init(_ mail: ReminderOptions.Mail, files: [(path: String, size: Int64)]) {
    self.mail = mail
    self.files = files
  }

  /// - Returns: nil if none is asked for.
  init?(_ arguments: Arguments, _ context: Context) throws {
    // Most starts end here.
    guard !arguments.hasNoOptions else { return nil }
    let channels = try MailOptions.channels(arguments)
    guard arguments.has(.mail) || arguments.has(.mailTo) || channels.contains("mail") else {
      for option in [Option.attach, .ifUnanswered, .account] where arguments.has(option) {
        throw Failure.needs(option.name, Option.mail.name)
      }
      return nil
    }
    if channels == ["desktop"] {
      let other = arguments.has(.mail) ? Option.mail : .mailTo
      throw Failure.notTogether("\(Option.channel.name) desktop", other.name)
    }
    try self.init(nil, isChange: false, channels, arguments, context)
  }

  /// - Parameters:
  ///   - old: what it was before.
  ///   - isChange: whether an empty value takes back what was said before.
  /// - Returns: nil if there is no recipient.
  fileprivate init?(
    _ old: ReminderOptions.Mail?, isChange: Bool, _ channels: [String], _ arguments: Arguments,
    _ context: Context
  ) throws {
    let account = try context.sendingAccount(arguments.value(.account) ?? old?.account)
    // If another account may not write to the former recipient, it goes to oneself.
    let before = old.flatMap { MailAddress($0.recipient) }.flatMap { address in
      account.allows(address) || !arguments.has(.account) ? address : nil
    }
    guard let recipient = try MailOptions.recipient(arguments) ?? before ?? account.oneself else {
      return nil
    }
    try context.check(account, mayWriteTo: [recipient])
    mail = ReminderOptions.Mail(account: account.name, recipient: recipient.text)
    mail.isOnly = channels.isEmpty ? old?.isOnly ?? false : channels == ["mail"]
    mail.ifUnanswered = old?.ifUnanswered
    mail.letter = old?.letter
    if let text = arguments.value(.ifUnanswered) {
      mail.ifUnanswered =
        isChange && text.isEmpty ? nil : try context.length(text, of: .ifUnanswered)
    }
    if mail.isOnly, mail.ifUnanswered != nil {
      throw Failure.notTogether("\(Option.channel.name) mail", Option.ifUnanswered.name)
    }
    let attached = arguments.values(.attach)
    mail.attachments = attached.isEmpty ? old?.attachments ?? [] : []
    if !isChange || attached != [""] {
      files = try MailOptions.files(attached, account.name, context)
    }
  }

  fileprivate static func channels(_ arguments: Arguments) throws -> [String] {
    guard let text = arguments.value(.channel) else { return [] }
    let all = ["desktop", "mail"]
    let channels = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard channels.allSatisfy(all.contains) else {
      throw Failure.notOneOf(all + ["desktop,mail"], text, option: Option.channel.name)
    }
    return all.filter(channels.contains)
  }

  static func recipient(_ arguments: Arguments) throws -> MailAddress? {
    guard let text = arguments.value(.mailTo) ?? arguments.value(.requestTo) else { return nil }
    guard let address = MailAddress(text) else { throw Failure.notAnAddress(text) }
    return address
  }

  /// The files at these paths, and their sizes in bytes.
  static func files(
    _ paths: [String], _ account: String?, _ context: Context
  ) throws -> [(path: String, size: Int64)] {
    var sum: Int64 = 0
    return try paths.map { path in
      func failure(_ code: HoldReason, _ why: String? = nil) -> Failure {
        let path = VisibleText.line(path)
        return .mail(code, account: account, text: why.map { "\(path): \($0)" } ?? path)
      }
      var status = stat()
      guard stat(path, &status) == 0, access(path, R_OK) == 0 else {
        throw failure(.attachmentUnreadable, Messages.system(errno))
      }
      let kind = status.st_mode & S_IFMT
      guard kind == S_IFREG else {
        let why = kind == S_IFDIR ? Messages.system(EISDIR) : Messages.notARegularFile
        throw failure(.attachmentUnreadable, why)
      }
      guard MailAddress.isOneLine(path) else {
        throw failure(.attachmentUnreadable, Messages.notOneLine)
      }
      sum += Int64(status.st_size)
      guard sum <= Failure.mostAttached else { throw failure(.attachmentTooLarge) }
      return (path, Int64(status.st_size))
    }
  }

  /// Copies the files beside the store: what is attached is what was there when it was said.
  mutating func copyFiles(for uid: String, _ context: Context) throws {
    let paths = try context.paths()
    try paths.expectSpool()
    guard !files.isEmpty else { return }
    let folder = paths.mail(of: uid)
    var failure = paths.makeMailFolder(of: uid)
    var number = 0
    var last = folder
    for file in files where failure == 0 {
      last = file.path
      // Files that the reminder had before are kept: the change may be undone.
      var copy: String
      repeat {
        number += 1
        copy = "\(folder)/\(number).file"
        failure = access(copy, F_OK) == 0 ? EEXIST : MailOptions.copy(file.path, to: copy)
      } while failure == EEXIST
      copies.append(copy)
      mail.attachments.append(MailMessage.Attachment(path: copy, name: file.path.lastName))
    }
    WALTuning.syncFolder(of: folder + "/")
    guard failure != 0 else { return }
    removeCopies()
    let path = VisibleText.line(last)
    throw failure == EFBIG
      ? Failure.mail(.attachmentTooLarge, account: mail.account, text: path)
      : Failure.mail(
        .attachmentUnreadable, account: mail.account, text: "\(path): \(Messages.system(failure))")
  }

  /// Removes the copies, and the folder if nothing else is in it.
  func removeCopies() {
    for copy in copies {
      unlink(copy)
      guard let folder = copy.folder, let all = folder.folder else { continue }
      rmdir(folder)
      rmdir(all)
    }
  }

  /// - Returns: errno; 0: it is on the disk.
  private static func copy(_ path: String, to copy: String) -> Int32 {
    do throws(SystemError) {
      let most = Int(Failure.mostAttached)
      let bytes = try FileIO.bytes(of: path, most: most + 1)
      guard bytes.count <= most else { return EFBIG }
      let part = try AtomicFile(of: copy)
      try part.write(bytes)
      try part.move(to: copy, isReplacing: false)
      return 0
    } catch { return error.code }
  }
}

extension MailOptions {
  /// What is to be expected of it, a sentence each.
  var lines: [String] {
    let address = VisibleText.line(mail.recipient)
    let sentence =
      if let wait = mail.ifUnanswered {
        tr(
          "Mailed to {address} where nobody answers for {length}.",
          ["address": address, "length": wait.spoken(units: 4)])
      } else if mail.isOnly {
        Messages.onlyMailed(to: address)
      } else {
        tr("Mailed to {address}, too.", ["address": address])
      }
    return [sentence] + MailOptions.lines(of: files)
  }

  /// That these go with a mail, a sentence each.
  static func lines(of files: [(path: String, size: Int64)]) -> [String] {
    files.map { path, size in
      Messages.attached(VisibleText.line(path.lastName), size: ByteCount.text(size))
    }
  }
}

/// What `edit` is to make of a reminder's mail.
struct MailChange {
  /// As it is then; nil: it is not mailed.
  var options: MailOptions?

  /// - Returns: nil if mail is not mentioned.
  init?(of old: ReminderOptions.Mail?, by arguments: Arguments, _ context: Context) throws {
    let given = (Option.mails + [.noMail]).filter(arguments.has)
    guard !given.isEmpty else { return nil }
    let channels = try MailOptions.channels(arguments)
    if arguments.has(.noMail) || channels == ["desktop"] {
      if given.count > 1 { throw Failure.notTogether(given[0].name, given[1].name) }
      return
    }
    let isAsked = arguments.has(.mail) || arguments.has(.mailTo) || !channels.isEmpty
    guard isAsked || old != nil else {
      throw Failure.needs(given[0].name, Option.mail.name)
    }
    options = try MailOptions(old, isChange: true, channels, arguments, context)
    if options == nil { return nil }
  }
}
