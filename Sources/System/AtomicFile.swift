// What Linux offers and all other targets need: whole files, files that are trusted, files that are
// complete or not there, changes in directories, and other programs. It throws `SystemError` and
// nothing else.

import CLinux
import Glibc

/// A file that gets its name only when it is complete: until then it lies beside it as
/// `NAME.1a2b3c4d.part`, private to its owner. It goes with its maker; what a killed one leaves is removed by
/// the next who makes one for the same name, and beside the store also by `forget` and the daemon: a lock
/// tells whether its maker lives.
package final class AtomicFile {
  /// Its name while it is made.
  package let path: String
  /// To write it, and to sync it.
  package let descriptor: Int32

  /// - Parameter name: the name that it is to have.
  package init(of name: String) throws(SystemError) {
    AtomicFile.removeOrphans(of: name)
    while true {
      let path = "\(name).\(UUID.random().prefix(8)).part"
      let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      guard file >= 0 else { throw .system(errno) }
      // A file system without locks has no orphans that could be told either.
      _ = linux_lock_end(file)
      // Another program may have taken it for an orphan before it was locked.
      var status = stat()
      guard fstat(file, &status) != 0 || status.st_nlink > 0 else {
        close(file)
        continue
      }
      self.path = path
      descriptor = file
      return
    }
  }

  deinit {
    for tail in AtomicFile.tails { unlink(path + tail) }
    close(descriptor)
  }

  /// Writes all of it, and has it on the disk.
  package func write(_ bytes: [UInt8]) throws(SystemError) {
    let unwritten = FileIO.write(bytes, to: descriptor)
    guard unwritten == 0 else { throw .system(unwritten) }
    guard fsync(descriptor) == 0 else { throw .system(errno) }
  }

  /// Gives it its name; to be synced before.
  /// - Parameter isReplacing: whether a file of that name may be replaced.
  /// - Throws: EEXIST if there is a file of that name that may not.
  package func move(to name: String, isReplacing: Bool) throws(SystemError) {
    // Not every file system knows second names.
    let isNamed =
      isReplacing
      ? rename(path, name) == 0
      : link(path, name) == 0 || errno != EEXIST && rename(path, name) == 0
    guard isNamed else { throw .system(errno) }
  }

  /// What SQLite adds for files of its own.
  private static let tails = ["", "-wal", "-shm", "-journal"]

  /// Removes what was to have this name and whose makers were killed.
  private static func removeOrphans(of name: String) {
    let bytes = name.utf8
    let end = bytes.lastIndex(of: UInt8(ascii: "/"))
    let last = String(name[(end.map(bytes.index(after:)) ?? bytes.startIndex)...]) + "."
    removeOrphans(in: end.map { String(name[...$0]) } ?? ".") {
      $0.hasPrefix(last) && $0.utf8.count == last.utf8.count + 13
    }
  }

  /// Removes what killed programs have left unfinished in a folder.
  /// - Returns: the paths of those that are being written.
  @discardableResult
  package static func removeOrphans(
    in folder: String, where isMeant: (String) -> Bool
  ) -> [String] {
    var rest: [String] = []
    for name in FileIO.names(in: folder) ?? [] where isPart(name) && isMeant(name) {
      let path = folder + "/" + name
      guard !isRemoved(path), access(path, F_OK) == 0 else { continue }
      rest.append(path)
    }
    return rest.sorted()
  }

  /// Whether a name ends in eight digits of base 16 and `.part`.
  private static func isPart(_ name: String) -> Bool {
    let words = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard words.count > 2, words.last.map(Array.init) == Array("part".utf8) else { return false }
    let mark = words[words.count - 2]
    return mark.count == 8 && mark.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
  }

  private static func isRemoved(_ path: String) -> Bool {
    let file = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return false }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == geteuid(), linux_lock_end(file) == 0
    else { return false }
    for tail in tails { unlink(path + tail) }
    return true
  }
}

/// RFC 9562 version 4 identifiers.
package enum UUID {
  /// A new one.
  package static func random() -> String {
    var generator = SystemRandomNumberGenerator()
    let high = generator.next() & 0xffff_ffff_ffff_0fff | 0x4000
    let low = generator.next() & 0x3fff_ffff_ffff_ffff | 0x8000_0000_0000_0000
    var text: [UInt8] = []
    for position in 0..<32 {
      if position == 8 || position == 12 || position == 16 || position == 20 { text.append(45) }
      let word = position < 16 ? high : low
      let nibble = UInt8(truncatingIfNeeded: word >> UInt64(60 - position % 16 * 4)) & 15
      text.append(nibble < 10 ? 48 + nibble : 87 + nibble)
    }
    return String(decoding: text, as: UTF8.self)
  }
}

/// A number that tells bytes from others (FNV-1a, 64 bits): against mistakes, not against somebody who wants
/// two to be alike.
package struct Fingerprint: Sendable {
  /// That of the bytes so far.
  package private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  /// Of no bytes.
  package init() {}

  /// Goes on with further bytes.
  package mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
  }
}
