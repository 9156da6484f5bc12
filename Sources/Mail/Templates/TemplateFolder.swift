import Configuration
import Glibc
import System

/// The templates: files in `$XDG_CONFIG_HOME/remindctl/templates`, and those that are built in.
package struct TemplateFolder: Sendable {
  /// One name, in all of its languages.
  package struct Family: Sendable, Equatable {
    package var name: String
    package var isBuiltIn: Bool
    /// The names of its variants, the one for all other languages first.
    package var locales: [String]
  }

  private let path: String

  package init(_ paths: Paths) { path = paths.templates }

  /// All names, in alphabetical order. Files replace a built-in template of the same name, in all
  /// languages.
  package var families: [Family] {
    let files = files
    var families = BuiltInTemplates.names.filter { name in !files.contains { $0.name == name } }
      .map { Family(name: $0, isBuiltIn: true, locales: BuiltInTemplates.locales) }
    for name in Set(files.map(\.name)) {
      let locales = files.filter { $0.name == name }.map(\.locale)
      families.append(Family(name: name, isBuiltIn: false, locales: locales))
    }
    return families.sorted { $0.name < $1.name }
  }

  /// The variant of a template for a locale: that of the locale, of its language, or the one for all
  /// other languages.
  /// - Parameters:
  ///   - locale: `pt_BR.UTF-8`, `pt-BR` or `pt`; nil: none.
  ///   - today: as in `Template.filled`.
  package func template(
    _ name: String, for locale: String?, today: Int64
  ) throws(TemplateError) -> Template {
    let (family, chosen) = try variant(name, for: locale)
    let (bytes, source) = try content(family, chosen)
    var template = try TemplateReader.template(
      bytes, name: name, locale: chosen, source: source, today: today)
    template.attachments = template.attachments.map { $0.hasPrefix("/") ? $0 : path + "/" + $0 }
    return template
  }

  /// The text of that variant.
  package func text(_ name: String, for locale: String?) throws(TemplateError) -> String {
    let (family, chosen) = try variant(name, for: locale)
    return String(decoding: try content(family, chosen).bytes, as: UTF8.self)
  }

  private func variant(
    _ name: String, for locale: String?
  ) throws(TemplateError) -> (Family, locale: String) {
    let families = families
    guard let family = families.first(where: { $0.name == name }) else {
      throw .notFound(name, others: families.map(\.name))
    }
    let wished = TemplateFolder.chain(locale)
    let everybodys = family.isBuiltIn ? BuiltInTemplates.locales[0] : Template.everybodys
    for wish in wished {
      if let found = family.locales.first(where: { TemplateFolder.chain($0).first == wish }) {
        return (family, found)
      }
    }
    guard family.locales.contains(everybodys) else {
      throw .noVariant(name, locale: wished.first ?? Template.everybodys, others: family.locales)
    }
    return (family, everybodys)
  }

  /// The variants that fit a locale, the best first: `pt_br`, `pt`.
  private static func chain(_ locale: String?) -> [String] {
    let name = (locale ?? "").prefix { $0 != "." && $0 != "@" }
    guard !name.isEmpty, name != "C", name != "POSIX" else { return [] }
    let exact = String(name.lowercased().map { $0 == "-" ? "_" : $0 })
    let base = String(exact.prefix { $0 != "_" })
    return exact == base ? [exact] : [exact, base]
  }

  private func content(
    _ family: Family, _ locale: String
  ) throws(TemplateError) -> (bytes: [UInt8], source: Template.Source) {
    if family.isBuiltIn {
      return (BuiltInTemplates.file(family.name, locale) ?? [], .builtIn)
    }
    let file = file(family, locale)
    do throws(SystemError) {
      return (try TrustedFile.bytes(of: file, limit: TemplateFolder.longest), .file(file))
    } catch {
      throw .broken(path: file, line: 0, .file(error))
    }
  }

  /// The most bytes that a file may have.
  private static let longest = 1 << 20

  private func file(_ family: Family, _ locale: String) -> String {
    path + "/" + family.name + (locale == Template.everybodys ? "" : "." + locale) + ".conf"
  }

  /// The files with the name of a template: `NAME.conf`, `NAME.LOCALE.conf`.
  private var files: [(name: String, locale: String)] {
    var files: [(name: String, locale: String)] = []
    for name in FileIO.names(in: path) ?? [] {
      let parts = name.split(separator: ".", omittingEmptySubsequences: false)
      guard parts.count == 2 || parts.count == 3, parts.last == "conf",
        parts.dropLast().allSatisfy(Template.isName), parts[1] != Template.everybodys,
        !isEmpty(path + "/" + name)
      else { continue }
      files.append((String(parts[0]), parts.count == 3 ? String(parts[1]) : Template.everybodys))
    }
    return files.sorted {
      ($0.locale != Template.everybodys ? 1 : 0, $0.locale)
        < ($1.locale != Template.everybodys ? 1 : 0, $1.locale)
    }
  }
}

/// Whether a file is empty, as the one that a shell makes before it runs
/// `remindctl mail templates quote --source >quote.conf`.
private func isEmpty(_ path: String) -> Bool {
  var status = stat()
  return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_size == 0
}

/// The templates in share/templates, which are part of the program.
enum BuiltInTemplates {
  static let names = ["confirmation", "contact", "quote"]
  /// The one for all other languages first.
  static let locales = ["en", "it", "pl"]

  /// - Returns: nil if there is no such file.
  static func file(_ name: String, _ locale: String) -> [UInt8]? {
    switch "\(name).\(locale)" {
    case "confirmation.en": PackageResources.confirmation_en
    case "confirmation.it": PackageResources.confirmation_it
    case "confirmation.pl": PackageResources.confirmation_pl
    case "contact.en": PackageResources.contact_en
    case "contact.it": PackageResources.contact_it
    case "contact.pl": PackageResources.contact_pl
    case "quote.en": PackageResources.quote_en
    case "quote.it": PackageResources.quote_it
    case "quote.pl": PackageResources.quote_pl
    default: nil
    }
  }
}

extension Paths {
  /// The folder of the user's templates.
  var templates: String { configurationFolder + "/templates" }
}
