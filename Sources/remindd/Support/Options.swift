import Configuration
import Scheduler

/// What the command line says.
struct Options: Equatable {
  var choice = ChannelChoice.auto
  /// One JSON object a line on standard output.
  var isJSON = false

  enum Request: Equatable {
    case run(Options)
    case help
    case version
    case mistake(Mistake)
  }

  enum Mistake: Equatable {
    case unknown(String)
    case missingValue(String)
    case unknownChannel(String)
  }

  /// - Parameter arguments: without the program's name.
  static func parse(_ arguments: [String]) -> Request {
    var options = Options()
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--help", "-h": return .help
      case "--version": return .version
      case "--json": options.isJSON = true
      case "--channel":
        guard let value = rest.popFirst() else { return .mistake(.missingValue(argument)) }
        guard let choice = ChannelChoice(rawValue: value) else {
          return .mistake(.unknownChannel(value))
        }
        options.choice = choice
      case _ where argument.hasPrefix("--channel="):
        rest = [String(argument.dropFirst("--channel=".count))] + rest
        rest.insert("--channel", at: rest.startIndex)
      default: return .mistake(.unknown(argument))
      }
    }
    return .run(options)
  }
}
