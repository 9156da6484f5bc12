import CivilTime
import Reminders
import Store

/// What is on the screen follows what has become of it.
extension Engine {
  /// Takes off the screen what has been answered elsewhere, or was shown anew, and brings up to date
  /// what shows more than that, or was edited.
  func tidyPopups(at moment: ClockReading) throws(StoreError) {
    let stale = try store.stale()
    if !stale.isEmpty {
      try commit { () throws(StoreError) in
        for one in stale { try store.close(one, at: moment.now) }
      }
      for one in stale where !one.isAnyOpen {
        actions.append(.withdraw(one.popup))
        if run.together == one.popup { run = PopupRun() }
      }
      outdated.formUnion(stale.filter(\.isAnyOpen).map(\.popup))
    }
    // One that is being handed over shows what was there when it was claimed.
    guard inFlight[.desktop] == nil, case .ready = desktop else { return }
    let last = try store.lastEvent()
    if last != updatedTo {
      outdated.formUnion(try store.edited(after: updatedTo))
      updatedTo = last
    }
    for popup in outdated {
      let alerts = try store.alerts(in: popup).map(filled)
      guard !alerts.isEmpty else { continue }
      let id = passingID()
      updates[id] = popup
      actions.append(.update(popup, alerts, id: id))
    }
    outdated = []
  }

  /// What became of an update: whatever it was, nothing that was accepted is lost by it.
  func take(_ outcome: Outcome, ofUpdate id: Int64, _ popup: PopupID) throws(StoreError) {
    switch outcome {
    // The answer may still come, until the server answers something else.
    case .unknown: break
    case .held(let obstacle):
      updates[id] = nil
      if obstacle != .refused { outdated.insert(popup) }
    case .accepted(_, let notification):
      updates[id] = nil
      guard outage == nil, let notification else { return }
      let shown = PopupID(server: popup.server, notification: notification)
      let deliveries = try store.shown(in: popup).map(\.delivery)
      if deliveries.isEmpty {
        // Closed meanwhile: some servers open another, some the same again.
        actions.append(.withdraw(shown))
      } else if shown != popup {
        try commit { () throws(StoreError) in try store.move(deliveries, to: shown) }
        if run.together == popup { run.together = shown }
      }
    }
  }
}
