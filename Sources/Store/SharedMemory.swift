import CLinux
import CSQLite
import Glibc

/// The file beside the store that SQLite maps into memory. It gives it its length by one byte in each page of
/// 4 KiB, so that on a file system with smaller blocks it keeps holes; on a full disk the first look into one
/// is the end of the program (mmap(2), SIGBUS).
enum SharedMemory {
  private typealias Map =
    @convention(c) (UnsafeMutableRawPointer?, Int, Int32, Int32, Int32, Int) ->
    UnsafeMutableRawPointer?

  private static let ownMap = sqlite3_vfs_find(nil).flatMap {
    $0.pointee.xGetSystemCall?($0, "mmap")
  }

  /// Lets SQLite map no file that has holes and cannot be given room for them
  /// (https://www.sqlite.org/c3ref/vfs.html, xSetSystemCall); to be called before the first connection.
  static func fillHoles() {
    guard let vfs = sqlite3_vfs_find(nil), ownMap != nil else { return }
    let map: Map = { address, length, protection, flags, file, offset in
      guard let own = SharedMemory.ownMap,
        protection & PROT_WRITE == 0 || SharedMemory.hasRoom(file, offset, length)
      else { return UnsafeMutableRawPointer(bitPattern: -1) }
      return unsafeBitCast(own, to: Map.self)(address, length, protection, flags, file, offset)
    }
    _ = vfs.pointee.xSetSystemCall?(vfs, "mmap", unsafeBitCast(map, to: sqlite3_syscall_ptr.self))
  }

  /// Whether no hole is left. Where the file system knows none, or cannot be asked, there is nothing to do.
  private static func hasRoom(_ file: Int32, _ offset: Int, _ length: Int) -> Bool {
    var status = stat()
    guard fstat(file, &status) == 0, status.st_blocks * 512 < status.st_size,
      linux_allocate(file, offset, length) != 0
    else { return true }
    return errno != ENOSPC && errno != EDQUOT
  }
}
