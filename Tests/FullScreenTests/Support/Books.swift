import FoundationEssentials
import PtyHarness
import Testing

/// An operation as `till history --json` lists it.
struct BookedSale: Decodable, Equatable {
    var result: String
    var amount: String
    var currency: String
    var customerReference: String
    var isRecovered: Bool
    var startedAt: String
    var statusCode: Int
}

/// What the simulated reader and its bank wrote down, independently of the till.
struct ReaderLedger: Decodable, Equatable {
    struct Host: Decodable, Equatable {
        var transactions: [Transaction]
    }

    struct Transaction: Decodable, Equatable {
        var authorisedMinor: Int
        var isReversed: Bool
    }

    var host: Host
    /// How many payments the reader was ever asked for.
    var paymentNumber: Int
}

extension ScratchFolder {
    /// The till's books, newest first, as its own command tells them after the till has ended.
    func history() throws -> [BookedSale] {
        let listing = try PtyProgram(
            "/bin/sh", ["-c", "exec \"$0\" history --json > \"$HOME/history.json\"", PtyProgram.built("till")],
            environment: environment)
        let status = listing.waitForExit()
        try #require(status == 0, "\(listing.screen.text)")
        return try JSONDecoder().decode([BookedSale].self, from: try #require(contents(of: "history.json")))
    }

    /// The reader's own books; empty ones before it was ever asked for a payment.
    func ledger() throws -> ReaderLedger {
        guard let file = contents(of: "state/till/simulator.json") else {
            return ReaderLedger(host: ReaderLedger.Host(transactions: []), paymentNumber: 0)
        }
        return try JSONDecoder().decode(ReaderLedger.self, from: file)
    }

    /// What the bank took and did not give back, in pence.
    func taken() throws -> [Int] {
        try ledger().host.transactions.filter { $0.authorisedMinor > 0 && !$0.isReversed }.map(\.authorisedMinor)
    }
}
