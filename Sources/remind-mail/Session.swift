import Configuration
import Reminders

/// One account's mails, over one connection where the server keeps it open.
final class Session {
  private let account: MailAccount
  private let limit: Int64
  private let transport: Transport
  /// Found at the first use, and kept: a keyring may ask its owner.
  private var found: Result<Secret, SecretFailure>?

  init(_ account: MailAccount, limit: Int64) {
    self.account = account
    self.limit = limit
    transport = Transport(account, limit: limit)
  }

  func isOf(_ account: MailAccount, limit: Int64) -> Bool {
    self.account == account && self.limit == limit
  }

  func check() -> MailResult {
    switch secret() {
    case .failure(let failure): return failure.result
    case .success(let secret):
      var result = transport.check(with: secret)
      result.secret = secret.source
      return result
    }
  }

  /// - Parameters:
  ///   - spool: where its bytes lie, or are to lie.
  ///   - sending: called when the bytes themselves are about to go; false stops them.
  func send(
    _ message: MailMessage, spool: String?, sending: @escaping () -> Bool
  ) -> MailResult {
    let bytes: [UInt8]
    do throws(ComposeFailure) {
      bytes = try Spool.bytes(of: message, at: spool)
    } catch { return error.result }
    switch secret() {
    case .failure(let failure): return failure.result
    case .success(let secret):
      var result = transport.send(
        bytes, from: message.sender, to: message.recipient, with: secret, sending: sending)
      result.secret = secret.source
      return result
    }
  }

  private func secret() -> Result<Secret, SecretFailure> {
    if let found { return found }
    let result = Result { () throws(SecretFailure) in try Secret(of: account) }
    found = result
    return result
  }
}
