import CNotify
import Reminders
import Scheduler
import System

/// The session bus, and what is asked and heard over it. Everything here happens on the thread
/// whose GLib context is the default one when it is made; nothing here waits.
final class DesktopBus {
  /// The name that every notification server owns, and its object and interface (Desktop
  /// Notifications Specification 1.2).
  static let name = "org.freedesktop.Notifications"
  static let path = "/org/freedesktop/Notifications"
  /// Who says that a screen is blank, or not any more: all with the same signal.
  static let screenSavers = ["freedesktop", "gnome", "cinnamon", "mate", "xfce"].map {
    "org.\($0).ScreenSaver"
  }

  private let connection: BusConnection
  private var closing: gulong = 0
  private var watching: guint = 0
  private var answers: BusSignals?
  private var savers: [BusSignals] = []
  private var keyrings: [BusSignals] = []

  /// - Parameter connection: the shared one to the session bus, which libnotify uses too.
  init(_ connection: BusConnection) { self.connection = connection }

  deinit {
    if watching != 0 { g_bus_unwatch_name(watching) }
    if closing != 0 { g_signal_handler_disconnect(gpointer(connection.pointer), closing) }
  }

  /// Calls `closed` when the bus goes away, and `owner` with the unique name of whoever has the
  /// server's name: now, and at every change; nil if no program has it. `answers` gets to see every
  /// message.
  func follow(
    answers: NotifyAnswers, closed: @escaping () -> Void, owner: @escaping (String?) -> Void
  ) {
    answers.follow(connection.pointer)
    let isClosed: @convention(c) (OpaquePointer?, gboolean, OpaquePointer?, gpointer?) -> Void = {
      _, _, _, closed in Box<() -> Void>.value(closed)()
    }
    closing = g_signal_connect_data(
      gpointer(connection.pointer), "closed", unsafeBitCast(isClosed, to: GCallback.self),
      Box.retained(closed), { box, _ in releaseBox(box) }, GConnectFlags(0))
    watching = g_bus_watch_name_on_connection(
      connection.pointer, DesktopBus.name, G_BUS_NAME_WATCHER_FLAGS_NONE,
      { _, _, owner, box in Box<(String?) -> Void>.value(box)(String(cString: owner!)) },
      { connection, _, box in
        // Without a connection it is `closed` that tells.
        if connection != nil { Box<(String?) -> Void>.value(box)(nil) }
      },
      Box.retained(owner), releaseBox)
  }

  /// Tells `heard` what the server says of its popups, ours and others', from now on.
  func listen(to owner: String, _ heard: @escaping (PopupID, PopupEvent) -> Void) {
    let server = uniqueName(of: owner)
    answers = BusSignals(on: connection, of: owner, DesktopBus.name) { signal in
      let event: PopupEvent
      switch signal.member {
      case "ActionInvoked" where signal.values.has(type: "(us)"):
        event = .action(signal.values.string(1))
      case "NotificationClosed" where signal.values.has(type: "(uu)"):
        event = .closed(signal.values.number(1))
      default: return
      }
      heard(PopupID(server: server, notification: signal.values.number(0)), event)
    }
  }

  /// Tells `saving` whenever the screen goes blank, or is used again.
  func followScreenSavers(saving: @escaping (Bool) -> Void) {
    savers = DesktopBus.screenSavers.map { interface in
      BusSignals(on: connection, of: nil, interface, "ActiveChanged") { signal in
        if signal.values.has(type: "(b)") { saving(signal.values.truth(0)) }
      }
    }
  }

  /// Calls `opened` when a keyring may have been opened (Secret Service API 0.2): one has changed, or the
  /// service has appeared. Nil: no longer.
  func followKeyrings(opened: (() -> Void)?) {
    let service = "org.freedesktop.secrets"
    keyrings = []
    guard let opened else { return }
    for (sender, interface, member, subject) in [
      (
        service, "org.freedesktop.DBus.Properties", "PropertiesChanged",
        "org.freedesktop.Secret.Collection"
      ),
      (service, "org.freedesktop.Secret.Service", nil, nil),
      ("org.freedesktop.DBus", "org.freedesktop.DBus", "NameOwnerChanged", service),
    ] {
      keyrings.append(
        BusSignals(on: connection, of: sender, interface, member, about: subject) { _ in opened() })
    }
  }

  /// Asks the server who it is and what it can do. This is the probe too: unlike Peer.Ping, which
  /// GDBus answers from a thread of its own, it is answered by the loop that would show a popup.
  ///
  /// No time-out: a stopped server answers when it continues, and that is the event waited for.
  /// `answered` is not called at all if the server goes away instead.
  func ask(_ owner: String, _ answered: @escaping (Server, _ markup: Bool) -> Void) {
    connection.call(owner, DesktopBus.path, DesktopBus.name, "GetServerInformation", [], "(ssss)") {
      [self] information in
      guard information.wasAnswered else { return }
      connection.call(owner, DesktopBus.path, DesktopBus.name, "GetCapabilities", [], "(as)") {
        [self] capabilities in
        guard capabilities.wasAnswered else { return }
        let known = try? capabilities.get().strings(0).map(VisibleText.line)
        let who = try? information.get()
        let server = Server(
          uniqueName: uniqueName(of: owner), product: VisibleText.line(who?.string(0) ?? ""),
          version: VisibleText.line(who?.string(2) ?? ""), capabilities: known ?? [])
        // Of one that does not tell the worse is assumed: visible entities, not live markup.
        answered(server, known?.contains("body-markup") ?? true)
      }
    }
  }

  /// Has a server take a popup off the screen, if that server is still there. No answer counts: a popup that
  /// is gone is what was wanted.
  func withdraw(_ popup: PopupID) {
    guard let owner = owner(of: popup.server) else { return }
    connection.call(
      owner, DesktopBus.path, DesktopBus.name, "CloseNotification",
      [g_variant_new_uint32(popup.notification)], "()"
    ) { _ in }
  }

  /// Asks the bus whether it could start a server.
  func canStart(_ done: @escaping (Bool) -> Void) {
    callBus("ListActivatableNames", [], "(as)") { names in
      done((try? names.get().strings(0).contains(DesktopBus.name)) ?? false)
    }
  }

  /// Has the bus start a server. `failed` is called if it cannot; a success shows as an owner.
  func start(failed: @escaping () -> Void) {
    let arguments = [g_variant_new_string(DesktopBus.name), g_variant_new_uint32(0)]
    callBus("StartServiceByName", arguments, "(u)") { reply in
      if case .failure = reply { failed() }
    }
  }

  private func callBus(
    _ method: String, _ arguments: [OpaquePointer?], _ type: String,
    _ done: @escaping (Result<Variant, CallFailure>) -> Void
  ) {
    connection.call(
      "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", method, arguments,
      type, done)
  }

  /// `Server.uniqueName` of the program that has this name on this bus.
  private func uniqueName(of owner: String) -> String { owner + "@" + connection.guid }

  /// The reverse; nil if it was on another bus.
  private func owner(of uniqueName: String) -> String? {
    let parts = uniqueName.split(separator: "@", maxSplits: 1)
    return parts.count == 2 && parts[1] == connection.guid ? String(parts[0]) : nil
  }
}

extension Result<Variant, CallFailure> {
  /// A program answered, perhaps with an error.
  fileprivate var wasAnswered: Bool {
    switch self {
    case .success, .failure(.refused): true
    case .failure(.nobody), .failure(.unanswered), .failure(.closed): false
    }
  }
}
