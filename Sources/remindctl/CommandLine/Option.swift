/// An option: parsing, `--help`, the manual and the completions are made from its row. Two that are
/// written alike are two where verbs mean something else by them.
enum Option {
  case account, all, allShown, `as`, ask, atTime, requestAt, attach, before, beforeDate
  case channel, dryRun, everyRule, force, format, help, hours, icon, key, ifUnanswered
  case inLength, requestIn, json, lang, limit, locale, mail, mailTo, requestTo, maxLate
  case minutes, nag, noMail, noSpeak, now, output, param, plain, popup, raw, remindBefore
  case repair, requireDaemon, seconds, sentences, since, skipUnsupported, sound, source
  case speak, status, stdin, tag, withTag, template, text, timeout, times, tz, urgency
  case version

  /// The name after the two dashes, and what `--help` says of it.
  private var row: (long: String, help: Message) {
    switch self {
    case .account: ("account", Message("the mail account, by its name in remindctl.conf"))
    case .all: ("all", Message("cancel everything that is not finished"))
    case .allShown: ("all", Message("everything that was shown and waits for an answer"))
    case .as: ("as", Message("read it as behind in, at, on or every; any is a whole phrase"))
    case .ask: ("ask", Message("ask for hours, minutes, seconds and the text, one by one"))
    case .atTime: ("at", Message("at this time"))
    case .requestAt: ("at", Message("mail it at this time"))
    case .attach:
      ("attach", Message("a file that goes with the mail, as it is now; may be given again"))
    case .before: ("before", Message("announce it so long before, too: 10m,1h"))
    case .beforeDate: ("before", Message("everything that was finished before"))
    case .channel: ("channel", Message("desktop, mail or desktop,mail: where it is shown"))
    case .dryRun: ("dry-run", Message("show what would be stored, and do not store it"))
    case .everyRule: ("every", Message("again and again, as behind every"))
    case .force: ("force", Message("do not ask (needed where there is no terminal)"))
    case .format:
      ("format", Message("print a line for a bar: waybar, or text like '{time} {text}'"))
    case .help: ("help", Message("explain it"))
    case .hours: ("hours", Message("hours ahead; may stand beside minutes and seconds"))
    case .icon: ("icon", Message("an icon's name, or an image file"))
    case .key: ("idempotency-key", Message("made again under the same KEY, it makes nothing new"))
    case .ifUnanswered: ("if-unanswered", Message("mail it only where nobody answers for so long"))
    case .inLength: ("in", Message("after this length of time"))
    case .requestIn: ("in", Message("mail it after this length of time"))
    case .json: ("json", Message("print JSON"))
    case .lang: ("lang", Message("the language that goes first: en, it or pl"))
    case .limit: ("limit", Message("show at most N"))
    case .locale:
      ("locale", Message("the language of the mail: it, pt_BR; else that of LC_MESSAGES"))
    case .mail: ("mail", Message("mail it to you, too"))
    case .mailTo: ("mail-to", Message("mail it to that address, too"))
    case .requestTo: ("mail-to", Message("mail it to that address, and not to the template's"))
    case .maxLate: ("max-late", Message("drop it where it would come later than that"))
    case .minutes: ("minutes", Message("minutes ahead"))
    case .nag: ("nag", Message("show it again and again until you answer"))
    case .noMail: ("no-mail", Message("mail it no more"))
    case .noSpeak: ("no-speak", Message("do not read it aloud"))
    case .now: ("now", Message("what time it is: 2026-03-28T10:15:30, there or with an offset"))
    case .output:
      ("output", Message("the file to write; one that is there is replaced only with --force"))
    case .param: ("param", Message("what the template wants to know; may be given again"))
    case .plain: ("plain", Message("print lines with tabs, for scripts"))
    case .popup: ("popup", Message("show a popup, to see that it comes"))
    case .raw:
      ("raw", Message("print the bytes of the last mail that was written, as they are sent"))
    case .remindBefore:
      ("remind-before", Message("remind you so long before 9:00 on the date that was given"))
    case .repair: ("repair", Message("save what can be read of a damaged store"))
    case .requireDaemon:
      ("require-daemon", Message("exit with 6 where no remindd runs; it is stored all the same"))
    case .seconds: ("seconds", Message("seconds ahead"))
    case .sentences: ("sentences", Message("print a sentence for each, for those who listen"))
    case .since: ("since", Message("from then on: 2h, yesterday, 1 nov, 2026-11-01 17:00"))
    case .skipUnsupported:
      ("skip-unsupported", Message("leave out what cannot be kept, and say it"))
    case .sound: ("sound", Message("a sound's name, or none"))
    case .source: ("source", Message("print the template's file"))
    case .speak: ("speak", Message("read it aloud, too"))
    case .status:
      ("status", Message("only mails in these states, or that wait or failed for these reasons"))
    case .stdin: ("stdin", Message("read requests from standard input"))
    case .tag: ("tag", Message("a word by which list, done and cancel find it"))
    case .withTag: ("tag", Message("only those with this tag"))
    case .template: ("template", Message("only mails that this template made"))
    case .text: ("text", Message("another text"))
    case .timeout: ("timeout", Message("close the popup by itself after that, or never"))
    case .times:
      ("times", Message("how often --nag shows it in all (12); it is printed 3 times at most"))
    case .tz: ("tz", Message("the zone whose clock is meant: Europe/Rome, +02:00"))
    case .urgency:
      ("urgency", Message("low, normal or critical; critical breaks through quiet hours"))
    case .version: ("version", Message("print the version"))
    }
  }

