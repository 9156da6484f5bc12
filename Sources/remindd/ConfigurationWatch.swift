import CLinux
import Scheduler

/// Tells when the configuration is another one. Its folder may be made later.
final class ConfigurationWatch {
  private let folder: String
  private let name: String
  private let watch: Watch
  private let handler: () -> Void

  /// - Parameter handler: called after each such event.
  init(_ places: Places, _ watch: Watch, handler: @escaping () -> Void) {
    (folder, name) = ConfigurationWatch.parts(of: places.configuration)
    self.watch = watch
    self.handler = handler
  }

  /// Watches the folder that is there now, or until there is one, the one that it will be made in.
  func begin() {
    let touched = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE
    guard !watch.add(folder, name: name, mask: touched, handler: handler) else { return }
    let (parent, name) = ConfigurationWatch.parts(of: folder)
    watch.add(parent, name: name, mask: IN_CREATE | IN_MOVED_TO) { [unowned self] in
      watch.remove(parent)
      begin()
      handler()
    }
  }

  private static func parts(of path: String) -> (folder: String, name: String) {
    let slash = path.lastIndex(of: "/")!
    return (
      slash == path.startIndex ? "/" : String(path[..<slash]), String(path[slash...].dropFirst())
    )
  }
}
