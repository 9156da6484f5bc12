import CivilTime
@preconcurrency import Dispatch
import Glibc
import Mail
import Reminders
import Scheduler
import Store
import System

/// What the engine wants done.
extension EventLoop {
  func perform(_ action: Engine.Action) {
    switch action {
    case .deliver(let alert, .stdout):
      speaking(alert.language) { words in
        aloud.expect(alert.delivery, sound: nil, speech: words.speech([alert]))
        output?.deliver(alert.delivery, options.isJSON ? alert.json : words.line(alert))
      }
    case .deliver(let alert, .desktop):
      speaking(alert.language) { words in
        show(Popup(alert, words: words, snoozes: snoozes), speech: words.speech([alert]))
      }
    case .deliver(let alert, .mail):
      if let mail = mail(of: alert) {
        mailer.deliver(mail)
      } else {
        let result = MailResult(.held, .accountNotFound)
        queue.async { [self] in take(.mailed(delivery: alert.delivery, result)) }
      }
    case .letMail(let delivery, let go): mailer.answer(delivery, go: go)
    case .listen(for: .offline, let isOn): listenForNetwork(isOn)
    case .listen(_, let isOn): desktop?.listenForKeyring(isOn)
    case .mailTrouble(let alert, let result):
      Remindd.say(words.mailTrouble(alert, result))
      notices.append(speaking(alert.language) { $0.mailTrouble(alert, result) })
      showNotices()
    case .deliverTogether(let alerts, let id, let replacing):
      // Those before are in the popup already.
      let new = Array(alerts.drop { $0.delivery != id })
      speaking(alerts[0].language) { words in
        // The first that is to be joined by others is a reminder like any other until they come.
        let popup =
          alerts.count == 1
          ? Popup(alerts[0], words: words, snoozes: snoozes)
          : Popup(alerts, id: id, replacing: replacing, words: words, snoozes: snoozes)
        show(popup, speech: words.speech(new))
      }
    case .update(let popup, let alerts, let id):
      var update = speaking(alerts[0].language) { words in
        Popup(alerts, id: id, replacing: popup, words: words, snoozes: snoozes)
      }
      update.isUpdate = true
      desktop?.deliver(update)
    case .withdraw(let popup): desktop?.withdraw(popup)
    case .changed:
      changed.touch()
      tellHook()
    case .again: queue.async { [unowned self] in take(.tick) }
    case .sleep(let instant): sleep(until: instant)
    case .storeFailed(let error):
      Remindd.say(
        Words.outage(error, path: places.store, isUnreadable: engine.isUnreadable))
    case .zoneMoved(let count):
      Remindd.say(words.zoneMoved(count))
      desktop?.deliver(Popup(notice: speaking(latestLanguage) { $0.zoneMoved(count) }))
    case .zoneMissing(let name): Remindd.say(Words.zoneMissing(name))
    case .zoneFound(let name): Remindd.say(Words.zoneFound(name))
    case .outputFailed(let obstacle): Remindd.say(Words.output(obstacle))
    case .outputRecovered: Remindd.say(Words.outputRecovered)
    case .outputMissed: endUnheard()
    case .storeRecovered: Remindd.say(Words.recovered)
    case .restart(let error):
      Remindd.say(Words.restart(error, path: places.store, isService: manager.isThere))
      stop(.restart)
    case .stopped: Remindd.exit(exitCode)
    }
  }

