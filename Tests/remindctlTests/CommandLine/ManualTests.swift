import Foundation
import Scheduler
import Testing

@testable import Localization
@testable import Reminders
@testable import Store
@testable import TimeLanguage
@testable import remindctl

/// remindctl(1) says what the program says.
@Suite struct ManualTests {
  let page: String
  init() throws { page = try String(contentsOf: ManualPage.file, encoding: .utf8) }

  @Test("the manual's commands and options are the table's; scripts/manual writes them anew")
  func table() throws {
    let renewed = ManualPage.renewed(page)
    if ProcessInfo.processInfo.environment["REMIND_WRITE_MANUAL"] != nil {
      try renewed.write(to: ManualPage.file, atomically: true, encoding: .utf8)
    } else {
      #expect(page == renewed)
    }
    for verb in Verb.allCases { #expect(renewed.contains("\n.Ss \(verb.name)")) }
  }

  @Test("the manual has every code of mail")
  func mailCodes() {
    let chapter =
      page.components(separatedBy: ".Ss Errors of mail\n").last?
      .components(separatedBy: ".Sh ENVIRONMENT").first ?? ""
    let items = chapter.split(separator: "\n").filter { $0.hasPrefix(".It Cm ") }
    let codes = items.flatMap { item in
      item.dropFirst(".It Cm ".count).components(separatedBy: " , ")
    }
    let failures: [Failure] =
      [
        .malformedKey(""), .keyTaken(by: 1), .mailWaits([1]), .mailBeingSent(1),
        .mailWritten(1), .mailNotWritten(1),
      ]
      + [StoreError.WhyNone.never, .notDue, .through].map { .noMail(1, $0) }
    let all =
      HoldReason.allCases.filter { $0.mailReason != nil }.map(\.rawValue) + failures.map(\.name)
    #expect(Set(codes) == Set(all))
    #expect(codes.count == all.count)
  }

  @Test("the manual has every exit code")
  func exitCodes() {
    let chapter = page.components(separatedBy: ".Sh EXIT STATUS\n").last ?? ""
    let codes = chapter.components(separatedBy: "\n.El").first?
      .split(separator: "\n").filter { $0.hasPrefix(".It ") }.map { $0.dropFirst(4) }
    #expect(codes?.compactMap { Int32($0) } == ExitCode.allCases.map(\.rawValue))
  }
}
