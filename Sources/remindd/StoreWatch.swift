import CLinux
import Scheduler

/// Tells when the store is written by another program, or is not the same file any more. Its folder
/// may go and come back, too.
final class StoreWatch {
  private let places: Places
  private let watch: Watch
  private let handler: () -> Void

  /// - Parameter handler: called after each such event.
  init(_ places: Places, _ watch: Watch, handler: @escaping () -> Void) {
    self.places = places
    self.watch = watch
    self.handler = handler
  }

  /// Watches the folder that is there now, or until there is one, the one that it will be made in.
  func begin() {
    let touched = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE
    let isThere = watch.add(places.data, name: Places.storeName, mask: touched, handler: handler)
    guard isThere else {
      watch.add(parent, name: name, mask: IN_CREATE | IN_MOVED_TO) { [unowned self] in again() }
      return
    }
    watch.add(places.data, name: Places.lockName, mask: touched, handler: handler)
    watch.add(places.data, name: "", mask: IN_DELETE_SELF | IN_MOVE_SELF) { [unowned self] in
      again()
    }
  }

  /// The same for a folder that may be another one by now.
  func again() {
    watch.remove(places.data)
    watch.remove(parent)
    begin()
    handler()
  }

  private var parent: String {
    let folder = places.data.dropLast(name.count + 1)
    return folder.isEmpty ? "/" : String(folder)
  }

  private var name: String { String(places.data.split(separator: "/").last ?? "") }
}
