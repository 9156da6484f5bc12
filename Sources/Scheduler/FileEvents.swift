import CLinux
import Glibc

/// What inotify(7) tells.
public enum FileEvents {
  /// Takes all events that there are, without waiting for one.
  /// - Parameters:
  ///   - watch: of inotify_init1(2), with IN_NONBLOCK.
  ///   - visit: is given each, and its name; what happens to the folder itself has none.
  public static func take(from watch: Int32, _ visit: (inotify_event, String) -> Void) {
    withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 8) { buffer in
      while true {
        let count = read(watch, buffer.baseAddress, buffer.count)
        guard count > 0 else { return }
        var rest = UnsafeRawBufferPointer(rebasing: buffer.prefix(count))
        while rest.count >= MemoryLayout<inotify_event>.size {
          let event = rest.loadUnaligned(as: inotify_event.self)
          let header = MemoryLayout<inotify_event>.size
          let name = rest[header..<header + Int(event.len)].prefix { $0 != 0 }
          visit(event, String(decoding: name, as: UTF8.self))
          rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(header + Int(event.len)))
        }
      }
    }
  }
}
