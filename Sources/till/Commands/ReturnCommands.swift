import Money
import TillCore
import TillJournal

/// `till refund` and `till reverse`: which operation is meant, and what is asked of the reader.
struct ReturnOrder: Sendable {
    private enum Kind: Sendable {
        /// Nil for all that is left.
        case refund(Amount?)
        case reversal
    }

    private let kind: Kind
    private let sequence: Int64

    /// - Throws: ``CommandFailure`` when it is not clear what is meant. Nothing was changed then.
    init(_ arguments: ReturnArguments) throws(CommandFailure) {
        let path = try ListingCommands.booksPath(arguments.reader)
        switch arguments.kind {
        case .refund(let text):
            // A reader may give a refund the number of its sale: the sale is meant.
            let sale = try OperationFinder.operation(arguments.id, at: path) { record in
                record.intent.kind == .sale || record.intent.kind == .saleAndTokenize
            }
            sequence = sale.sequence
            kind = .refund(try text.map { (text) throws(CommandFailure) in try ReturnOrder.amount(text, of: sale) })
        case .reversal:
            sequence = try OperationFinder.operation(arguments.id, at: path).sequence
            kind = .reversal
        }
    }

    private static func amount(_ text: String, of sale: OperationRecord) throws(CommandFailure) -> Amount {
        guard let currency = (sale.moved ?? sale.intent.amount)?.currency else {
            throw CommandFailure(.failed, Refusal.notReturnable(sequence: sale.sequence).sentence)
        }
        let amount: Amount
        do throws(AmountError) {
            amount = try Amount(typed: text, currency: currency)
        } catch {
            throw CommandFailure(.wrongUsage, error.description)
        }
        guard amount.minorUnits > 0 else {
            throw CommandFailure(.wrongUsage, "An amount of 0 cannot be given back. Give an amount above 0.")
        }
        return amount
    }

    /// What the reader is asked for, by how the books stand now.
    ///
    /// - Throws: ``JournalError/refused(_:)`` when the books do not allow it.
    func request(in store: JournalStore) throws(JournalError) -> OperationRequest {
        guard let original = try store.operation(sequence: sequence) else {
            throw .unknownOperation(sequence: sequence)
        }
        switch kind {
        case .refund(let amount):
            let balance = try store.balance(of: sequence, at: SystemClock.now())
            if let obstacle = balance.refundObstacle { throw .refused(obstacle) }
            let asked = amount ?? balance.rest
            guard asked.minorUnits <= balance.rest.minorUnits else {
                throw .refused(.aboveRest(asked: asked, rest: balance.rest))
            }
            return .refund(asked, of: original)
        case .reversal:
            switch original.intent.kind {
            case .sale, .saleAndTokenize:
                let balance = try store.balance(of: sequence, at: SystemClock.now())
                if let obstacle = balance.reversalObstacle { throw .refused(obstacle) }
            case .refund: break
            case .saleReversal, .refundReversal, .tokenize, .startOfDay, .endOfDay, .update:
                throw .refused(.notReturnable(sequence: sequence))
            }
            return .reversal(of: original)
        }
    }
}
