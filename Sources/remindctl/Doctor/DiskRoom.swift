import Configuration
import Glibc
import Scheduler

/// What is left on the disk of the store (statvfs(3)).
struct DiskRoom {
  /// Where was looked: before the first reminder there is only the way to it.
  let place: String
  /// For the user, not for root.
  let bytes: Int64
  /// Whether there is no room, or soon none.
  let isFull: Bool

  /// Of this much nothing is left soon.
  private static let least: Int64 = 8 << 20

  /// Nil where nobody says.
  init?(_ places: Places) {
    var disk = statvfs()
    var place = places.data
    while statvfs(place, &disk) != 0 {
      guard let folder = place.folder else { return nil }
      place = folder
    }
    self.place = place
    bytes = Int64(clamping: UInt64(disk.f_bavail) &* UInt64(disk.f_frsize))
    isFull = bytes < DiskRoom.least || (disk.f_files > 0 && disk.f_favail == 0)
  }
}
