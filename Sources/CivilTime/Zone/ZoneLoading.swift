import Glibc
import System

extension Zone {
  /// Where the system keeps its zones: $TZDIR, else /usr/share/zoneinfo.
  static var directory: String {
    if let value = getenv("TZDIR"), value.pointee != 0 { return String(cString: value) }
    return "/usr/share/zoneinfo"
  }

  /// The zone called `name`: `UTC`, `±HH:MM`, a file below the system's zones (`Europe/Rome`), a
  /// POSIX TZ string, or `:/path`, as TZ allows (tzset(3)). Reads the file each time.
  package static func load(_ name: String) throws(CivilTimeError) -> Zone {
    if name == utc.name { return utc }
    if let zone = Zone(offsetName: name) { return zone }
    if name.hasPrefix(":/") {
      return Zone(name: name, rules: try ZoneFile.read(path: String(name.dropFirst()), name: name))
    }
    guard isFileName(name) else { throw .zone(.unknown(name)) }
    do {
      return Zone(name: name, rules: try ZoneFile.read(path: "\(directory)/\(name)", name: name))
    } catch .zone(.unknown) {
      guard let rule = PosixRule(name) else { throw .zone(.unknown(name)) }
      return Zone(name: name, rules: ZoneRules(rule))
    }
  }

  /// The zone that a person means by `typed`: `UTC`, `±HH:MM`, or one of the system's zones, in
  /// letters of any case (`europe/rome`). A TZ string is not: `tea4two` is a valid one.
  package static func find(_ typed: String) throws(CivilTimeError) -> Zone {
    if let zone = Zone(offsetName: typed) { return zone }
    guard isFileName(typed), let name = spelling(of: typed) else { throw .zone(.unknown(typed)) }
    do throws(CivilTimeError) {
      return try load(name)
    } catch .zone(.unknown) {
      throw .zone(.unknown(typed))
    }
  }

  /// Whether `name` is the name of a zone on some machine, if not on this one.
  package static func canBeName(_ name: String) -> Bool { name.hasPrefix(":/") || isFileName(name) }

  /// Whether `name` can only lead to files below the system's zones.
  private static func isFileName(_ name: String) -> Bool {
    !name.utf8.contains(0)
      && ("/" + name + "/").withCString { strstr($0, "//") == nil && strstr($0, "/..") == nil }
  }

  /// The name of a zone's file, which `typed` may spell in letters of another case.
  private static func spelling(of typed: String) -> String? {
    if typed == utc.name || access("\(directory)/\(typed)", F_OK) == 0 { return typed }
    var found = ""
    for part in typed.split(separator: "/") {
      let lowered = part.lowercased()
      let names = FileIO.names(in: "\(directory)/\(found)")
      guard let match = names?.first(where: { $0.lowercased() == lowered }) else { return nil }
      found += found.isEmpty ? match : "/" + match
    }
    return found
  }
}

extension Zone {
  /// The names that people choose a zone by: `UTC`, and those that the time zone database lists by
  /// country (its zone.tab), in order. Only `UTC` if the system has no such list.
  package static func names() -> [String] {
    let bytes = (try? FileIO.bytes(of: "\(directory)/zone.tab")) ?? []
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    let names = lines.compactMap { line -> String? in
      // Country, coordinates, name, comment.
      let columns = line.split(separator: "\t")
      return columns.count >= 3 && !line.hasPrefix("#") ? String(columns[2]) : nil
    }
    return [utc.name] + names.sorted()
  }
}
