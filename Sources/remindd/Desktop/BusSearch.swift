import CLinux
import Glibc
import System

/// Looks for the session bus: at once, whenever its socket appears, and a few times after that. It lives
/// on the GLib thread.
final class BusSearch {
  /// What has come of it.
  enum News {
    /// The bus is asked to let us in.
    case asked
    /// No bus is there. It goes on by itself when that changes.
    case absent
    case found(BusConnection)
  }

  /// A socket's file appears before a bus listens, and a bus that died may be up again at once:
  /// after an event these many milliseconds pass between the attempts to connect. Then the next
  /// event is waited for.
  private static let retries: [UInt32] = [20, 50, 100, 200, 400, 800]

  private let address: BusAddress
  private let tell: (News) -> Void
  private var isAsking = false
  /// Of the socket, which is the last name of its path.
  private var watch: (notify: INotify, watcher: DirectoryWatcher, source: EventSource)?
  private var retry: EventSource?
  private var attempts = 0

  init(_ address: BusAddress, tell: @escaping (News) -> Void) {
    self.address = address
    self.tell = tell
  }

  /// Looks now. Not to be called while the bus is asked, nor while it is there.
  func look() {
    retry = nil
    if let socket = address.socketPath {
      if watch == nil { follow(socket) }
      guard access(socket, F_OK) == 0 else { return tell(.absent) }
    }
    isAsking = true
    tell(.asked)
    BusConnection.open(.session) { [self] in answered($0) }
  }

  /// Looks again whenever the socket was made, or moved there. It may not accept connections yet.
  private func follow(_ socket: String) {
    let notify = INotify()
    guard notify.descriptor >= 0, let slash = socket.lastIndex(of: "/") else { return }
    let watcher = DirectoryWatcher(
      String(socket[..<slash]), [String(socket[socket.index(after: slash)...])],
      events: IN_CREATE | IN_MOVED_TO, notify
    ) { [unowned self] _, _ in
      attempts = 0
      if !isAsking { look() }
    }
    watcher.begin()
    watch = (notify, watcher, EventSource.readable(notify.descriptor) { notify.read() })
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
