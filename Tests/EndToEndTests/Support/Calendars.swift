import Beds
import Foundation

extension Home {
  /// Whether the program that reads calendar files was built: only where libical is.
  static let hasCalendars = FileManager.default.isExecutableFile(
    atPath: programs + "/remind-calendar")

  /// Where the calendar files are that other programs have written.
  static let calendars = Project.file("Tests/EndToEndTests/Calendars/")

  /// Writes a calendar file, with line ends as they must be.
  /// - Returns: its path.
  @discardableResult
  func calendar(_ lines: String, name: String = "calendar.ics") throws -> String {
    let path = folder + "/home/" + name
    try Data(lines.replacing("\n", with: "\r\n").utf8).write(to: URL(filePath: path))
    return path
  }
}
