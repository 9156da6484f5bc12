import Beds
import Foundation
import Scheduler
import Testing

@testable import CivilTime
@testable import Reminders
@testable import remindd

/// Popups in the language of whoever made the reminder; the daemon has none.
@Suite(
  .serialized,
  .enabled(if: DesktopBed.isPossible, "needs the Debian packages of the group desktop"),
  .enabled(if: Languages.isPossible, "needs Debian's gettext and locales"))
struct DesktopLanguageTests {
  @Test(
    "a popup, its buttons and its title are the maker's, and so is its clock",
    .timeLimit(.minutes(5)))
  func makers() async throws {
    var none = Languages.variables
    none["LC_ALL"] = ""
    let daemon = try await DesktopDaemon.on(.xfce, "snooze = 10m, 1h, 1 day", changing: none)
    try await daemon.startAndListen()
    for (index, row) in [
      ("it_IT.UTF-8", "È ora!", "previsto: ", ["Fatto", "Rimanda di 1 giorno"], #":\d\d(,|$)"#),
      ("pl_PL.UTF-8", "Już czas!", "termin: ", ["Zrobione", "Odłóż o 1 dzień"], #":\d\d(,|$)"#),
      ("it_IT.UTF-8 en_US.UTF-8", "È ora!", "previsto: ", ["Fatto"], " [AP]M(,|$)"),
      ("C", "Alert Time!", "due ", ["Done", "Snooze 1 d"], #":\d\d(,|$)"#),
    ].enumerated() {
      let (language, title, due, labels, clock) = row
      let id = try daemon.add(untitled: language)
      try await daemon.waitForPopup(id)
      try await until("the record") { daemon.record.notifications().count == index + 1 }
      let popup = daemon.record.notifications()[index]
      #expect(popup.summary == title)
      #expect(popup.body.hasPrefix(due), "\(popup.body)")
      #expect(try popup.body.contains(Regex(clock)), "\(popup.body)")
      #expect(labels.allSatisfy(popup.actions.contains), "\(popup.actions)")
      try await daemon.bed.photograph("language-\(language.prefix(2))-xfce4-notifyd")
      if index == 0 {
        try await daemon.bed.click(
          "Fatto", in: ["Fatto", "Rimanda di 10 min", "Rimanda di 1 h", "Rimanda di 1 giorno"],
          of: .xfce)
        try await daemon.waitFor(id, .done)
      }
    }
  }
}

extension DesktopDaemon {
  /// Stores one without a text, made by somebody who speaks `language`.
  fileprivate func add(untitled language: String) throws -> Int64 {
    let moment = ClockReading.read()
    let new = NewReminder(
      text: nil, trigger: .interval(bootID: moment.bootID, dueBoot: moment.boot),
      due: moment.now, in: .utc, words: "in", language: language)
    return try write { try $0.create(new, at: moment.now).id }
  }
}
