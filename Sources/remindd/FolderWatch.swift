import CLinux
import Scheduler
import System
import TimeLanguage

/// Tells when files in a folder are written, or are not the same any more. The folder may be made later,
/// go, and come back, too.
final class FolderWatch {
  private let folder: String
  private let names: [String]
  private let watch: Watch
  private let handler: () -> Void
  private var tokens: [Watch.Token] = []
  /// Which folder is watched; nil while that is one above it.
  private var watched: FileIdentity?

  /// - Parameters:
  ///   - names: of the files.
  ///   - handler: called after each such event.
  init(_ folder: String, _ names: [String], _ watch: Watch, handler: @escaping () -> Void) {
    self.folder = folder
    self.names = names
    self.watch = watch
    self.handler = handler
  }

  /// Watches the folder that is there now, or until there is one, for it.
  func begin() {
    for token in tokens { watch.remove(token) }
    watched = FileIdentity(at: folder)
    tokens = names.compactMap { name in
      watch.add(
        folder, name: name, mask: IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE,
        handler: handler)
    }
    let again = { [unowned self] in
      begin()
      handler()
    }
    let end = watch.add(folder, name: "", mask: IN_DELETE_SELF | IN_MOVE_SELF, handler: again)
    if let end { return tokens.append(end) }
    guard let waiting = watch.wait(for: folder, came: again) else { return begin() }
    tokens = waiting
  }

  /// After something was mounted, or when asked to: another folder may have this one's name, of which no watch tells
  /// where a folder or link above it has changed.
  func lookAgain() {
    let there = FileIdentity(at: folder)
    guard there == nil || there != watched else { return }
    let wasThere = watched != nil
    begin()
    if wasThere || watched != nil { handler() }
  }
}
