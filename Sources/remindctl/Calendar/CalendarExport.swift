import CalendarText
import CivilTime
import Configuration
import Store

/// All upcoming reminders as an iCalendar file, one page at a time.
final class CalendarExport {
  private let pages: PagedList
  private let context: Context
  private var opening: String?
  private var isOver = false
  /// How many events were written.
  private(set) var count = 0
  /// How many of them are mailed, which the file does not say.
  private(set) var mailed = 0

  init(_ store: ReminderStore?, tag: String?, _ context: Context) throws {
    self.context = context
    // Zones come before the events that use them.
    var zones: [String: (zone: Zone, start: Instant)] = [:]
    let first = PagedList(.upcoming, of: store, context, tag: tag)
    while case let page = try first.next(), !page.isEmpty {
      for entry in page {
        if entry.options.mail != nil { mailed += 1 }
        let event = CalendarEvent(entry, now: context.now, systemZone: context.systemZone)
        guard let (zone, start) = event.zone else { continue }
        zones[zone.name] = (zone, min(start, zones[zone.name]?.start ?? start))
      }
    }
    pages = PagedList(.upcoming, of: store, context, tag: tag)
    var lines = [
      "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//remindctl//remindctl \(Product.version)//EN",
      "CALSCALE:GREGORIAN",
    ]
    for (_, zone) in zones.sorted(by: { $0.key < $1.key }) {
      lines += CalendarZoneLines(zone: zone.zone, start: zone.start).lines
    }
    opening = CalendarExport.text(lines)
  }

  /// The next piece; nil at the end.
  func next() throws -> String? {
    if let opening {
      self.opening = nil
      return opening
    }
    guard !isOver else { return nil }
    let page = try pages.next()
    guard !page.isEmpty else {
      isOver = true
      return CalendarExport.text(["END:VCALENDAR"])
    }
    count += page.count
    return page.reduce(into: "") { text, entry in
      let event = CalendarEvent(entry, now: context.now, systemZone: context.systemZone)
      text += CalendarExport.text(event.lines)
    }
  }

  private static func text(_ lines: [String]) -> String {
    lines.reduce(into: "") { $0 += ContentLine.folded($1) }
  }
}
