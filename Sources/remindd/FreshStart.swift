import CLinux
import Glibc

/// SQLite maps a file beside the store into memory. Where somebody cuts it off, as cp(1) does with a copy
/// over the files, the next look into it would end the daemon (mmap(2), SIGBUS): it starts itself anew in its
/// own place instead, with the same process number. What it had in hand is as after a SIGKILL.
enum FreshStart {
  /// The variable that tells the next life how many there were since one has served; a digit.
  private static let name = "REMINDD_STARTED_ANEW"
  nonisolated(unsafe) private static var mark: UnsafeMutablePointer<CChar>?

  /// A fault that comes in so many lives, before they serve, is one that stays, and ends the last.
  private static let most = 9

  /// To be called before anything changes what the process was started with.
  /// - Returns: how many times it has started itself anew since it has served.
  static func note() -> Int {
    let count = getenv(name).flatMap { UInt8(String(cString: $0)) }.map { Int($0) } ?? 0
    unsetenv(name)
    mark = strdup("\(name)=\(min(count + 1, most))")
    linux_note_start(CommandLine.unsafeArgv, mark)
    if count < most { allow() }
    return count
  }

  /// Whoever writes over the files is not through at once: 0.1 s, and twice as long each time, 51 s in all.
  static func pause(before count: Int) {
    usleep(100_000 << UInt32(min(count, most) - 1))
    // What the life before had started, and its end nobody waits for any more.
    while waitpid(-1, nil, WNOHANG) > 0 {}
  }

  /// It serves: what happens from now on has nothing to do with how it came here.
  static func serves() {
    guard let mark else { return }
    mark[strlen(mark) - 1] = CChar(UInt8(ascii: "1"))
    allow()
  }

  private static func allow() { linux_on_lost_memory { linux_start_anew() } }
}