  /// What goes to an alert's mailbox; nil if its account is gone.
  private func mail(of alert: Alert) -> MailChannel.Mail? {
    let options = alert.options.mail
    guard let content = alert.mailContent, let recipient = MailAddress(content.recipient),
      let account = accounts.first(where: { $0.name == options?.account }),
      let sender = account.sender
    else { return nil }
    var message = speaking(alert.language) { words in
      MailMessage(
        sender: sender, recipient: recipient,
        subject: content.written?.subject ?? words.mailSubject(alert),
        text: content.written?.text ?? words.mailText(alert),
        id: MailMessage.id("\(alert.uid).\(alert.delivery)", from: sender),
        seconds: alert.fired.seconds)
    }
    message.automatic = content.automatic
    message.replyTo = content.replyTo.flatMap { MailAddress($0) }
    if alert.purpose == .confirmation {
      let answered = try? engine.store.mailAnswered(by: alert.delivery)
      message.inReplyTo = answered.map {
        // As it was sent: the account may have another sender by now.
        SpooledMail.id(at: places.mail(of: alert.uid, delivery: $0.delivery))
          ?? MailMessage.id("\(alert.uid).\($0.delivery)", from: sender)
      }
    } else {
      message.attachments = options?.attachments ?? []
    }
    return MailChannel.Mail(
      delivery: alert.delivery, message: message, account: account,
      spool: places.mail(of: alert.uid, delivery: alert.delivery))
  }

  private func listenForNetwork(_ isOn: Bool) {
    networkWatch =
      isOn ? NetworkWatch(queue: queue) { [unowned self] in take(.ended(.offline)) } : nil
    // It may have come before anybody listened.
    if isOn, Network.hasWayOut { queue.async { [self] in take(.ended(.offline)) } }
  }

  /// What is said to the maker of a reminder, in their language.
  private func speaking<Result>(_ language: String?, _ body: (Words) -> Result) -> Result {
    interpreter.speaking(language, words, body)
  }

  /// The language of whoever made a reminder last; nil where nobody knows it.
  private var latestLanguage: String? { (try? engine.store.latestLanguage()) ?? nil }

  /// Says on the desktop what else only a journal would know, as soon as there is one.
  func showNotices() {
    guard case .ready = engine.desktop else { return }
    for notice in notices { desktop?.deliver(Popup(notice: notice)) }
    notices = []
  }

  /// Says what was saved of a damaged store.
  func tell(_ recovered: RecoveryReport) {
    Remindd.say(recovered.sentence(path: places.store))
    notices.append(speaking(latestLanguage) { _ in recovered.sentence(path: places.store) })
    showNotices()
  }

  /// Ends, since nothing shows what is due; the next one prints it. A service leaves its manager some seconds.
  private func endUnheard() {
    guard !isEnding else { return }
    guard manager.isThere else { return stop(.failed) }
    isEnding = true
    queue.asyncAfter(deadline: .now() + .seconds(Remindd.pause)) { [unowned self] in
      stop(.failed)
    }
  }

  /// Tells the hook what has happened, if there is one.
  func tellHook() { hook?.tell(of: engine.store, in: zone.zone) }

  private func show(_ popup: Popup, speech: String?) {
    aloud.expect(popup.delivery, sound: popup.sound, speech: speech)
    desktop?.deliver(popup)
  }

  private func sleep(until instant: Instant?) {
    if let instant {
      let seconds = instant.seconds
      let nanoseconds = (instant.milliseconds - seconds * 1000) * 1_000_000
      timer.schedule(
        wallDeadline: DispatchWallTime(
          timespec: timespec(tv_sec: Int(seconds), tv_nsec: Int(nanoseconds))),
        leeway: .nanoseconds(0))
    } else {
      timer.schedule(wallDeadline: .distantFuture)
    }
    guard manager.isThere else { return }
    let now = ClockReading.read().now
    manager.sleeping(
      status: status(), for: instant.map { $0.since(now) }, uptime: ClockReading.uptime())
  }

  func status() -> String {
    words.status(next: (try? engine.next()) ?? nil, now: ClockReading.read().now)
  }

  /// Ends when what was handed over is recorded, and after 80 ms at the latest: a reader that has
  /// stopped must not keep us. What was shown from memory is worth waiting for the store once more.
  func stop(_ code: Remindd.ExitCode) {
    isEnding = true
    exitCode = code
    manager.stopping()
    let patience = 80 + (engine.isRemembering ? Int(ReminderStore.daemonPatience) : 0)
    DispatchQueue(label: "end").asyncAfter(deadline: .now() + .milliseconds(patience)) {
      Remindd.exit(code)
    }
    take(.stop)
    desktop?.stop()
  }
}
