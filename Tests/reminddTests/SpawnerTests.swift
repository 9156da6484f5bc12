import Beds
import Foundation
import Scheduler
import Testing

@testable import System
@testable import remindd

@Suite("Programs that the daemon starts")
final class SpawnerTests {
  let folder: URL

  init() throws {
    folder = URL(filePath: "/tmp/remindctl-spawner-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func script(_ text: String) throws -> String {
    let path = folder.appending(path: "script").path(percentEncoded: false)
    try makeProgram(path, "cd \(folder.path(percentEncoded: false))\n\(text)")
    return path
  }

  private func text(_ name: String) -> String {
    (try? String(contentsOf: folder.appending(path: name), encoding: .utf8)) ?? ""
  }

  @Test("it reads what it is told, and inherits nothing", .timeLimit(.minutes(5)))
  func surroundings() async throws {
    let open = try FileHandle(forReadingFrom: URL(filePath: "/dev/zero"))
    let path = try script(
      """
      cat >input
      echo "$1" >argument
      ls -l /proc/self/fd >descriptors
      grep -e SigBlk -e SigIgn /proc/self/status >signals
      test /proc/self/fd/1 -ef /dev/null && touch quiet
      ps -o pgid= -p $$ >group; echo $$ >process
      echo printed; echo said >&2
      touch done
      """)
    let spawner = Spawner("test", most: 1)
    spawner.run([path, "$(touch evil)"], input: "{\"a\": 1}\n")
    try await until("its end") { text("done") == "" && exists("done") }
    #expect(text("input") == "{\"a\": 1}\n")
    #expect(text("argument") == "$(touch evil)\n")
    #expect(!exists("evil"))
    // But for its own output, and the folder that `ls` reads.
    let descriptors = text("descriptors").split(separator: "\n").filter {
      $0.contains("->") && !$0.contains("descriptors") && !$0.contains("/proc/")
    }
    #expect(descriptors.count == 2)
    #expect(descriptors.last?.hasSuffix("/dev/null") == true)
    #expect(exists("quiet"))
    // The two above 31 are the C library's own.
    let signals = text("signals").split(whereSeparator: \.isWhitespace)
      .compactMap { UInt64($0, radix: 16) }.map { $0 & 0x7fff_ffff }
    #expect(signals == [0, 0])
    #expect(
      text("group").trimmingCharacters(in: .whitespacesAndNewlines)
        == text("process").trimmingCharacters(in: .whitespacesAndNewlines))
    // Nor does it stay behind as a zombie.
    try await until("no process") {
      !FileManager.default.fileExists(
        atPath: "/proc/\(text("process").trimmingCharacters(in: .whitespacesAndNewlines))")
    }
    try open.close()
  }

  private func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.appending(path: name).path(percentEncoded: false))
  }

  @Test(
    "what goes wrong is told",
    .timeLimit(.minutes(5)),
    arguments: [
      ("exit 3", .process(.exited(3))), ("kill -TERM $$", .process(.signalled(SIGTERM))),
      ("sleep 777 & echo $! >child; sleep 777", .process(.tooSlow)),
      ("exec 0<&-; sleep 777", .process(.tooSlow)),
    ] as [(String, Spawner.Failure)])
  func failures(text script: String, failure: Spawner.Failure) async throws {
    let limit: Int32 = failure == .process(.tooSlow) ? 1000 : 100_000
    let failures = Mutex<[Spawner.Failure]>([])
    let spawner = Spawner("test", most: 1, limit: limit) { failure in
      failures.withLock { $0.append(failure) }
    }
    // More than a pipe holds, whether it is read or not.
    spawner.run([try self.script(script)], input: String(repeating: "x", count: 200_000))
    try await until("a failure") { failures.withLock { $0.count } == 1 }
    #expect(failures.withLock { $0 } == [failure])
    if let child = pid_t(text("child").trimmingCharacters(in: .whitespacesAndNewlines)) {
      try await until("the child's end") { !isRunning(child) }
    }
  }

  @Test(
    "a program that cannot be started",
    .timeLimit(.minutes(5)), arguments: [("/proc/nowhere/at/all", ENOENT), ("/etc/passwd", EACCES)])
  func missing(path: String, error: Int32) async throws {
    let failures = Mutex<[Spawner.Failure]>([])
    let spawner = Spawner("test", most: 1) { failure in failures.withLock { $0.append(failure) } }
    spawner.run([path])
    try await until("a failure") { failures.withLock { $0.count } == 1 }
    #expect(failures.withLock { $0 } == [.process(.system(error))])
  }

  @Test("one after another, and no more than may wait", .timeLimit(.minutes(5)))
  func queue() async throws {
    let failures = Mutex<[Spawner.Failure]>([])
    let spawner = Spawner("test", most: 3) { failure in failures.withLock { $0.append(failure) } }
    let path = try script(
      "echo begin $1 >>log; until [ -e go ]; do sleep 0.01; done; echo end $1 >>log")
    for number in 1...5 { spawner.run([path, "\(number)"]) }
    #expect(failures.withLock { $0 } == [.tooMany, .tooMany])
    try Data().write(to: folder.appending(path: "go"))
    try await until("three") { text("log").contains("end 3") }
    #expect(text("log") == "begin 1\nend 1\nbegin 2\nend 2\nbegin 3\nend 3\n")
  }

  @Test("programs are found in PATH, and only by absolute folders")
  func path() {
    #expect(ChildProcess.path(of: "sh")?.hasSuffix("/sh") == true)
    #expect(ChildProcess.path(of: "no-such-program") == nil)
  }
}
