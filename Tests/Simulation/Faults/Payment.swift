import Money
import ReaderSimulator
import TillCore
import TillJournal

/// What is paid while the line has its fault.
enum Payment: String, CaseIterable, Sendable {
    case sale
    case declinedSale
    case signatureSale
    case refund
    case reversal

    /// Minor units.
    var amountMinor: Int64 {
        switch self {
        case .sale: 1250
        case .declinedSale: 1000
        case .signatureSale: 3000
        case .refund: 450
        case .reversal: 1999
        }
    }

    /// Under which kind the bank keeps it.
    var kind: PaymentOrder.Kind {
        switch self {
        case .sale, .declinedSale, .signatureSale: .sale
        case .refund: .refund
        case .reversal: .saleReversal
        }
    }

    /// A counter that is ready for it: what it gives back or voids is paid.
    func counter() throws -> Counter {
        var counter = try Counter.ready()
        if original != nil {
            counter.give(.charge(SaleRequest(amount: .gbp(1999))))
            counter.settle()
        }
        return counter
    }

    /// All of it, to be broken anywhere.
    func sweep(_ direction: Direction) throws -> FaultSweep {
        var counter = try counter()
        start(at: &counter)
        return FaultSweep(direction, from: counter)
    }

    /// The sale that it gives back or voids, by its place in the books.
    var original: Int64? {
        switch self {
        case .sale, .declinedSale, .signatureSale: nil
        case .refund, .reversal: 1
        }
    }

    /// Its place in the books.
    var sequence: Int64 { (original ?? 0) + 1 }

    /// The cashier starts it.
    func start(at counter: inout Counter) {
        let amount = Amount.gbp(amountMinor)
        guard let original, let sale = counter.books[original] else {
            counter.give(.charge(SaleRequest(amount: amount)))
            return
        }
        counter.give(.perform(self == .refund ? .refund(amount, of: sale) : .reversal(of: sale)))
    }
}

extension Amount {
    static func gbp(_ minorUnits: Int64) -> Amount {
        Amount(minorUnits: minorUnits, currency: .gbp)
    }
}
