import Reminders
import Scheduler

/// How far the channel is, from no bus to a server that shows popups.
enum DesktopStage {
  /// No bus. Its socket's folder is watched.
  case off
  /// Waiting for the bus to let us in.
  case connecting
  /// Waiting for the bus to say who owns the server's name, or who could.
  case looking
  /// A bus without a server.
  case vacant
  /// Waiting for the bus to start a server.
  case starting
  /// Waiting for the name's owner to say who it is.
  case asking(owner: String)
  /// It has answered, and nothing was shown since.
  case ready(Server, owner: String, markup: Bool)

  /// How long any one answer is waited for before it counts as missing, in milliseconds. The
  /// question stays open: an answer is welcome later too.
  static let patience: UInt32 = 2000
  /// The same for a server that is asked before a popup. It answers within a few milliseconds, or it
  /// is busy or hangs; a line on standard output must not wait until that is known.
  private static let serverPatience: UInt32 = 200

  /// How long this stage's answer is waited for, in milliseconds; nil where there is none to come.
  var patience: UInt32? {
    switch self {
    case .off, .vacant, .ready: nil
    case .connecting, .looking, .starting: Self.patience
    case .asking: Self.serverPatience
    }
  }

  /// What is to be told where its answer does not come in time.
  var stateWhenLate: DesktopState {
    switch self {
    case .off, .connecting: .absent(.noBus)
    case .vacant, .starting: .absent(.noServer)
    case .looking, .asking, .ready: .hung
    }
  }
}
