import HeftKit
import ReaderSimulator
import Testing

/// Whole payments: till, reader, wire, gateway, bank.
@Suite("A reader and its bank") struct ReaderTests {
    @Test(
        "sells, declines, gives back and takes back, wherever the bank is", arguments: BankKind.allCases,
        SimulatedReader.Configuration.HostTraffic.allCases)
    func payments(kind: BankKind, traffic: SimulatedReader.Configuration.HostTraffic) throws {
        let bank = try Bank(kind)
        let counter = try Counter(bank, traffic: traffic)
        let sale = try counter.sell(1250)
        #expect(sale.finStatus == "AUTHORISED")
        #expect(try counter.sell(1000).finStatus == "DECLINED")
        #expect(try counter.sell(2000).finStatus == "CANCELLED")
        let part = try counter.sell(3757)
        #expect(part.finStatus == "PARTIAL_APPROVAL")
        #expect(part.authorisedAmount == 2000)
        let voided = try counter.perform {
            $0.saleReversal(
                withAmount: 1250, currency: "GBP", transactionId: sale.eFTTransactionID, options: nil)
        }
        #expect(voided.finStatus == "AUTHORISED")
        let again = try counter.perform {
            $0.saleReversal(
                withAmount: 1250, currency: "GBP", transactionId: sale.eFTTransactionID, options: nil)
        }
        #expect(again.finStatus == "DECLINED")
        let refund = try counter.perform {
            $0.refund(withAmount: 500, currency: "GBP", transaction: part.eFTTransactionID)
        }
        #expect(refund.finStatus == "AUTHORISED")
        #expect(try counter.perform { $0.financeStartOfDay() }.finStatus == "PROCESSED")
        if let program = bank.program { #expect(!(try program.batches().contains("closedAt"))) }
        #expect(try counter.perform { $0.financeEndOfDay() }.finStatus == "PROCESSED")
        if let program = bank.program { #expect(try program.batches().contains("closedAt")) }
        #expect(counter.ownHost == TestHost())
    }

    @Test("a signature that is rejected takes the money back", arguments: BankKind.allCases)
    func signature(kind: BankKind) throws {
        let bank = try Bank(kind)
        let accepting = try Counter(bank)
        #expect(try accepting.sell(3000).finStatus == "AUTHORISED")
        let rejecting = try Counter(bank, isSignatureAccepted: false, seed: 8)
        #expect(try rejecting.sell(3000).finStatus == "DECLINED")
        if let program = bank.program { #expect(try program.batches().contains("\"count\":1,")) }
    }

    @Test(
        "a payment whose answer does not arrive is unknown, and the money may be gone",
        arguments: ["drop-after", "truncated", "other-sale", "500", "redirect", "drop-before"])
    func unknown(fault: String) throws {
        let bank = try Bank(.http)
        let program = try #require(bank.program)
        try program.fault("kind=\(fault)")
        let info = try Counter(bank).sell(1250)
        #expect(info.finStatus == "UNDEFINED")
        #expect(info.statusCode == 0x2C)
        let isTaken = ["drop-after", "truncated", "other-sale"].contains(fault)
        #expect(try program.batches().contains("\"total\":1250}") == isTaken)
    }

    @Test("a bank that keeps silent is given up after the reader's time, and the payment is unknown")
    func silence() throws {
        let bank = try Bank(.http)
        let counter = try Counter(bank, hostSeconds: 3)
        #expect(try counter.sell(3768).finStatus == "UNDEFINED")
        #expect(try counter.sell(1250).finStatus == "AUTHORISED")
        #expect(try #require(bank.program).end().status == 0)
    }
}
