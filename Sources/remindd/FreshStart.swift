import CLinux
import Glibc

/// SQLite maps a file beside the store into memory. Where somebody cuts it off, as cp(1) does with a copy
/// over the files, the next look into it would end the daemon (mmap(2), SIGBUS): it starts itself anew in its
/// own place instead, with the same process number. What it had in hand is as after a SIGKILL.
enum FreshStart {
  /// The variable that tells the second life of the first.
  private static let mark = "REMINDD_STARTED_ANEW"

  /// To be called before anything changes what the process was started with.
  /// - Returns: whether it has started itself anew.
  static func note() -> Bool {
    let isAnew = getenv(mark) != nil
    unsetenv(mark)
    linux_note_start(CommandLine.unsafeArgv, strdup("\(mark)=1"))
    return isAnew
  }

  /// From now on it starts itself anew. One that was, serves first: so a fault that stays ends it.
  static func allow() { linux_on_lost_memory { linux_start_anew() } }
}
