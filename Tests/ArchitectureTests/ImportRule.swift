/// Who may import whom. SwiftPM alone does not hold this: it lets a module import what its dependencies depend on.
struct ImportRule {
    /// What the Swift files of one folder in `Sources` may import beyond ``everywhere``.
    struct Allowance {
        var own: Set<String>
        var system: Set<String>

        init(own: Set<String> = [], system: Set<String> = []) {
            self.own = own
            self.system = system
        }
    }

    /// The standard library, and the part of Foundation that starts fast and adds little to a program's size.
    static let everywhere: Set = ["Swift", "Synchronization", "FoundationEssentials"]

    /// Time, threads and the operating system: not for the modules that are pure.
    private static let platform: Set = ["Dispatch", "Glibc"]

    private static let libraries: Set = [
        "Files", "Money", "HeftWire", "HeftTransport", "HeftKit", "ReaderSimulator", "TillJournal", "ChargeURL",
        "Pictures", "Printing", "Receipts", "Configuration", "TillCore", "Spawning", "Terminal", "TillUI",
    ]

    /// What tests drive programs with, and measurements too. It stands in `Tests`.
    static let harness: Set = ["PtyHarness", "SeededRandom"]

    /// A folder that is not here may not be in `Sources`.
    static let swiftModules: [String: Allowance] = [
        "Money": Allowance(),
        "Files": Allowance(system: ["Glibc"]),
        "Spawning": Allowance(system: ["Glibc"]),
        "Configuration": Allowance(own: ["Money"], system: ["CYAML", "CCrypto"]),
        "HeftWire": Allowance(own: ["Money"], system: ["CLibXML2", "CCrypto"]),
        "HeftTransport": Allowance(system: platform.union(["CSystemd"])),
        "HeftKit": Allowance(own: ["Files", "Money", "HeftWire", "HeftTransport"], system: platform.union(["CCurl"])),
        "ReaderSimulator": Allowance(own: ["Files", "Money", "HeftWire", "HeftTransport"], system: platform),
        "TillJournal": Allowance(own: ["Files", "Money"], system: platform.union(["CSQLite"])),
        "ChargeURL": Allowance(own: ["Files", "Money", "Spawning"], system: platform),
        "Pictures": Allowance(system: ["CChafa", "CSpng", "CTurboJPEG"]),
        "Printing": Allowance(own: ["Receipts", "Spawning"], system: platform.union(["CICU", "CPaper"])),
        "Receipts": Allowance(own: ["Money"], system: ["CLibXML2"]),
        // What a receipt and a picture are, as values; it prints and draws nothing.
        "TillCore": Allowance(own: [
            "Configuration", "Money", "HeftKit", "ChargeURL", "Pictures", "Printing", "Receipts", "TillJournal",
        ]),
        "Terminal": Allowance(system: platform.union(["CCurses"])),
        "TillUI": Allowance(own: [
            "Configuration", "Money", "Pictures", "Printing", "TillCore", "Receipts", "Terminal",
        ]),
        "till": Allowance(own: libraries, system: platform),
        "till-reader": Allowance(
            own: ["Files", "Money", "ReaderSimulator", "HeftTransport", "Terminal"], system: platform),
        "till-gateway": Allowance(
            own: ["Files", "Money", "ReaderSimulator"], system: platform.union(["CMicrohttpd", "CSQLite"])),
        "charge-demo": Allowance(own: ["Files", "Money", "ChargeURL", "Terminal"], system: platform),
        "till-bench": Allowance(own: libraries.union(harness), system: platform),
    ]

    /// The C targets: folders in `Sources` without a line of Swift.
    static let cModules: Set = [
        "CCurses", "CSQLite", "CLibXML2", "CCrypto", "CSystemd", "CChafa", "CSpng", "CTurboJPEG", "CCurl",
        "CMicrohttpd", "CICU", "CPaper", "CVTerm", "CPty", "CYAML",
    ]

    /// What is wrong with the imports of `source`, one sentence each; nothing when all is well.
    static func violations(in source: SwiftSource) -> [String] {
        let folders = source.path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard folders.count > 2, folders[0] == "Sources" else {
            return ["\(source.path) belongs to no module"]
        }
        let module = folders[1]
        guard let allowance = swiftModules[module] else {
            return ["\(source.path) is Swift in \(module), which is no Swift module that the import rule knows"]
        }
        let allowed = everywhere.union(allowance.own).union(allowance.system)
        return source.imports.filter { !allowed.contains($0.module) }.map {
            "\(source.path):\($0.line) imports \($0.module), which \(module) may not"
        }
    }

    /// Those of the names that no folder in `Sources` may have.
    static func unknownFolders(_ names: [String]) -> [String] {
        names.filter { swiftModules[$0] == nil && !cModules.contains($0) }
    }
}
