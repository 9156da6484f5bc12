import Foundation

@testable import CivilTime

/// The names of the system's zones, one for each set of rules (most names are links).
let systemZones: [String] = {
  let root = URL(fileURLWithPath: Zone.directory)
  var seen: Set<ZoneRules> = []
  var names: [String] = []
  let paths = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
  for path in paths.sorted() where !path.hasPrefix("posix/") && !path.hasPrefix("right/") {
    guard let zone = try? Zone.load(path), seen.insert(zone.rules).inserted else { continue }
    names.append(path)
  }
  return names
}()

/// The instants from 1970 to 2100 at which the clocks of `zone` change, as it holds itself.
func changes(of zone: Zone) -> [Int64] {
  var changes: [Int64] = []
  var end = zone.rules.period(at: 0).end
  while end < 4_102_444_800 {
    changes.append(end)
    end = zone.rules.period(at: end).end
  }
  return changes
}
