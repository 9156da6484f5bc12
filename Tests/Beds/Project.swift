import Foundation

/// The files of this project.
package enum Project {
  /// Its folder, and a slash.
  package static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path(percentEncoded: false)

  /// A file's path.
  /// - Parameter path: in this project.
  package static func file(_ path: String) -> String { folder + path }

  /// The whole text of a file.
  /// - Parameter path: in this project.
  package static func text(_ path: String) throws -> String {
    try String(contentsOfFile: folder + path, encoding: .utf8)
  }
}
