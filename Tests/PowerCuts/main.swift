import CDisk
import Glibc
import Scheduler

// Cuts the power of a simulated disk under the store, again and again, and looks whether every promise
// was kept: `powercuts COUNT [files|folders]`. REMIND_SEED repeats a run exactly. With a second word
// the disk ignores what it is told to sync: then something must be lost, or this sees nothing.
let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 1000
let lie = CommandLine.arguments.dropFirst(2).first.map { word in
  guard let lie = Disk.Lie(rawValue: word) else { fatalError("no lie is called \(word)") }
  return lie
}
let seed =
  getenv("REMIND_SEED").flatMap { UInt64(String(cString: $0)) } ?? UInt64.random(in: 0..<1 << 32)
print("REMIND_SEED=\(seed)")
var run = try Run(seed: seed, lie: lie)
let isLossFound = try run.cuts(count)
exit(isLossFound == (lie != nil) ? 0 : 1)
