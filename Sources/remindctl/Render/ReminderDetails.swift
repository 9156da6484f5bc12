import CivilTime
import Localization
import Reminders
import Store
import System

/// A reminder's whole life in sentences, in the order in which it happened.
struct ReminderDetails {
  let life: History
  let daemon: DaemonLock.Holder?
  /// As the store has it.
  let pauseEnd: Instant?
  let context: Context

  /// The most sentences of the history; `--json` has all.
  private static let most = 60

  var text: String {
    let told = story
    var lines = head
    let earlier = life.earlier + max(0, told.count - ReminderDetails.most)
    if earlier > 0 {
      lines.append(
        tr(
          earlier, "... and {n} thing before (`remindctl show {id} --json` tells all)",
          "... and {n} things before (`remindctl show {id} --json` tells all)",
          ["id": String(entry.id)]))
    }
    lines += told.suffix(ReminderDetails.most)
    return lines.lines
  }

  private var entry: Entry { life.entry }

  /// What it is, and what comes of it next.
  private var head: [String] {
    let values: KeyValuePairs = [
      "when": context.when(entry.due), "distance": context.distance(to: entry.due),
      "state": Messages.state(of: entry, at: context.now), "id": String(entry.id),
    ]
    let isAhead = entry.due > context.now
    var lines: [String?] = [
      "\(entry.id)  " + (entry.text.map(VisibleText.lines) ?? Messages.defaultTitle),
      !life.isUnfinished
        ? tr("Was due {when}: {state}.", values)
        : isAhead
          ? tr("Due {when} ({distance}).", values) : tr("Was due {when} ({distance}).", values),
    ]
    if entry.state == .unanswered, entry.ended == nil {
      let next = life.occurrences.filter { $0.state == .scheduled && $0.fired == nil }.map(\.due)
      lines += [
        tr("It waits for an answer: `remindctl done {id}`, or `remindctl snooze {id}`.", values),
        endOfNagging,
        next.min().map { Messages.nextThen(context.when($0), context.distance(to: $0)) },
      ]
    }
    let options = entry.options.named.map {
      tr("{option} {value}", ["option": $0.option.long, "value": $0.value])
    }
    lines += [
      entry.trigger.recurrence.map { recurrence in
        tr("Repeats {rule}.", ["rule": context.following(entry.trigger).rule(recurrence)])
      },
      context.zoneSentence(entry),
      life.isUnfinished && isAhead ? context.clockChange(entry) : nil,
      options.isEmpty
        ? nil : tr("With {options}.", ["options": options.joined(separator: "; ")]),
    ]
    return lines.compactMap(\.self) + (entry.options.mail?.letter?.lines ?? []) + silence
  }

  /// Why a nagging reminder is not shown again any more; nil if it is, or does not nag.
  private var endOfNagging: String? {
    guard let nag = entry.options.nag else { return nil }
    let showings = life.deliveries.filter {
      $0.occurrence == entry.occurrence && !$0.purpose.isAnnouncement
    }
    guard showings.allSatisfy({ $0.state == .accepted || $0.state == .failed }) else { return nil }
    let shown = showings.filter { $0.state == .accepted }
    func number(_ record: DeliveryRecord) -> Int {
      if case .nag(let number) = record.purpose { number } else { 1 }
    }
    let times = shown.map(number).max() ?? 0
    if times >= nag.times {
      return tr(
        times, "It was shown once, and is not shown again by itself.",
        "It was shown {n} times, and is not shown again by itself.")
    }
    let isPrinted = shown.allSatisfy { number($0) < times || $0.channel == .stdout }
    guard isPrinted, times >= ReminderOptions.Nag.mostPrinted else { return nil }
    return tr(
      times, "It was printed once, and is not printed again.",
      "It was printed {n} times, which is the most on standard output.")
  }

  /// That it will be shown later than at its time.
  private var silence: [String] {
    guard entry.state == .scheduled, entry.fired == nil, entry.due > context.now else { return [] }
    return AlertNotes(
      entry.options, due: entry.due, id: entry.id, pauseEnd: pauseEnd, context
    ).silenceLines
  }

  /// What happened in the same millisecond keeps the order in which it was collected.
  private var story: [String] {
    var told: [(at: Instant, sentence: String)] = []
    for event in life.events {
      let until = event.until.map(context.when)
      told.append((event.at, Messages.happened(event, context.when(event.at), until: until)))
    }
    for occurrence in life.occurrences {
      guard let fired = occurrence.fired else { continue }
      told.append((fired, firing(of: occurrence, at: fired)))
      if occurrence.missed > 0 {
        let sentence = tr(
          occurrence.missed, "It stands for {n} earlier one that was missed.",
          "It stands for {n} earlier ones that were missed.")
        told.append((fired, sentence))
      }
    }
    for delivery in life.deliveries {
      let at = delivery.ended ?? delivery.claimed
      let place = at ?? life.occurrences.first { $0.id == delivery.occurrence }?.fired
      told.append((place ?? context.now, Messages.delivery(delivery, when: at.map(context.when))))
    }
    return told.enumerated()
      .sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(\.element.sentence)
  }

  private func firing(of occurrence: OccurrenceRecord, at fired: Instant) -> String {
    let late = fired.since(occurrence.due)
    let reason = late < 1000 ? nil : reason(between: occurrence.due, and: fired, late)
    let values: KeyValuePairs = [
      "when": context.when(fired), "late": late.spoken, "reason": reason ?? "",
    ]
    if late < 1000 { return tr("Taken up {when}, on time.", values) }
    return reason == nil
      ? tr("Taken up {when}, {late} late.", values)
      : tr("Taken up {when}, {late} late: {reason}.", values)
  }

  /// Why it was not taken up at its time, as far as that can be known.
  private func reason(between due: Instant, and fired: Instant, _ late: Int64) -> String? {
    let missing = { (instant: Instant) in instant > due && instant <= fired }
    if let undone = life.events.last(where: { $0.kind == .undone && missing($0.at) }) {
      return tr("it was brought back {when}", ["when": context.when(undone.at)])
    }
    let boot = Instant(milliseconds: context.now.milliseconds - context.moment.boot)
    if missing(boot) {
      return tr("the machine was started {when}", ["when": context.when(boot)])
    }
    if let since = daemon?.since, missing(since) {
      return tr("remindd was started {when}", ["when": context.when(since)])
    }
    return late >= 60_000 ? tr("the machine slept, or remindd was not running") : nil
  }
}

extension ReminderDetails {
  /// Everything about a reminder in JSON, page by page.
  static func json(_ entry: Entry, in store: ReminderStore, _ context: Context) -> Output {
    var lists: ArraySlice<(name: String, kind: any HistoryRecord.Type)> = [
      ("occurrences", OccurrenceRecord.self), ("deliveries", DeliveryRecord.self),
      ("events", HistoryEvent.self),
    ]
    let head = JSON.object([JSON.schema] + entry.members(in: context.local.zone))
    var piece = String(head.text.dropLast())
    // Of the list that is being printed.
    var (last, isEmpty): (Int64?, Bool) = (nil, true)
    return .pieces {
      guard let list = lists.first else { return nil }
      if last == nil { piece += ",\"\(list.name)\":[" }
      let (records, end) = try store.page(of: list.kind, of: entry.id, after: last)
      for record in records {
        piece += (isEmpty ? "" : ",") + record.json.text
        isEmpty = false
      }
      last = end
      if end == nil {
        isEmpty = true
        lists.removeFirst()
        piece += lists.isEmpty ? "]}\n" : "]"
      }
      defer { piece = "" }
      return piece
    }
  }
}
