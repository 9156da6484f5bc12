import Mail

/// What templates have to offer: their names, and of the one that the line names its parameters and
/// their values. Nothing if it cannot be read.
struct TemplateCandidates {
  private let folder: TemplateFolder?
  private let context: Context
  private let words: [String]

  /// - Parameter words: whole ones of the line, the verb among them.
  init(_ words: [String], _ context: Context) {
    folder = (try? context.paths()).map(TemplateFolder.init)
    self.words = words
    self.context = context
  }

  var names: [Candidate] {
    (folder?.families ?? []).map { family in
      Candidate(family.name, template(family.name)?.summary)
    }
  }

  /// The languages of the template, or of all.
  var locales: [Candidate] {
    let families = (folder?.families ?? []).filter { name == nil || $0.name == name }
    return Set(families.flatMap(\.locales)).sorted().map { Candidate($0) }
  }

  /// Lengths, and where the template has several dates a name in front of each.
  var dates: [Candidate] {
    let dates = template?.parameters.filter { $0.kind == .date } ?? []
    guard dates.count > 1 else { return Candidate.lengths }
    return dates.flatMap { date in ["1d", "3d", "7d"].map { Candidate("\(date.name)=\($0)") } }
  }

  /// `name=`, or what may stand after it.
  /// - Parameter part: what stands of the value of `--param`, or of the word with both.
  func templateParameters(_ part: String) -> [Candidate] {
    let option = Option.param.name + "="
    let part = part.hasPrefix(option) ? String(part.dropFirst(option.count)) : part
    let parameters = template?.parameters ?? []
    guard let equals = part.firstIndex(of: "=") else {
      let given = words.compactMap { word in
        word.hasPrefix(option) ? String(word.dropFirst(option.count)) : word
      }
      return parameters.filter { parameter in
        parameter.kind == .list || !given.contains { $0.hasPrefix(parameter.name + "=") }
      }.map { Candidate($0.name + "=", $0.sentence) }
    }
    let name = part[..<equals]
    let allowed = parameters.first { $0.name == name }?.values ?? []
    return allowed.map { Candidate("\(name)=\($0)") }
  }

  /// The template that the line names: after the verb, or after another word of `mail`.
  private var name: String? {
    guard let families = folder?.families else { return nil }
    return words.first { word in families.contains { $0.name == word } }
  }

  private var template: Template? { name.flatMap { template($0) } }

  private func template(_ name: String) -> Template? {
    let place = words.lastIndex(of: Option.locale.name)
    let next = place.flatMap { words.indices.contains($0 + 1) ? words[$0 + 1] : nil }
    let sign = Option.locale.name + "="
    let said = next ?? words.last { $0.hasPrefix(sign) }.map { String($0.dropFirst(sign.count)) }
    return try? folder?.template(name, for: context.locale(said), today: context.today)
  }
}
