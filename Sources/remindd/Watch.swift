import CLinux
@preconcurrency import Dispatch
import Glibc
import Reminders
import Scheduler
import System
import TimeLanguage

/// One inotify instance on a Dispatch queue: folders, and the names in them that matter.
final class Watch {
  /// What is watched, until it is removed.
  typealias Token = Int

  private struct Entry {
    let watch: Int32
    let name: String
    let handler: () -> Void
  }

  private let descriptor: Int32
  /// Nil where the user has no instance left.
  private let source: DispatchSourceRead?
  private var entries: [Token: Entry] = [:]
  private var last: Token = 0
  private let queue: DispatchQueue
  /// What was lacking for something that is not watched therefore.
  private(set) var shortage: FileEvents.Shortage?
  private let lacking: @Sendable (FileEvents.Shortage) -> Void

  /// - Parameter lacking: called once, on the queue, if something cannot be watched for lack of what inotify
  ///   needs.
  init(queue: DispatchQueue, lacking: @escaping @Sendable (FileEvents.Shortage) -> Void) {
    self.queue = queue
    self.lacking = lacking
    descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else {
      let error = errno
      source = nil
      lack(FileEvents.Shortage(errno: error) ?? .instances)
      return
    }
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    source?.setCancelHandler { [descriptor] in close(descriptor) }
  }

  private func lack(_ what: FileEvents.Shortage) {
    guard shortage == nil else { return }
    shortage = what
    queue.async { [lacking] in lacking(what) }
  }

  deinit { source?.cancel() }

  /// Calls `handler` on the queue whenever `name` in `folder` meets one of the events of `mask`
  /// (inotify(7)). What happens to the folder itself has no name.
  /// - Returns: nil where the folder cannot be watched; errno says why.
  @discardableResult
  func add(
    _ folder: String, name: String, mask: Int32, handler: @escaping () -> Void
  ) -> Token? {
    let watch = inotify_add_watch(
      descriptor, folder, UInt32(bitPattern: mask) | UInt32(IN_MASK_ADD))
    guard watch >= 0 else {
      let error = errno
      // Without an instance it is lacking already.
      if let what = FileEvents.Shortage(errno: error) { lack(what) }
      errno = error
      return nil
    }
    last += 1
    entries[last] = Entry(watch: watch, name: name, handler: handler)
    return last
  }

  /// Watches for a folder to come that is not there: in the nearest folder above it that is.
  /// - Parameter came: called when something has come on the way to it, or gone.
  /// - Returns: nil where that has come meanwhile.
  func wait(for folder: String, came: @escaping () -> Void) -> [Token]? {
    var path = folder
    while path.utf8.count > 1, let slash = path.lastIndex(of: "/") {
      let next = path
      let name = String(path[path.index(after: slash)...])
      path = slash == path.startIndex ? "/" : String(path[..<slash])
      let isMissing = access(next, F_OK) != 0
      guard let way = add(path, name: name, mask: IN_CREATE | IN_MOVED_TO, handler: came) else {
        continue
      }
      let end = add(path, name: "", mask: IN_DELETE_SELF | IN_MOVE_SELF, handler: came)
      let tokens = [way, end].compactMap(\.self)
      guard isMissing, access(next, F_OK) == 0 else { return tokens }
      for token in tokens { remove(token) }
      return nil
    }
    return []
  }

  /// Calls a handler no longer.
  func remove(_ token: Token) {
    guard let watch = entries.removeValue(forKey: token)?.watch else { return }
    if !entries.values.contains(where: { $0.watch == watch }) {
      inotify_rm_watch(descriptor, watch)
    }
  }

  func start() {
    source?.setEventHandler { [unowned self] in read() }
    source?.activate()
  }

  /// Takes all events that there are, and calls each handler once.
  private func read() {
    var touched: [Int32: Set<String>] = [:]
    var ended: Set<Int32> = []
    FileEvents.take(from: descriptor) { event, name in
      if event.mask & UInt32(IN_IGNORED) != 0 { ended.insert(event.wd) }
      touched[event.wd, default: []].insert(name)
    }
    // An overflow (wd -1) says that names were lost: everything may have changed.
    let isLossy = touched[-1] != nil
    let called = entries.values.filter { isLossy || touched[$0.watch]?.contains($0.name) == true }
    entries = entries.filter { !ended.contains($0.value.watch) }
    for entry in called { entry.handler() }
  }
}
