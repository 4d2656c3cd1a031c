import Configuration
import Printing
import Receipts
import TillJournal

/// A copy that is to be printed, with the printer as it was set when somebody asked.
package struct PrintOrder: Equatable, Sendable {
    package var copy: ReceiptCopy
    package var printer: PrinterChoice
    /// Of a receipt printer.
    package var codePage: CodePage
    package var columns: Int

    package init(_ copy: ReceiptCopy, _ settings: AppSettings) {
        let receipts = settings.configuration.receipts
        self.copy = copy
        printer = receipts.printer
        codePage = CodePage(rawValue: receipts.codePage.rawValue) ?? .cp858
        columns = settings.rollColumns
    }

    /// Whether both are the same copy of the same operation.
    func isSameCopy(as other: PrintOrder) -> Bool {
        copy.kind == other.copy.kind && copy.record.sequence == other.copy.record.sequence
    }
}

/// Why a copy is not on paper, or perhaps not all of it.
package enum PrintTrouble: Error, Equatable, Sendable {
    case printer(PrintingError)
    case receipt(ReceiptError)
    /// Which copy it is could not be read or written down.
    case books(JournalError)

    /// Whether some of it may have been printed.
    package var mayBeOnPaper: Bool {
        switch self {
        case .receipt, .books: false
        case .printer(let error):
            switch error {
            case .timedOut(let sent, _), .lost(let sent, _): sent > 0
            case .programFailed: true
            case .codePageMissing, .pagesUnavailable, .pageFailed, .tooLong, .notFound, .programMissing, .notAPrinter,
                .notAllowed, .busy, .notConnected, .failed:
                false
            }
        }
    }
}

/// What the books note of copies that were printed. A copy that went to the printer counts as printed until the printer
/// has said that nothing came of it: whoever pulls the plug meanwhile gets a marked copy, and never a second original.
package enum PrintNote: Equatable, Sendable {
    /// It goes to the printer now.
    case started(ReceiptCopy.Kind, number: Int)
    case printed(ReceiptCopy.Kind, number: Int)
    /// Nothing of it is on paper.
    case failed(ReceiptCopy.Kind, number: Int)
    /// Some of it may be on paper.
    case unsure(ReceiptCopy.Kind, number: Int)

    /// What is stored; the names never change. The code is the number of the copy, 0 for the original, the text its kind.
    private static let names = ["printStarted", "printed", "printFailed", "printUnsure"]

    package init?(_ kind: OperationEvent.Kind) {
        guard case .other(let name, let number, let text) = kind, let copy = ReceiptCopy.Kind(rawValue: text) else {
            return nil
        }
        switch name {
        case "printStarted": self = .started(copy, number: number)
        case "printed": self = .printed(copy, number: number)
        case "printFailed": self = .failed(copy, number: number)
        case "printUnsure": self = .unsure(copy, number: number)
        default: return nil
        }
    }

    /// How it stands in the books.
    package func event(at now: Timestamp) -> OperationEvent {
        let (name, copy, number) =
            switch self {
            case .started(let copy, let number): (PrintNote.names[0], copy, number)
            case .printed(let copy, let number): (PrintNote.names[1], copy, number)
            case .failed(let copy, let number): (PrintNote.names[2], copy, number)
            case .unsure(let copy, let number): (PrintNote.names[3], copy, number)
            }
        return OperationEvent(at: now, kind: .other(name: name, code: number, text: copy.rawValue))
    }

    /// The number that the next print of a copy bears: how many are on paper, or may be.
    package static func nextNumber(of kind: ReceiptCopy.Kind, after events: [OperationEvent]) -> Int {
        let count = events.reduce(0) { count, event in
            switch PrintNote(event.kind) {
            case .started(kind, _): count + 1
            case .failed(kind, _): count - 1
            case .started, .failed, .printed, .unsure, nil: count
            }
        }
        return max(0, count)
    }
}
