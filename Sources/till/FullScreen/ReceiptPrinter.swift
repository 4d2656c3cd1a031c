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
                event = .printed(order, number: try carryOut(order))
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

    /// Returns the number of the copy that is on paper now.
    private func carryOut(_ order: PrintOrder) throws(PrintTrouble) -> Int {
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
        do throws(PrintingError) {
            try connection.send(try bytes(of: receipt, order), title: order.copy.title)
        } catch {
            let trouble = PrintTrouble.printer(error)
            // The printer said what came of it; that the books did not take this too is not told on top.
            try? note(trouble.mayBeOnPaper ? .unsure(kind, number: number) : .failed(kind, number: number), order)
            throw trouble
        }
        // It is on paper, whatever becomes of this: that it was started stands in the books.
        try? note(.printed(kind, number: number), order)
        return number
    }

    /// A receipt printer gets its own commands, a queue of the printing system a page.
    private func bytes(of receipt: PrintedReceipt, _ order: PrintOrder) throws(PrintingError) -> [UInt8] {
        switch order.printer {
        case .none: return []
        case .device, .network:
            let profile = PrinterProfile(codePage: order.codePage, columns: order.columns)
            return try ESCPOSStream(receipt, for: profile).bytes
        case .queue:
            do throws(PrintingError) {
                return try PDFPage(
                    receipt, columns: order.columns, title: order.copy.title, width: measure.width
                ).bytes
            } catch {
                guard error == .pagesUnavailable else { throw error }
                // A queue takes text as well.
                return Array(TextPage(receipt, columns: order.columns, width: measure.width).text.utf8)
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
