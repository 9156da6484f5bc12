import CCurl
import Configuration
import Glibc
import Reminders
import System

/// SMTP through libcurl (RFC 5321 over TLS, RFC 8314), one connection for as many mails as the server
/// takes on it. What the server says is judged by its own codes.
final class Transport {
  private let account: MailAccount
  private let handle: UnsafeMutableRawPointer
  private let conversation = Conversation()

  /// - Parameter limit: milliseconds that each attempt may take.
  init(_ account: MailAccount, limit: Int64) {
    self.account = account
    curl_global_init(Int(CURL_GLOBAL_DEFAULT))
    guard let handle = curl_easy_init() else { fatalError("libcurl has no memory") }
    self.handle = handle
    set(CURLOPT_NOSIGNAL, 1)
    set(CURLOPT_PROTOCOLS_STR, "smtp,smtps")
    set(CURLOPT_URL, url)
    // Never without, and never one whose certificate does not hold: there is no way to ask for that.
    set(CURLOPT_USE_SSL, Int(CURLUSESSL_ALL.rawValue))
    set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
    set(CURLOPT_SSL_VERIFYPEER, 1)
    set(CURLOPT_SSL_VERIFYHOST, 2)
    if let file = account.caFile { set(CURLOPT_CAINFO, file) }
    set(CURLOPT_CONNECTTIMEOUT_MS, Int(min(limit, 30_000)))
    set(CURLOPT_TIMEOUT_MS, Int(limit))
    // Beside it: what waits for an answer, QUIT above all, does not heed the first.
    set(CURLOPT_SERVER_RESPONSE_TIMEOUT, Int(max(1, limit / 1000)))
    let context = Unmanaged.passUnretained(conversation).toOpaque()
    ccurl_set_debug(handle) { _, type, data, size, context in
      Conversation.of(context).hear(type, UnsafeRawBufferPointer(start: data, count: size))
      return 0
    }
    ccurl_set_pointer(handle, CURLOPT_DEBUGDATA, context)
    ccurl_set_pointer(handle, CURLOPT_READDATA, context)
    ccurl_set_transfer(handle, CURLOPT_READFUNCTION) { buffer, size, count, context in
      Conversation.of(context).read(
        into: UnsafeMutableRawBufferPointer(start: buffer, count: size * count))
    }
    // The server's answers to HELP and the like are not needed.
    ccurl_set_transfer(handle, CURLOPT_WRITEFUNCTION) { _, size, count, _ in size * count }
  }

  deinit {
    // A farewell that is not answered does not keep us waiting.
    set(CURLOPT_SERVER_RESPONSE_TIMEOUT, 2)
    curl_easy_cleanup(handle)
  }

  /// The path is the name that EHLO says.
  private var url: String {
    let scheme = account.encryption == .implicit ? "smtps" : "smtp"
    var name = [CChar](repeating: 0, count: 256)
    gethostname(&name, name.count - 1)
    let host = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
    let isName = MailAddress("a@" + host) != nil
    return "\(scheme)://\(account.server):\(account.port)/\(isName ? host : "localhost")"
  }

  /// Connects and logs in.
  func check(with secret: Secret) -> MailResult {
    logIn(with: secret)
    set(CURLOPT_UPLOAD, 0)
    set(CURLOPT_NOBODY, 1)
    set(CURLOPT_CUSTOMREQUEST, "NOOP")
    let result = perform([])
    // libcurl goes on if the server offers no login that it knows.
    guard result.verdict == .accepted, !conversation.isLoggedIn else { return result }
    return MailResult(.held, .authFailed, detail: .init(.noLogin))
  }

  /// Sends `bytes` to one recipient: of several, some could be refused.
  func send(
    _ bytes: [UInt8], from sender: MailAddress, to recipient: MailAddress, with secret: Secret,
    sending: @escaping () -> Bool
  ) -> MailResult {
    logIn(with: secret)
    set(CURLOPT_NOBODY, 0)
    set(CURLOPT_UPLOAD, 1)
    set(CURLOPT_MAIL_FROM, "<\(sender.address)>")
    let recipients = curl_slist_append(nil, "<\(recipient.address)>")
    defer { curl_slist_free_all(recipients) }
    ccurl_set_list(handle, CURLOPT_MAIL_RCPT, recipients)
    ccurl_set_size(handle, CURLOPT_INFILESIZE_LARGE, curl_off_t(bytes.count))
    conversation.sending = sending
    return perform(bytes)
  }

  private func logIn(with secret: Secret) {
    set(CURLOPT_USERNAME, account.user)
    switch account.authentication {
    case .password:
      set(CURLOPT_PASSWORD, secret.text)
      // Within TLS the plain ones are as good as any, and every server has one of them.
      set(CURLOPT_LOGIN_OPTIONS, "AUTH=PLAIN;AUTH=LOGIN")
    case .oauth:
      set(CURLOPT_XOAUTH2_BEARER, secret.text)
      set(CURLOPT_LOGIN_OPTIONS, "AUTH=OAUTHBEARER;AUTH=XOAUTH2")
    }
  }

