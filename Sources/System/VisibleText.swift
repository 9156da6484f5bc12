/// Makes what a user typed safe to look at: characters that would move a cursor, colour a terminal,
/// reorder the text around them or hide in it are shown instead of obeyed.
///
/// C0 controls and DEL become their pictures (Unicode, block Control Pictures: ESC is ␛). C1
/// controls, the line and paragraph separators, and the bidirectional embeddings, overrides and
/// isolates (UAX #9, §2.1–2.4; "Trojan Source", CVE-2021-42574) become `\u{202E}`. So do the marks LRM, RLM
/// and ALM, and the other format characters that are not seen (UAX #44, Default_Ignorable_Code_Point), but for
/// those that letters and emoji are made with: ZWJ, ZWNJ, CGJ, soft hyphens, fillers, variation selectors, and
/// the tags behind a black flag (UTS #51, ED-14a).
package enum VisibleText {
  /// For one line: a newline and a tab are made visible too.
  package static func line(_ text: String) -> String { visible(text, keepsLines: false) }

  /// For several lines: newlines and tabs stay, and CR LF counts as a newline.
  package static func lines(_ text: String) -> String { visible(text, keepsLines: true) }

  /// The beginning of `text`, cut between grapheme clusters, with `mark` for what was left out.
  /// - Parameters:
  ///   - characters: the most grapheme clusters that the result may have, one for the mark included;
  ///     at least 1.
  ///   - bytes: the most bytes of UTF-8 in front of the mark: one cluster alone can be endless. A
  ///     first cluster that is longer is cut between its scalars.
  package static func cut(
    _ text: String, characters: Int, bytes: Int, mark: String = "…"
  ) -> String {
    let isShort =
      text.utf8.count <= bytes
      && text.index(text.startIndex, offsetBy: characters + 1, limitedBy: text.endIndex) == nil
    if isShort { return text }
    var kept = ""
    var count = 0
    for character in text {
      guard count < characters - 1, kept.utf8.count + character.utf8.count <= bytes else { break }
      kept.append(character)
      count += 1
    }
    if kept.isEmpty, characters > 1 {
      for scalar in text.unicodeScalars {
        guard kept.utf8.count + UTF8.width(scalar) <= bytes else { break }
        kept.unicodeScalars.append(scalar)
      }
    }
    while kept.last?.isWhitespace == true { kept.removeLast() }
    return kept + mark
  }

  private static func visible(_ text: String, keepsLines: Bool) -> String {
    guard text.unicodeScalars.contains(where: { replacement(for: $0) != nil }) else { return text }
    var result = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if scalar == "\u{1F3F4}", let count = regionTags(rest) {
        result.append(scalar)
        result.append(contentsOf: rest.prefix(count))
        rest = rest.dropFirst(count)
      } else if keepsLines, scalar == "\n" || scalar == "\t" {
        result.append(scalar)
      } else if keepsLines, scalar == "\r", rest.first == "\n" {
        continue
      } else if let replacement = replacement(for: scalar) {
        result.append(contentsOf: replacement.unicodeScalars)
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }

  /// How many tags behind a black flag spell its region, the one that ends it included: a code of ISO 3166-2 has
  /// three to six letters and figures. Nil if they are something else, which would be hidden there.
  private static func regionTags(_ rest: Substring.UnicodeScalarView) -> Int? {
    let tags = rest.prefix(7).prefix {
      ("\u{E0030}"..."\u{E0039}").contains($0) || ("\u{E0061}"..."\u{E007A}").contains($0)
    }
    guard (3...6).contains(tags.count), rest.dropFirst(tags.count).first == "\u{E007F}" else {
      return nil
    }
    return tags.count + 1
  }

  private static func replacement(for scalar: Unicode.Scalar) -> String? {
    switch scalar.value {
    case 0...0x1F: String(Character(Unicode.Scalar(0x2400 + scalar.value)!))
    case 0x7F: "\u{2421}"
    case 0x80...0x9F, 0x061C, 0x180E, 0x200B, 0x200E...0x200F, 0x2028...0x202E, 0x2060...0x206F,
      0xFEFF, 0xFFF9...0xFFFB, 0x1D173...0x1D17A, 0xE0000...0xE00FF, 0xE01F0...0xE0FFF:
      "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
    default: nil
    }
  }
}

extension String {
  /// Without white space at its ends (Unicode's White_Space); nil if nothing else is in it.
  package var withoutOuterBlanks: String? {
    let scalars = unicodeScalars
    guard let first = scalars.firstIndex(where: \.isInk),
      let last = scalars.lastIndex(where: \.isInk)
    else { return nil }
    return String(scalars[first...last])
  }
}

extension Unicode.Scalar {
  fileprivate var isInk: Bool {
    // Only for the others Unicode's tables are asked, which a start should not need.
    isASCII ? self != " " && !(9...13).contains(value) : !properties.isWhitespace
  }
}

extension UInt8 {
  /// ASCII's letters and digits, `_` and `-`.
  package var isNameByte: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5a, 0x5f, 0x61...0x7a, 0x2d: true
    default: false
    }
  }
}
