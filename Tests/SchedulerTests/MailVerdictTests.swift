import Testing

@testable import Scheduler

/// What is concluded from a server's last word, and from how far a mail had come.
@Suite("what became of a mail")
struct MailVerdictTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var attempt: MailAttempt
    var verdict: MailVerdict
    var code: MailCode?

    init(
      _ sentence: String, _ end: MailAttempt.End, _ stage: MailAttempt.Stage, _ status: Int,
      whole: Bool = false, _ verdict: MailVerdict, _ code: MailCode?
    ) {
      testDescription = sentence
      attempt = MailAttempt(end: end, stage: stage, status: status, isWhole: whole)
      (self.verdict, self.code) = (verdict, code)
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
    let judgement = row.attempt.judgement
    #expect(judgement.verdict == row.verdict)
    #expect(judgement.code == row.code)
  }

  @Test("a mail is unknown only where all of it had gone")
  func unknown() {
    for end in [.timeout, .handshake, .login, .broken] as [MailAttempt.End] {
      for stage in MailAttempt.Stage.allCases {
        for isWhole in [false, true] {
          for status in [0, 220, 235, 250, 334, 354] {
            let attempt = MailAttempt(end: end, stage: stage, status: status, isWhole: isWhole)
            let isUnknown = stage == .data && isWhole && status == 354
            #expect((attempt.judgement.verdict == .unknown) == isUnknown)
            #expect(attempt.judgement.verdict != .accepted)
          }
        }
      }
    }
  }
}
