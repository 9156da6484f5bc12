import Testing

@testable import Reminders

@Suite struct JSONTests {
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
    guard case .object(let members)? = JSON(parsing: text) else {
      Issue.record("\(text) is an object")
      return
    }
    let said = members.map { member in
      switch member.value {
      case .string(let value): member.name + "=" + value
      case .null: member.name + "=null"
      default: member.name + "=?"
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
    if case .object? = JSON(parsing: text) { Issue.record("\(text) is no object") }
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
