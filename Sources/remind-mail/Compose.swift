import CMime
import Glibc
import Reminders
import Store
import System

extension MailMessage {
  /// The bytes as they are sent: lines that end in CR LF, nothing beyond ASCII, header fields encoded
  /// by RFC 2047 and 2231 and folded. GMime chooses nothing: charset and encodings are given.
  func composed() throws(MailResult) -> [UInt8] {
    _ = MailMessage.isReady
    let message = g_mime_message_new(0)!
    defer { g_object_unref(message) }
    for (kind, address) in [
      (GMIME_ADDRESS_TYPE_FROM, sender), (GMIME_ADDRESS_TYPE_TO, recipient),
    ] + (replyTo.map { [(GMIME_ADDRESS_TYPE_REPLY_TO, $0)] } ?? []) {
      let mailbox = internet_address_mailbox_new(address.name, address.address)!
      internet_address_set_charset(mailbox, "utf-8")
      internet_address_list_add(g_mime_message_get_addresses(message, kind), mailbox)
      g_object_unref(mailbox)
    }
    g_mime_message_set_subject(message, subject.withoutFalseWords, "utf-8")
    let date = g_date_time_new_from_unix_local(Int(seconds))
    defer { g_date_time_unref(date) }
    g_mime_message_set_date(message, date)
    g_mime_message_set_message_id(message, id)
    let object: UnsafeMutablePointer<GMimeObject> = cast(message)
    if let inReplyTo {
      for name in ["In-Reply-To", "References"] {
        g_mime_object_set_header(object, name, "<\(inReplyTo)>", "utf-8")
      }
    }
    g_mime_object_set_header(object, "Auto-Submitted", automatic.rawValue, "utf-8")
    if automatic != .no {
      // What Exchange heeds in its place.
      g_mime_object_set_header(object, "X-Auto-Response-Suppress", "All", "utf-8")
    }
    g_mime_object_set_header(object, "MIME-Version", "1.0", "utf-8")

    let body = MailMessage.part(of: text)
    defer { g_object_unref(body) }
    guard !attachments.isEmpty else {
      g_mime_message_set_mime_part(message, cast(body))
      return MailMessage.bytes(of: object)
    }
    let mixed = g_mime_multipart_new_with_subtype("mixed")!
    defer { g_object_unref(mixed) }
    g_mime_multipart_add(mixed, cast(body))
    for attachment in attachments {
      let part = try MailMessage.part(of: attachment)
      defer { g_object_unref(part) }
      g_mime_multipart_add(mixed, cast(part))
    }
    g_mime_message_set_mime_part(message, cast(mixed))
    return MailMessage.bytes(of: object)
  }

  private static let isReady: Bool = {
    g_mime_init()
    return true
  }()

  private static func part(of text: String) -> UnsafeMutablePointer<GMimePart> {
    let part = g_mime_part_new_with_type("text", "plain")!
    g_mime_object_set_content_type_parameter(cast(part), "charset", "utf-8")
    // Lines end in one LF here; on the way out each becomes CR LF.
    let bytes = Array((text + "\n").utf8)
    let stream = bytes.withUnsafeBytes { bytes in
      g_mime_stream_mem_new_with_buffer(
        bytes.baseAddress!.assumingMemoryBound(to: CChar.self), bytes.count)!
    }
    defer { g_object_unref(stream) }
    fill(part, from: stream, encoding: GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE)
    return part
  }

  private static func part(
    of attachment: Attachment
  ) throws(MailResult) -> UnsafeMutablePointer<GMimePart> {
    let file = open(attachment.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw unreadable(attachment, errno) }
    // The stream closes it.
    let stream = g_mime_stream_fs_new(file)!
    defer { g_object_unref(stream) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw unreadable(attachment, EINVAL)
    }
    let guess = g_content_type_guess(attachment.name, nil, 0, nil)
    let name = g_content_type_get_mime_type(guess)
    defer { for string in [guess, name] { g_free(string) } }
    let type = name.map { String(cString: $0).split(separator: "/").map(String.init) } ?? []
    // A message within a message may be encoded by no rule of ours (RFC 2046, 5.2.1).
    let isPlain = type.count == 2 && !["message", "multipart"].contains(type[0])
    let part = g_mime_part_new_with_type(
      isPlain ? type[0] : "application", isPlain ? type[1] : "octet-stream")!
    g_mime_object_set_disposition(cast(part), "attachment")
    // GMime leaves ASCII as it is here, and readers decode even what is quoted.
    g_mime_part_set_filename(part, String(attachment.name.map { $0 == "?" ? "_" : $0 }))
    fill(part, from: stream, encoding: GMIME_CONTENT_ENCODING_BASE64)
    return part
  }

