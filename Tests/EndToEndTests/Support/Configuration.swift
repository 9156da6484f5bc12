import Foundation

/// `remindctl.conf`.
extension Home {
  /// Where it is.
  var configuration: String { folder + "/config/remindctl/remindctl.conf" }

  /// Writes its group of remindctl's own.
  func configure(_ lines: String) throws { try writeConfiguration("[remindctl]\n\(lines)\n") }

  /// Writes all of it.
  /// - Parameter atomically: as another file in its place, which nobody sees half written.
  func writeConfiguration(_ text: String, atomically: Bool = false) throws {
    try FileManager.default.createDirectory(
      atPath: folder + "/config/remindctl", withIntermediateDirectories: true)
    try text.write(toFile: configuration, atomically: atomically, encoding: .utf8)
  }
}
