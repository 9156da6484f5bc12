import Foundation
import Testing

@testable import CivilTime

private let hasPython = FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")
private let hasZones = systemZones.count > 300

/// What glibc says at each instant.
private struct Answer {
  var offsets: [Int]
  var names: [String]
}

private func askGlibc(_ requests: [(zone: String, instants: [Int64])]) throws -> [Answer] {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  var request = Data()
  func append(_ length: Int) {
    withUnsafeBytes(of: UInt32(length)) { request.append(contentsOf: $0) }
  }
  for (zone, instants) in requests {
    append(zone.utf8.count)
    request.append(contentsOf: zone.utf8)
    append(instants.count)
    instants.withUnsafeBytes { request.append(contentsOf: $0) }
  }
  let asked = folder.appendingPathComponent("request")
  let answered = folder.appendingPathComponent("answer")
  try request.write(to: asked)
  let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Oracles/localtime.py")
  let python = Process()
  python.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
  python.arguments = [script.path, asked.path, answered.path]
  try python.run()
  python.waitUntilExit()
  try #require(python.terminationStatus == 0)

  let bytes = [UInt8](try Data(contentsOf: answered))
  var position = 0
  return bytes.withUnsafeBytes { buffer in
    requests.map { request in
      let count = request.instants.count
      let offsets = (0..<count).map {
        Int(buffer.loadUnaligned(fromByteOffset: position + 4 * $0, as: Int32.self))
      }
      let indices = buffer[(position + 4 * count)..<(position + 5 * count)].map(Int.init)
      position += 5 * count
      let length = Int(buffer.loadUnaligned(fromByteOffset: position, as: UInt32.self))
      let text = String(decoding: buffer[(position + 4)..<(position + 4 + length)], as: UTF8.self)
      position += 4 + length
      let names = text.components(separatedBy: "\n")
      return Answer(offsets: offsets, names: indices.map { names[$0] })
    }
  }
}

/// Machines without python3 or tzdata (scripts/dependencies test) skip it.
@Test(
  "Every zone agrees with glibc's localtime_r from 1970 to 2100, and its wall times lead back",
  .enabled(if: hasPython && hasZones))
func everyZoneAgreesWithGlibc() throws {
  let requests = systemZones.map { name in
    let zone = try! Zone.load(name)
    let around = changes(of: zone).flatMap { [$0 - 1, $0, $0 + 1] }
    return (zone: name, instants: around + stride(from: 0, to: 4_102_444_800, by: 14 * 86_400))
  }
  let answers = try askGlibc(requests)
  var wrong: [String] = []
  for ((name, instants), answer) in zip(requests, answers) {
    let zone = try Zone.load(name)
    let changeCount = instants.firstIndex(of: 0) ?? 0
    for (index, seconds) in instants.enumerated() {
      let instant = Instant(seconds: seconds)
      let offset = answer.offsets[index]
      let period = zone.rules.period(at: seconds)
      if period.type.offset != offset || period.type.abbreviation != answer.names[index] {
        wrong.append(
          "\(name) at \(seconds): \(period.type), glibc \(offset) \(answer.names[index])")
      }
      guard index < changeCount || index % 16 == 0 else { continue }
      switch zone.resolve(WallTime(secondsAsUTC: seconds + Int64(offset))) {
      case .unique(instant): break
      case .overlap(let first, let second)
      where (first == instant || second == instant) && first < second: break
      case let other: wrong.append("\(name): the wall time at \(seconds) means \(other)")
      }
      // The middle one of three probes is the change itself: what the clock jumps over is known.
      guard index < changeCount, index % 3 == 1 else { continue }
      let before = answer.offsets[index - 1]
      for reading in [seconds + Int64(before), seconds + Int64(offset) - 1] where offset > before {
        let shifted = Instant(seconds: reading - Int64(before))
        let resolution = zone.resolve(WallTime(secondsAsUTC: reading))
        if resolution != .gap(shifted: shifted, by: offset - before) {
          wrong.append("\(name): \(reading) in the gap at \(seconds) means \(resolution)")
        }
      }
    }
  }
  #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(5))")
}
