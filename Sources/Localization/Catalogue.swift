import CLinux
import Glibc

/// What a user reads: sentences in the user's language, times as the user's locale writes them, and the
/// sentences that both programs say. Everything that is printed for people goes through `tr`.
///
/// Here: the translations of every sentence, one file a language, which gettext reads (GNU gettext's
/// manual, "The Programmer's View"). English is in the program: for it nothing is opened, and no call
/// is made.
package enum Catalogue {
  /// `it/LC_MESSAGES/remindctl.mo`, for both programs.
  private static let name = "remindctl"

  /// Whether sentences are looked up.
  nonisolated(unsafe) private(set) static var isOpen = false

  /// From now on sentences are looked up in the language of the thread's locale. It is called at the
  /// start of a program, before there are threads.
  /// - Parameter folder: of the catalogues; nil for `../share/locale`, seen from the program.
  package static func open(in folder: String?) {
    isOpen = true
    bindtextdomain(name, folder ?? installed)
    bind_textdomain_codeset(name, "UTF-8")
    // The C library's own, of strerror(3).
    bind_textdomain_codeset("libc", "UTF-8")
  }

  private static var installed: String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
      let length = max(0, readlink("/proc/self/exe", buffer.baseAddress!, buffer.count))
      var path = String(decoding: UnsafeRawBufferPointer(buffer).prefix(length), as: UTF8.self)
      for _ in 0..<2 {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { break }
        path = String(path[..<slash])
      }
      return path + "/share/locale"
    }
  }

  /// A sentence in the language of the thread's locale; as it is if there is no translation.
  ///
  /// For sentences that stand elsewhere than in a call of `tr`.
  package static func translation(of sentence: String) -> String {
    // An empty one is gettext's name for the catalogue's head.
    isOpen && !sentence.isEmpty ? lookedUp(sentence) ?? sentence : sentence
  }

  private static func lookedUp(_ sentence: String) -> String? {
    sentence.withCString { english in
      let found = dgettext(name, english)!
      return UnsafePointer(found) == english ? nil : String(cString: found)
    }
  }

  static func translation(of one: String, _ many: String, _ n: Int) -> String {
    one.withCString { one in
      many.withCString { many in
        String(cString: dngettext(name, one, many, n.magnitude)!)
      }
    }
  }

  static func translation(of sentence: String, in context: String) -> String {
    // As pgettext(3) does it, which is a macro.
    lookedUp(context + "\u{4}" + sentence) ?? sentence
  }
}

/// The one function through which every sentence goes that a user reads: it is looked up in the
/// `Catalogue` of the user's language.
///
/// - Parameters:
///   - sentence: English, and a literal, since scripts/translations collects them; with the places
///     for values in braces: `"{text} is due {time}"`.
///   - values: what stands in those places; a value is never searched for places itself.
package func tr(_ sentence: String, _ values: KeyValuePairs<String, String> = [:]) -> String {
  let sentence = Catalogue.isOpen ? Catalogue.translation(of: sentence) : sentence
  guard values.count > 0 else { return sentence }
  return filled(sentence) { name in values.first { $0.key == name }?.value }
}

/// A sentence about a number of things; `{n}` stands for the number. A language may have more
/// than two forms: which one it is, its catalogue knows.
package func tr(
  _ n: Int, _ one: String, _ many: String, _ values: KeyValuePairs<String, String> = [:]
) -> String {
  let sentence =
    Catalogue.isOpen ? Catalogue.translation(of: one, many, n) : n == 1 ? one : many
  return filled(sentence) { name in
    name == "n" ? String(n) : values.first { $0.key == name }?.value
  }
}

/// A word whose translation depends on its place.
/// - Parameter context: a literal, the place: `"on"` for `Monday` in `on Monday`.
package func tr(
  _ sentence: String, context: String, _ values: KeyValuePairs<String, String> = [:]
) -> String {
  let sentence =
    Catalogue.isOpen ? Catalogue.translation(of: sentence, in: context) : sentence
  return filled(sentence) { name in values.first { $0.key == name }?.value }
}

private func filled(_ sentence: String, with value: (String) -> String?) -> String {
  // Bytes, and strings that are appended to strings: neither needs anything made at run time.
  var result = ""
  var rest = Substring(sentence)
  while let open = rest.utf8.firstIndex(of: UInt8(ascii: "{")),
    let close = rest.utf8[open...].firstIndex(of: UInt8(ascii: "}"))
  {
    result += String(rest[..<open])
    let name = String(rest[rest.utf8.index(after: open)..<close])
    result += value(name) ?? "{\(name)}"
    rest = rest[rest.utf8.index(after: close)...]
  }
  return result + String(rest)
}
