import Foundation

/// Somebody who may not write everywhere, as root may.
extension Home {
  /// Takes from root what lets it write everywhere.
  static let ordinary =
    geteuid() == 0
    ? [
      "setpriv", "--inh-caps=-dac_override,-dac_read_search",
      "--bounding-set=-dac_override,-dac_read_search",
    ] : ["env"]

  /// Runs a command to its end without that.
  @discardableResult
  func runAsUser(_ command: [String]) async throws -> Answer {
    try await run(Self.ordinary + command)
  }
}
