import Testing

@testable import Reminders
@testable import Scheduler
@testable import Store

/// What is concluded from a server's last word, and from how far a mail had come.
@Suite("what became of a mail")
struct MailResultTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var result: MailResult
    var verdict: MailResult.Verdict
    var reason: HoldReason?

    init(
      _ sentence: String, _ end: MailResult.End, _ stage: MailResult.Stage, _ status: Int,
      whole: Bool = false, _ verdict: MailResult.Verdict, _ reason: HoldReason?
    ) {
      testDescription = sentence
      result = MailResult(end, at: stage, status: status, isWhole: whole)
      (self.verdict, self.reason) = (verdict, reason)
    }
  }

  @Test(
    "the server's code decides",
    arguments: [
      Row("taken", .done, .data, 250, whole: true, .accepted, nil),
      Row("greylisted", .broken, .recipient, 451, .retry, .providerBusy),
      Row("mailbox full", .broken, .recipient, 452, .retry, .providerBusy),
      Row("no such recipient", .broken, .recipient, 550, .failed, .invalidRecipient),
      Row("no such sender", .broken, .sender, 550, .failed, .providerRejected),
      Row("too large, said beforehand", .broken, .sender, 552, .failed, .payloadTooLarge),
      Row("421 to DATA", .broken, .data, 421, .retry, .providerBusy),
      Row("451 to the dot", .broken, .data, 451, whole: true, .retry, .providerBusy),
      Row("554 to the dot", .broken, .data, 554, whole: true, .failed, .providerRejected),
      Row("552 to the dot", .broken, .data, 552, whole: true, .failed, .payloadTooLarge),
      Row("dropped in mid-body", .broken, .data, 354, .retry, .networkError),
      Row("reply to the dot lost", .broken, .data, 354, whole: true, .unknown, .outcomeUnknown),
      Row("reply to the dot late", .timeout, .data, 354, whole: true, .unknown, .outcomeUnknown),
      Row("wrong password", .login, .login, 535, .held, .authFailed),
      Row("temporary trouble with the login", .login, .login, 454, .retry, .providerBusy),
      Row("nonsense in the login", .login, .login, 235, .held, .authFailed),
      Row("login wanted, none offered", .broken, .sender, 530, .held, .authFailed),
      Row("no STARTTLS", .untrusted, .greeting, 250, .held, .tlsFailed),
      Row("a certificate that does not hold", .untrusted, .greeting, 0, .held, .tlsFailed),
      Row("dropped in the handshake", .handshake, .greeting, 0, .retry, .tlsFailed),
      Row("nobody there", .broken, .greeting, 0, .retry, .networkError),
      Row("no answer at all", .timeout, .greeting, 0, .retry, .timeout),
      Row("no greeting but a refusal", .broken, .greeting, 554, .retry, .providerRejected),
      Row("dropped after RCPT", .broken, .recipient, 250, .retry, .networkError),
    ])
  func judgement(_ row: Row) {
    #expect(row.result.verdict == row.verdict)
    #expect(row.result.reason == row.reason)
  }

  @Test("a mail is unknown only where all of it had gone")
  func unknown() {
    for end in [.timeout, .handshake, .login, .broken] as [MailResult.End] {
      for stage in MailResult.Stage.allCases {
        for isWhole in [false, true] {
          for status in [0, 220, 235, 250, 334, 354] {
            let result = MailResult(end, at: stage, status: status, isWhole: isWhole)
            let isUnknown = stage == .data && isWhole && status == 354
            #expect((result.verdict == .unknown) == isUnknown)
            #expect(result.verdict != .accepted)
          }
        }
      }
    }
  }
}