  private static func unreadable(_ attachment: Attachment, _ code: Int32) -> MailResult {
    MailResult(
      .failed, .attachmentUnreadable, detail: .init(.system, Int64(code), path: attachment.path))
  }

  private static func fill(
    _ part: UnsafeMutablePointer<GMimePart>, from stream: UnsafeMutablePointer<GMimeStream>,
    encoding: GMimeContentEncoding
  ) {
    let content = g_mime_data_wrapper_new_with_stream(stream, GMIME_CONTENT_ENCODING_DEFAULT)
    defer { g_object_unref(content) }
    g_mime_part_set_content(part, content)
    g_mime_part_set_content_encoding(part, encoding)
  }

  private static func bytes(of message: UnsafeMutablePointer<GMimeObject>) -> [UInt8] {
    let options = g_mime_format_options_new()
    defer { g_mime_format_options_free(options) }
    g_mime_format_options_set_newline_format(options, GMIME_NEWLINE_FORMAT_DOS)
    let stream = g_mime_stream_mem_new()!
    defer { g_object_unref(stream) }
    g_mime_object_write_to_stream(message, options, stream)
    let array = g_mime_stream_mem_get_byte_array(cast(stream))!.pointee
    return Array(UnsafeBufferPointer(start: array.data, count: Int(array.len)))
  }
}

extension String {
  /// The same text, if it has `=?` as encoded words (RFC 2047): whoever reads a header field would
  /// else decode what somebody wrote to look like one, and find other words in it, line ends among
  /// them. GMime takes ASCII as it is, and words of this kind for words.
  fileprivate var withoutFalseWords: String {
    guard contains("=?") else { return self }
    return words.map { "=?utf-8?b?\($0)?=" }.joined(separator: " ")
  }

  /// In base64, each with whole characters (RFC 2047, 5) and short enough for a line of 78
  /// behind the field's name.
  private var words: [String] {
    var words: [[UInt8]] = [[]]
    for scalar in unicodeScalars {
      let bytes = Array(UTF8.encode(scalar)!)
      if words[words.endIndex - 1].count + bytes.count > 39 { words.append([]) }
      words[words.endIndex - 1] += bytes
    }
    return words.map { bytes in
      let base64 = g_base64_encode(bytes, gsize(bytes.count))!
      defer { g_free(base64) }
      return String(cString: base64)
    }
  }
}

/// What a macro does in C: GObject's classes share their beginnings.
private func cast<From, To>(_ pointer: UnsafeMutablePointer<From>) -> UnsafeMutablePointer<To> {
  UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: To.self)
}

/// The bytes of mails on the disk: composed once, sent as they are however often.
enum Spool {
  /// A mail's bytes: those at `path`, or new ones, which are put there and are on the disk by then.
  /// - Parameter path: nil: they are not kept.
  static func bytes(of message: MailMessage, at path: String?) throws(MailResult) -> [UInt8] {
    guard let path else { return try message.composed() }
    if let bytes = try? FileIO.bytes(of: path, isPlain: true) { return bytes }
    let bytes = try message.composed()
    // Another helper, of a daemon that was killed, may have been first: its bytes count.
    return try keep(bytes, at: path)
      ? bytes : (try? FileIO.bytes(of: path, isPlain: true)) ?? bytes
  }

  /// Whole, on the disk, and only then under its name.
  /// - Returns: false if there is another by that name.
  private static func keep(_ bytes: [UInt8], at path: String) throws(MailResult) -> Bool {
    for folder in [folder(of: folder(of: path)), folder(of: path)] {
      mkdir(folder, 0o700)
      guard isOwnFolder(folder) else { throw failure(folder, ENOTDIR) }
    }
    do throws(SystemError) {
      let part = try AtomicFile(of: path)
      try part.write(bytes)
      try part.move(to: path, isReplacing: false)
    } catch {
      if error == .system(EEXIST) { return false }
      throw failure(path, error.code)
    }
    // The folders may be new, too.
    for place in [path, folder(of: path), folder(of: folder(of: path))] {
      WALTuning.syncFolder(of: place)
    }
    return true
  }

  private static func failure(_ path: String, _ code: Int32) -> MailResult {
    MailResult(.retry, .helperFailed, detail: .init(.system, Int64(code), path: path))
  }

  /// Not another user's, nor a link to anywhere.
  private static func isOwnFolder(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      && status.st_uid == geteuid()
  }

  private static func folder(of path: String) -> String {
    String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
  }
}
