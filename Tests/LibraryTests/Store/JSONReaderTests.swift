import Scheduler
import Testing

@testable import Reminders
@testable import Store

@Suite struct JSONReaderTests {
  let reader: JSONReader
  init() throws { reader = try JSONReader() }

  @Test(
    "members are read in their order, strings as they were meant",
    arguments: [
      (#"{}"#, []), (#" { "a" : "b" } "#, ["a=b"]),
      (
        #"{"input":"è \"ü\" \u00e8 \ud83d\ude00\n","as":null}"#, ["input=è \"ü\" è 😀\n", "as=null"]
      ),
      (
        #"{"a":1,"b":1.5,"c":true,"d":[1],"e":{"f":"g"},"h":""}"#,
        [
          "a=?", "b=?", "c=?", "d=?", "e=?", "h=",
        ]
      ),
    ])
  func members(text: String, expected: [String]) throws {
    let members = try #require(try reader.members(of: text))
    let said = members.map { member in
      switch member.value {
      case .string(let value): member.name + "=" + value
      case .null: member.name + "=null"
      case .other: member.name + "=?"
      }
    }
    #expect(said == expected)
  }

  @Test(
    "what is no object is none",
    arguments: [
      "", " ", "null", "[]", "5", "\"a\"", "{", #"{"a"}"#, #"{"a":"b"} {"#, #"{'a':'b'}"#,
      "{\"a\":\"b\u{0}\"}", #"{"a":"b\u0000c"}"#, String(repeating: "[", count: 100_000),
    ])
  func nothing(text: String) throws {
    #expect(try reader.members(of: text) == nil)
  }

  @Test(
    "thousandths are written as a number",
    arguments: [
      (0, "0"), (4_800_000, "4800"), (1500, "1.5"), (1, "0.001"), (1010, "1.01"), (-250, "-0.25"),
      (.max, "9223372036854775.807"), (.min, "-9223372036854775.808"),
    ] as [(Int64, String)])
  func thousandths(value: Int64, text: String) {
    #expect(JSON.thousandths(value).text == text)
  }
}
