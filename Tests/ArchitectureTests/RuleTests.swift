import Testing

/// The rules are themselves tested: one that finds nothing looks just like one that is kept.
@Suite("The rules") struct RuleTests {
    private func source(_ text: String, in module: String = "HeftWire") -> SwiftSource {
        SwiftSource(path: "Sources/\(module)/Folder/File.swift", text: text)
    }

    // MARK: Imports

    @Test(
        "an import is found in every form that it may have",
        arguments: [
            "import HeftKit", "  import\tHeftKit", "@testable import HeftKit", "package import HeftKit",
            "internal import HeftKit", "@preconcurrency public import HeftKit", "@_spi(Tests) import HeftKit",
            "import struct HeftKit.HeftClient", "import func HeftKit.log", "import HeftKit.Options",
            "import HeftKit // for its delegates", "import HeftKit/* why */", "/* why */ import HeftKit",
            "import Money; import HeftKit", "#if DEBUG\nimport HeftKit\n#endif", "@testable\nimport HeftKit",
            "let a = \"/*\"\nimport HeftKit\n/* \"*/", "let a = /\"/\nimport HeftKit", "import `HeftKit`",
            "let a = \"\\(b(\")\"))\"\nimport HeftKit", "let a = #\"\\\"#\nimport HeftKit",
            "let a = \"\"\nimport HeftKit",
        ])
    func importFound(text: String) {
        #expect(source(text).imports.map(\.module).last == "HeftKit")
    }

    @Test(
        "what only looks like an import is none",
        arguments: [
            "// import HeftKit", "/// import HeftKit", "/*\nimport HeftKit\n*/", "/* /* */\nimport HeftKit */",
            "let a = \"\"\"\n    import HeftKit\n    \"\"\"", "let a = #\"\"\"\n\"\"\"\nimport HeftKit\n\"\"\"#",
            "let importHeftKit = 1", "#if canImport(HeftKit)\n#endif", "let a = \"; import HeftKit\"", "",
        ])
    func noImport(text: String) {
        #expect(source(text).imports == [])
    }

