import Glibc
import System

/// Where the product's files lie (XDG Base Directory Specification 0.8).
package struct Paths: Sendable, Equatable {
  /// The store's folder, `$XDG_DATA_HOME/remindctl`.
  package let data: String
  /// The folder of the configuration, `$XDG_CONFIG_HOME/remindctl`.
  package let configurationFolder: String

  /// - Parameter variable: the value of an environment variable, nil if it is not set.
  ///   Relative values are ignored, as the specification says.
  /// - Returns: nil if neither the XDG variables nor HOME name an absolute folder.
  package init?(variable: (String) -> String?) {
    func folder(_ name: String, orInHome rest: String) -> String? {
      if let path = variable(name), path.hasPrefix("/") { return Paths.plain(path) }
      guard let home = variable("HOME"), home.hasPrefix("/") else { return nil }
      return Paths.plain(home) + "/" + rest
    }
    guard let data = folder("XDG_DATA_HOME", orInHome: ".local/share"),
      let configuration = folder("XDG_CONFIG_HOME", orInHome: ".config")
    else { return nil }
    self.data = data + "/remindctl"
    configurationFolder = configuration + "/remindctl"
  }

  /// The path with one slash in the place of several, and none at its end.
  private static func plain(_ path: String) -> String {
    path.utf8.split(separator: UInt8(ascii: "/")).reduce("") { $0 + "/" + String(Substring($1)) }
  }

  /// The name of the configuration inside its folder.
  package static let configurationName = "remindctl.conf"

  /// The configuration file.
  package var configuration: String { configurationFolder + "/" + Paths.configurationName }

  /// The name of the store's file inside `data`: its closing is what wakes the daemon.
  package static let storeName = "reminders.db"

  /// The name of the daemon's lock inside `data`.
  package static let lockName = "remindd.lock"

  /// The store's file and the daemon's lock, with their folder.
  package var store: String { data + "/" + Paths.storeName }
  package var lock: String { data + "/" + Paths.lockName }

  /// The name of the file inside `data` that the daemon closes after each tick that wrote anything
  /// (inotify(7): IN_CLOSE_WRITE, and IN_ATTRIB): what it writes itself closes nothing.
  package static let changedName = "changed"

  /// The name of the file inside `data` by which a daemon that ends over damage has the next one look closely.
  package static let checkName = "check"

  /// Its path.
  package var check: String { data + "/" + Paths.checkName }

  /// The names inside `data` of the log and of the memory that belongs to it.
  package static let logNames = [storeName + "-wal", storeName + "-shm"]

  /// What SQLite adds to the store's name for the files that it keeps beside it.
  package static let companions = ["-wal", "-shm", journalTail]
  package static let journalTail = "-journal"

  /// Their names inside `data`.
  package static let companionNames = companions.map { storeName + $0 }
}
