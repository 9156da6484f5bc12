// swift-tools-version: 6.2
import Glibc
import PackageDescription

// The shipped programs carry the Swift runtime (and remindctl everything) inside, which halves
// their start-up. `swift test -c release` cannot link so: REMIND_DYNAMIC=1 switches it off.
// REMIND_SHARED=1 is for distributions: all but Swift's own is the system's.
let isStatic = Context.environment["REMIND_DYNAMIC"] == nil
let isShared = Context.environment["REMIND_SHARED"] != nil

func linking(_ flag: String) -> (swift: [SwiftSetting], linker: [LinkerSetting]) {
  guard isStatic else { return ([], []) }
  return (
    [.unsafeFlags([flag], .when(configuration: .release))],
    [.unsafeFlags([flag], .when(configuration: .release))]
  )
}

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]
let whole = linking(isShared ? "-static-stdlib" : "-static-executable")
// Linux can map the code of remindctl in large pages (scripts/install): fewer page faults at each start.
let pages: [LinkerSetting] =
  isStatic
  ? [
    .unsafeFlags(
      ["-Xlinker", "-z", "-Xlinker", "max-page-size=0x200000"],
      .when(configuration: .release))
  ] : []
let runtime = linking("-static-stdlib")

/// The libraries, the lowest first: each imports only libraries before it, as ARCHITECTURE.md draws them.
let shared: [Target.Dependency] = [
  "System", "CivilTime", "Reminders", "TimeLanguage", "Configuration", "Store", "Mail",
  "Localization",
]
let libraries = shared + ["Scheduler", "CalendarText"]

func library(
  _ name: String, uses: [Target.Dependency], path: String? = nil, resources: [Resource]? = nil
) -> Target {
  .target(
    name: name, dependencies: uses, path: path, resources: resources, swiftSettings: strict)
}

