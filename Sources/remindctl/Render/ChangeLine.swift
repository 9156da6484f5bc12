import Scheduler

extension Change {
  /// The change on a line for people.
  func sentence(_ context: Context) -> String {
    switch self {
    case .event(let event, let subject):
      let (id, text) = (String(subject.id), subject.title)
      let when = (event.until ?? subject.due).map(context.when)
      let what =
        event.undoes.map { Words.undone($0, id: id, text: text) }
        ?? Words.happening(event.kind, id: id, text: text, when: when)
      return Words.watched(context.dateAndTime(at: event.at), what)
    case .delivery(let record, let subject):
      let what = Words.happening(record, id: String(subject.id), text: subject.title)
      guard let at = record.time(of: subject) else { return what }
      return Words.watched(context.dateAndTime(at: at), what)
    case .pause(let end):
      guard let end else { return Words.resumed }
      return Words.paused(until: context.dateAndTime(at: end))
    }
  }
}

extension Change.Subject {
  fileprivate var title: String { text.map(Text.line) ?? Words.defaultTitle }
}
