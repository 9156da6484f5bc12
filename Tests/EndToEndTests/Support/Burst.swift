import Foundation

extension Home {
  /// How many are due at once in a burst.
  static let burst = 200

  /// Stores reminders `1` to `burst` (their ids and their texts), all due already.
  ///
  /// They are made once, by remindctl, and copied: a sanitizer makes its start dear.
  func fillWithBurst() async throws {
    let store = try await Self.burstStore.value
    try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
    try store.write(to: URL(filePath: self.store))
  }

  private static let burstStore = Task {
    let home = try await Home()
    try await home.create(burst, in: "0.1s")
    // The last program to close it has left everything in the one file.
    return try Data(contentsOf: URL(filePath: home.store))
  }
}
