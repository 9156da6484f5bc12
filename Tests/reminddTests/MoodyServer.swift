import Beds
import CNotify

@testable import remindd

/// A notification server that does what real ones do on a bad day. The ordinary is tested with real
/// ones.
final class MoodyServer: Sendable {
  enum Mood: Sendable {
    case kind
    /// Answers Notify with the error of a server that shows no more than 20.
    case full
    /// Answers Notify with the error of a bus on which there is no server.
    case absent
    /// Answers Notify with the number that no popup has.
    case numberless
    /// Takes Notify and says nothing; answers all else.
    case mute
    /// Says nothing at all. What it was asked is answered when it is `kind` again.
    case stopped
    /// Dies of a Notify.
    case fragile
  }

  private struct State {
    var mood: Mood
    var capabilities: [String]
    var notifications: UInt32 = 0
    var withdrawn: UInt32 = 0
    var unanswered: [BusPeer.Message] = []
  }
  private let state: Mutex<State>
  private let peer: BusPeer

  init(
    _ mood: Mood, on address: String, named name: String = DesktopBus.name,
    capabilities: [String] = ["body", "body-markup", "actions"]
  ) throws {
    let state = Mutex(State(mood: mood, capabilities: capabilities))
    self.state = state
    peer = try BusPeer(name, on: address) { MoodyServer.take($1, by: $0, state) }
  }

  var uniqueName: String { peer.uniqueName }

  /// How many Notify it has taken.
  var notifications: UInt32 { state.withLock { $0.notifications } }
  /// How many CloseNotification it has taken.
  var withdrawn: UInt32 { state.withLock { $0.withdrawn } }

  func become(_ mood: Mood) {
    let waiting: [BusPeer.Message] = state.withLock { state in
      state.mood = mood
      guard mood == .kind else { return [] }
      defer { state.unanswered = [] }
      return state.unanswered
    }
    for message in waiting { MoodyServer.answer(message, by: peer, state) }
  }

  func truncateMovedLog() { peer.truncateMovedLog() }

  /// A click on a button, as its user made it.
  func invoke(_ action: String, of notification: UInt32) {
    peer.emit(
      DesktopBus.path, DesktopBus.name, "ActionInvoked",
      [g_variant_new_uint32(notification), g_variant_new_string(action)])
  }

  func close(_ notification: UInt32, because reason: UInt32) {
    peer.emit(
      DesktopBus.path, DesktopBus.name, "NotificationClosed",
      [g_variant_new_uint32(notification), g_variant_new_uint32(reason)])
  }

  private static func take(
    _ message: BusPeer.Message, by peer: BusPeer, _ state: Mutex<State>
  ) {
    let member = message.member
    let isNotify = member == "Notify"
    let mood = state.withLock {
      if isNotify { $0.notifications += 1 }
      if member == "CloseNotification" { $0.withdrawn += 1 }
      if $0.mood == .stopped || $0.mood == .mute && isNotify { $0.unanswered.append(message) }
      return $0.mood
    }
    switch mood {
    case .stopped: break
    case .mute where isNotify: break
    case .fragile where isNotify: peer.fall()
    case .full where isNotify:
      peer.refuse(
        message, "org.freedesktop.Notifications.MaxNotificationsExceeded",
        "Exceeded maximum number of notifications")
    case .absent where isNotify:
      peer.refuse(message, "org.freedesktop.DBus.Error.ServiceUnknown", "nobody is here")
    case .numberless where isNotify: peer.answer(message, [g_variant_new_uint32(0)])
    default: answer(message, by: peer, state)
    }
  }

  private static func answer(
    _ message: BusPeer.Message, by peer: BusPeer, _ state: Mutex<State>
  ) {
    switch message.member {
    case "Notify":
      peer.answer(message, [g_variant_new_uint32(state.withLock { $0.notifications })])
    case "GetServerInformation":
      peer.answer(
        message,
        ["moody", "remindctl", "1", "1.2"].map { (text: String) in g_variant_new_string(text) })
    case "GetCapabilities":
      var strings = state.withLock { $0.capabilities }.map { g_variant_new_string($0) }
      let type = g_variant_type_new("s")
      peer.answer(message, [g_variant_new_array(type, &strings, gsize(strings.count))])
      g_variant_type_free(type)
    default: peer.answer(message, [])
    }
  }
}
