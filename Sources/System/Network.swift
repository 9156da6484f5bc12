/// What the kernel knows of ways to other machines.
package enum Network {
  /// Whether there is a default route (proc(5), /proc/net/route and ipv6_route), or one cannot know.
  package static var hasWayOut: Bool {
    guard let routes = lines(of: "/proc/net/route") else { return true }
    // Destination, its mask; flags of which 0x200 (RTF_REJECT) says that nothing goes there.
    let isOut = routes.contains { fields in
      fields.count > 7 && fields[1] == "00000000" && fields[7] == "00000000"
        && (UInt32(fields[3], radix: 16) ?? 0) & 0x200 == 0
    }
    let further = lines(of: "/proc/net/ipv6_route") ?? []
    return isOut
      || further.contains { fields in
        fields.count > 9 && fields[1] == "00" && fields[0].allSatisfy { $0 == "0" }
          && (UInt32(fields[8], radix: 16) ?? 0) & 0x200 == 0 && fields[9] != "lo"
      }
  }

  private static func lines(of path: String) -> [[Substring]]? {
    guard let bytes = try? FileIO.bytes(of: path, most: 1 << 16) else { return nil }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      .map { $0.split(whereSeparator: { $0 == "\t" || $0 == " " }) }
  }
}
