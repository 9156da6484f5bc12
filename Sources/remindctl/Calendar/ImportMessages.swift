import Localization
import Scheduler
import Store
import TimeLanguage

/// How far an import has got, and what it has made.
extension Messages {
  static func importCounts(_ counts: CalendarImport.Counts, from path: String) -> String {
    // Translators: reminders, in a list behind the name of a file.
    var parts = [tr(counts.new, "{n} new", "{n} new")]
    func add(_ count: Int, _ part: (Int) -> String) {
      if count > 0 { parts.append(part(count)) }
    }
    add(counts.changed) { tr($0, "{n} changed", "{n} changed") }
    add(counts.unchanged) { tr($0, "{n} unchanged", "{n} unchanged") }
    add(counts.gone) { tr($0, "{n} no longer in the file", "{n} no longer in the file") }
    add(counts.past) { tr($0, "{n} past", "{n} past") }
    add(counts.finished) { tr($0, "{n} done or cancelled", "{n} done or cancelled") }
    add(counts.timeless) { tr($0, "{n} without a time", "{n} without a time") }
    add(counts.unwanted) {
      tr($0, "{n} that wants no reminder", "{n} that want no reminder")
    }
    return tr(
      "{file}: {counts}", ["file": source(path), "counts": parts.joined(separator: ", ")])
  }

  static func progress(_ phase: Progress.Phase, bar: String, percent: Int) -> String {
    let values = ["bar": bar, "n": String(percent)] as KeyValuePairs
    return switch phase {
    case .reading: tr("Reading [{bar}] {n}%", values)
    case .storing: tr("Storing [{bar}] {n}%", values)
    }
  }
}
