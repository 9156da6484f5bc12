/// What is known beyond a `MailCode`, where it is we who know it, and no server has said it. The words come
/// from whoever tells the user.
package enum MailDetail: Sendable, Equatable {
  /// A secret's source printed nothing.
  case empty
  /// It ended with this exit code, by this signal, or was ended after so many milliseconds.
  case exited(Int32)
  case signalled(Int32)
  case tooSlow(Int64)
  /// It printed more than a secret can be, in one line.
  case tooMuch
  /// A password command whose quotes do not match.
  case quotes
  /// A netrc file that others can read.
  case readable(path: String)
  /// The server offers no login that can be used.
  case noLogin
  /// errno, and of which file.
  case system(Int32, path: String?)
  /// No source of a secret has one; these were asked.
  case asked([MailSecretSource])
}

extension MailDetail {
  /// As members of a `MailAnswer`.
  var members: [(name: String, value: String?)] {
    switch self {
    case .empty: [("detail", "empty")]
    case .exited(let code): [("detail", "exited"), ("number", String(code))]
    case .signalled(let signal): [("detail", "signalled"), ("number", String(signal))]
    case .tooSlow(let limit): [("detail", "too-slow"), ("number", String(limit))]
    case .tooMuch: [("detail", "too-much")]
    case .quotes: [("detail", "quotes")]
    case .readable(let path): [("detail", "readable"), ("path", path)]
    case .noLogin: [("detail", "no-login")]
    case .system(let code, let path):
      [("detail", "system"), ("number", String(code)), ("path", path)]
    case .asked(let sources):
      [("detail", "asked"), ("path", sources.map(\.rawValue).joined(separator: ","))]
    }
  }

  /// - Returns: nil where there is none.
  init?(_ value: (String) -> String?) {
    let number = value("number").flatMap(Int64.init) ?? 0
    let small = Int32(truncatingIfNeeded: number)
    switch value("detail") {
    case "empty": self = .empty
    case "exited": self = .exited(small)
    case "signalled": self = .signalled(small)
    case "too-slow": self = .tooSlow(number)
    case "too-much": self = .tooMuch
    case "quotes": self = .quotes
    case "readable": self = .readable(path: value("path") ?? "")
    case "no-login": self = .noLogin
    case "system": self = .system(small, path: value("path"))
    case "asked":
      self = .asked(
        (value("path") ?? "").split(separator: ",").compactMap {
          MailSecretSource(rawValue: String($0))
        })
    default: return nil
    }
  }
}
