/// The templates that the program brings along, as files would have them.
struct BuiltInTemplate {
  /// A message to whoever runs a site.
  let contact: String
  /// A request for a quotation.
  let quote: String
  /// What somebody gets whose request was sent.
  let confirmation: String

  /// Their names, and their languages, the one for everybody first.
  static let names = ["confirmation", "contact", "quote"]
  static let locales = ["en", "it", "pl"]

  /// The file of that name; nil where there is none.
  static func text(_ name: String, _ locale: String) -> String? {
    let all: BuiltInTemplate? =
      switch locale {
      case "en": english
      case "it": italian
      case "pl": polish
      default: nil
      }
    switch name {
    case "contact": return all?.contact
    case "quote": return all?.quote
    case "confirmation": return all?.confirmation
    default: return nil
    }
  }
}
