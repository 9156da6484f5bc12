import Glibc
import Scheduler

/// One run of the program: parse, run, print. Nothing else prints, and nothing else ends it.
struct Remindctl: Sendable {
  let terminal: Terminal
  private let locale: UserLocale
  private let variable: @Sendable (String) -> String?

  init(variable: @escaping @Sendable (String) -> String?) {
    self.variable = variable
    terminal = Terminal(variable: variable)
    locale = UserLocale(variable: variable)
  }

  /// - Parameters:
  ///   - line: the arguments as the kernel gave them, without the program's name.
  ///   - moment: reads the clocks.
  func run(
    _ line: some Collection<UnsafeMutablePointer<CChar>?>,
    reading moment: @escaping @Sendable () -> Moment
  ) -> ExitCode {
    let code = answer(line, moment)
    // A window that was opened for it would close with the answer.
    if terminal.isInput, Remindctl.has("--ask", line) {
      Stream.error.say(Words.enterCloses)
      _ = readLine()
    }
    return code
  }

  private func answer(
    _ line: some Collection<UnsafeMutablePointer<CChar>?>,
    _ moment: @escaping @Sendable () -> Moment
  ) -> ExitCode {
    // What programs read is the same in every locale, and so is what is said beside it.
    let isPlain =
      locale.isPlain || Remindctl.has("--json", line) || Remindctl.has("--stdin", line)
    if !isPlain { locale.useWords(catalogues: variable("TEXTDOMAINDIR")) }
    do throws(Failure) {
      return try execute(try Remindctl.strings(line), isPlain: isPlain, moment)
    } catch {
      return tell(error, line)
    }
  }

  /// Words for people; a program that asked for JSON gets its errors so too.
  func tell(
    _ error: Failure, _ line: some Collection<UnsafeMutablePointer<CChar>?>
  ) -> ExitCode {
    if Remindctl.has("--json", line) { try? Stream.output.write(error.json) }
    say(Words.failure(error, columns: terminal.isError ? terminal.columns : nil))
    return error.code
  }

  private func context(_ reading: @escaping @Sendable () -> Moment) -> Context {
    let moment = reading()
    return Context(
      moment: moment, terminal: terminal, locale: locale, variable: variable,
      mend: { (failure) throws(Failure) in try isMended(failure, at: moment.now) },
      again: { context(reading) })
  }

  private func execute(
    _ line: [String], isPlain: Bool, _ moment: @escaping @Sendable () -> Moment
  ) throws(Failure) -> ExitCode {
    func context() -> Context {
      if !isPlain { locale.useTimes() }
      return self.context(moment)
    }
    if let first = line.first, first == Completion.word {
      try Stream.output.write(Completion.text(line, context()))
      return .done
    }
    let arguments: Arguments
    do { arguments = try Arguments(line) } catch { throw .usage(error) }
    if arguments.has(.help) {
      try Stream.output.write(arguments.isBare ? Help.text : Help.text(of: arguments.verb))
      return .done
    }
    if arguments.has(.version) {
      try Stream.output.write("remindctl \(Product.version)\n")
      return .done
    }
    let context = context()
    if let problem = context.local.problem {
      let isTZ = context.variable("TZ")?.isEmpty == false
      say([Words.zoneProblem(problem, instead: context.local.zone.name, isTZ: isTZ)])
    }
    var step: Step
    do throws(Failure) {
      step = try arguments.verb.run(arguments, context).begun()
    } catch {
      // What failed for the store's file has changed nothing.
      guard try context.mend(error) else {
        throw error.suggestingReminder(arguments, context)
      }
      step = try arguments.verb.run(arguments, context)
    }
    while true {
      switch step {
      case .done(let report):
        do throws(Failure) { return try finish(report) } catch {
          // Half of a list is out; the next one is whole.
          _ = try context.mend(error)
          throw error
        }
      case .ask(let question, let then):
        Stream.error.say(question)
        step = try then(readLine())
      }
    }
  }

  /// Whether there is another store where one failed: it was repaired, or another file took its place.
  private func isMended(_ failure: Failure, at now: Instant) throws(Failure) -> Bool {
    guard case .store(let error, let places) = failure else { return false }
    if error.cause == .moved { return true }
    guard error.isDamage else { return false }
    do throws(StoreError) {
      if let recovered = try Repair.run(places, after: error, at: now) {
        say([recovered.sentence(path: places.store)])
      }
      return true
    } catch {
      // Of a file in a folder that is not ours to write, the damage is the better answer.
      throw error.cause == .unreachable ? failure : .store(error, places)
    }
  }

  private func finish(_ report: Report) throws(Failure) -> ExitCode {
    defer { say(report.remarks) }
    do throws(Failure) {
      switch report.output {
      case .text(let text): try Stream.output.write(text)
      case .pieces(let next): while let piece = try next() { try Stream.output.write(piece) }
      }
    } catch {
      if report.endsWithReader, case .output(EPIPE) = error { return report.code }
      if report.hasChanged { say([Words.doneAllTheSame]) }
      throw error
    }
    return report.code
  }

  private func say(_ lines: [String]) {
    guard !lines.isEmpty else { return }
    var text = "remindctl: "
    for line in lines { text += line + "\n" }
    Stream.error.say(text)
  }

  /// Whether `option` is among the arguments, as far as they are options.
  private static func has(
    _ option: StaticString, _ line: some Collection<UnsafeMutablePointer<CChar>?>
  ) -> Bool {
    // Asked at each start: as they are, both end with a NUL.
    func isSame(_ argument: UnsafeMutablePointer<CChar>, _ word: StaticString) -> Bool {
      strcmp(argument, UnsafeRawPointer(word.utf8Start).assumingMemoryBound(to: CChar.self)) == 0
    }
    for argument in line {
      guard let argument, !isSame(argument, "--") else { return false }
      if isSame(argument, option) { return true }
    }
    return false
  }

  /// Swift repairs what is no UTF-8; a text that was repaired is not the one that was typed.
  private static func strings(
    _ line: some Collection<UnsafeMutablePointer<CChar>?>
  ) throws(Failure) -> [String] {
    var strings: [String] = []
    for (index, argument) in line.enumerated() {
      guard let argument, let string = String(validatingCString: argument) else {
        throw .usage(.notUTF8(argument: index + 1))
      }
      strings.append(string)
    }
    return strings
  }
}
