import Localization

/// A command line, taken apart by the table of verbs and options.
final class Arguments {
  let verb: Verb
  /// The verb as it was typed; nil if none was.
  let typedVerb: String?
  /// Whether no verb was given: the words are then a phrase, and `add` is meant. Without words it is
  /// `list`.
  var isBare: Bool { typedVerb == nil }
  /// What is neither verb nor option, in its order.
  private(set) var words: [String] = []
  /// How many of the words stand before a `--`; nil if there is none.
  private(set) var wordsBeforeEnd: Int?
  // No dictionary: making the type of one at run time costs more than all the parsing.
  private var given: [(option: Option, value: String)] = []

  /// Whether the last word stands after a `--`: it is text then, whatever it looks like.
  var endsTimeBeforeLastWord: Bool { wordsBeforeEnd.map { $0 < words.count } ?? false }

  /// Whether no option was given.
  var hasNoOptions: Bool { given.isEmpty }

  func has(_ option: Option) -> Bool { given.contains { $0.option == option } }

  /// Each value that was given with the option, as it was typed.
  func values(_ option: Option) -> [String] { given.filter { $0.option == option }.map(\.value) }

  /// What was given with the option; of a list all that was.
  func value(_ option: Option) -> String? {
    guard has(option) else { return nil }
    return values(option).joined(separator: ",")
  }

  /// The options that were given, as they would be typed, but this one.
  func options(without option: Option) -> [String] {
    given.filter { $0.option != option }
      .map { $0.option.value == nil ? $0.option.name : $0.option.name + "=" + $0.value }
  }

  /// The value as a whole number from 1 on.
  /// - Parameter most: nil: any number is one, also one that no machine can count to.
  func number(_ option: Option, to most: Int? = nil) throws -> Int? {
    try value(option).map { try Arguments.number($0, of: option.name, to: most) }
  }

  /// The same of a word.
  static func number(_ word: String, of name: String, to most: Int? = nil) throws -> Int {
    let isNumber = !word.isEmpty && word.utf8.allSatisfy { $0.isDigit }
    let number = isNumber ? Int(word) ?? .max : 0
    guard number > 0, number <= most ?? .max else {
      throw Failure.notANumber(word, option: name, most: most)
    }
    return number
  }

  /// - Parameter line: what the user typed after the program's name.
  init(_ line: [String]) throws {
    let place = Arguments.firstWord(in: line)
    let named = place.flatMap { Verb.named(line[$0]) }
    verb = named ?? (place == nil ? .list : .add)
    typedVerb = named == nil ? nil : place.map { line[$0] }
    var rest = line[...]
    while let argument = rest.popFirst() {
      if !isBare, rest.startIndex - 1 == place { continue }
      if wordsBeforeEnd != nil || !Arguments.isFlag(argument) {
        words.append(argument)
      } else if argument == "--" {
        wordsBeforeEnd = words.count
      } else if argument.hasPrefix("--") {
        try readLong(argument, &rest)
      } else {
        try readShort(argument, &rest)
      }
    }
    for (place, (option, _)) in given.enumerated() where option.value != nil && !option.isList {
      if given[..<place].contains(where: { $0.option == option }) {
        throw Failure.repeated(option: option.name)
      }
    }
  }

  /// Whether it is an option, or the `--` that ends them. A lone `-`, and a dash before a digit or
  /// a blank, are words: `in 1h -`, `in -5m`, `in 1h '- [ ] plans'`.
  static func isFlag(_ argument: String) -> Bool {
    var bytes = argument.utf8.makeIterator()
    guard bytes.next() == UInt8(ascii: "-"), let second = bytes.next() else { return false }
    return !second.isDigit && second != UInt8(ascii: " ")
  }

  /// Where a verb would stand: the first argument that is no option, and no option's value.
  static func firstWord(in line: [String]) -> Int? {
    var isValue = false
    for (index, argument) in line.enumerated() {
      if isValue {
        isValue = false
      } else if !isFlag(argument) {
        return index
      } else if argument == "--" {
        return nil
      } else {
        isValue = Verb.allCases.contains { verb in
          verb.options.contains { $0.awaitsValue(after: argument) }
        }
      }
    }
    return nil
  }

  private func readLong(_ argument: String, _ rest: inout ArraySlice<String>) throws {
    let sign = argument.firstIndex(of: "=")
    let name = argument[..<(sign ?? argument.endIndex)]
    guard let option = verb.everyOption.first(where: { $0.long == name.dropFirst(2) }) else {
      throw unknown(String(name))
    }
    let value = sign.map { String(argument[argument.index(after: $0)...]) }
    guard option.value != nil || value == nil else {
      throw Failure.needlessValue(option: option.name)
    }
    try take(option, value, &rest, as: option.name)
  }

  /// Letters may stand together; what follows one that takes a value is the value: `-H1`.
  private func readShort(_ argument: String, _ rest: inout ArraySlice<String>) throws {
    var letters = argument.dropFirst()
    while let letter = letters.popFirst() {
      guard let option = verb.everyOption.first(where: { $0.short == letter }) else {
        throw unknown("-\(letter)")
      }
      guard option.value != nil else {
        given.append((option, ""))
        continue
      }
      if letters.first == "=" {
        throw Failure.valueBehindSign(option: "-\(letter)", value: String(letters.dropFirst()))
      }
      try take(option, letters.isEmpty ? nil : String(letters), &rest, as: "-\(letter)")
      return
    }
  }

  /// - Parameter value: nil: if it takes one, that is the next argument.
  private func take(
    _ option: Option, _ value: String?, _ rest: inout ArraySlice<String>, as name: String
  ) throws {
    if option.value != nil, value == nil {
      guard let next = rest.first, !Arguments.isFlag(next) else {
        throw Failure.missingValue(option: name)
      }
      rest.removeFirst()
      given.append((option, next))
    } else {
      given.append((option, value ?? ""))
    }
  }

  private func unknown(_ option: String) -> Failure {
    let nearest = Nearest.name(
      to: String(option.drop { $0 == "-" }), among: verb.everyOption.map(\.long))
    return .unknownOption(option, verb: verb.name, nearest: nearest.map { "--" + $0 })
  }
}

extension Arguments {
  func expectWords(atMost most: Int) throws {
    if let word = words.dropFirst(most).first {
      throw Failure.needlessWord(word, verb: verb.name)
    }
  }

  func expectNoWords() throws { try expectWords(atMost: 0) }

  /// Refuses words beside an option that needs none.
  func expectNoWords(with option: Option) throws {
    if let word = words.first { throw Failure.notTogether(option.name, word) }
  }

  /// Of options that each say what the answer looks like, one can be given.
  func expectOne(of options: Option...) throws {
    let given = options.filter(has)
    if given.count > 1 { throw Failure.notTogether(given[0].name, given[1].name) }
  }

  /// The one word, which names a file.
  /// - Parameter isInput: `-` is a file too.
  func file(orInput isInput: Bool = false) throws -> String {
    guard let path = words.first, !path.isEmpty, isInput || path != "-" else {
      throw Failure.usage(
        tr("`remindctl {verb} FILE` needs the name of a file.", ["verb": verb.name]))
    }
    try expectWords(atMost: 1)
    return path
  }
}
