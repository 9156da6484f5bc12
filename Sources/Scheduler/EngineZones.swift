import CivilTime
import Store

/// Zones that series keep to and that cannot be read: their files are being installed, say. Nothing tells
/// when they are there again, so each event tries, and the timer after 1, 2, 4 … minutes, for two thirds of
/// a day: a zone that is gone for good must not wake the machine for ever.
struct MissingZones {
  private(set) var names: Set<String> = []
  /// When the timer tries next; nil: no more.
  private(set) var retry: Instant?
  private var pause: Int64 = 0

  /// - Returns: whether it was not known to be missing.
  mutating func note(_ name: String, at now: Instant) -> Bool {
    guard names.insert(name).inserted else { return false }
    wait(60_000, from: now)
    return true
  }

  mutating func remove(_ name: String) {
    names.remove(name)
    if names.isEmpty { retry = nil }
  }

  /// - Returns: whether the timer is to be set anew.
  mutating func postpone(at now: Instant) -> Bool {
    // A clock that was set back must not put the try off.
    guard let retry, now >= retry || retry.since(now) > pause else { return false }
    wait(pause * 2, from: now)
    return true
  }

  private mutating func wait(_ pause: Int64, from now: Instant) {
    self.pause = pause
    retry = pause > 512 * 60_000 ? nil : now.advanced(by: pause)
  }
}

extension Engine {
  /// Which zone each of these is reckoned by; every file is read once.
  func zones(of occurrences: [DueOccurrence], at now: Instant) -> (DueOccurrence) -> Zone {
    var read: [String: Zone?] = [:]
    for name in occurrences.compactMap(\.seriesZone) where read[name] == nil {
      let zone = try? Zone.load(name)
      read[name] = .some(zone)
      guard zone == nil, missingZones.note(name, at: now) else { continue }
      isArmed = false
      actions.append(.zoneMissing(name))
    }
    return { [zone, read] occurrence in
      guard let name = occurrence.seriesZone else { return zone }
      return (read[name] ?? nil) ?? occurrence.zoneByOffset(name)
    }
  }

  /// Has everything reckoned anew when a zone can be read again that could not be.
  func tryMissingZones(at now: Instant) {
    for name in missingZones.names.sorted() where (try? Zone.load(name)) != nil {
      missingZones.remove(name)
      review = .start
      isArmed = false
      actions.append(.zoneFound(name))
    }
    if missingZones.postpone(at: now) { isArmed = false }
  }
}
