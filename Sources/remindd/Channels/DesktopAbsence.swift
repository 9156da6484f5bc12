/// Whether the user is away, from what a screen's lock and its saver say. Both tell of the same
/// return, some of them twice, in no particular order: it counts once.
struct Absence: Equatable {
  /// What is told of the screen.
  enum Sign: Equatable, Sendable {
    /// The session's LockedHint (org.freedesktop.login1(5)).
    case locked(Bool)
    /// A screen saver's ActiveChanged (Idle Inhibition Service Draft, and GNOME's of the same name).
    case saving(Bool)
  }

  private var isLocked = false
  private var isSaving = false
  /// Nothing was told yet: the user may have been away when the daemon started.
  private var isUnknown = true

  /// - Returns: whether this is the moment at which the user is back.
  mutating func take(_ sign: Sign) -> Bool {
    let wasAway = isLocked || isSaving || isUnknown
    isUnknown = false
    switch sign {
    case .locked(let isLocked):
      self.isLocked = isLocked
      // Unlocking is the user's own act, whatever a screen saver goes on to say.
      if !isLocked { isSaving = false }
    case .saving(let isSaving): self.isSaving = isSaving
    }
    return wasAway && !isLocked && !isSaving
  }
}
