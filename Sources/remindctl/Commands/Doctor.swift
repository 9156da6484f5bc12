import Scheduler

extension Verb {
  static let doctor = Verb(
    "doctor", summary: Words.Help.doctorSummary, details: Words.Help.doctorDetails,
    options: [.popup, .repair, .json], examples: ["doctor", "doctor --popup --json"]
  ) { arguments, context throws(Failure) in
    try arguments.expectNoWords()
    let patient = Patient(context)
    let recovered = arguments.has(.repair) ? try patient.repaired() : nil
    let findings = patient.findings(showsPopup: arguments.has(.popup))
    let problems = findings.count { $0.state == .problem }
    var report = Report(code: problems == 0 ? .done : .failed)
    if arguments.has(.json) {
      report.output = JSON.document([
        ("problems", .number(Int64(problems))), ("findings", .array(findings.map(\.json))),
      ])
    } else {
      report.output = .text(findings.map { $0.lines(on: context.terminal) }.joined())
      report.remarks = [problems == 0 ? Words.allWell : Words.problems(problems)]
    }
    if let recovered, let places = patient.places {
      report.remarks.insert(recovered.sentence(path: places.store), at: 0)
    }
    return .done(report)
  }
}

extension Option {
  static let popup = Option("popup", help: Words.Help.popup)
  static let repair = Option("repair", help: Words.Help.repair)
}

extension Patient {
  /// All that there is to say, the daemon first.
  func findings(showsPopup: Bool) -> [Finding] {
    guard let places else {
      return [homeFinding] + desktopFindings(showsPopup: showsPopup) + [speechFinding]
        + machineFindings
    }
    return [daemonFinding, serviceFinding, loginFinding]
      + [fencesFinding, watchesFinding(places)].compactMap(\.self)
      + desktopFindings(showsPopup: showsPopup) + [speechFinding]
      + storeFindings(places) + mailFindings(places) + [diskFinding(places)]
      + configurationFindings(places) + machineFindings
  }

  private var machineFindings: [Finding] {
    [zoneFinding, clockFinding, sleepFinding, completionFinding]
      + [localeFinding].compactMap(\.self)
  }
}

extension Finding {
  /// A line, and below it what mends it.
  func lines(on terminal: Terminal) -> String {
    let states: [State] = [.ok, .note, .problem, .unknown]
    let words = states.map(Words.state)
    let width = words.reduce(0) { max($0, DisplayWidth.of($1)) } + 2
    let word = Words.state(state)
    let fill = String(repeating: " ", count: width - DisplayWidth.of(word))
    let painted = state == .problem ? terminal.painted(word, .attention) : word
    let line = painted + fill + sentence + "\n"
    return command.map { line + String(repeating: " ", count: width) + $0 + "\n" } ?? line
  }
}
