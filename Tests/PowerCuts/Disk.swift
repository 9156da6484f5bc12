import CDisk
import Glibc
import Store

/// What a disk may hold when its power goes: everything that was synced, and of the rest whatever
/// it pleases, in any order, whole, torn or not at all (POSIX promises no more).
final class Disk {
  /// What this disk does not do when it is told to sync, though it says so.
  enum Lie: String, CaseIterable { case files, folders }

  private final class File {
    var content: [UInt8]
    var pending: [Change] = []
    /// As the programs see it.
    var length: Int

    init(_ content: [UInt8]) {
      self.content = content
      length = content.count
    }
  }

  private enum Change {
    case written(at: Int, UnsafeBufferPointer<UInt8>)
    case truncated(to: Int)
  }

  private enum NameChange {
    case added(String, file: Int)
    case removed(String)
    case folder(String)

    var path: String {
      switch self {
      case .added(let path, _), .removed(let path), .folder(let path): path
      }
    }
  }

  /// What is found after a cut: files and folders by their paths.
  struct Image {
    var files: [String: [UInt8]] = [:]
    var folders: Set<String> = []
  }

  private let start: Image
  private let lie: Lie?
  private var files: [Int: File] = [:]
  private var names: [String: Int] = [:]
  private var folders: Set<String>
  private var pendingNames: [NameChange] = []

  /// - Parameter start: what the disk held, safely, when the recording began.
  init(start: Image, lie: Lie?) {
    self.start = start
    self.lie = lie
    folders = start.folders
  }

  /// Takes the next event of the recording.
  func take(_ event: disk_event) {
    let number = Int(event.file)
    let path = event.path.map { String(cString: $0) } ?? ""
    switch event.kind {
    case DISK_FOUND:
      files[number] = File(start.files[path] ?? [])
      names[path] = number
    case DISK_CREATED:
      files[number] = File([])
      pendingNames.append(.added(path, file: number))
    case DISK_WRITTEN:
      let bytes = UnsafeBufferPointer(start: event.bytes, count: event.length)
      files[number]?.pending.append(.written(at: Int(event.offset), bytes))
      files[number]?.length = max(files[number]!.length, Int(event.offset) + event.length)
    case DISK_TRUNCATED:
      files[number]?.pending.append(.truncated(to: Int(event.offset)))
      files[number]?.length = Int(event.offset)
    case DISK_SYNCED:
      guard lie != .files, let file = files[number] else { return }
      for change in file.pending { apply(change, to: &file.content) }
      file.pending = []
    case DISK_FOLDER_SYNCED:
      guard lie != .folders else { return }
      let isHere = { (change: NameChange) in parent(change.path) == path }
      for change in pendingNames where isHere(change) { apply(change, to: &names, &folders) }
      pendingNames.removeAll(where: isHere)
    case DISK_UNLINKED: pendingNames.append(.removed(path))
    case DISK_FOLDER_MADE: pendingNames.append(.folder(path))
    default: fatalError("an event of unknown kind")
    }
  }

  /// The power goes.
  func cut(_ chance: inout Chance) -> Image {
    // Nothing that was not synced, everything, or each with its own luck.
    let luck = [0, 1, 0.5, 0.9, chance.share()].randomElement(using: &chance)!
    var image = Image(folders: folders)
    var found = names
    for change in pendingNames where chance.share() < luck {
      apply(change, to: &found, &image.folders)
    }
    for (path, number) in found where image.folders.contains(parent(path)) {
      guard let file = files[number] else { continue }
      var content = file.content
      for change in file.pending where chance.share() < luck {
        if case .written(let offset, let bytes) = change, chance.share() < 0.2 {
          tear(bytes, at: offset, in: &content, &chance)
        } else {
          apply(change, to: &content)
        }
      }
      // Its length may have been written, and what it holds there not: zeros, or what the blocks
      // held before.
      if content.count < file.length, chance.share() < 0.5 {
        let isZero = chance.share() < 0.5
        content += (content.count..<file.length).map { _ in
          isZero ? 0 : UInt8.random(in: 0...255, using: &chance)
        }
      }
      image.files[path] = content
    }
    return image
  }

  /// Some of the sectors of one write arrive.
  private func tear(
    _ bytes: UnsafeBufferPointer<UInt8>, at offset: Int, in content: inout [UInt8],
    _ chance: inout Chance
  ) {
    let sector = 512
    var start = offset
    while start < offset + bytes.count {
      let end = min((start / sector + 1) * sector, offset + bytes.count)
      if chance.share() < 0.5 {
        let piece = UnsafeBufferPointer(rebasing: bytes[(start - offset)..<(end - offset)])
        apply(.written(at: start, piece), to: &content)
      }
      start = end
    }
  }

  private func apply(_ change: Change, to content: inout [UInt8]) {
    switch change {
    case .written(let offset, let bytes):
      let end = offset + bytes.count
      if content.count < end { content += [UInt8](repeating: 0, count: end - content.count) }
      content.withUnsafeMutableBytes { all in
        UnsafeMutableRawBufferPointer(rebasing: all[offset..<end]).copyBytes(from: bytes)
      }
    case .truncated(let length):
      if content.count > length {
        content.removeLast(content.count - length)
      } else {
        content += [UInt8](repeating: 0, count: length - content.count)
      }
    }
  }

  private func apply(
    _ change: NameChange, to names: inout [String: Int], _ folders: inout Set<String>
  ) {
    switch change {
    case .added(let path, let file): names[path] = file
    case .removed(let path): names[path] = nil
    case .folder(let path): folders.insert(path)
    }
  }
}

/// The folder in which a path lies.
func parent(_ path: String) -> String {
  String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
}
