import Testing

@testable import Reminders
@testable import Scheduler

/// What `MailAddress` reads, and that nothing else can get into a header by it.
@Suite("mail addresses")
struct MailAddressTests {
  @Test(
    "an address, with or without a name",
    arguments: [
      ("me@example.org", "me@example.org", nil),
      ("<me@example.org>", "me@example.org", nil),
      (" Me <me@example.org> ", "me@example.org", "Me"),
      ("\"Me, too\" <me+tag@example.org>", "me+tag@example.org", "Me, too"),
      ("Zażółć Gęślą <zg@przykład.pl>", "zg@przykład.pl", "Zażółć Gęślą"),
      ("o'neil@mail", "o'neil@mail", nil),
    ] as [(String, String, String?)])
  func read(text: String, address: String, name: String?) {
    let read = MailAddress(text)
    #expect(read?.address == address)
    #expect(read?.name == name)
    #expect(read.flatMap { MailAddress($0.text) } == read)
  }

  @Test(
    "nothing that ends a header's line, adds a recipient or looks like an option",
    arguments: [
      "", "me", "@example.org", "me@", "me@example..org", "me@-example.org", "me@exa_mple.org",
      "me@example.org\r\nBcc: you@example.org", "me@example.org\n", "Me\u{0}<me@example.org>",
      "me@example.org,you@example.org", "me@example.org you@example.org", "-oQ/tmp@example.org",
      "a>\r\nRCPT TO:<evil@example.org", "<me@example.org", "Me <me@example.org> x",
      "Me <<me@example.org>>", "\"me\"@example.org", "me@[127.0.0.1]", "\u{85}me@example.org",
      "Me\u{2028} <me@example.org>", "me\u{7f}@example.org", "a@b@example.org",
      String(repeating: "a", count: 65) + "@example.org",
    ])
  func refused(text: String) { #expect(MailAddress(text) == nil) }
}
