/// Passwords of servers in a file as ftp(1) and curl have it: `machine NAME login NAME password NAME`.
enum Netrc {
  /// The password of `user` at `server`; nil where there is none. `default` is not looked at: it would
  /// be sent to any server.
  static func password(in bytes: [UInt8], server: String, user: String) -> String? {
    var words = words(of: bytes)[...]
    var (isServer, login, password) = (false, String?.none, String?.none)
    func found() -> String? { isServer && (login ?? user) == user ? password : nil }
    while let word = words.popFirst() {
      switch word {
      case "machine", "default":
        if let password = found() { return password }
        (login, password) = (nil, nil)
        isServer = word == "machine" && words.popFirst() == server
      case "login": login = words.popFirst()
      case "password": password = words.popFirst()
      case "account": _ = words.popFirst()
      default: break
      }
    }
    return found()
  }

  /// Words between blanks; in quotes a word has blanks, and a backslash before what stands for itself.
  private static func words(of bytes: [UInt8]) -> [String] {
    var words: [String] = []
    var word: String.UnicodeScalarView?
    var (isQuoted, isEscaped, isComment) = (false, false, false)
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      if isComment {
        isComment = scalar != "\n"
      } else if isEscaped {
        word?.append(scalar)
        isEscaped = false
      } else if isQuoted {
        switch scalar {
        case "\\": isEscaped = true
        case "\"": isQuoted = false
        default: word?.append(scalar)
        }
      } else if [" ", "\t", "\n", "\r"].contains(scalar) {
        if let word { words.append(String(word)) }
        word = nil
      } else if word == nil, scalar == "\"" {
        (word, isQuoted) = (String.UnicodeScalarView(), true)
      } else if word == nil, scalar == "#" {
        isComment = true
      } else {
        word = word ?? String.UnicodeScalarView()
        word?.append(scalar)
      }
    }
    if let word { words.append(String(word)) }
    return words
  }
}
