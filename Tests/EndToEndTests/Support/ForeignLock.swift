/// A daemon's lock in other hands.
extension Home {
  /// Starts a program that is no remindd and holds its lock.
  /// - Parameters:
  ///   - lock: the line of Python that takes it from the file `f`.
  ///   - note: what the program writes into it.
  func holdLock(
    by lock: String = "fcntl.lockf(f, fcntl.LOCK_EX)", note: String = ""
  ) async throws -> Child {
    let holder = try start([
      "python3", "-c",
      "import fcntl, struct, sys, time; f = open(sys.argv[1], 'w'); f.write(sys.argv[2]);"
        + "f.flush(); \(lock); print('held', flush=True); time.sleep(600)",
      data + "/remindd.lock", note,
    ])
    try await holder.wait(for: "the lock") { $0.lines.first }
    return holder
  }
}
