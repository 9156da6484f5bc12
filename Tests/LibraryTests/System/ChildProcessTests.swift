import Foundation
import Testing

@testable import Scheduler
@testable import System

@Suite("programs that are run for what they print")
struct ChildProcessTests {
  private func run(
    _ script: String, input: String = "", limit: Int64 = 20_000, isProgress: Bool = false
  ) throws(SystemError) -> [String] {
    var lines: [String] = []
    try ChildProcess.eachLine(of: ["/bin/sh", "-c", script], input: input, limit: limit) { line in
      lines.append(line)
      return isProgress
    }
    return lines
  }

  @Test("each line comes, the last one without an end too")
  func lines() throws {
    #expect(try run("cat; printf c", input: "a\nb\n") == ["a", "b", "c"])
  }

  @Test("how it ended is told")
  func ends() {
    #expect(throws: SystemError.exited(3)) { try run("exit 3") }
    #expect(throws: SystemError.signalled(9)) { try run("kill -9 $$") }
    #expect(throws: SystemError.system(ENOENT)) {
      try ChildProcess.eachLine(of: ["/proc/nowhere"], input: "", limit: 1000) { _ in false }
    }
  }

  @Test("a program that hangs is killed at its deadline, with what it has started")
  func hang() throws {
    let clock = ContinuousClock()
    let start = clock.now
    #expect(throws: SystemError.tooSlow) { try run("sleep 60 & sleep 60", limit: 100) }
    #expect(clock.now - start < .seconds(20))
  }

  @Test("one that printed without end and without a line was said to be too slow")
  func endless() {
    #expect(throws: SystemError.tooMuch) { try run("cat /dev/zero") }
  }

  @Test("a line may give it its time anew")
  func progress() throws {
    let script = "for i in 1 2 3 4; do echo $i; sleep 0.4; done"
    #expect(try run(script, limit: 1200, isProgress: true).count == 4)
    #expect(throws: SystemError.tooSlow) { try run(script, limit: 600) }
  }

  @Test("one that leaves its output to a child that stays is through when it has ended itself")
  func inherited() throws {
    let clock = ContinuousClock()
    let start = clock.now
    #expect(try run("echo secret; setsid sleep 5 &") == ["secret"])
    #expect(clock.now - start < .seconds(4))
  }

  @Test("no descriptor but the first three is open in it")
  func descriptors() throws {
    let file = open("/dev/null", O_RDONLY)
    defer { close(file) }
    #expect(try run("ls /proc/$$/fd") == ["0", "1", "2"])
  }
}
