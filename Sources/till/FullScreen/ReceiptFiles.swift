import Dispatch
import Files
import Glibc
import Printing
import Receipts
import TillCore
import TillJournal

/// Receipts and texts of the reader that are kept: a file each in the folder `receipts` or `logs` beside the books, for
/// this user alone. No file is ever written over.
struct ReceiptFiles: Sendable {
    /// What a demo keeps goes with it; nil for the user's state folder.
    let stateFolder: String?

    private static let queue = DispatchQueue(label: "till.receipts")
    /// So many files of one name are enough.
    private static let namesMax = 100

    /// Writes a receipt while the screen goes on.
    ///
    /// - Parameter then: called on the main queue.
    func save(_ text: SavedText, then: @escaping @MainActor (AppEvent) -> Void) {
        save(to: text.folder, then) { () throws(Failure) in
            Page(name: text.name, ending: "txt", bytes: Array(text.text.utf8))
        }
    }

    /// Writes a copy of a receipt while the screen goes on.
    ///
    /// - Parameters:
    ///   - columns: of a text, or a roll of paper.
    ///   - then: called on the main queue.
    func save(
        _ copy: ReceiptCopy, as format: SavedFormat, columns: Int, _ measure: TextMeasure,
        then: @escaping @MainActor (AppEvent) -> Void
    ) {
        save(to: .receipts, then) { () throws(Failure) in
            let bytes = try ReceiptFiles.page(copy, format, columns: columns, measure)
            return Page(name: copy.fileName, ending: format.rawValue, bytes: bytes)
        }
    }

    /// What is written, and under which name.
    private struct Page {
        var name: String
        var ending: String
        var bytes: [UInt8]
    }

    private func save(
        to folder: SavedText.Folder, _ then: @escaping @MainActor (AppEvent) -> Void,
        _ make: @escaping @Sendable () throws(Failure) -> Page
    ) {
        ReceiptFiles.queue.async {
            let event: AppEvent
            do throws(Failure) {
                let page = try make()
                event = .saved(path: try ReceiptFiles.write(page, in: try self.folder(folder)))
            } catch {
                event = .notSaved(error.sentence)
            }
            DispatchQueue.main.async { MainActor.assumeIsolated { then(event) } }
        }
    }

    private static func page(
        _ copy: ReceiptCopy, _ format: SavedFormat, columns: Int, _ measure: TextMeasure
    ) throws(Failure) -> [UInt8] {
        let receipt: PrintedReceipt
        do throws(ReceiptError) {
            receipt = try copy.receipt()
        } catch {
            throw Failure(sentence: "It cannot be read.")
        }
        switch format {
        case .text: return Array(TextPage(receipt, columns: columns, width: measure.width).text.utf8)
        case .html: return Array(HTMLPage(receipt, title: copy.title).html.utf8)
        case .pdf:
            do throws(PrintingError) {
                return try PDFPage(receipt, columns: columns, title: copy.title, width: measure.width).bytes
            } catch {
                throw Failure(sentence: error.sentence)
            }
        }
    }

    struct Failure: Error {
        /// Why, and what to do.
        var sentence: String
    }

    private func folder(_ name: SavedText.Folder) throws(Failure) -> String {
        if let stateFolder { return "\(stateFolder)/\(name.rawValue)" }
        do throws(JournalError) {
            return try JournalLocation(environment: ReaderArguments.environment).folder + "/\(name.rawValue)"
        } catch {
            throw Failure(sentence: error.sentence)
        }
    }

    /// - Returns: the path of the new file.
    private static func write(_ page: Page, in folder: String) throws(Failure) -> String {
        do throws(FileError) {
            try Folder.make(folder)
        } catch {
            throw failure(folder, error)
        }
        for number in 1...namesMax {
            let path = "\(folder)/\(page.name)\(number == 1 ? "" : "-\(number)").\(page.ending)"
            do throws(FileError) {
                try RegularFile.create(path, page.bytes)
                return path
            } catch {
                guard error.code == EEXIST else { throw failure(folder, error) }
            }
        }
        throw Failure(sentence: "It was saved \(namesMax) times already.")
    }

    private static func failure(_ folder: String, _ error: FileError) -> Failure {
        switch error.code {
        case ENOSPC, EDQUOT, EFBIG: Failure(sentence: "The disk is full. Make room on it.")
        case EACCES, EPERM, EROFS: Failure(sentence: "The folder \(folder) may not be written to.")
        default: Failure(sentence: "The folder \(folder) cannot be written to.")
        }
    }
}
