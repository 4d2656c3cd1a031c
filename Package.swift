// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "till",
    targets: [
        // System libraries: a module map, and a shim only where Swift cannot import.
        .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CVTerm", pkgConfig: "vterm", providers: [.apt(["libvterm-dev"])]),
        .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
        .target(name: "CCurses", linkerSettings: [.linkedLibrary("ncursesw"), .linkedLibrary("tinfo")]),
        .target(name: "CPty", linkerSettings: [.linkedLibrary("util")]),

        .target(name: "Money"),
        .target(name: "Configuration", dependencies: ["CCrypto", "CYAML", "Money"]),
        .target(name: "HeftWire", dependencies: ["CCrypto", "CLibXML2", "Money"]),
        .target(name: "HeftTransport"),
        .target(name: "HeftKit", dependencies: ["HeftTransport", "HeftWire", "Money"]),
        .target(name: "ReaderSimulator", dependencies: ["HeftTransport", "HeftWire", "Money"]),
        .target(name: "TillJournal", dependencies: ["CSQLite", "Money"]),
        .target(name: "ChargeURL", dependencies: ["Money"]),
        .target(name: "Receipts", dependencies: ["CLibXML2"]),
        .target(name: "Terminal", dependencies: ["CCurses"]),
        .target(
            name: "TillCore",
            dependencies: ["ChargeURL", "Configuration", "HeftKit", "Money", "Receipts", "TillJournal"]),
        .target(name: "TillUI", dependencies: ["Configuration", "Money", "Receipts", "Terminal", "TillCore"]),
        .executableTarget(
            name: "till",
            dependencies: [
                "ChargeURL", "Configuration", "HeftKit", "HeftTransport", "HeftWire", "Money", "ReaderSimulator",
                "Receipts", "Terminal", "TillCore", "TillJournal", "TillUI",
            ]),
        .executableTarget(name: "charge-demo", dependencies: ["ChargeURL", "Money", "Terminal"]),
        .executableTarget(
            name: "till-bench", dependencies: ["HeftWire", "Money", "PtyHarness", "ReaderSimulator", "TillJournal"]),

        .testTarget(name: "ArchitectureTests"),
        .testTarget(name: "ChargeURLTests", dependencies: ["ChargeURL", "Money"]),
        .testTarget(name: "ConfigurationTests", dependencies: ["Configuration", "Money"]),
        .testTarget(name: "EndToEnd", dependencies: ["Money", "PtyHarness", "till"]),
        .testTarget(
            name: "FullScreenTests", dependencies: ["Money", "PtyHarness", "TillJournal", "charge-demo", "till"]),
        .testTarget(
            name: "HeftKitTests", dependencies: ["HeftKit", "HeftTransport", "HeftWire", "Money", "ReaderSimulator"],
            exclude: ["Reference/ReferenceRows.txt"]),
        .testTarget(name: "HeftTransportTests", dependencies: ["HeftTransport"]),
        .testTarget(name: "HeftWireTests", dependencies: ["HeftWire", "Money"], exclude: ["Golden"]),
        .testTarget(name: "MoneyTests", dependencies: ["Money"]),
        .testTarget(name: "PtyHarnessTests", dependencies: ["PtyHarness"]),
        .testTarget(
            name: "ReaderSimulatorTests", dependencies: ["HeftTransport", "HeftWire", "Money", "ReaderSimulator"]),
        .testTarget(name: "ReceiptsTests", dependencies: ["Receipts"]),
        .testTarget(name: "SetupTests", exclude: ["Fakes"]),
        .testTarget(
            name: "SourceCompatibility", dependencies: ["HeftKit", "HeftTransport", "HeftWire", "ReaderSimulator"]),
        .testTarget(name: "TerminalTests", dependencies: ["CCurses", "PtyHarness", "Terminal"]),
        .testTarget(
            name: "TillCoreTests",
            dependencies: [
                "ChargeURL", "Configuration", "HeftKit", "HeftWire", "Money", "Receipts", "TillCore", "TillJournal",
            ]),
        .testTarget(name: "TillJournalTests", dependencies: ["CSQLite", "Money", "TillJournal"]),
        .testTarget(
            name: "TillUITests",
            dependencies: [
                "Configuration", "HeftKit", "HeftWire", "Money", "PtyHarness", "Terminal", "TillCore", "TillJournal",
                "TillUI",
            ],
            exclude: ["Screens"]),

        // What tests are written with.
        .target(name: "PtyHarness", dependencies: ["CPty", "CVTerm"], path: "Tests/PtyHarness"),
    ],
    swiftLanguageModes: [.v6]
)
