import Scheduler

/// Why the daemon cannot begin to serve its store.
enum Refusal: Error {
  case lack(Needs.Lack)
  case lock(DaemonLock.Failure)
  case store(StoreError)

  var code: Remindd.ExitCode {
    switch self {
    case .lack, .lock(.taken): .failed
    case .lock: .store
    case .store(let error): error.cause == .newer ? .restart : .store
    }
  }

  /// Whether it takes another program, or a unit with other limits, and not only another world.
  var takesAnotherStart: Bool {
    switch self {
    case .lack(.files): true
    case .lack(.threads), .lock: false
    case .store(let error): error.cause == .newer
    }
  }

  var isTaken: Bool {
    if case .lock(.taken) = self { true } else { false }
  }

  func sentence(_ places: Places) -> String {
    switch self {
    case .lack(let lack): Words.lack(lack)
    case .lock(.taken(let holder)): Words.taken(holder, store: places.store)
    case .lock(.file(let error)): Words.lock(places.lock, error)
    case .lock(.noFile): Words.lock(places.lock, nil)
    case .store(let error): Words.store(error, path: places.store)
    }
  }
}
