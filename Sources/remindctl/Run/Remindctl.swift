import CLinux
import CivilTime
import Configuration
import Glibc
import Localization
import Store
import System

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
    reading moment: @escaping @Sendable () -> ClockReading
  ) -> ExitCode {
    // Programs read the same in every locale, also on standard error.
    let isPlain = locale.isPlain || Remindctl.has("--json", line) || Remindctl.has("--stdin", line)
    if !isPlain { locale.useWords(catalogues: variable("TEXTDOMAINDIR")) }
    let code: ExitCode
    do { code = try execute(try Remindctl.strings(line), isPlain: isPlain, moment) } catch {
      code = report(Failure(error, Paths(variable: variable)), line)
    }
    // A window that was opened for it would close with the answer.
    if terminal.isInput, Remindctl.has("--ask", line) {
      Stream.error.say(tr("Enter closes this. "))
      _ = readLine()
    }
    return code
  }

  /// Messages for people; a program that asked for JSON gets its errors so too.
  private func report(_ error: Failure, _ line: some Collection<UnsafeMutablePointer<CChar>?>)
    -> ExitCode
  {
    if Remindctl.has("--json", line) { try? Stream.output.write(error.json) }
    say(error.lines(columns: terminal.isError ? terminal.columns : nil))
    return error.code
  }

  private func context(_ reading: @escaping @Sendable () -> ClockReading) -> Context {
    let moment = reading()
    return Context(
      moment: moment, terminal: terminal, locale: locale, variable: variable,
      mend: { try isMended($0, at: moment.now) },
      again: { context(reading) })
  }

  private func execute(
    _ line: [String], isPlain: Bool, _ moment: @escaping @Sendable () -> ClockReading
  ) throws -> ExitCode {
    func context() -> Context {
      if !isPlain { locale.useTimes() }
      return self.context(moment)
    }
    if let first = line.first, first == Completion.word {
      try Stream.output.write(Completion.text(line, context()))
      return .done
    }
    let arguments = try Arguments(line)
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
      say([Messages.zoneProblem(problem, instead: context.local.zone.name, isTZ: isTZ)])
    }
    var step: Interaction
    do {
      step = try Command(arguments, context).run().begun()
    } catch {
      // What failed for the store's file has changed nothing.
      guard try context.mend(error) else {
        throw Failure(error, try? context.paths()).suggestingReminder(arguments, context)
      }
      step = try Command(arguments, context).run()
    }
    while true {
      switch step {
      case .done(let report):
        do { return try finish(report) } catch {
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
  private func isMended(_ failure: any Error, at now: Instant) throws -> Bool {
    guard let paths = Paths(variable: variable), let error = failure as? StoreError else {
      return false
    }
    if error.cause == .moved { return true }
    guard error.isDamage else { return false }
    do {
      if let recovered = try Repair.run(paths, after: error, at: now) {
        say([recovered.sentence(path: paths.store)])
      }
      return true
    } catch {
      // If the directory cannot be written, the damage is the better answer.
      throw error.cause == .unreachable ? failure : error
    }
  }

  private func finish(_ report: CommandResult) throws -> ExitCode {
    defer { say(report.remarks) }
    do {
      switch report.output {
      case .text(let text): try Stream.output.write(text)
      case .pieces(let next): while let piece = try next() { try Stream.output.write(piece) }
      }
    } catch {
      if report.endsWithReader, (error as? Failure)?.outputError == EPIPE { return report.code }
      if report.hasChanged { say([tr("It is done, but that cannot be printed.")]) }
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
  ) throws -> [String] {
    var strings: [String] = []
    for (index, argument) in line.enumerated() {
      guard let argument, let string = String(validatingCString: argument) else {
        throw Failure.notUTF8(argument: index + 1)
      }
      strings.append(string)
    }
    return strings
  }
}

/// The program as the kernel starts it. Closures of top-level code belong to the main actor, and to
/// check that takes all of Swift's concurrency into the program: its start alone costs more than
/// anything that is done here.
enum Program {
  static func run() -> Never {
    umask(0o077)
    FileIO.keepStandardStreams()
    // A file that may not grow (RLIMIT_FSIZE) is an error of its write(2), like a full disk.
    signal(SIGXFSZ, SIG_IGN)
    let remindctl = Remindctl { getenv($0).map { String(cString: $0) } }
    let arguments = UnsafeBufferPointer(
      start: CommandLine.unsafeArgv, count: Int(CommandLine.argc)
    ).dropFirst()
    exit(remindctl.run(arguments, reading: { ClockReading.read() }).rawValue)
  }
}
