import Foundation

/// What a user does with the mouse.
extension DesktopBed {
  /// A popup on the screen, in pixels.
  package struct Window: Equatable, Sendable {
    package var id: Int
    var x: Int
    var y: Int
    var width: Int
    var height: Int
  }

  /// The windows of a server that are to be seen, the newest last.
  package func popups(of server: Server) throws -> [Window] {
    let name = server.rawValue.prefix(1).uppercased() + server.rawValue.dropFirst()
    let ids = try output("xdotool", "search", "--onlyvisible", "--class", name)
    return try ids.split(separator: "\n").compactMap { Int($0) }.sorted().compactMap { id in
      var fields: [Substring: Int] = [:]
      for line in try output("xdotool", "getwindowgeometry", "--shell", "\(id)").split(
        separator: "\n")
      {
        let parts = line.split(separator: "=")
        if parts.count == 2 { fields[parts[0]] = Int(parts[1]) }
      }
      guard let x = fields["X"], let y = fields["Y"], let width = fields["WIDTH"],
        let height = fields["HEIGHT"], width > 20, height > 20
      else { return nil }
      return Window(id: id, x: x, y: y, width: width, height: height)
    }
  }

  /// Clicks a button of the newest popup.
  /// - Parameter row: the labels of all its buttons, from left to right.
  package func click(_ label: String, in row: [String], of server: Server) async throws {
    var place: (x: Int, y: Int)?
    try await until("the buttons \(row)") {
      guard let window = try popups(of: server).last else { return false }
      let buttons = try buttons(of: window)
      guard buttons.count >= row.count, let index = row.firstIndex(of: label) else { return false }
      place = buttons.suffix(row.count)[buttons.count - row.count + index]
      return true
    }
    if let place { try click(place.x, place.y) }
  }

  /// Clicks on the text of the newest popup, where no button is.
  package func clickBody(of server: Server) async throws {
    var window: Window?
    try await until("a popup") {
      window = try popups(of: server).last
      return window != nil
    }
    if let window { try click(window.x + window.width / 2, window.y + 12) }
  }

  private func click(_ x: Int, _ y: Int) throws {
    // GTK takes a click only from a pointer that it has seen come.
    try output("xdotool", "mousemove", "\(x)", "\(y)", "sleep", "0.15", "click", "1")
    try output("xdotool", "mousemove", "0", "767")
  }

  /// The middles of the words or groups of words in the lowest line of text, left to right: that
  /// line is the row of buttons.
  private func buttons(of window: Window) throws -> [(x: Int, y: Int)] {
    let area = "\(window.width)x\(window.height)+\(window.x)+\(window.y)"
    let gray = try data([
      "import", "-window", "root", "-crop", area, "+repage", "-colorspace", "gray", "-depth", "8",
      "gray:-",
    ])
    guard gray.count == window.width * window.height else { return [] }
    // Without the frame, and the coloured stripe at mate's left.
    let columns = 40..<(window.width - 6)
    func isDark(_ x: Int, _ y: Int) -> Bool { gray[y * window.width + x] < 110 }
    func hasText(_ y: Int) -> Bool { columns.contains { isDark($0, y) } }
    guard window.height > 12, let bottom = (6..<(window.height - 6)).last(where: hasText)
    else { return [] }
    let top = (0...bottom).last { !hasText($0) }.map { $0 + 1 } ?? 0
    var groups: [(first: Int, last: Int)] = []
    for x in columns where (top...bottom).contains(where: { isDark(x, $0) }) {
      if let last = groups.last?.last, x - last <= 12 {
        groups[groups.count - 1].last = x
      } else {
        groups.append((x, x))
      }
    }
    return groups.map {
      (window.x + ($0.first + $0.last) / 2, window.y + (top + bottom) / 2)
    }
  }
}
