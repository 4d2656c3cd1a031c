// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "till",
    targets: [
        // System libraries: a module map, and a shim only where Swift cannot import.
        .systemLibrary(name: "CChafa", pkgConfig: "chafa", providers: [.apt(["libchafa-dev"])]),
        .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CICU", pkgConfig: "icu-i18n", providers: [.apt(["libicu-dev"])]),
        .systemLibrary(name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
        .systemLibrary(name: "CMicrohttpd", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CSpng", pkgConfig: "spng", providers: [.apt(["libspng-dev"])]),
        .systemLibrary(name: "CTurboJPEG", pkgConfig: "libturbojpeg", providers: [.apt(["libturbojpeg0-dev"])]),
        .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
        .systemLibrary(name: "CVTerm", pkgConfig: "vterm", providers: [.apt(["libvterm-dev"])]),
        .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
        .target(name: "CCurl", linkerSettings: [.linkedLibrary("dl")]),
        .target(name: "CCurses", linkerSettings: [.linkedLibrary("ncursesw"), .linkedLibrary("tinfo")]),
        .target(name: "CPaper"),
        .target(name: "CPty", linkerSettings: [.linkedLibrary("util")]),

        .target(name: "Files"),
        .target(name: "Money"),
        .target(name: "Spawning"),
        .target(name: "Configuration", dependencies: ["CCrypto", "CYAML", "Money"]),
        .target(name: "HeftWire", dependencies: ["CCrypto", "CLibXML2", "Money"]),
        .target(name: "HeftTransport", dependencies: ["CSystemd"]),
        .target(name: "HeftKit", dependencies: ["CCurl", "Files", "HeftTransport", "HeftWire", "Money"]),
        .target(name: "ReaderSimulator", dependencies: ["Files", "HeftTransport", "HeftWire", "Money"]),
        .target(name: "TillJournal", dependencies: ["CSQLite", "Files", "Money"]),
        .target(name: "ChargeURL", dependencies: ["Files", "Money", "Spawning"]),
        .target(name: "Pictures", dependencies: ["CChafa", "CSpng", "CTurboJPEG"]),
        .target(name: "Printing", dependencies: ["CICU", "CPaper", "Receipts", "Spawning"]),
        .target(name: "Receipts", dependencies: ["CLibXML2"]),
        .target(name: "Terminal", dependencies: ["CCurses"]),
        .target(
            name: "TillCore",
            dependencies: [
                "ChargeURL", "Configuration", "HeftKit", "Money", "Pictures", "Printing", "Receipts", "TillJournal",
            ]),
        .target(
            name: "TillUI",
            dependencies: ["Configuration", "Money", "Pictures", "Printing", "Receipts", "Terminal", "TillCore"]),
        .executableTarget(
            name: "till",
            dependencies: [
                "ChargeURL", "Configuration", "Files", "HeftKit", "HeftTransport", "HeftWire", "Money", "Pictures",
                "Printing", "ReaderSimulator", "Receipts", "Spawning", "Terminal", "TillCore", "TillJournal", "TillUI",
            ]),
        .executableTarget(name: "charge-demo", dependencies: ["ChargeURL", "Files", "Money", "Terminal"]),
        .executableTarget(name: "till-gateway", dependencies: ["CMicrohttpd", "CSQLite", "Files", "ReaderSimulator"]),
        .executableTarget(
            name: "till-reader", dependencies: ["Files", "HeftTransport", "ReaderSimulator", "Terminal"]),
        .executableTarget(
            name: "till-bench",
            dependencies: [
                "Files", "HeftWire", "Money", "PtyHarness", "ReaderSimulator", "SeededRandom", "TillJournal",
            ]),

        .testTarget(name: "ArchitectureTests"),
        .testTarget(name: "ChargeURLTests", dependencies: ["ChargeURL", "Money", "SeededRandom"]),
        .testTarget(name: "FilesTests", dependencies: ["Files"]),
        .testTarget(name: "ConfigurationTests", dependencies: ["Configuration", "Money", "SeededRandom"]),
        .testTarget(
            name: "EndToEnd", dependencies: ["BusDoubles", "Money", "PtyHarness", "till", "till-reader"]),
        .testTarget(
            name: "FullScreenTests",
            dependencies: [
                "BusDoubles", "charge-demo", "Money", "PtyHarness", "till", "till-gateway", "till-reader",
                "TillJournal",
            ]),
        .testTarget(
            name: "GatewayTests",
            dependencies: [
                "EventLogging", "HeftKit", "HeftTransport", "HeftWire", "Money", "PtyHarness", "ReaderSimulator",
                "SeededRandom", "till", "till-gateway", "till-reader",
            ]),
        .testTarget(
            name: "HeftKitTests",
            dependencies: [
                "EventLogging", "HeftKit", "HeftTransport", "HeftWire", "Money", "PtyHarness", "ReaderSimulator",
                "SeededRandom", "till-reader",
            ],
            exclude: ["Reference/ReferenceRows.txt"]),
        .testTarget(name: "HeftTransportTests", dependencies: ["BusDoubles", "HeftTransport"]),
        .testTarget(name: "HeftWireTests", dependencies: ["HeftWire", "Money", "SeededRandom"], exclude: ["Golden"]),
        .testTarget(name: "MoneyTests", dependencies: ["Money", "SeededRandom"]),
        .testTarget(name: "PicturesTests", dependencies: ["Pictures"], exclude: ["Files"]),
        .testTarget(name: "PrintingTests", dependencies: ["Printing", "Receipts"]),
        .testTarget(name: "PtyHarnessTests", dependencies: ["PtyHarness"]),
        .testTarget(
            name: "ReaderSimulatorTests",
            dependencies: ["HeftTransport", "HeftWire", "Money", "ReaderSimulator", "SeededRandom"]),
        .testTarget(name: "ReceiptsTests", dependencies: ["Receipts", "SeededRandom"], exclude: ["Golden"]),
        .testTarget(name: "SetupTests", exclude: ["Fakes"]),
        .testTarget(
            name: "Simulation",
            dependencies: [
                "HeftKit", "HeftTransport", "HeftWire", "Money", "ReaderSimulator", "SeededRandom", "TestBooks",
                "TillCore", "TillJournal",
            ]),
        .testTarget(
            name: "SourceCompatibility", dependencies: ["HeftKit", "HeftTransport", "HeftWire", "ReaderSimulator"]),
        .testTarget(name: "TerminalTests", dependencies: ["CCurses", "PtyHarness", "SeededRandom", "Terminal"]),
        .testTarget(
            name: "TillCoreTests",
            dependencies: [
                "ChargeURL", "Configuration", "HeftKit", "HeftWire", "Money", "Pictures", "Printing", "Receipts",
                "SeededRandom", "TestBooks", "TillCore",
            ]),
        .testTarget(name: "TillJournalTests", dependencies: ["CSQLite", "Money", "SeededRandom", "TillJournal"]),
        .testTarget(
            name: "TillUITests",
            dependencies: [
                "Configuration", "HeftKit", "HeftWire", "Money", "Pictures", "Printing", "PtyHarness", "Receipts",
                "Terminal", "TillCore", "TillJournal", "TillUI",
            ],
            exclude: ["Screens"]),

        // What tests are written with.
        .target(name: "BusDoubles", path: "Tests/BusDoubles", exclude: ["bluez.py", "logind.py"]),
        .target(name: "EventLogging", path: "Tests/EventLogging"),
        .target(name: "SeededRandom", path: "Tests/SeededRandom"),
        .target(name: "PtyHarness", dependencies: ["CPty", "CVTerm"], path: "Tests/PtyHarness"),
        .target(
            name: "TestBooks", dependencies: ["HeftKit", "Money", "TillCore", "TillJournal"], path: "Tests/TestBooks"),
    ],
    swiftLanguageModes: [.v6]
)
