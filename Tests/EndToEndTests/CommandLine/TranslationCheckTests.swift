import Beds
import Foundation
import Testing

@testable import Localization
@testable import Store
@testable import TimeLanguage

/// What the gate says of translations that are not what they should be, on a copy of the sources.
@Suite(
  .enabled(if: Languages.isPossible, "needs Debian's gettext and locales"),
  .enabled(if: Home.canRun("command -v python3"), "needs python3"))
struct TranslationCheckTests {
  let home: Home
  init() async throws { home = try await Home() }

  struct Row: Sendable, CustomTestStringConvertible {
    var sentence: String
    /// Lines of shell that change the copy.
    var change: String
    var complaint: String
    var testDescription: String { sentence }
  }

  @Test(
    "a translation that is not what it should be fails the gate",
    arguments: [
      Row(
        sentence: "a sentence was changed",
        change: "sed -i 's/Nothing is to come/Nothing will come/' $words/ReminderMessages.swift",
        complaint: "remindctl.pot is not what the sources say"),
      Row(
        sentence: "a sentence was changed, and the templates brought up to date",
        change:
          "sed -i 's/Nothing is to come/Nothing will come/' $words/ReminderMessages.swift; $update",
        complaint: "po/it.po: 1 not certain, such as: Nothing will come."),
      Row(
        sentence: "a sentence is new",
        change: #"echo 'let new = tr("Quite new")' >>$words/ReminderMessages.swift; $update"#,
        complaint: "po/pl.po: 1 not translated, such as: Quite new"),
      Row(
        sentence: "a place is missing",
        change: "sed -i 's/Nie ma przypomnienia {id}/Nie ma przypomnienia/' po/pl.po",
        complaint: "argument 'id' doesn't exist"),
      Row(
        sentence: "a plural form is missing",
        change: "sed -i 's/^msgstr.2. .*//' po/pl.po", complaint: "plural"),
      Row(
        sentence: "a sentence is put together",
        change: #"echo 'let new = tr("It is \(it)")' >>$words/ReminderMessages.swift"#,
        complaint: "a sentence is a literal without interpolations"),
      Row(
        sentence: "a sentence is not ASCII in English",
        change: #"echo 'let new = tr("caffè")' >>$words/ReminderMessages.swift"#,
        complaint: "in English a sentence is ASCII"),
    ])
  func fails(_ row: Row) async throws {
    let answer = try await home.shell(
      """
      set -e
      cd \(home.folder)/home
      cp -r \(Project.folder)Sources \(Project.folder)po \(Project.folder)scripts .
      words=Sources/remindctl/Messages update=scripts/translations
      scripts/translations check
      \(row.change)
      ! scripts/translations check || exit 3
      """)
    #expect(answer.code == 0, "\(answer.error)")
    #expect(answer.error.contains(row.complaint), "\(answer.error)")
  }
}
