import CLinux
@preconcurrency import Dispatch
import Glibc
import Scheduler

/// One inotify instance on a Dispatch queue: folders, and the names in them that matter.
final class Watch {
  private let descriptor: Int32
  private let source: DispatchSourceRead
  private var handlers: [Int32: [String: () -> Void]] = [:]
  private var folders: [Int32: String] = [:]

  init(queue: DispatchQueue) {
    descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
  }

  /// Calls `handler` on the queue whenever `name` in `folder` meets one of the events of `mask`
  /// (inotify(7)). What happens to the folder itself has no name.
  /// - Returns: false where the folder cannot be watched; errno says why.
  @discardableResult
  func add(_ folder: String, name: String, mask: Int32, handler: @escaping () -> Void) -> Bool {
    let watch = inotify_add_watch(
      descriptor, folder, UInt32(bitPattern: mask) | UInt32(IN_MASK_ADD))
    guard watch >= 0 else { return false }
    handlers[watch, default: [:]][name] = handler
    folders[watch] = folder
    return true
  }

  /// Looks at a folder no longer.
  func remove(_ folder: String) {
    for watch in folders.filter({ $0.value == folder }).keys {
      inotify_rm_watch(descriptor, watch)
      forget(watch)
    }
  }

  private func forget(_ watch: Int32) {
    handlers[watch] = nil
    folders[watch] = nil
  }

  func start() {
    source.setEventHandler { [unowned self] in read() }
    source.activate()
  }

  /// Takes all events that there are, and calls each handler once.
  private func read() {
    var touched: [Int32: Set<String>] = [:]
    var ended: [Int32] = []
    FileEvents.take(from: descriptor) { event, name in
      if event.mask & UInt32(IN_IGNORED) != 0 { ended.append(event.wd) }
      touched[event.wd, default: []].insert(name)
    }
    // An overflow (wd -1) says that names were lost: everything may have changed.
    let isLossy = touched[-1] != nil
    let called = handlers.flatMap { watch, byName in
      byName.filter { isLossy || touched[watch]?.contains($0.key) == true }.values
    }
    for watch in ended { forget(watch) }
    for handler in called { handler() }
  }
}
