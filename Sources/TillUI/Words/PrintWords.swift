import Printing
import Receipts
import Terminal
import TillCore

extension ReceiptCopy.Kind {
    /// As it stands in a sentence.
    var noun: String {
        switch self {
        case .customer: "The customer's copy"
        case .merchant: "The merchant's copy"
        case .slip: "The slip"
        }
    }
}

extension SavedFormat {
    var name: String {
        switch self {
        case .text: "Text"
        case .html: "HTML, for a browser"
        case .pdf: "PDF"
        }
    }
}

extension PrintTrouble {
    /// What happened, and what to do.
    var sentence: String {
        switch self {
        case .printer(let error): error.sentence
        case .receipt: "The receipt cannot be read. It stands in the books as it came."
        case .books(let error): error.sentence
        }
    }
}

extension PrintingError {
    /// What happened, and what to do.
    package var sentence: String {
        switch self {
        case .codePageMissing: "The system lacks the printer's letters. Choose others in the settings."
        case .pagesUnavailable: "The libraries that draw pages are not installed. Save it as text or HTML."
        case .pageFailed: "The page could not be made. Save it as text or HTML."
        case .tooLong: "The receipt is too long for a printer. Save it as a file."
        case .notFound(let name):
            "There is no printer \(shortened(name, columns: 40)). Plug it in, or look at the settings."
        case .programMissing(let name):
            "The printing system is not there: no program \(shortened(name, columns: 40)). Install it, or save a file."
        case .notAPrinter(let path):
            "\(shortened(path, columns: 40)) is no printer. Look at the settings."
        case .notAllowed(let path):
            "The till may not use \(shortened(path, columns: 40)). Ask whoever looks after this computer."
        case .busy: "Another program is printing. Wait a moment, then print again."
        case .notConnected: "The printer does not answer. Is it on, and plugged in?"
        case .timedOut: "The printer stopped taking it. Is there paper, and is its cover closed?"
        case .lost: "The printer went away while it printed. Look at its cable."
        case .failed: "The printer could not be used. Look at it and at its cable."
        case .programFailed(_, let said):
            said.isEmpty
                ? "The printing system did not take it. Is the queue right?"
                : "The printing system did not take it: \(shortened(said, columns: 100))"
        }
    }
}

extension [Substitution] {
    /// What stands on paper in other letters than the receipt has it, the first of it; empty where nothing does.
    var sentence: String {
        guard let first else { return "" }
        let rest = count > 1 ? ", and others likewise" : ""
        let (printed, original) = (shortened(first.printed, columns: 20), shortened(first.original, columns: 20))
        return " The printer lacks some letters: \(printed) stands for \(original)\(rest)."
    }
}

extension PrintNote {
    /// What happened, for a person.
    var words: String {
        switch self {
        case .started(let kind, let number): "\(kind.noun)\(PrintNote.mark(number)) went to the printer"
        case .printed(let kind, let number): "\(kind.noun) was printed\(PrintNote.mark(number))"
        case .failed(let kind, _): "\(kind.noun) was not printed"
        case .unsure(let kind, let number): "\(kind.noun)\(PrintNote.mark(number)) may be printed in part"
        }
    }

    static func mark(_ number: Int) -> String { number > 0 ? " as COPY \(number)" : "" }
}
