import Reminders
import Scheduler
import System

/// What is heard when something is shown, through programs of the desktop where they are found:
/// the sound that a server does not play itself (libcanberra), and speech (speech-dispatcher).
final class AudioFeedback {
  /// What one hand-over asks for.
  private struct Wish {
    var sound: String?
    var speech: String?
  }

  private var wishes: [Int64: Wish] = [:]
  /// A sound that comes while one is played is not heard anyway.
  private let sounds = Spawner("sounds", most: 1)
  private let speech = Spawner("speech", most: 4)

  /// Something is being handed over.
  /// - Parameters:
  ///   - sound: a name of the Sound Naming Specification, for servers that play none.
  ///   - speech: what is to be said.
  func expect(_ delivery: Int64, sound: String?, speech: String?) {
    if sound != nil || speech != nil {
      wishes[delivery] = Wish(sound: sound, speech: speech)
    }
  }

  /// It was shown, or was not.
  func settle(_ delivery: Int64, _ outcome: Outcome) {
    // A server that has not answered may yet.
    if case .unknown = outcome { return }
    guard let wish = wishes.removeValue(forKey: delivery), case .accepted(let server, _) = outcome
    else { return }
    if let sound = wish.sound, server?.capabilities.contains("sound") == false,
      let player = ChildProcess.path(of: "canberra-gtk-play")
    {
      sounds.run([player, "-i", sound])
    }
    if let words = wish.speech, let speaker = ChildProcess.path(of: "spd-say") {
      speech.run([speaker, "--", words])
    }
  }
}
