import CDisk
import Configuration
import Scheduler

/// A while in the life of one machine: remindctl and remindd use one store, and every write, sync
/// and promise is recorded in its order.
final class Workload {
  private let paths: Paths
  private(set) var promises: [Promise] = []
  private(set) var clocks: Clocks

  init(_ paths: Paths, _ clocks: Clocks) {
    self.paths = paths
    self.clocks = clocks
  }

  private func promise(_ kind: Promise.Kind) {
    promises.append(Promise(kind: kind, at: disk_count()))
  }

  /// Does `count` things.
  func run(_ count: Int, _ chance: inout Chance) throws {
    var daemon: DaemonProgram?
    var open: [Int64] = []
    for number in 0..<count {
      clocks.milliseconds += Int64.random(in: 1...60, using: &chance)
      switch chance.share() {
      case ..<0.55:
        let text = "\(number)"
        let delay = Int64.random(in: 0...1500, using: &chance)
        let key = try ClientProgram.create(text, in: delay, paths, clocks)
        promise(.confirmed(key, text: text))
        open.append(key.reminder)
        try daemon?.take(.storeChanged, clocks)
      case ..<0.65:
        guard let reminder = open.randomElement(using: &chance) else { continue }
        open.removeAll { $0 == reminder }
        promise(.ending(reminder: reminder))
        if try ClientProgram.answer(reminder, .done, paths, clocks) {
          promise(.ended(reminder: reminder))
        }
        try daemon?.take(.storeChanged, clocks)
      case ..<0.8: try daemon?.take(.tick, clocks)
      case ..<0.85: daemon?.checkpoint()
      case ..<0.9: daemon?.prepareLog()
      case ..<0.93:
        daemon = nil
      default:
        guard daemon == nil else { continue }
        daemon = try DaemonProgram(paths) { [unowned self] in
          promise(.handedOver($0))
        } synced: { [unowned self] in
          promise(.synced)
        }
        try daemon?.take(.tick, clocks)
        if chance.share() < 0.7 { daemon?.prepareLog() }
      }
    }
  }
}
