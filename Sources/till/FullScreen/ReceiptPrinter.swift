import Configuration
import Dispatch
import Printing
import Receipts
import TillCore
import TillJournal

/// Prints copies, one after the other, while the screen and the sale go on. The books say how many copies there are, and
/// so a till that was started anew goes on counting.
final class ReceiptPrinter: Sendable {
    /// Whoever leaves the till waits so long for the print that is under way.
    private static let goodbyeMax = DispatchTimeInterval.seconds(2)

    private let queue = DispatchQueue(label: "till.printing")
    private let journal: Journal
    private let measure: TextMeasure

    init(_ journal: Journal, _ measure: TextMeasure) {
        self.journal = journal
        self.measure = measure
    }

    /// - Parameter then: called on the main queue.
    func print(_ order: PrintOrder, then: @escaping @MainActor (AppEvent) -> Void) {
        queue.async { [self] in
            let event: AppEvent
            do throws(PrintTrouble) {
                let (number, rewritten) = try carryOut(order)
                event = .printed(order, number: number, rewritten: rewritten)
            } catch {
                event = .notPrinted(order, error)
            }
            DispatchQueue.main.async { MainActor.assumeIsolated { then(event) } }
        }
    }

    /// Waits for the print that is under way, but not for long.
    func close() {
        let done = DispatchSemaphore(value: 0)
        queue.async { done.signal() }
        _ = done.wait(timeout: .now() + ReceiptPrinter.goodbyeMax)
    }

    /// Returns the number of the copy that is on paper now, and what stands on it in other letters.
    private func carryOut(_ order: PrintOrder) throws(PrintTrouble) -> (number: Int, rewritten: [Substitution]) {
        let kind = order.copy.kind
        let number = try nextNumber(order)
        let reprint = PrintedReceipt.Reprint(number: number, printedAt: SystemClock.now().localTime)
        let receipt: PrintedReceipt
        do throws(ReceiptError) {
            receipt = try order.copy.receipt(number > 0 ? reprint : nil)
        } catch {
            throw .receipt(error)
        }
        guard let connection = PrinterConnection(order.printer) else { throw .printer(.notConnected) }
        try note(.started(kind, number: number), order)
        let page: Page
        do throws(PrintingError) {
            page = try self.page(of: receipt, order)
            try connection.send(page.bytes, title: order.copy.title)
        } catch {
            let trouble = PrintTrouble.printer(error)
            // The printer said what came of it; that the books did not take this too is not told on top.
            try? note(trouble.mayBeOnPaper ? .unsure(kind, number: number) : .failed(kind, number: number), order)
            throw trouble
        }
        // It is on paper, whatever becomes of this: that it was started stands in the books.
        try? note(.printed(kind, number: number), order)
        return (number, page.rewritten)
    }

    /// What is sent, and what of it is in other letters.
    private struct Page {
        var bytes: [UInt8]
        var rewritten: [Substitution] = []
    }

    /// A receipt printer gets its own commands, a queue of the printing system a page.
    private func page(of receipt: PrintedReceipt, _ order: PrintOrder) throws(PrintingError) -> Page {
        switch order.printer {
        case .none: return Page(bytes: [])
        case .device, .network:
            let profile = PrinterProfile(codePage: order.codePage, columns: order.columns)
            let stream = try ESCPOSStream(receipt, for: profile)
            return Page(bytes: stream.bytes, rewritten: stream.substitutions)
        case .queue:
            do throws(PrintingError) {
                let page = try PDFPage(
                    receipt, columns: order.columns, title: order.copy.title, width: measure.width)
                return Page(bytes: page.bytes)
            } catch {
                guard error == .pagesUnavailable else { throw error }
                // A queue takes text as well.
                return Page(bytes: Array(TextPage(receipt, columns: order.columns, width: measure.width).text.utf8))
            }
        }
    }

    // MARK: The books

    private func nextNumber(_ order: PrintOrder) throws(PrintTrouble) -> Int {
        do throws(JournalError) {
            return try journal.sync { (store) throws(JournalError) in
                PrintNote.nextNumber(of: order.copy.kind, after: try store.events(of: order.copy.record.sequence))
            }
        } catch {
            throw .books(error)
        }
    }

    private func note(_ note: PrintNote, _ order: PrintOrder) throws(PrintTrouble) {
        let event = note.event(at: SystemClock.now())
        do throws(JournalError) {
            try journal.sync { (store) throws(JournalError) in
                try store.note(event, of: order.copy.record.sequence)
            }
        } catch {
            throw .books(error)
        }
    }
}

extension PrinterConnection {
    /// Nil where no printer is set up.
    fileprivate init?(_ printer: PrinterChoice) {
        switch printer {
        case .none: return nil
        case .device(let path): self = .device(path: path)
        case .network(let host, let port): self = .network(host: host, port: port)
        case .queue(let name): self = .queue(name: name)
        }
    }
}
