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
    let widths = Row.Widths(rows)
    var text = ""
    for row in rows {
      if row.heading != heading {
        if heading != nil { text += "\n" }
        text += terminal.styled(row.heading, .heading) + "\n"
        heading = row.heading
      }
      text += row.line(widths, terminal) + "\n"
    }
    return text
  }
}

/// A reminder's line: id, time, distance and state in columns, followed by its text, whose width does
/// not matter.
struct Row {
  let heading: String
  private let id: String
  private let time: String
  private let distance: String
  private let state: String
  private let style: ANSIStyle?
  private let text: String

  /// What is not finished.
  init(_ entry: Entry, _ context: Context) {
    let hasFired = entry.fired != nil
    heading =
      if !hasFired {
        context.day(of: entry.due)
      } else {
        entry.state == .unanswered ? Messages.notAnsweredYet : Messages.notShownYet
      }
    id = String(entry.id)
    time = hasFired ? context.dateAndTime(at: entry.due) : context.time(at: entry.due)
    distance = context.distance(to: entry.due)
    state = Messages.state(of: entry, at: context.now)
    style = entry.holdReason != nil || entry.due <= context.now ? .attention : nil
    let text =
      if let recurrence = entry.trigger.recurrence {
        Messages.repeating(entry.title, context.following(entry.trigger).rule(recurrence))
      } else if let pin = entry.trigger.pinnedZone, pin != context.local.zone.name {
        Messages.pinned(
          entry.title, context.following(entry.trigger).zonedTime(at: entry.due, pin))
      } else {
        entry.title
      }
    self.text = entry.mailed(text)
  }

  /// What was shown or is over.
  init(past entry: Entry, _ context: Context) {
    heading = context.day(of: entry.past)
    id = String(entry.id)
    time = context.time(at: entry.past)
    distance = context.distance(to: entry.past)
    state = Messages.state(of: entry, at: context.now)
    style = nil
    text = entry.mailed(entry.title)
  }

  /// How wide the columns are: by the widest of each.
  struct Widths {
    fileprivate let id, time, distance, state: Int

    init(_ rows: [Row]) {
      func widest(_ column: KeyPath<Row, String>) -> Int {
        rows.reduce(0) { max($0, DisplayWidth.of($1[keyPath: column])) }
      }
      id = max(4, widest(\.id))
      time = widest(\.time)
      distance = widest(\.distance)
      state = widest(\.state)
    }
  }

  func line(_ widths: Widths, _ terminal: Terminal) -> String {
    func fill(_ text: String, _ width: Int) -> String {
      String(repeating: " ", count: max(0, width - DisplayWidth.of(text)))
    }
    let front =
      fill(id, widths.id) + id + "  " + fill(time, widths.time) + time + "  " + distance
      + fill(distance, widths.distance) + "  "
    let state = style.map { terminal.styled(self.state, $0) } ?? self.state
    let width = widths.id + widths.time + widths.distance + widths.state + 8
    let shown =
      terminal.isOutput
      ? DisplayWidth.cut(text, to: max(20, terminal.columns - width)) : text
    return front + state + fill(self.state, widths.state) + "  " + shown
  }
}

extension Entry {
  /// The same with the mailbox that it goes to, if it is only mailed.
  fileprivate func mailed(_ text: String) -> String {
    guard let mail = options.mail, mail.isOnly else { return text }
    return Messages.mailed(text, to: VisibleText.line(mail.recipient))
  }
}
