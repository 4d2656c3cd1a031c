// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "till",
    targets: [
        // System libraries: a module map, and a shim only where Swift cannot import.
        .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .target(name: "CCurses", linkerSettings: [.linkedLibrary("ncursesw"), .linkedLibrary("tinfo")]),

        .target(name: "Money"),
        .target(name: "HeftWire", dependencies: ["CCrypto", "CLibXML2", "Money"]),
        .target(name: "HeftTransport"),
        .target(name: "HeftKit", dependencies: ["HeftTransport", "HeftWire"]),
        .target(name: "TillJournal", dependencies: ["CSQLite", "Money"]),
        .target(name: "Receipts", dependencies: ["CLibXML2"]),

        .testTarget(name: "ArchitectureTests"),
        .testTarget(name: "HeftTransportTests", dependencies: ["HeftTransport"]),
        .testTarget(name: "MoneyTests", dependencies: ["Money"]),
        .testTarget(name: "ReceiptsTests", dependencies: ["Receipts"]),
        .testTarget(name: "SetupTests", exclude: ["Fakes"]),
        .testTarget(name: "TillJournalTests", dependencies: ["CSQLite", "Money", "TillJournal"]),
    ],
    swiftLanguageModes: [.v6]
)
