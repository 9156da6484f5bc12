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
    .target(name: "System", dependencies: ["CLinux"], swiftSettings: strict),
    .target(name: "CivilTime", dependencies: ["System"], swiftSettings: strict),
    .target(name: "Reminders", dependencies: ["System", "CivilTime"], swiftSettings: strict),
    .target(name: "TimeLanguage", dependencies: ["CivilTime"], swiftSettings: strict),
    .target(
      name: "Configuration",
      dependencies: ["System", "CivilTime", "Reminders", "TimeLanguage"], swiftSettings: strict),
    .target(
      name: "Scheduler",
      dependencies: [
        "System", "CivilTime", "Reminders", "TimeLanguage", "Configuration", "CSQLite", "CLinux",
      ],
      resources: [.embedInCode("Template/built-in")], swiftSettings: strict),
    // Writes iCalendar; and the lines that remind-calendar prints of one.
    .target(
      name: "CalendarText",
      dependencies: ["System", "CivilTime", "Reminders", "Configuration", "Scheduler"],
      swiftSettings: strict),
    .executableTarget(
      name: "remindctl",
      dependencies: [
        "System", "CivilTime", "Reminders", "TimeLanguage", "Configuration", "Scheduler",
        "CalendarText", "CLinux",
      ],
      swiftSettings: strict + whole.swift, linkerSettings: whole.linker + pages),
    .executableTarget(
      name: "remindd",
      dependencies: [
        "System", "CivilTime", "Reminders", "TimeLanguage", "Configuration", "Scheduler", "CNotify",
        "CLinux",
      ],
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
    // A disk whose power is cut, under the store: `make torture`.
    .target(name: "CDisk", path: "Tests/CDisk"),
    .executableTarget(
      name: "powercuts",
      dependencies: ["CivilTime", "Reminders", "Configuration", "Scheduler", "CDisk", "CSQLite"],
      path: "Tests/PowerCuts", swiftSettings: strict),
    .testTarget(
      name: "CivilTimeTests", dependencies: ["CivilTime"], resources: [.copy("Fixtures")],
      swiftSettings: strict),
    .testTarget(
      name: "TimeLanguageTests", dependencies: ["CivilTime", "TimeLanguage"],
      resources: [.copy("Fixtures")], swiftSettings: strict),
    .testTarget(
      name: "SchedulerTests",
      dependencies: [
        "System", "CivilTime", "Reminders", "TimeLanguage", "Configuration", "Scheduler",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "remindctlTests",
      dependencies: [
        "System", "CivilTime", "Reminders", "TimeLanguage", "Configuration", "Scheduler",
        "remindctl",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "reminddTests",
      dependencies: [
        "System", "CivilTime", "Reminders", "Configuration", "Scheduler", "remindd", "Beds",
        "CNotify",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "System", "CivilTime", "Reminders", "Configuration", "Scheduler", "remindctl", "remindd",
        "Beds",
      ],
      exclude: ["Calendars"], swiftSettings: strict),
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
      dependencies: [
        "System", "Reminders", "Configuration", "Scheduler", "CLinux", "CMime", "CCurl",
      ],
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
      dependencies: [
        "CCalendar", "System", "CivilTime", "Reminders", "Configuration", "CalendarText",
        "Scheduler",
      ],
      resources: [.embedInCode("windows-zones.txt")],
      swiftSettings: strict + runtime.swift, linkerSettings: runtime.linker),
    .testTarget(
      name: "CalendarTests", dependencies: ["remind-calendar", "CalendarText", "Scheduler"],
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
      dependencies: [
        "System", "CivilTime", "Reminders", "TimeLanguage", "Configuration", "Scheduler",
        "CalendarText", "CLinux",
      ],
      exclude: ["main.swift"], swiftSettings: strict))
  for name in ["Language", "Recurrence", "Store", "Configuration", "Template", "Arguments"] {
    package.targets.append(
      .executableTarget(
        name: "Fuzz\(name)",
        dependencies: [
          "System", "CivilTime", "Reminders", "TimeLanguage", "Configuration", "Scheduler",
        ]
          + (name == "Arguments" ? ["remindctl"] : []),
        path: "Fuzz/Fuzz\(name)",
        swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])]))
  }
  if has("libical") {
    package.products.removeAll { $0.name == "remind-calendar" }
    package.targets.removeAll { ["remind-calendar", "CalendarTests"].contains($0.name) }
    package.targets += [
      .target(
        name: "remind-calendar",
        dependencies: [
          "CCalendar", "System", "CivilTime", "Reminders", "Configuration", "CalendarText",
          "Scheduler",
        ],
        exclude: ["main.swift"], resources: [.embedInCode("windows-zones.txt")],
        swiftSettings: strict),
      .executableTarget(
        name: "FuzzCalendar",
        dependencies: [
          "System", "CivilTime", "Reminders", "Configuration", "remind-calendar", "CalendarText",
          "CLinux", "Scheduler", "remindctl",
        ],
        path: "Fuzz/FuzzCalendar",
        swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])]),
    ]
  }
}
