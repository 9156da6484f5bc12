import Localization
import Reminders
import Store
import System

/// The list that people read: under a heading for each day, in columns.
final class TextTable {
  private let terminal: Terminal
  private var heading: String?

  init(_ terminal: Terminal) { self.terminal = terminal }

  /// The next rows; a heading that was printed is not printed again.
  func text(of rows: [Row]) -> String {
    var text = ""
    for (row, line) in zip(rows, Row.lines(rows, terminal)) {
      if row.heading != heading {
        if heading != nil { text += "\n" }
        text += terminal.styled(row.heading, .heading) + "\n"
        heading = row.heading
      }
      text += line + "\n"
    }
    return text
  }
}

/// A reminder's line: id, time, distance and state in columns, followed by its text, whose width does
/// not matter.
struct Row {
  let heading: String
  /// Id, time, distance and state.
  private let cells: [String]
  /// Of the state.
  private let style: ANSIStyle?
  private let text: String

  /// - Parameter isPast: whether it is about when it was shown or ended, not about when it is due.
  init(_ entry: Entry, isPast: Bool = false, _ context: Context) {
    let time = isPast ? entry.past : entry.due
    let isOpen = !isPast && entry.fired != nil
    heading =
      !isOpen
      ? context.day(of: time)
      : entry.state == .unanswered ? Messages.notAnsweredYet : tr("Due, and still to be shown")
    cells = [
      String(entry.id), isOpen ? context.dateAndTime(at: time) : context.time(at: time),
      context.distance(to: time), Messages.state(of: entry, at: context.now),
    ]
    let isAttended = entry.holdReason == nil && entry.due > context.now
    style = isPast || isAttended ? nil : .attention
    let text =
      if isPast {
        entry.title
      } else if let recurrence = entry.trigger.recurrence {
        tr(
          "{text} ({rule})",
          ["text": entry.title, "rule": context.following(entry.trigger).rule(recurrence)])
      } else if let pin = entry.trigger.pinnedZone, pin != context.local.zone.name {
        Messages.pinned(
          entry.title, context.following(entry.trigger).zonedTime(at: entry.due, pin))
      } else {
        entry.title
      }
    // The mailbox that it goes to, if it is only mailed.
    let address = entry.options.mail.flatMap { $0.isOnly ? VisibleText.line($0.recipient) : nil }
    self.text =
      address.map { tr("{text} (mailed to {address})", ["text": text, "address": $0]) } ?? text
  }

  /// A line for each, its columns as wide as the widest cell.
  static func lines(_ rows: [Row], _ terminal: Terminal) -> [String] {
    let widths = rows.reduce([4, 0, 0, 0]) { widths, row in
      zip(widths, row.cells).map { max($0, DisplayWidth.of($1)) }
    }
    return rows.map { $0.line(widths, terminal) }
  }

  private func line(_ widths: [Int], _ terminal: Terminal) -> String {
    var line = ""
    for (column, cell) in cells.enumerated() {
      let fill = String(repeating: " ", count: max(0, widths[column] - DisplayWidth.of(cell)))
      let shown = if column == 3, let style { terminal.styled(cell, style) } else { cell }
      // The id and the time end at the same column.
      line += (column < 2 ? fill + shown : shown + fill) + "  "
    }
    guard terminal.isOutput else { return line + text }
    return line + DisplayWidth.cut(text, to: max(20, terminal.columns - widths.reduce(8, +)))
  }
}
