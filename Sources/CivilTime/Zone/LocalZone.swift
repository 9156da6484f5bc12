import System

/// The zone that a program's user lives in, as it was found. Zone files and links change under a
/// running program: find it again and compare to notice.
package struct LocalZone: Hashable, Sendable {
  package let zone: Zone
  /// Whether TZ asks for other clocks than the system's: wall times then keep to `zone` and do
  /// not float.
  package let isPinned: Bool
  /// What is wrong with TZ, or with the system's own zone. `zone` is then UTC, as in glibc.
  package let problem: ZoneProblem?

  /// - Parameters:
  ///   - tz: the value of the environment variable TZ (tzset(3)); nil or empty if there is
  ///     none.
  ///   - localtime: the system's zone file, mostly a link below the system's zones.
  ///   - timezone: a text file with the zone's name, for systems on which `localtime` is a copy.
  package static func find(
    tz: String?, localtime: String = "/etc/localtime", timezone: String = "/etc/timezone"
  ) -> LocalZone {
    let system = system(localtime: localtime, timezone: timezone)
    guard let tz, !tz.isEmpty else { return system }
    do throws(CivilTimeError) {
      let zone = try Zone.load(name(ofTZ: tz))
      return LocalZone(zone: zone, isPinned: !zone.agrees(with: system.zone), problem: nil)
    } catch {
      return LocalZone(
        zone: .utc, isPinned: !Zone.utc.agrees(with: system.zone), problem: error.zone)
    }
  }

  /// The system's zone, whatever TZ says: the one that floating wall times follow. A system
  /// without `localtime` lives in UTC (localtime(5)).
  package static func system(
    localtime: String = "/etc/localtime", timezone: String = "/etc/timezone"
  ) -> LocalZone {
    let linked = linkedName(localtime)
    do throws(CivilTimeError) {
      let rules = try ZoneFile.read(path: localtime, name: linked ?? localtime)
      let zone = Zone(name: linked ?? writtenName(timezone, rules) ?? "localtime", rules: rules)
      return LocalZone(zone: zone, isPinned: false, problem: nil)
    } catch .zone(.unknown) where linked == nil {
      return LocalZone(zone: .utc, isPinned: false, problem: nil)
    } catch {
      return LocalZone(zone: .utc, isPinned: false, problem: error.zone)
    }
  }

  /// TZ may begin with a colon, and give a path with or without one.
  private static func name(ofTZ value: String) -> String {
    let bare = value.hasPrefix(":") ? String(value.dropFirst()) : value
    let prefix = Zone.directory + "/"
    if bare.hasPrefix(prefix) { return String(bare.dropFirst(prefix.count)) }
    return bare.hasPrefix("/") ? ":" + bare : bare
  }

  /// What follows `zoneinfo/` in the link at `path`, or in the link that this one leads to.
  private static func linkedName(_ path: String) -> String? {
    var path = path
    for _ in 0..<8 {
      guard let target = FileIO.target(of: path) else { return nil }
      if let name = name(inTarget: target) { return name }
      let folder = path[..<(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)]
      path = target.hasPrefix("/") ? target : folder + target
    }
    return nil
  }

  /// What follows the last folder called `zoneinfo`; nil if there is none, or nothing after it.
  private static func name(inTarget target: String) -> String? {
    let (bytes, folder) = (Array(target.utf8), Array("zoneinfo/".utf8))
    var start = bytes.count - folder.count - 1
    while start >= 0 {
      if start == 0 || bytes[start - 1] == UInt8(ascii: "/"), bytes[start...].starts(with: folder) {
        return String(decoding: bytes[(start + folder.count)...], as: UTF8.self)
      }
      start -= 1
    }
    return nil
  }

  /// The name in the file `timezone`, unless that zone is another one: the file is often stale.
  private static func writtenName(_ timezone: String, _ rules: ZoneRules) -> String? {
    guard let bytes = try? FileIO.bytes(of: timezone, most: 256) else { return nil }
    let words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    guard let name = words.first, let zone = try? Zone.load(String(name)), zone.rules == rules
    else { return nil }
    return zone.name
  }
}

extension LocalZone {
  /// A zone that was asked for: wall times keep to it.
  package init(pinnedTo zone: Zone) {
    self.init(zone: zone, isPinned: true, problem: nil)
  }
}
