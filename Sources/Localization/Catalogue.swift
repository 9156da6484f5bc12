import CLinux
import Glibc

/// The translations of every sentence, one file a language, which gettext reads (GNU gettext's
/// manual, "The Programmer's View").
///
/// English is in the program: for it nothing is opened, and no call is made.
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

  /// A sentence in the language of the thread's locale; as it is, where there is no translation.
  ///
  /// For sentences that stand elsewhere than in a call of `tr`.
  package static func translation(of sentence: String) -> String {
    // An empty one is gettext's name for the catalogue's head.
    guard isOpen, !sentence.isEmpty else { return sentence }
    return sentence.withCString { english in
      let found = dgettext(name, english)!
      return UnsafePointer(found) == english ? sentence : String(cString: found)
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
    (context + "\u{4}" + sentence).withCString { english in
      let found = dgettext(name, english)!
      return UnsafePointer(found) == english ? sentence : String(cString: found)
    }
  }
}
