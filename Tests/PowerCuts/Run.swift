import CDisk
import Configuration
import Foundation
import Scheduler

/// Workloads, one after the other, and cuts at random moments of each.
struct Run {
  private var chance: Chance
  private let lie: Disk.Lie?
  private let folder: String
  private var cuts = 0
  private var confirmed = 0
  private var repeated = 0
  private var machines = 0

  init(seed: UInt64, lie: Disk.Lie?) throws {
    chance = Chance(seed: seed)
    self.lie = lie
    let parent = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
    folder = "\(parent)/remind-cuts-\(getpid())"
  }

  /// Makes `count` cuts; on a disk that keeps its word, no more after the first fault.
  /// - Returns: whether a fault was found.
  mutating func cuts(_ count: Int) throws -> Bool {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var found = Disk.Image()
    var faults: [Aftermath.Fault] = []
    while cuts < count, faults.isEmpty || lie != nil {
      // A new machine, or the one that was cut last.
      if machines == 0 || lie != nil || chance.share() < 0.4 { found = Disk.Image() }
      var new: [Aftermath.Fault]
      (found, new) = try machine(found, most: count - cuts)
      faults += new
      machines += 1
    }
    print(
      """
      \(cuts) power cuts in \(machines) recordings; \(confirmed) confirmations before them looked for
      handed over again after a cut, of the tick that was not yet synced: \(repeated)
      lost \(faults.count { $0.kind == "lost" }), \
      synced and shown again \(faults.count { $0.kind == "repeated" }), \
      shown after its end \(faults.count { $0.kind == "undead" }), \
      stores that could not be used \(faults.count { $0.kind == "unusable" })
      """)
    if lie == nil { for fault in faults.prefix(9) { print("FAULT: \(fault)") } }
    return !faults.isEmpty
  }

  /// One workload, and its cuts.
  /// - Returns: what was found after the last one.
  private mutating func machine(
    _ start: Disk.Image, most: Int
  ) throws -> (Disk.Image, [Aftermath.Fault]) {
    let live = folder + "/live"
    try write(start, to: live)
    var began = start
    began.folders.insert(live)
    disk_record(live)
    let beginning = 1_781_697_600_000 + Int64(machines) * 1_000_000
    let workload = Workload(
      paths(live), Clocks(milliseconds: beginning, boot: "boot-\(machines)"))
    try workload.run(Int.random(in: 5...250, using: &chance), &chance)
    let total = disk_count()
    // Anywhere, and just when something has been promised.
    var moments = (0..<40).map { _ in Int.random(in: 0...total, using: &chance) }
    moments += (0..<60).compactMap { _ in workload.promises.randomElement(using: &chance)?.at }
    let disk = Disk(start: began, lie: lie)
    var taken = 0
    var image = start
    var faults: [Aftermath.Fault] = []
    for moment in moments.sorted().prefix(most) {
      while taken < moment {
        disk.take(disk_event(taken).pointee)
        taken += 1
      }
      image = disk.cut(&chance)
      let place = folder + "/found"
      try write(image, from: live, to: place)
      let clocks = Clocks(milliseconds: workload.clocks.milliseconds + 10_000, boot: "next")
      let aftermath = Aftermath(workload.promises, cut: moment, paths(place), clocks)
      cuts += 1
      confirmed += aftermath.confirmed
      repeated += aftermath.repeated
      faults += aftermath.faults
      if lie == nil, !faults.isEmpty {
        print("After event \(moment) of \(total), recording \(machines)")
        return (image, faults)
      }
    }
    disk_record(nil)
    return (try read(folder + "/found", as: live), faults)
  }

  private func paths(_ folder: String) -> Paths {
    Paths { ["XDG_DATA_HOME": folder, "XDG_CONFIG_HOME": folder][$0] }!
  }

  private func write(_ image: Disk.Image, from: String? = nil, to folder: String) throws {
    let files = FileManager.default
    try? files.removeItem(atPath: folder)
    try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
    func moved(_ path: String) -> String {
      from.map { folder + path.dropFirst($0.count) } ?? path
    }
    for path in image.folders {
      try files.createDirectory(atPath: moved(path), withIntermediateDirectories: true)
    }
    for (path, bytes) in image.files {
      try Data(bytes).write(to: URL(fileURLWithPath: moved(path)))
    }
  }

  /// The folder's files and folders, with the paths that they have under `name`.
  private func read(_ folder: String, as name: String) throws -> Disk.Image {
    var image = Disk.Image()
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder) {
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: folder + "/" + path, isDirectory: &isFolder)
      if isFolder.boolValue {
        image.folders.insert(name + "/" + path)
      } else if !path.hasSuffix("-shm") {
        image.files[name + "/" + path] = [UInt8](
          try Data(contentsOf: URL(fileURLWithPath: folder + "/" + path)))
      }
    }
    return image
  }
}
