import Foundation

@testable import Store

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

  /// Somebody else than root, to whom the kernel sets limits: his number.
  static let stranger = 64_321

  /// Runs what follows as him, where root runs the tests.
  static let asStranger =
    geteuid() == 0
    ? ["setpriv", "--reuid=\(stranger)", "--regid=\(stranger)", "--clear-groups"] : ["env"]

  /// Whether he can run the programs.
  static let canBeStranger = canRun(
    (asStranger + ["test", "-x", programs + "/remindd"]).joined(separator: " "))
}
