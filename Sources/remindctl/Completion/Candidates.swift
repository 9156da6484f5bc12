import CivilTime
import Mail
import Reminders
import Store
import System

/// What the store has to offer: ids with text and time, and tags. Nothing if it cannot be read.
extension Completion {
  /// How many ids are offered at most: more would not be read.
  private static let most = 200
  /// How many entries are looked at for them: a key that is pressed must not take seconds.
  private static let farthest = 5000

  /// What waits for an answer or is to come; first of all the one that `last` means.
  var open: [Candidate] {
    let entries = entries(.open)
    let last = try? context.reader()?.lastUnanswered()
    return entries.filter { $0.id == last }.map { candidate($0, ReminderID.last.word) }
      + entries.map { candidate($0) }
  }

  /// What is to come again.
  var repeating: [Candidate] {
    entries(.open) { $0.trigger.recurrence != nil }.map { candidate($0) }
  }

  /// What can be forgotten, the last first.
  var forgettable: [Candidate] {
    let store = try? context.reader()
    return past { entry in
      (try? store?.isUnfinished(entry.id, shownAfter: context.shownAfter)) == false
    }
  }

  var all: [Candidate] {
    let open = open
    let known = open.map(\.word)
    return open + past { !known.contains(String($0.id)) }
  }

  /// The tags of what is open.
  var tags: [Candidate] {
    var tags: [Candidate] = []
    for entry in entries(.open, beginning: "", where: { $0.options.tag != nil }) {
      guard let tag = entry.options.tag, !tags.contains(where: { $0.word == tag }) else { continue }
      tags.append(candidate(entry, tag))
    }
    return tags
  }

  private func past(where isMeant: (Entry) -> Bool) -> [Candidate] {
    entries(.past, where: isMeant).map { candidate($0, at: $0.past) }
  }

  /// Each reminder once.
  /// - Parameter digits: what the ids begin with; nil: what stands there, if that is a number.
  private func entries(
    _ kind: PagedList.Kind, beginning digits: String? = nil,
    where isMeant: (Entry) -> Bool = { _ in true }
  ) -> [Entry] {
    guard let store = try? context.reader() else { return [] }
    let pages = PagedList(kind, of: store, context, limit: Self.farthest)
    let digits = digits ?? (part.utf8.allSatisfy(\.isDigit) ? part : "")
    var taken: [Entry] = []
    var ids: Set<Int64> = []
    while taken.count < Self.most, let page = try? pages.next(), !page.isEmpty {
      taken += page.filter {
        String($0.id).hasPrefix(digits) && isMeant($0) && ids.insert($0.id).inserted
      }
    }
    return Array(taken.prefix(Self.most))
  }

  private func candidate(
    _ entry: Entry, _ word: String? = nil, at time: Instant? = nil
  ) -> Candidate {
    let time = time ?? entry.due
    let meaning = Messages.created(
      text: VisibleText.cut(entry.title, characters: 40, bytes: 160), when: context.when(time),
      distance: context.distance(to: time))
    return Candidate(word ?? String(entry.id), meaning)
  }
}

/// What templates have to offer: their names, and of the one that the line names its parameters and
/// their values. Nothing if it cannot be read.
extension Completion {
  private var folder: TemplateFolder? { (try? context.paths()).map(TemplateFolder.init) }
  private var families: [TemplateFolder.Family] { folder?.families ?? [] }

  var templates: [Candidate] {
    families.map { Candidate($0.name, template($0.name)?.summary) }
  }

  /// The languages of the template, or of all.
  var locales: [Candidate] {
    let name = templateName
    let meant = families.filter { name == nil || $0.name == name }
    return Candidate.named(Set(meant.flatMap(\.locales)).sorted())
  }

  /// Lengths, and where the template has several dates a name in front of each.
  var dates: [Candidate] {
    let dates = parameters.filter { $0.kind == .date }
    guard dates.count > 1 else { return Candidate.lengths }
    return dates.flatMap { date in
      Candidate.named(["1d", "3d", "7d"].map { "\(date.name)=\($0)" })
    }
  }

  /// `name=`, or what may stand after it.
  var templateParameters: [Candidate] {
    // The value of `--param`, or the word with both.
    let option = Option.param.name + "="
    func value(_ word: String) -> Substring {
      word.dropFirst(word.hasPrefix(option) ? option.count : 0)
    }
    let part = value(part)
    guard let equals = part.firstIndex(of: "=") else {
      let given = words.map(value)
      return parameters.filter { parameter in
        parameter.kind == .list || !given.contains { $0.hasPrefix(parameter.name + "=") }
      }.map { Candidate($0.name + "=", $0.sentence) }
    }
    let name = part[..<equals]
    let allowed = parameters.first { $0.name == name }?.values ?? []
    return Candidate.named(allowed.map { "\(name)=\($0)" })
  }

  /// The template that the line names: after the verb, or after another word of `mail`.
  private var templateName: String? {
    let families = families
    return words.first { word in families.contains { $0.name == word } }
  }

  private var parameters: [TemplateParameter] {
    templateName.flatMap(template)?.parameters ?? []
  }

  private func template(_ name: String) -> Template? {
    let place = words.lastIndex(of: Option.locale.name)
    let next = place.flatMap { words.indices.contains($0 + 1) ? words[$0 + 1] : nil }
    let sign = Option.locale.name + "="
    let said = next ?? words.last { $0.hasPrefix(sign) }.map { String($0.dropFirst(sign.count)) }
    return try? folder?.template(name, for: context.locale(said), today: context.today)
  }
}
