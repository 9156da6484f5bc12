import Beds
import Foundation
import Testing

@testable import Mail
@testable import Scheduler

/// remindctl-templates(5) says what the program does.
@Suite("remindctl-templates(5)")
struct TemplateManualTests {
  let page: Manual

  init() throws { page = try Manual("remindctl-templates.5") }

  @Test("its example is a template, which is filled in")
  func example() throws {
    let text = try #require(Manual.displays(in: page.chapter("EXAMPLES")).first)
    let today = try #require(TemplateParameter.day("2026-11-30", today: nil))
    let template = try TemplateReader.template(
      Array(text.utf8), name: "inn", locale: "default", source: .builtIn, today: today)
    let filling = try template.filled(
      with: [
        ("name", "Ann"), ("email", "ann@example.org"), ("people", "4"), ("day", "2026-12-24"),
        ("not", "nuts"), ("not", "eggs"),
      ], today: today, goingOn: today)
    #expect(filling.confirmTo?.address == "ann@example.org")
    #expect(
      filling.text == """
        Good day,

        4 of us would like a table on 2026-12-24.

        What we do not eat:
        - nuts
        - eggs

        Ann
        """)
  }

  @Test("every key, type and reason stands there")
  func words() throws {
    let marked = page.words("Ic").union(page.words("Cm"))
    let names =
      Template.Key.allCases.map(\.rawValue) + TemplateParameter.Key.allCases.map(\.rawValue)
      + TemplateParameter.Kind.allCases.map(\.rawValue)
      + TemplateProblem.Reason.allCases.map(\.rawValue)
    for name in names { #expect(marked.contains(name), "\(name)") }
  }
}
