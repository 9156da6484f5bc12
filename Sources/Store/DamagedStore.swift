import Configuration
import System

/// A damaged store that was kept aside.
package struct DamagedStore: Equatable {
  /// The path under which it was kept.
  package let path: String
  /// What is left of it: its file, and those of SQLite's that belong to it and hold some of its texts.
  package let files: [String]
  /// Whether its own file is among them.
  package var isWhole: Bool { files.contains(path) }
}

extension Places {
  /// How the names of damaged stores begin.
  private static let damagedName = storeName + ".damaged-"

  /// The damaged stores that were kept aside, oldest first.
  package var damagedStores: [DamagedStore] {
    let files = (FileIO.names(in: data) ?? []).filter { $0.hasPrefix(Places.damagedName) }
      .map { data + "/" + $0 }
    return Dictionary(grouping: files) { file in
      let tail = Places.companions.first(where: file.hasSuffix) ?? ""
      return String(file.dropLast(tail.count))
    }
    .map { DamagedStore(path: $0, files: $1.sorted()) }.sorted { $0.path < $1.path }
  }
}
