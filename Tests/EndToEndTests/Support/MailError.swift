import Foundation

@testable import Store

/// An error as `--json` prints it.
struct MailError: Decodable {
  struct Body: Decodable {
    var code: String
    var message: String
    var account: String?
    var status: Int
    var text: String
  }
  var error: Body

  init(_ answer: Home.Answer) throws {
    self = try answer.decoded()
  }
}
