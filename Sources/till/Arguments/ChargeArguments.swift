import ChargeURL
import TillCore

/// `till charge --again`
struct ChargeAgainArguments: Equatable {
    /// The name of the newest answer.
    static let last = "last"

    /// Of the answer: a reference, or ``last``.
    var name: String
    /// The answer is printed in place of being opened.
    var printsAnswer: Bool
    /// Which books, and the configuration.
    var screen = FullScreenArguments()

    init(_ words: ArraySlice<String>) throws(UsageError) {
        let scanner = try ArgumentScanner(
            words, command: "charge", options: ReaderArguments.options + [.flag("again"), .flag("print")])
        name = scanner.operands.isEmpty ? ChargeAgainArguments.last : try scanner.operands("a reference")[0]
        printsAnswer = scanner.has("print")
        screen.reader = try ReaderArguments(scanner)
    }
}

/// `till charge`
struct ChargeArguments: Equatable {
    /// As it was handed in; it is read where the currency of the shop is known.
    var url: String
    /// Nobody is asked: for scripts.
    var isHeadless: Bool
    /// The answer is printed in place of being opened.
    var printsAnswer: Bool
    /// Who judges a signature, without a screen.
    var signature: SaleArguments.Signature
    var json: Bool
    var screen: FullScreenArguments

    init(_ words: ArraySlice<String>) throws(UsageError) {
        let scanner = try ArgumentScanner(
            words, command: "charge",
            options: FullScreenArguments.options + [
                .flag("headless"), .flag("print"), .flag("json"), .value("signature", "accept|reject|ask"),
            ])
        url = try scanner.operands("the address of a charge request")[0]
        isHeadless = scanner.has("headless")
        printsAnswer = scanner.has("print")
        json = scanner.has("json")
        signature = try SaleArguments.Signature(scanner)
        screen = try FullScreenArguments(scanner)
        guard !isHeadless || !screen.isDemo else {
            throw UsageError("--demo is a full screen, so --headless makes no sense with it. Leave one of them out.")
        }
        guard isHeadless || (!json && scanner.value("signature") == nil) else {
            throw UsageError("--json and --signature are for till charge --headless.")
        }
    }
}