    @Test("a forbidden import is named with its file, line and module")
    func forbidden() {
        let text = "// The frames.\nimport Money\n\nimport HeftKit\n"
        #expect(
            ImportRule.violations(in: source(text)) == [
                "Sources/HeftWire/Folder/File.swift:4 imports HeftKit, which HeftWire may not"
            ])
    }

    @Test(
        "the rule forbids what the design forbids",
        arguments: [
            ("Money", "HeftWire"), ("HeftWire", "HeftTransport"), ("HeftTransport", "HeftWire"),
            ("HeftTransport", "Money"), ("HeftKit", "ReaderSimulator"), ("ReaderSimulator", "HeftKit"),
            ("TillCore", "HeftWire"), ("TillCore", "Terminal"), ("TillUI", "HeftKit"), ("Terminal", "TillCore"),
            ("Receipts", "HeftWire"), ("TillJournal", "HeftWire"), ("ChargeURL", "HeftKit"), ("till-reader", "HeftKit"),
            ("charge-demo", "TillCore"), ("HeftWire", "Dispatch"), ("TillCore", "Dispatch"), ("TillCore", "CSQLite"),
            ("till", "CSQLite"), ("till", "CCurses"), ("TillUI", "CCurses"), ("Receipts", "CCrypto"),
            ("HeftKit", "CCrypto"), ("till", "UnheardOf"),
        ])
    func forbidden(module: String, imported: String) {
        #expect(ImportRule.violations(in: source("import \(imported)", in: module)).count == 1)
    }

    @Test(
        "no module may import all of Foundation or XCTest", arguments: ImportRule.swiftModules.keys.sorted(),
        ["Foundation", "FoundationNetworking", "FoundationXML", "XCTest"])
    func foundation(module: String, imported: String) {
        #expect(ImportRule.violations(in: source("import \(imported)", in: module)).count == 1)
    }

    @Test(
        "the rule allows what the design allows",
        arguments: [
            ("HeftWire", "Money"), ("HeftWire", "CCrypto"), ("HeftKit", "HeftTransport"), ("TillJournal", "CSQLite"),
            ("till-gateway", "CSQLite"), ("Terminal", "CCurses"), ("Receipts", "CLibXML2"), ("till", "ReaderSimulator"),
            ("Money", "FoundationEssentials"), ("HeftKit", "Dispatch"),
        ])
    func allowed(module: String, imported: String) {
        #expect(ImportRule.violations(in: source("import \(imported)", in: module)) == [])
    }

    @Test("Swift in an unknown folder, in a C target or beside the modules is refused")
    func misplaced() {
        for path in ["Sources/Helpers/File.swift", "Sources/CCurses/File.swift", "Sources/File.swift"] {
            #expect(ImportRule.violations(in: SwiftSource(path: path, text: "")).count == 1)
        }
        #expect(ImportRule.unknownFolders(["CCurses", "Helpers", "Money", "File.swift"]) == ["Helpers", "File.swift"])
    }

    @Test("every module that a rule allows exists in the rule")
    func closed() {
        let modules = Set(ImportRule.swiftModules.keys)
        for allowance in ImportRule.swiftModules.values {
            #expect(allowance.own.isSubset(of: modules.union(ImportRule.harness)))
            #expect(allowance.system.subtracting(ImportRule.cModules).isSubset(of: ["Dispatch", "Glibc"]))
        }
    }

    // MARK: Traps

    @Test(
        "a word that traps is found in code and in interpolations",
        arguments: [
            ("try!", "let a = try! b()"), ("as!", "(a as! B)"), ("fatalError(", "else { fatalError(\"no\") }"),
            ("as!", "\"\\(a as! B)\""), ("try!", "/* */try! b()"),
        ])
    func trap(word: String, text: String) {
        #expect(TrapRule.lines(with: word, in: source("\n" + text)) == ["Sources/HeftWire/Folder/File.swift:2"])
    }

    @Test(
        "the same letters in comments, literals and other names are not",
        arguments: [
            ("try!", "// never try! here"), ("as!", "\"as! B\""), ("fatalError(", "notFatalError(1)"),
            ("fatalError(", "myfatalError(1)"), ("as!", "has!"), ("try!", "try b()"),
        ])
    func noTrap(word: String, text: String) {
        #expect(TrapRule.lines(with: word, in: source(text)) == [])
    }

    // MARK: Unchecked

    @Test(
        "an unchecked line without its reason is found",
        arguments: [
            ("final class A: @unchecked Sendable {}", 1),
            ("// Because it is never shared.\nfinal class A: @unchecked Sendable {}", 2),
            ("// Unchecked because a is.\n\nnonisolated(unsafe) var a = 1", 3),
            ("// Unchecked because a is.\nnonisolated(unsafe) var a = 1\nnonisolated(unsafe) var b = 1", 3),
            ("nonisolated(unsafe) var a = 1 // Unchecked because a is.", 1),
            ("let a = \"// Unchecked because a is.\"\nnonisolated(unsafe) var b = 1", 2),
        ])
    func unproven(text: String, line: Int) {
        #expect(UncheckedRule.unprovenLines(in: source(text)) == [line])
    }

    @Test(
        "an unchecked line with its reason above is not",
        arguments: [
            "// Unchecked because the lock guards it.\nfinal class A: @unchecked Sendable {}",
            "    // Unchecked because the queue guards it,\n    // always.\n    nonisolated(unsafe) var a = 1",
            "// Unchecked because it is immutable.\n@available(*, deprecated)\nfinal class A: @unchecked Sendable {}",
            "// Unchecked because it is immutable.\nfinal class A:\n    B,\n    @unchecked Sendable\n{}",
            "/// An A.\n// Unchecked because it is immutable.\nextension A: @unchecked @retroactive Sendable {}",
            "// @unchecked Sendable\nlet a = \"nonisolated(unsafe)\"", "",
        ])
    func proven(text: String) {
        #expect(UncheckedRule.unprovenLines(in: source(text)) == [])
    }
}
