import CLinux
import Glibc

/// An inotify(7) instance: directories, and the names in them that matter. Its owner waits until `descriptor`
/// can be read, and calls `read`.
package final class INotify {
  /// What a user has no more of: the limits that inotify(7) names, as sysctl(8) calls them.
  package enum Shortage: String, Sendable {
    case instances = "fs.inotify.max_user_instances"
    case watches = "fs.inotify.max_user_watches"
  }

  /// A name that is watched, until it is removed.
  package typealias Token = Int

  private struct Entry {
    let token: Token
    let watch: Int32
    let name: String
    let events: UInt32
    let handler: (_ events: Int32) -> Void
  }

  /// -1 if the user has no instance left.
  package let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
  /// What was lacking for something that is not watched therefore.
  package private(set) var shortage: Shortage?
  private let lacking: (Shortage) -> Void
  private var entries: [Entry] = []
  private var last: Token = 0

  /// - Parameter lacking: called once, within the call that meets a shortage.
  package init(lacking: @escaping (Shortage) -> Void = { _ in }) {
    self.lacking = lacking
    if descriptor < 0 { recordShortage(EMFILE) }
  }

  deinit { close(descriptor) }

  private func recordShortage(_ code: Int32) {
    guard shortage == nil else { return }
    switch code {
    case EMFILE: shortage = .instances
    case ENOSPC: shortage = .watches
    default: return
    }
    shortage.map(lacking)
  }

  /// What is lacking for one more watch of a directory now; nil if nothing is.
  package static func shortage(watching folder: String) -> Shortage? {
    let notify = INotify()
    notify.add(folder, name: "", events: IN_CLOSE_WRITE) { _ in }
    return notify.shortage
  }

  /// Calls `handler` whenever `name` in `folder` meets one of these events. What happens to the directory itself
  /// has no name.
  /// - Parameter handler: is given all that it has met since the last time.
  /// - Returns: nil if the directory cannot be watched.
  @discardableResult
  package func add(
    _ folder: String, name: String, events: Int32, handler: @escaping (_ events: Int32) -> Void
  ) -> Token? {
    let watch = inotify_add_watch(
      descriptor, folder, UInt32(bitPattern: events | IN_ONLYDIR) | UInt32(IN_MASK_ADD))
    guard watch >= 0 else {
      // Without an instance it is lacking already.
      recordShortage(errno)
      return nil
    }
    last += 1
    // What always ends a watch of the directory.
    let ends = name.isEmpty ? UInt32(IN_IGNORED | IN_UNMOUNT) : 0
    entries.append(
      Entry(
        token: last, watch: watch, name: name, events: UInt32(bitPattern: events) | ends,
        handler: handler))
    return last
  }

  /// Calls a handler no longer.
  package func remove(_ token: Token) {
    guard let index = entries.firstIndex(where: { $0.token == token }) else { return }
    let watch = entries.remove(at: index).watch
    if !entries.contains(where: { $0.watch == watch }) { inotify_rm_watch(descriptor, watch) }
  }

  /// Takes all events that there are, without waiting for one, and calls each handler once.
  package func read() {
    var met = [UInt32](repeating: 0, count: entries.count)
    var ended: Set<Int32> = []
    readEvents { event, name in
      if event.mask & UInt32(IN_IGNORED) != 0 { ended.insert(event.wd) }
      for (index, entry) in entries.enumerated() {
        // An overflow (wd -1) says that names were lost: everything may have changed.
        if event.wd < 0 {
          met[index] |= entry.events
        } else if entry.watch == event.wd, entry.name == name {
          met[index] |= event.mask & entry.events
        }
      }
    }
    let called = zip(entries, met).filter { $0.1 != 0 }
    entries.removeAll { ended.contains($0.watch) }
    for (entry, events) in called { entry.handler(Int32(bitPattern: events)) }
  }

  private func readEvents(_ visit: (inotify_event, String) -> Void) {
    withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 8) { buffer in
      while case let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count), count > 0 {
        var rest = UnsafeRawBufferPointer(rebasing: buffer.prefix(count))
        while rest.count >= MemoryLayout<inotify_event>.size {
          let event = rest.loadUnaligned(as: inotify_event.self)
          let header = MemoryLayout<inotify_event>.size
          let name = rest[header..<header + Int(event.len)].prefix { $0 != 0 }
          visit(event, String(decoding: name, as: UTF8.self))
          rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(header + Int(event.len)))
        }
      }
    }
  }
}

/// Tells when files in a directory are written, or are not the same any more. The directory may be made later,
/// go, and come back, too: until then the nearest one above it is watched.
package final class DirectoryWatcher {
  private let folder: String
  private let names: [String]
  private let events: Int32
  private let notify: INotify
  private let handler: (_ name: String, _ events: Int32) -> Void
  private var tokens: [INotify.Token] = []
  /// Which directory is watched; nil while that is one above it.
  private var watched: FileIdentity?

  private static let ends = IN_DELETE_SELF | IN_MOVE_SELF

  /// - Parameters:
  ///   - names: of the files.
  ///   - events: that matter, of inotify(7).
  ///   - handler: called after each such event with the name that met it, and with an empty one if the directory
  ///     itself is another one than before.
  package init(
    _ folder: String, _ names: [String],
    events: Int32 = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE, _ notify: INotify,
    handler: @escaping (_ name: String, _ events: Int32) -> Void
  ) {
    self.folder = folder
    self.names = names
    self.events = events
    self.notify = notify
    self.handler = handler
  }

  /// Watches the directory that is there now, or until there is one, for it.
  package func begin() {
    for token in tokens { notify.remove(token) }
    watched = FileIdentity(at: folder)
    tokens = names.compactMap { name in
      notify.add(folder, name: name, events: events) { [handler] in handler(name, $0) }
    }
    let ends = Self.ends | events & IN_ATTRIB
    if let end = notify.add(folder, name: "", events: ends, handler: again) {
      return tokens.append(end)
    }
    watched = nil
    guard let waiting = awaitFolder() else { return begin() }
    tokens = waiting
  }

  /// After something was mounted, or when asked to: another directory may have this one's name, of which no
  /// watch tells if a directory or link above it has changed.
  /// - Returns: whether it is another one, or gone, or there again.
  @discardableResult
  package func lookAgain() -> Bool {
    let there = FileIdentity(at: folder)
    guard there == nil || there != watched else { return false }
    let wasThere = watched != nil
    begin()
    guard wasThere || watched != nil else { return false }
    handler("", 0)
    return true
  }

  /// Looks where it is now, and tells of it.
  private var again: (Int32) -> Void {
    { [weak self] events in
      self?.begin()
      self?.handler("", events)
    }
  }

  /// Watches for it in the nearest directory above it that there is.
  /// - Returns: nil if it has come meanwhile.
  private func awaitFolder() -> [INotify.Token]? {
    var path = folder
    while path.utf8.count > 1, let slash = path.lastIndex(of: "/") {
      let next = path
      let name = String(path[path.index(after: slash)...])
      path = slash == path.startIndex ? "/" : String(path[..<slash])
      let isMissing = access(next, F_OK) != 0
      // Its rights may be why it could not be watched.
      let way = notify.add(
        path, name: name, events: IN_CREATE | IN_MOVED_TO | IN_ATTRIB, handler: again)
      guard let way else { continue }
      let end = notify.add(path, name: "", events: Self.ends | IN_ATTRIB, handler: again)
      let tokens = [way, end].compactMap(\.self)
      guard isMissing, access(next, F_OK) == 0 else { return tokens }
      for token in tokens { notify.remove(token) }
      return nil
    }
    return []
  }
}
