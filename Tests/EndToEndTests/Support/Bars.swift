import Testing

extension Home {
  /// What a bar shows that asks once.
  func status(_ format: String) async throws -> String {
    let answer = try await remindctl("status", "--format", format)
    #expect(answer.code == 0, "\(answer.error)")
    return answer.output
  }
}

extension Child {
  /// Waits until the last line that a bar was given contains `text`.
  func lastLine(with text: String) async throws {
    try await wait(for: "a line with \(text)") {
      $0.lines.last?.contains(text) == true ? 1 : nil
    }
  }
}
