import Beds
import CNotify
import Testing

@testable import Configuration
@testable import Scheduler

/// remindctl.conf is read without GLib; GLib's own reader of such files says the same of it.
struct KeyFileTests {
  /// The values of a group as GLib reads them, by key; nil where it does not take the file.
  private func values(of text: String) -> [String: String]? {
    let file = g_key_file_new()
    defer { g_key_file_free(file) }
    guard g_key_file_load_from_data(file, text, gsize(text.utf8.count), G_KEY_FILE_NONE, nil) != 0,
      let keys = g_key_file_get_keys(file, "remindctl", nil, nil)
    else { return nil }
    defer { g_strfreev(keys) }
    var values: [String: String] = [:]
    var next = keys
    while let key = next.pointee {
      if let value = g_key_file_get_string(file, "remindctl", key, nil) {
        values[String(cString: key)] = String(cString: value)
        g_free(value)
      }
      next += 1
    }
    return values
  }

  private func ours(_ text: String) -> [String: String] {
    var values: [String: String] = [:]
    var group = ""
    for case (_, let line?) in KeyFile.lines(of: text) {
      switch line {
      case .group(let name): group = name
      case .entry(let key, let value): if group == "remindctl" { values[key] = value }
      case .blank: break
      }
    }
    return values
  }

  @Test(
    "what GLib takes has the same keys and values here",
    arguments: [
      "a=1", "a = 1", "a=", "a==", "a=b=c", " a=1", "a=1\nb=2", "a=1\na=2", "# a=1\nb=2", "a=#1",
      "a=1 # no comment", #"a=\sx\ty\\z"#, #"a=one\ntwo"#, "a=x;y;", "a=[x]", "a=zażółć ☕",
      "a=1\n[other]\na=2\n[remindctl]\nb=3", "a=1\r\nb=2", "\n\n\na=1\n\n", "a.b-c=1", "a=\t1",
      "a=/bin/sh -c 'x'", "a=0x1f", "keep-open = 24h\nquiet=mon-fri 22:00-07:00; sat 23:00-09:00",
    ])
  func same(lines: String) throws {
    let text = "[remindctl]\n" + lines + "\n"
    #expect(ours(text) == (try #require(values(of: text))))
  }

  @Test("random lines of such characters are read as GLib reads them", arguments: 1...4)
  func random(seed: UInt64) {
    var random = Chance(seed: seed)
    let letters = Array(#"ab=  [];#\sntr.-é"#)
    for _ in 0..<1000 {
      let lines = (0..<3).map { _ in
        let count = Int.random(in: 0...9, using: &random)
        return String((0..<count).map { _ in letters.randomElement(using: &random)! })
      }
      let text = "[remindctl]\na=0\n" + lines.joined(separator: "\n") + "\n"
      // What one of them refuses, or repairs, is each one's own; GLib keeps blanks at a line's end.
      let isWhole = KeyFile.lines(of: text).allSatisfy { $0.1 != nil }
      guard isWhole, let glib = values(of: text) else { continue }
      let ours = ours(text)
      for (key, value) in glib {
        #expect(ours[key]?.trimmed == value.trimmed, "\(text.debugDescription): \(key)")
      }
    }
  }
}

extension String {
  fileprivate var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
