import Foundation

/// What `busctl monitor` saw on a bus, in its JSON.
package struct BusRecord: Sendable {
  let log: URL

  /// Empty as long as the file has not been made. Its end may be half a line.
  var text: String { String(decoding: (try? Data(contentsOf: log)) ?? Data(), as: UTF8.self) }

  /// One call of org.freedesktop.Notifications.Notify, as it went over the bus.
  package struct Notify: Equatable {
    package var application: String
    package var replaces: Int
    package var icon: String
    package var summary: String
    package var body: String
    package var actions: [String]
    /// Each value as text.
    package var hints: [String: String]
    /// -1 as the server likes, 0 never.
    package var timeout: Int
  }

  /// Every Notify so far, in order.
  package func notifications() -> [Notify] {
    messages("method_call", "Notify").compactMap { data in
      guard data.count == 8 else { return nil }
      let hints = data[6] as? [String: [String: Any]] ?? [:]
      return Notify(
        application: data[0] as? String ?? "", replaces: data[1] as? Int ?? -1,
        icon: data[2] as? String ?? "", summary: data[3] as? String ?? "",
        body: data[4] as? String ?? "", actions: data[5] as? [String] ?? [],
        hints: hints.mapValues { "\($0["data"] ?? "")" }, timeout: data[7] as? Int ?? -2)
    }
  }

  /// The ids of every CloseNotification so far.
  package func withdrawn() -> [Int] {
    messages("method_call", "CloseNotification").compactMap { $0.first as? Int }
  }

  /// Every ActionInvoked so far.
  package func invoked() -> [String] {
    messages("signal", "ActionInvoked").compactMap { $0.last as? String }
  }

  /// The reasons of every NotificationClosed so far.
  package func closed() -> [Int] {
    messages("signal", "NotificationClosed").compactMap { $0.last as? Int }
  }

  private func messages(_ type: String, _ member: String) -> [[Any]] {
    text.split(separator: "\n").compactMap { line in
      guard line.hasPrefix("{"), line.contains(member),
        let message = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
        message["type"] as? String == type, message["member"] as? String == member,
        let payload = message["payload"] as? [String: Any]
      else { return nil }
      return payload["data"] as? [Any]
    }
  }
}