  var long: String { row.long }
  var help: Message { row.help }
  /// `--json`, as the user writes it.
  var name: String { "--" + long }

  /// The letter after one dash.
  var short: Character? {
    switch self {
    case .help: "h"
    case .hours: "H"
    case .limit: "n"
    case .minutes: "M"
    case .seconds: "S"
    default: nil
    }
  }

  /// What its value is called; nil for an option that takes none. An option takes a value in
  /// every verb or in none, so that the verb can be found after it.
  var value: Message? {
    switch self {
    case .mailTo, .requestTo: Message("ADDRESS")
    case .channel: Message("CHANNEL,...")
    case .beforeDate: Message("DATE")
    case .attach, .output: Message("FILE")
    case .format: Message("FORMAT")
    // Translators: the value of --idempotency-key.
    case .key: Message("KEY")
    case .lang: Message("LANG")
    case .ifUnanswered, .inLength, .requestIn, .maxLate, .nag, .remindBefore, .timeout:
      Message("LENGTH")
    case .before: Message("LENGTH,...")
    case .urgency: Message("LEVEL")
    case .locale: Message("LOCALE")
    case .hours, .limit, .minutes, .seconds, .times: Message("N")
    case .account, .sound, .template: Message("NAME")
    case .param: Message("NAME=VALUE")
    case .icon: Message("NAME|FILE")
    case .everyRule: Message("RULE")
    case .text: Message("TEXT")
    case .now, .since: Message("TIME")
    case .as: Message("VERB")
    case .atTime, .requestAt: Message("WHEN")
    case .tag, .withTag: Message("WORD")
    case .status: Message("WORD,...")
    case .tz: Message("ZONE")
    default: nil
    }
  }

  /// Whether the value is a list with commas: said again, it adds to it. Any other option with a
  /// value is given once.
  var isList: Bool {
    switch self {
    case .attach, .before, .param, .status: true
    default: false
    }
  }

  /// Whether it is what `argument` spells, and its value is still to come.
  func awaitsValue(after argument: String) -> Bool {
    value != nil && (argument == name || short.map { "-\($0)" } == argument)
  }

  /// What a reminder can be asked to do beside being shown at its time.
  static let alerts: [Option] = [
    .urgency, .nag, .times, .before, .maxLate, .timeout, .sound, .icon, .speak, .noSpeak, .tag,
  ]
  /// That a reminder goes to a mailbox.
  static let mails: [Option] = [.mail, .mailTo, .attach, .ifUnanswered, .channel, .account]
  /// What every verb takes that makes a reminder.
  static let creation = alerts + mails + [.tz, .key, .dryRun, .requireDaemon, .json]
}
