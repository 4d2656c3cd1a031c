import HeftKit
import HeftWire
import Money
import Testing
import TillCore
import TillJournal

@Suite("Matching a recovered result") struct PendingMatchTests {
    private let coffee = OperationRecord.inDoubt(1, .sample("T1-1", amount: money(1250)))
    private let lunch = OperationRecord.inDoubt(2, .sample("T1-2", amount: money(3300)))
    private let sameAmount = OperationRecord.inDoubt(3, .sample("T1-3", amount: money(1250)))

    private func kept(_ amount: Amount? = nil, reference: String = "", type: String = "") -> FinanceResult {
        answer(.authorised, amount: amount, reference: reference, type: type, isRecovered: true)
    }

    @Test("a reference decides among equal amounts") func reference() {
        let match = PendingMatch(kept(money(1250), reference: "T1-3"), among: [coffee, lunch, sameAmount])
        #expect(match == .operation(sameAmount))
    }

    @Test("the cashier's own reference is what the reader gives back") func customerReference() {
        let table = OperationRecord.inDoubt(4, .sample("T1-4", customerReference: "Table 7"))
        #expect(PendingMatch(kept(reference: "Table 7"), among: [coffee, table]) == .operation(table))
        #expect(PendingMatch(kept(reference: "T1-4"), among: [coffee, table]) == .none)
    }

    @Test("without a reference the amount decides when one fits") func amount() {
        #expect(PendingMatch(kept(money(3300)), among: [coffee, lunch]) == .operation(lunch))
        #expect(PendingMatch(kept(money(999)), among: [coffee, lunch]) == .none)
    }

    @Test("the same number in another currency is another amount") func currency() {
        #expect(PendingMatch(kept(money(1250, .eur)), among: [coffee]) == .none)
        #expect(PendingMatch(kept(money(1250, .eur), reference: "T1-1"), among: [coffee]) == .none)
    }

    @Test("a reference with another amount fits nothing") func contradiction() {
        #expect(PendingMatch(kept(money(3300), reference: "T1-1"), among: [coffee, lunch]) == .none)
    }

    @Test(
        "the type must fit the kind of operation",
        arguments: [
            (OperationKind.sale, ["SALE", "SALE_AND_TOKENIZE_CARD"]),
            (.saleAndTokenize, ["SALE", "SALE_AND_TOKENIZE_CARD"]), (.refund, ["REFUND"]),
            (.saleReversal, ["VOID_SALE", "REVERSAL"]), (.refundReversal, ["VOID_REFUND", "REVERSAL"]),
            (.tokenize, ["TOKENIZE_CARD"]), (.update, ["HOST_INIT"]), (.startOfDay, []), (.endOfDay, []),
        ])
    func transactionType(kind: TillJournal.OperationKind, fitting: [String]) {
        let record = OperationRecord.inDoubt(1, .sample(kind: kind))
        let types = [
            "SALE", "REFUND", "VOID_SALE", "VOID_REFUND", "REVERSAL", "TOKENIZE_CARD", "SALE_AND_TOKENIZE_CARD",
            "HOST_INIT", "SOMETHING",
        ]
        for type in types {
            let expected = fitting.contains(type) ? PendingMatch.operation(record) : .none
            #expect(PendingMatch(kept(type: type), among: [record]) == expected, "\(type)")
        }
        for type in ["", "UNDEFINED"] {
            #expect(PendingMatch(kept(type: type), among: [record]) == .operation(record))
        }
    }

    @Test("nobody guesses between two that fit") func several() {
        let match = PendingMatch(kept(money(1250)), among: [coffee, lunch, sameAmount])
        #expect(match == .several([coffee, sameAmount]))
        #expect(PendingMatch(kept(), among: [coffee, lunch]) == .several([coffee, lunch]))
    }

    @Test("nothing in doubt, nothing matched") func nothing() {
        #expect(PendingMatch(kept(money(1250), reference: "T1-1"), among: []) == .none)
    }
}
