import Glibc

/// Looks for the session bus: at once, whenever its socket appears, and a few times after that. It lives
/// on the GLib thread.
final class BusSearch {
  /// What has come of it.
  enum News {
    /// The bus is asked to let us in.
    case asked
    /// Nobody is there. It goes on by itself when that changes.
    case absent
    case found(BusConnection)
  }

  /// A socket's file appears before somebody listens, and a bus that died may be up again at once:
  /// after an event these many milliseconds pass between the attempts to connect. Then the next
  /// event is waited for.
  private static let retries: [UInt32] = [20, 50, 100, 200, 400, 800]

  private let address: BusAddress
  private let tell: (News) -> Void
  private var isAsking = false
  private var watch: SocketWatch?
  private var retry: EventSource?
  private var attempts = 0

  init(_ address: BusAddress, tell: @escaping (News) -> Void) {
    self.address = address
    self.tell = tell
  }

  /// Looks now. Not to be called while the bus is asked, nor while it is there.
  func look() {
    retry = nil
    if let socket = address.socket {
      watch =
        watch
        ?? SocketWatch(socket) { [unowned self] in
          attempts = 0
          if !isAsking { look() }
        }
      guard access(socket, F_OK) == 0 else { return tell(.absent) }
    }
    isAsking = true
    tell(.asked)
    BusConnection.open(.session) { [self] in answered($0) }
  }

  private func answered(_ connection: BusConnection?) {
    isAsking = false
    guard let connection else {
      tell(.absent)
      if attempts < Self.retries.count {
        retry = EventSource.after(Self.retries[attempts]) { [unowned self] in look() }
        attempts += 1
      }
      return
    }
    watch = nil
    attempts = 0
    tell(.found(connection))
  }
}