  private func perform(_ bytes: [UInt8]) -> MailResult {
    conversation.begin(bytes)
    let code = hasCertificates ? curl_easy_perform(handle) : CURLE_SSL_CACERT_BADFILE
    let sent = ccurl_get_size(handle, CURLINFO_SIZE_UPLOAD_T)
    let status = ccurl_get_long(handle, CURLINFO_RESPONSE_CODE)
    let isServers = code == CURLE_OK || status >= 400
    return MailResult(
      status == 0 && isOffline(code) ? .offline : Transport.end(code), at: conversation.stage,
      status: status, isWhole: sent >= bytes.count,
      text: isServers ? conversation.reply : String(cString: curl_easy_strerror(code)))
  }

  /// libcurl would wait for the writer of a pipe; it reports a missing file itself.
  private var hasCertificates: Bool {
    var status = stat()
    guard let file = account.caFile, stat(file, &status) == 0 else { return true }
    return status.st_mode & S_IFMT == S_IFREG
  }

  /// Whether there was no way to the server, and there is none to anywhere else: a network will come. If
  /// there is one, a server that cannot be found or reached is tried again later like any other.
  private func isOffline(_ code: CURLcode) -> Bool {
    let isNowhere =
      switch code {
      case CURLE_COULDNT_RESOLVE_HOST: true
      case CURLE_COULDNT_CONNECT:
        [EADDRNOTAVAIL, EHOSTUNREACH, ENETDOWN, ENETUNREACH].contains(
          Int32(ccurl_get_long(handle, CURLINFO_OS_ERRNO)))
      default: false
      }
    return isNowhere && !Network.hasWayOut
  }

  private static func end(_ code: CURLcode) -> MailResult.End {
    switch code {
    case CURLE_OK: .done
    case CURLE_OPERATION_TIMEDOUT: .timeout
    case CURLE_USE_SSL_FAILED, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE,
      CURLE_SSL_ISSUER_ERROR, CURLE_SSL_PINNEDPUBKEYNOTMATCH:
      .untrusted
    case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER: .handshake
    case CURLE_LOGIN_DENIED, CURLE_AUTH_ERROR: .login
    default: .broken
    }
  }

  private func set(_ option: CURLoption, _ value: Int) { ccurl_set_long(handle, option, value) }
  private func set(_ option: CURLoption, _ value: String) {
    ccurl_set_string(handle, option, value)
  }
}

/// What is said on the connection, as far as it tells how far we are.
private final class Conversation {
  private(set) var stage = MailResult.Stage.greeting
  /// The server's last line.
  private(set) var reply = ""
  private(set) var isLoggedIn = false
  /// Whether only farewells follow.
  private var isOver = false
  /// Called before the first byte of the mail goes; false stops it.
  var sending: (() -> Bool)?
  private var rest: ArraySlice<UInt8> = []

  static func of(_ context: UnsafeMutableRawPointer?) -> Conversation {
    Unmanaged<Conversation>.fromOpaque(context!).takeUnretainedValue()
  }

  func begin(_ bytes: [UInt8]) {
    stage = .greeting
    reply = ""
    isOver = false
    rest = bytes[...]
  }

  func hear(_ type: curl_infotype, _ data: UnsafeRawBufferPointer) {
    switch type {
    case CURLINFO_HEADER_OUT: note(command: String(decoding: data.prefix(4), as: UTF8.self))
    case CURLINFO_HEADER_IN: note(reply: data)
    default: break
    }
  }

  /// What is a login's is not looked at any closer.
  private func note(command: String) {
    switch command.uppercased() {
    case "AUTH": stage = .login
    case "MAIL": stage = .sender
    case "RCPT": stage = .recipient
    case "DATA": stage = .data
    case "QUIT": isOver = true
    default: break
    }
  }

  private func note(reply data: UnsafeRawBufferPointer) {
    guard !isOver else { return }
    let line = data.prefix { $0 != 10 && $0 != 13 }
    reply = VisibleText.line(String(decoding: line.prefix(500), as: UTF8.self))
    if reply.hasPrefix("235") { isLoggedIn = true }
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let isWanted = sending?() ?? true
    sending = nil
    // If the daemon is gone, there is no record that it was sent.
    guard isWanted, MailHelper.isHeard else { return Int(CURL_READFUNC_ABORT) }
    let count = min(buffer.count, rest.count)
    rest.prefix(count).withUnsafeBytes { buffer.copyMemory(from: $0) }
    rest = rest.dropFirst(count)
    return count
  }
}