let package = Package(
  name: "remind",
  products: [
    .executable(name: "remindctl", targets: ["remindctl"]),
    .executable(name: "remindd", targets: ["remindd"]),
  ],
  targets: [
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(
      name: "CNotify", pkgConfig: "libnotify", providers: [.apt(["libnotify-dev"])]),
    .target(name: "CLinux"),
    library("System", uses: ["CLinux"]),
    library("CivilTime", uses: ["System"]),
    library("Reminders", uses: ["System", "CivilTime"]),
    library("TimeLanguage", uses: ["CivilTime"]),
    library("Configuration", uses: ["System", "CivilTime", "Reminders", "TimeLanguage"]),
    library(
      "Store",
      uses: ["System", "CivilTime", "Reminders", "Configuration", "CSQLite", "CLinux"]),
    library(
      "Mail", uses: ["System", "CivilTime", "Reminders", "Configuration"],
      resources: [.embedInCode("Templates/built-in")]),
    library(
      "Localization",
      uses: [
        "System", "CivilTime", "Reminders", "TimeLanguage", "Configuration", "Store", "Mail",
        "CLinux",
      ]),
    library(
      "Scheduler", uses: ["System", "CivilTime", "Reminders", "Configuration", "Store", "Mail"]),
    library("CalendarText", uses: ["System", "CivilTime", "Reminders", "Configuration", "Store"]),
    .executableTarget(
      name: "remindctl", dependencies: shared + ["CalendarText", "CLinux"],
      swiftSettings: strict + whole.swift, linkerSettings: whole.linker + pages),
    .executableTarget(
      name: "remindd", dependencies: shared + ["Scheduler", "CNotify", "CLinux"],
      swiftSettings: strict + runtime.swift, linkerSettings: runtime.linker),
    // How many tests run at once, however they are started.
    .target(name: "CTurns", path: "Tests/CTurns"),
    // What tests of several programs need: a desktop without a screen.
    .target(
      name: "Beds", dependencies: ["CTurns"], path: "Tests/Beds",
      exclude: [
        "systemd-bed", "screen-reader", "failing-disk.c", "mail-server", "mail-hold", "mail-judge",
        "exim", "fences.pl",
      ],
      swiftSettings: strict),
    // What is read, in words that are read as the same.
    library("Canonical", uses: ["CivilTime", "TimeLanguage"], path: "Tests/Canonical"),
    // A disk whose power is cut, under the store: `make torture`.
    .target(name: "CDisk", path: "Tests/CDisk"),
    .executableTarget(
      name: "powercuts",
      dependencies: libraries + ["CDisk", "CSQLite"],
      path: "Tests/PowerCuts", swiftSettings: strict),
    .testTarget(
      name: "CivilTimeTests", dependencies: ["CivilTime"], resources: [.copy("Fixtures")],
      swiftSettings: strict),
    .testTarget(
      name: "TimeLanguageTests", dependencies: ["CivilTime", "TimeLanguage", "Canonical"],
      resources: [.copy("Fixtures")], swiftSettings: strict),
    .testTarget(
      name: "LibraryTests",
      dependencies: libraries + ["Beds"],
      swiftSettings: strict),
    .testTarget(
      name: "remindctlTests",
      dependencies: libraries + ["remindctl"],
      swiftSettings: strict),
    .testTarget(
      name: "reminddTests",
      dependencies: libraries + ["remindd", "Beds", "CNotify"],
      swiftSettings: strict),
    .testTarget(
      name: "EndToEndTests",
      dependencies: libraries + ["remindctl", "remindd", "Beds"],
      exclude: ["Calendars", "Installed"], swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)

// Helpers of the two programs, each where its libraries are there: what they weigh, nobody else carries.
if has("gmime-3.0"), has("libcurl") {
  package.products.append(.executable(name: "remind-mail", targets: ["remind-mail"]))
  package.targets += [
    .systemLibrary(
      name: "CMime", pkgConfig: "gmime-3.0", providers: [.apt(["libgmime-3.0-dev"])]),
    .systemLibrary(
      name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    .executableTarget(
      name: "remind-mail",
      dependencies: libraries + ["CLinux", "CMime", "CCurl"],
      swiftSettings: strict + runtime.swift, linkerSettings: runtime.linker),
  ]
}
if has("libical") {
  package.products.append(.executable(name: "remind-calendar", targets: ["remind-calendar"]))
  package.targets += [
    .systemLibrary(
      name: "CCalendar", pkgConfig: "libical", providers: [.apt(["libical-dev"])]),
    .executableTarget(
      name: "remind-calendar",
      dependencies: libraries + ["CCalendar"],
      resources: [.embedInCode("windows-zones.txt")],
      swiftSettings: strict + runtime.swift, linkerSettings: runtime.linker),
    .testTarget(
      name: "CalendarTests", dependencies: libraries + ["remind-calendar"],
      swiftSettings: strict),
  ]
  package.targets.first { $0.name == "EndToEndTests" }?.dependencies.append("remind-calendar")
}

/// Whether pkg-config knows of a library.
func has(_ library: String) -> Bool {
  system("pkg-config --exists \(library) >/dev/null 2>&1") == 0
}

// libFuzzer brings its own main: its targets are built by `make fuzz` alone, where remindctl is a
// library without its main.
if Context.environment["REMIND_FUZZ"] != nil {
  package.products.removeAll { $0.name == "remindctl" }
  package.targets.removeAll { $0.name == "remindctl" }
  package.targets.append(
    .target(
      name: "remindctl",
      dependencies: shared + ["CalendarText", "CLinux"],
      exclude: ["main.swift"], swiftSettings: strict))
  for name in ["Language", "Recurrence", "Store", "Configuration", "Template", "Arguments"] {
    package.targets.append(
      .executableTarget(
        name: "Fuzz\(name)",
        dependencies: libraries
          + (name == "Arguments" ? ["remindctl"] : name == "Language" ? ["Canonical"] : []),
        path: "Fuzz/Fuzz\(name)",
        swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])]))
  }
  if has("libical") {
    package.products.removeAll { $0.name == "remind-calendar" }
    package.targets.removeAll { ["remind-calendar", "CalendarTests"].contains($0.name) }
    package.targets += [
      .target(
        name: "remind-calendar",
        dependencies: libraries + ["CCalendar"],
        exclude: ["main.swift"], resources: [.embedInCode("windows-zones.txt")],
        swiftSettings: strict),
      .executableTarget(
        name: "FuzzCalendar",
        dependencies: libraries + ["remind-calendar", "CLinux", "remindctl"],
        path: "Fuzz/FuzzCalendar",
        swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])]),
    ]
  }
}
