import FoundationEssentials
import Glibc
import Receipts
import Testing

/// The receipts in `Resources/receipts` on three widths of paper, as they are written down in the folder `Golden`.
///
/// Who changes the layout on purpose has them written anew with `TILL_RECORD_RECEIPTS=1 swift test --filter
/// ReceiptCorpusTests`, and reads the difference like code.
@Suite("Receipts of all kinds") struct ReceiptCorpusTests {
    private static let widths = [32, 42, 48]
    private static let isRecording = getenv("TILL_RECORD_RECEIPTS") != nil
    static let names =
        ((try? FileManager.default.contentsOfDirectory(atPath: repository.appending(path: "Resources/receipts").path))
        ?? [])
        .filter { $0.hasSuffix(".html") }.map { String($0.dropLast(5)) }.sorted()

    private static var repository: URL {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    }

    private static var folder: URL { URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden") }

    @Test("a receipt is set as it is written down", arguments: names)
    func golden(name: String) throws {
        let document = try Self.document(name)
        let now = Self.widths.map { columns in
            "\(columns) columns\n" + paper(document, columns) + "\n"
        }.joined(separator: "\n")
        let file = Self.folder.appending(path: "\(name).txt")
        if Self.isRecording { try Data(now.utf8).write(to: file) }
        let written = (try? Data(contentsOf: file)).map { String(decoding: $0, as: UTF8.self) } ?? ""
        guard now != written else { return }
        let lines = [now, written].map { $0.split(separator: "\n", omittingEmptySubsequences: false) }
        let differing = zip(lines[0], lines[1]).first { $0 != $1 }
        Issue.record(
            """
            "\(name)" is not as it is written down. It differs first here:
            now     \(differing?.0 ?? "(more or fewer lines)")
            written \(differing?.1 ?? "(more or fewer lines)")
            """)
    }

    @Test("at least twenty-five receipts are tried, and none is written down that is no more") func complete() throws {
        #expect(Self.names.count >= 25)
        let written = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        #expect(Set(written) == Set(Self.names.map { "\($0).txt" } + ["README.md"]))
    }

    @Test("no line is wider than any paper", arguments: names)
    func widths(name: String) throws {
        let document = try Self.document(name)
        for columns in 16...64 {
            let lines = document.plainText(columns: columns, width: displayWidth)
            #expect(lines.allSatisfy { displayWidth(of: $0) <= columns }, "\(columns) columns")
        }
    }

    static func document(_ name: String) throws -> ReceiptDocument {
        let file = repository.appending(path: "Resources/receipts/\(name).html")
        return try ReceiptDocument(htmlBytes: Array(Data(contentsOf: file)))
    }

    private func paper(_ document: ReceiptDocument, _ columns: Int) -> String {
        document.plainText(columns: columns, width: displayWidth)
            .map { $0 + String(repeating: " ", count: max(0, columns - displayWidth(of: $0))) + "|" }
            .joined(separator: "\n")
    }
}
