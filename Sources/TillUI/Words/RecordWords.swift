import Money
import Terminal
import TillCore

/// As many of the pieces as have room, two spaces apart; a piece is shown whole or not at all, so that no amount is cut.
func fitting(_ pieces: [String], columns: Int) -> String {
    var text = ""
    var used = 0
    for piece in pieces where !piece.isEmpty {
        let width = PrintableText(piece.prefix(4000)).columns + (used > 0 ? 2 : 0)
        guard used + width <= columns else { continue }
        text += (used > 0 ? "  " : "") + piece
        used += width
    }
    return text
}

/// The pieces in as few lines as have room for them, two spaces apart. A piece is never broken.
func packed(_ pieces: [String], columns: Int) -> [String] {
    var lines: [String] = []
    for piece in pieces where !piece.isEmpty {
        let joined = lines.last.map { "\($0)  \(piece)" } ?? piece
        if let last = lines.indices.last, PrintableText(joined).columns <= columns {
            lines[last] = joined
        } else {
            lines.append(piece)
        }
    }
    return lines
}

extension OperationOutcome {
    /// `Visa ..1111 chip, PIN`: what of it is known.
    var card: String {
        let digits = maskedCardNumber.filter { $0.isASCII && $0.isNumber }.suffix(4)
        var words: [String] = []
        if !cardScheme.isEmpty { words.append(shortened(cardScheme, columns: 20)) }
        if digits.count == 4 { words.append("..\(digits)") }
        if let entry = OperationOutcome.entries[cardEntry] { words.append(entry) }
        let card = words.joined(separator: " ")
        guard verdict == .approved || verdict == .partiallyApproved,
            let method = OperationOutcome.methods[verificationMethod]
        else { return card }
        return card.isEmpty ? method : "\(card), \(method)"
    }

    private static let entries = ["MSR": "stripe", "ICC": "chip", "NFC": "tap", "CNP": "typed"]
    private static let methods = [
        "PIN": "PIN", "SIGNATURE": "signature", "PIN_SIGNATURE": "PIN and signature",
        "MOBILE_PASS_CODE": "code on the phone",
    ]
}

extension OperationRecord {
    /// The operation in one line, the most important first.
    func summary(columns: Int) -> String {
        fitting(
            [
                intent.startedAt.clock, shownAmount?.formattedWithCode ?? "", CashierMessage(self).heading,
                outcome?.card ?? "",
                outcome.map {
                    $0.authorisationCode.isEmpty ? "" : "auth \(shortened($0.authorisationCode, columns: 10))"
                }
                    ?? "",
            ], columns: columns)
    }

    /// The till's reference, as far as it is one.
    var shownReference: String { shortened(intent.customerReference, columns: 30) }
}

extension CurrencyTotals {
    func summary(columns: Int) -> String {
        func money(_ tally: Tally) -> String {
            Amount(minorUnits: tally.sumMinor, currency: currency).formattedWithCode
        }
        var pieces = [count(sales.count, "sale", "sales") + " " + money(sales)]
        if refunds.count > 0 { pieces.append(count(refunds.count, "refund", "refunds") + " " + money(refunds)) }
        let voids = saleReversals.count + refundReversals.count
        if voids > 0 { pieces.append(count(voids, "void", "voids")) }
        pieces.append("\(inDoubt.count) unknown")
        return fitting(pieces, columns: columns)
    }

    private func count(_ number: Int, _ one: String, _ many: String) -> String {
        "\(number) \(number == 1 ? one : many)"
    }
}
