import Foundation
import Testing

/// Many reminders at once: what a million does is measured by `make bench-scale`, this is small.
@Suite struct ManyTests {
  let home: Home
  init() async throws { home = try await Home() }

  @Test("thousands that are due in the same millisecond come, each once, and are recorded")
  func burst() async throws {
    let count = Home.isSanitized ? 300 : 3000
    try await home.fill(count, dueIn: 1)
    let daemon = try await home.remindd("--channel", "stdout", "--json")
    try await daemon.lines(count)
    let alerts = try daemon.alerts()
    #expect(Set(alerts.map(\.id)).count == count)
    #expect(Set(alerts.map(\.dueMs)).count == 1)
    #expect(alerts.allSatisfy { $0.lateMs >= 0 && $0.possibleRepeat != true })
    #expect(try await daemon.end(SIGTERM) == .code(0))
    let list = try await home.remindctl("list", "--plain").output
    #expect(list.split(separator: "\n").filter { $0.contains("\tunanswered\t") }.count == count)
    #expect(!list.contains("\tscheduled\t"))
  }

  @Test(
    "a list is written as it is read: tens of thousands take no more memory than a cache",
    .enabled(if: !Home.isSanitized, "a sanitizer keeps what was freed"))
  func list() async throws {
    try await home.fill(10, dueIn: 86_400)
    let few = try await peak(of: ["list", "--json"])
    try await home.fill(40_000, dueIn: 86_400)
    // 10 MB of JSON; SQLite's cache has 2 MB.
    let many = try await peak(of: ["list", "--json"])
    #expect(many.lines == 40_010)
    #expect(many.kibibytes - few.kibibytes < 5120)
  }

  /// How many reminders a list has, and how much memory it held at most.
  private func peak(of arguments: [String]) async throws -> (lines: Int, kibibytes: Int) {
    let answer = try await home.run(
      [
        "python3", "-c",
        """
        import json, resource, subprocess, sys, tempfile
        with tempfile.TemporaryFile() as file:
            subprocess.run(sys.argv[1:], stdout=file, check=True)
            held = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
            file.seek(0)
            print(len(json.load(file)["reminders"]), held)
        """, Home.programs + "/remindctl",
      ] + arguments)
    let numbers = answer.output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    guard numbers.count == 2 else { throw Home.Failed(answer: answer) }
    return (numbers[0], numbers[1])
  }

  @Test("created and fired a hundred times, a daemon holds no more descriptors than at first")
  func descriptors() async throws {
    let daemon = try await home.remindd("--channel", "stdout")
    let folder = "/proc/\(daemon.child.process)/fd"
    try await home.create(10, in: "0.01s")
    try await daemon.lines(10)
    let before = try FileManager.default.contentsOfDirectory(atPath: folder).count
    try await home.create(100, in: "0.01s")
    try await daemon.lines(110)
    let after = try FileManager.default.contentsOfDirectory(atPath: folder).count
    // One that is opened for a moment may be among them; of those that were kept there would be 100.
    #expect(after < before + 5)
    let log = try FileManager.default.attributesOfItem(atPath: home.store + "-wal")[.size] as? Int
    // SQLite moves the log into the store after a thousand pages.
    #expect(log! < 8 << 20)
  }
}
