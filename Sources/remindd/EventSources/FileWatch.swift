import CLinux
import Configuration
@preconcurrency import Dispatch
import System

/// Tells when the files change that the daemon follows: its store, its configuration, the system's zone.
final class FileWatch: @unchecked Sendable {
  /// What may be another one than before.
  enum Subject {
    /// The store, or the daemon's lock.
    case store
    /// The store's log. Each program that ends closes it, too: that alone is no news.
    case log
    case configuration
    case zone
  }

  private let queue: DispatchQueue
  private let paths: Paths
  private let handler: (Subject) -> Void
  private var notify: INotify?
  private var watch: KernelWatch?
  private var folders: [DirectoryWatcher] = []
  /// Whether the kernel watches less than is to be watched.
  private var isBlind = false

  /// - Parameter handler: called on `queue`.
  init(_ paths: Paths, queue: DispatchQueue, handler: @escaping (Subject) -> Void) {
    self.queue = queue
    self.paths = paths
    self.handler = handler
  }

  func begin() {
    let notify = INotify { [unowned self] shortage in
      queue.async { self.look(withoutWatch: shortage) }
    }
    self.notify = notify
    // Nil if the user has no instance left.
    watch =
      notify.descriptor < 0
      ? nil
      : KernelWatch(notify.descriptor, queue: queue, keeping: notify) { [unowned notify] in
        notify.read()
      }
    folders = []
    follow(.store, in: paths.data, [Paths.storeName, Paths.lockName], notify)
    follow(.log, in: paths.data, Paths.logNames, notify)
    follow(.configuration, in: paths.configurationFolder, [Paths.configurationName], notify)
    for name in ["localtime", "timezone"] {
      notify.add("/etc", name: name, events: IN_CREATE | IN_MOVED_TO | IN_CLOSE_WRITE) {
        [unowned self] _ in handler(.zone)
      }
    }
  }

  private func follow(
    _ subject: Subject, in folder: String, _ names: [String], _ notify: INotify
  ) {
    let watcher = DirectoryWatcher(folder, names, notify) { [unowned self] _, _ in
      handler(subject)
    }
    watcher.begin()
    folders.append(watcher)
  }

  /// Other folders may have the names of those that are watched.
  func lookAgain() {
    for folder in folders { folder.lookAgain() }
  }

  /// Looks each second, and tries to watch again: inotify has a limit for all programs of a user, and what was
  /// confirmed comes, although nothing tells of it.
  private func look(withoutWatch shortage: INotify.Shortage) {
    if !isBlind { Remindd.say(Words.unwatched(shortage)) }
    isBlind = true
    queue.asyncAfter(deadline: .now() + 1) { [unowned self] in
      begin()
      isBlind = notify?.shortage != nil
      handler(.store)
      guard !isBlind else { return }
      Remindd.say(Words.watchedAgain)
      handler(.configuration)
      handler(.zone)
    }
  }
}
