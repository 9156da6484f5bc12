import CNotify
import Scheduler

/// libnotify, which holds its state in globals: there is one of these at a time, on one thread,
/// for one connection to the bus.
final class Notifier {
  private let answers: NotifyAnswers

  init(answers: NotifyAnswers) {
    self.answers = answers
    notify_init(Popup.application)
  }

  deinit { notify_uninit() }

  /// Shows `popup`, and waits for the server's answer: milliseconds, or libnotify's 25 seconds
  /// where a server that has just answered stops.
  func show(_ popup: Popup, by server: Server, markup: Bool) -> Outcome {
    let (result, fate) = answers.during(popup.delivery) { show(popup, markup: markup) }
    switch result {
    case .success(let id): return .accepted(server: server, notification: id)
    case .failure(.nobody): return .held(.noServer)
    case .failure(.refused): return .held(.refused)
    case .failure(.closed) where !fate.wasSent: return .held(.noBus)
    case .failure(.unanswered) where !fate.wasSent: return .held(.notAnswering)
    case .failure(.closed), .failure(.unanswered):
      switch fate.answer {
      case .shown(let id): return .accepted(server: server, notification: id)
      case .refused: return .held(.refused)
      case nil: return .unknown(.noAnswer)
      }
    }
  }

  private func show(_ popup: Popup, markup: Bool) -> Result<UInt32, CallFailure> {
    let notification = notify_notification_new(
      popup.summary, popup.body(markup: markup), Popup.icon)!
    // Let go before notify_uninit, which would close a popup that never expires.
    defer { g_object_unref(notification) }
    notify_notification_set_timeout(notification, 0)  // NOTIFY_EXPIRES_NEVER
    notify_notification_set_urgency(notification, NOTIFY_URGENCY_NORMAL)
    notify_notification_set_category(notification, Popup.category)
    for (hint, value) in [("desktop-entry", Popup.application), ("sound-name", Popup.sound)] {
      notify_notification_set_hint(notification, hint, g_variant_new_string(value))
    }
    var error: UnsafeMutablePointer<GError>?
    guard notify_notification_show(notification, &error) != 0 else {
      return .failure(CallFailure(owning: error))
    }
    var id = GValue()
    g_object_get_property(
      UnsafeMutableRawPointer(notification).assumingMemoryBound(to: GObject.self), "id", &id)
    defer { g_value_unset(&id) }
    return .success(UInt32(bitPattern: g_value_get_int(&id)))
  }
}
