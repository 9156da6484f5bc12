import CNotify
import Reminders
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
  /// if a server that has just answered stops.
  func show(_ popup: Popup, by server: Server, markup: Bool) -> Outcome {
    let (failure, fate) = answers.during(popup.delivery, by: server) {
      send(popup, to: server, markup: markup)
    }
    // First: an error of the server's own may have the name of one of the bus's.
    if let answer = fate.answer { return answer }
    switch failure {
    case .refused, nil: return .held(.refused)
    case .nobody: return .held(.noServer)
    case .closed where !fate.wasSent: return .held(.noBus)
    case .unanswered where !fate.wasSent: return .held(.notAnswering)
    case .closed, .unanswered: return .unknown(.noAnswer)
    }
  }

  private func send(_ popup: Popup, to server: Server, markup: Bool) -> CallFailure? {
    let notification = notify_notification_new(
      popup.summary, popup.body(markup: markup), popup.icon)!
    // Let go before notify_uninit, which would close a popup that never expires.
    defer { g_object_unref(notification) }
    notify_notification_set_timeout(notification, gint(clamping: popup.timeout))
    notify_notification_set_urgency(notification, popup.urgency.level)
    notify_notification_set_category(notification, Popup.category)
    notify_notification_set_hint(
      notification, "desktop-entry", g_variant_new_string(Popup.application))
    if let sound = popup.sound {
      notify_notification_set_hint(notification, "sound-name", g_variant_new_string(sound))
    } else {
      notify_notification_set_hint(notification, "suppress-sound", g_variant_new_boolean(1))
    }
    if server.capabilities.contains("actions") {
      for button in popup.buttons {
        // What is clicked is heard over the bus (`DesktopBus`): this popup may outlive us.
        notify_notification_add_action(
          notification, button.action.key, button.label, { _, _, _ in }, nil, nil)
      }
    }
    if let replaced = popup.replacing, replaced.server == server.uniqueName {
      replace(replaced.notification, by: notification)
    }
    var error: UnsafeMutablePointer<GError>?
    guard notify_notification_show(notification, &error) == 0 else { return nil }
    return CallFailure(owning: error)
  }

  /// Writes the property that libnotify sends as `replaces_id`.
  private func replace(_ id: UInt32, by notification: UnsafeMutablePointer<NotifyNotification>) {
    let object = UnsafeMutableRawPointer(notification).assumingMemoryBound(to: GObject.self)
    var value = GValue()
    defer { g_value_unset(&value) }
    g_value_init(&value, GType(6 << 2))  // G_TYPE_INT, a macro
    g_value_set_int(&value, gint(bitPattern: id))
    g_object_set_property(object, "id", &value)
  }
}

extension ReminderOptions.Urgency {
  fileprivate var level: NotifyUrgency {
    switch self {
    case .low: NOTIFY_URGENCY_LOW
    case .normal: NOTIFY_URGENCY_NORMAL
    case .critical: NOTIFY_URGENCY_CRITICAL
    }
  }
}
