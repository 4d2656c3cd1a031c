import FoundationEssentials
import HeftKit
import HeftWire
import Testing

@Suite("The reference") struct ReferenceTests {
    /// This file is `Tests/HeftKitTests/Reference/ReferenceTests.swift`.
    private static let root = #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined()

    private static func text(_ path: String) throws -> String {
        try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)
    }

    /// The cells of the table, without their marks.
    private static func table() throws -> [[String]] {
        try text("Sources/HeftKit/HeftKit.docc/Reference.md").split(separator: "\n")
            .filter { $0.hasPrefix("| `") }
            .map { line in
                line.split(separator: "`").enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
            }
    }

    @Test("every row stands in the table once, and the table has no other") func everyRow() throws {
        let rows = try ReferenceTests.text("Tests/HeftKitTests/Reference/ReferenceRows.txt").split(separator: "\n")
        #expect(rows.count > 150)
        #expect(try ReferenceTests.table().compactMap(\.first).sorted() == rows.map(String.init).sorted())
    }

    @Test("every declaration and every test of the table exists") func everyDeclaration() throws {
        let folder = "\(ReferenceTests.root)/Tests/HeftKitTests"
        let tests = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".swift") }
            .map { try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8) }
        var sources: [String: String] = [:]
        for row in try ReferenceTests.table() {
            try #require(row.count == 4, "\(row)")
            let source = try sources[row[2]] ?? ReferenceTests.text("Sources/HeftKit/\(row[2])")
            sources[row[2]] = source
            let declaration = row[1].contains("/") ? row[1].split(separator: "/").joined(separator: "|") : row[1]
            // A declaration may be broken over lines.
            let words = source.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
            let isThere = source.contains(declaration) || words.contains(declaration)
            #expect(isThere, "\(row[0]): \(declaration) is not in \(row[2])")
            let test = row[3].split(separator: ".").map(String.init)
            try #require(test.count == 2, "\(row)")
            let isTested = tests.contains { $0.contains("struct \(test[0]) ") && $0.contains("func \(test[1])(") }
            #expect(isTested, "\(row[0]): there is no test \(row[3])")
        }
    }

    @Test("the log levels are the five of the wire") func logLevels() {
        #expect([eLogNone, eLogError, eLogInfo, eLogFull, eLogDebug].map(\.rawValue) == [0, 1, 2, 3, 4])
    }

    @Test("the statuses have the reference's names") func statusNames() {
        let names: [UInt16: String] = [
            0x14: "WaitingForCard", 0x19: "PinInput", 0x1F: "WaitingSignature", 0x20: "WaitingHostConnect",
            0x35: "PartialApproval", 0x06: "ConnectTimeout", 0x07: "ConnectError", 0x12: "UserCancelled",
            0x1D: "SharedSecretInvalid", 0x9999: "InitialisationComplete",
        ]
        for (code, name) in names { #expect(Status(code: code).name == name) }
        #expect(Status(code: 0x07F3).sentence == "Unknown status 0x07F3")
    }

    @Test("the words of a result are the reference's") func words() {
        let outcomes: [FinStatus] = [
            .authorised, .declined, .cancelled, .failed, .partialApproval, .processed, .undefined,
        ]
        #expect(Set(outcomes.map(\.rawValue)) == Set(FinancialStatus.allCases.map(\.word)))
        let entries: [CardEntryType] = [.icc, .nfc, .msr, .undefined]
        #expect(entries.map(\.rawValue) == ["ICC", "NFC", "MSR", "UNDEFINED"])
        let schemes: [CardSchemeName] = [
            .visa, .mastercard, .maestro, .amex, .discover, .jcb, .diners, .unionpay, .interac,
        ]
        #expect(
            schemes.map(\.rawValue) == [
                "VISA", "MASTERCARD", "MAESTRO", "AMEX", "DISCOVER", "JCB", "DINERS", "UNIONPAY", "INTERAC",
            ])
        #expect(CardSchemeName(rawValue: "Visa") == .visa)
    }
}
