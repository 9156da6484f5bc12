import Glibc

extension Zone {
  /// The names that people choose a zone by: `UTC`, and those that the time zone database lists by
  /// country (its zone.tab), in order. Only `UTC` where the system has no such list.
  package static func names() -> [String] {
    guard let file = fopen("\(directory)/zone.tab", "re") else { return [utc.name] }
    defer { fclose(file) }
    var names: [String] = []
    var line: UnsafeMutablePointer<CChar>?
    defer { free(line) }
    var size = 0
    while getline(&line, &size, file) > 0, let line {
      let columns = String(cString: line).split { $0 == "\t" || $0 == "\n" }
      // Country, coordinates, name, comment.
      if columns.count >= 3, !columns[0].hasPrefix("#") { names.append(String(columns[2])) }
    }
    return [utc.name] + names.sorted()
  }
}
