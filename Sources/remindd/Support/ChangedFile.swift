import Configuration
import Glibc
import Scheduler

/// The file that tells other programs that the daemon has written the store (`Places.changedName`).
/// It stays empty; closing it is the message.
struct ChangedFile {
  let path: String

  init(_ places: Places) { path = places.data + "/" + Places.changedName }

  func touch() {
    let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    guard file >= 0 else { return }
    futimens(file, nil)
    close(file)
  }
}
