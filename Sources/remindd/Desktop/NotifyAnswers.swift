import CNotify
import Reminders

/// Follows each Notify over the wire, since libnotify gives up on one after 25 seconds (GDBus's
/// default time-out, which it cannot be told to change) while a stopped server that continues shows
/// the popup after all and answers. Without that answer the reminder would be shown a second time.
///
/// The filter sees the messages on GDBus's own thread; all else happens on the channel's.
final class NotifyAnswers: Sendable {
  /// A hand-over that is being shown.
  struct Current: Sendable {
    fileprivate let delivery: Int64
    fileprivate let server: Server
    /// Whether it went out to the bus.
    fileprivate(set) var wasSent = false
    /// What its server has said.
    fileprivate(set) var answer: Outcome?
  }

  private struct State {
    var current: Current?
    /// Sent and not answered, by the serial number of the message.
    var unanswered: [UInt32: Current] = [:]
    var late: [(delivery: Int64, answer: Outcome)] = []
  }
  private let state = Mutex(State())
  private let answeredLate: @Sendable () -> Void

  /// - Parameter answeredLate: called on GDBus's thread; `takeLate` then has something.
  init(answeredLate: @escaping @Sendable () -> Void) { self.answeredLate = answeredLate }

  /// Watches the connection's messages from now on. The connection keeps this alive.
  func follow(_ connection: OpaquePointer) {
    g_dbus_connection_add_filter(
      connection,
      { _, message, isIncoming, answers in
        Box<NotifyAnswers>.value(answers).see(message!, isIncoming: isIncoming != 0)
        return message
      }, Box.retained(self), releaseBox)
  }

  /// Runs `show`, which sends at most one Notify; what goes out meanwhile is `delivery`'s.
  func during<Result>(
    _ delivery: Int64, by server: Server, _ show: () -> Result
  ) -> (Result, Current) {
    let before = Current(delivery: delivery, server: server)
    state.withLock { $0.current = before }
    let result = show()
    let after = state.withLock { state in
      defer { state.current = nil }
      return state.current
    }
    return (result, after ?? before)
  }

  /// The answers that came after libnotify had given up.
  func takeLate() -> [(delivery: Int64, answer: Outcome)] {
    state.withLock { state in
      defer { state.late = [] }
      return state.late
    }
  }

  /// Nothing that is still unanswered can be answered any more: the connection is closed.
  func forget() { state.withLock { $0 = State() } }

  private func see(_ message: OpaquePointer, isIncoming: Bool) {
    let type = g_dbus_message_get_message_type(message)
    if !isIncoming {
      guard type == G_DBUS_MESSAGE_TYPE_METHOD_CALL,
        g_strcmp0(g_dbus_message_get_member(message), "Notify") == 0
      else { return }
      let serial = g_dbus_message_get_serial(message)
      state.withLock {
        $0.current?.wasSent = true
        $0.unanswered[serial] = $0.current
      }
    } else if type == G_DBUS_MESSAGE_TYPE_METHOD_RETURN || type == G_DBUS_MESSAGE_TYPE_ERROR {
      let serial = g_dbus_message_get_reply_serial(message)
      let isLate = state.withLock {
        guard let sent = $0.unanswered.removeValue(forKey: serial),
          let answer = NotifyAnswers.answer(message, by: sent.server)
        else { return false }
        guard sent.delivery != $0.current?.delivery else {
          $0.current?.answer = answer
          return false
        }
        $0.late.append((sent.delivery, answer))
        return true
      }
      if isLate { answeredLate() }
    }
  }

  /// Nil if the bus answers instead of a server that went away, and if what came is not an answer.
  private static func answer(_ message: OpaquePointer, by server: Server) -> Outcome? {
    if g_dbus_message_get_message_type(message) == G_DBUS_MESSAGE_TYPE_ERROR {
      let isOfBus = g_strcmp0(g_dbus_message_get_sender(message), "org.freedesktop.DBus") == 0
      return isOfBus ? nil : .held(.refused)
    }
    guard let body = g_dbus_message_get_body(message) else { return nil }
    let value = Variant(owning: g_variant_ref(body))
    guard value.has(type: "(u)") else { return nil }
    // A number is greater than zero (Desktop Notifications Specification 1.2, "Notify").
    let id = value.number(0)
    return id > 0 ? .accepted(server: server, notification: id) : .held(.refused)
  }
}
