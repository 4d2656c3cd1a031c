internal import HeftWire

/// The two copies of a receipt as HTML: centred heads, a table of what and how much, the mark of the simulator.
struct ReceiptPage {
    private enum Copy {
        case merchant
        case customer
    }

    let report: PaymentReport

    var merchantCopy: String { page(.merchant) }
    var customerCopy: String { page(.customer) }

    private var order: PaymentOrder { report.payment.order }

    private func page(_ copy: Copy) -> String {
        let parts = [
            "<html><head><meta charset=\"UTF-8\"><title>Receipt</title></head><body>",
            head,
            Self.centred("<b>\(title)</b>"),
            table(what),
            Self.centred("<b>\(outcome)</b>"),
            reason,
            table(proof),
            copy == .merchant ? signatureLine : "",
            Self.centred(copy == .merchant ? "MERCHANT COPY" : "CUSTOMER COPY"),
            Self.centred("Please keep this receipt"),
            Self.centred(Self.mark),
            "</body></html>",
        ]
        return parts.joined()
    }

    private static let mark = "<b>*** SIMULATED ***</b><br>NO MONEY MOVES"

    private static func centred(_ html: String) -> String {
        "<div style=\"text-align:center\">\(html)</div>"
    }

    private var head: String {
        let lines = [report.merchant.name] + report.merchant.addressLines
        let text = lines.map(PayloadXML.escaped).joined(separator: "<br>")
        return Self.centred(text) + Self.centred(Self.mark) + "<hr>"
    }

    private var title: String {
        switch order.kind {
        case .sale: "SALE"
        case .refund: "REFUND"
        case .saleReversal: "SALE VOID"
        case .refundReversal: "REFUND VOID"
        }
    }

    private var outcome: String {
        switch report.verdict.outcome {
        case .authorised: "APPROVED"
        case .partiallyApproved: "PARTLY APPROVED"
        case .declined: "DECLINED"
        case .cancelled: "CANCELLED"
        case .failed, .undefined, .processed: "NOT COMPLETED"
        }
    }

    private var reason: String {
        report.verdict.error.isEmpty ? "" : Self.centred(PayloadXML.escaped(report.verdict.error))
    }

    private var what: [(String, String)] {
        var rows = [("AMOUNT", order.text(minorUnits: order.amountMinor))]
        if let gratuity = report.payment.gratuity {
            rows.append(("TIP", order.text(minorUnits: gratuity.minorUnits)))
        }
        if report.payment.gratuity != nil || report.verdict.outcome == .authorised {
            rows.append(("TOTAL", order.text(minorUnits: report.payment.totalMinor)))
        }
        if report.verdict.outcome == .partiallyApproved {
            rows.append(("PAID", order.text(minorUnits: report.verdict.authorisedMinor)))
            rows.append(("STILL DUE", order.text(minorUnits: report.verdict.dueMinor)))
        }
        if let card = report.payment.card {
            rows.append(("CARD", "\(card.scheme.rawValue) \(card.maskedNumber)"))
            rows.append(("ENTRY", Self.words(card.entry)))
            if card.entry == .chip || card.entry == .contactless { rows.append(("AID", card.scheme.applicationID)) }
        }
        return rows
    }

    private static func words(_ entry: TestCard.Entry) -> String {
        switch entry {
        case .chip: "CHIP"
        case .contactless: "CONTACTLESS"
        case .stripe: "SWIPED"
        case .typed: "TYPED"
        }
    }

    private var verificationLine: String? {
        guard report.isApproved else { return nil }
        switch report.verification {
        case .pin: return "PIN VERIFIED"
        case .signature: return "SIGNATURE"
        case .pinAndSignature: return "PIN VERIFIED, SIGNATURE"
        case .mobilePassCode: return "VERIFIED ON TELEPHONE"
        case .notRequired: return "NO VERIFICATION NEEDED"
        case .failed: return "VERIFICATION FAILED"
        case .undefined: return nil
        }
    }

    private var proof: [(String, String)] {
        var rows: [(String, String)] = []
        if let verificationLine { rows.append(("VERIFIED", verificationLine)) }
        if !report.verdict.authorisationCode.isEmpty { rows.append(("AUTH CODE", report.verdict.authorisationCode)) }
        if !order.customerReference.isEmpty { rows.append(("REFERENCE", order.customerReference)) }
        rows.append(("DATE", Self.date(report.finishedAt)))
        rows.append(("TIME", Self.time(report.finishedAt)))
        rows.append(("MID", order.merchantID.isEmpty ? report.merchant.merchantID : order.merchantID))
        rows.append(("TID", order.terminalID.isEmpty ? report.merchant.terminalID : order.terminalID))
        rows.append(("TRANSACTION", "\(report.payment.number)"))
        rows.append(("ID", report.payment.id))
        return rows
    }

    private var signatureLine: String {
        guard report.payment.card?.asksForSignature == true, report.isApproved else { return "" }
        return "<p>SIGN BELOW</p><br><br><hr>"
    }

    private func table(_ rows: [(String, String)]) -> String {
        let body = rows.map { label, value in
            "<tr><td>\(label)</td><td style=\"text-align:right\">\(PayloadXML.escaped(value))</td></tr>"
        }
        return "<table style=\"width:100%\">" + body.joined() + "</table>"
    }

    /// `2026-10-04` of `20261004143205`; anything else as it is.
    private static func date(_ stamp: String) -> String {
        let digits = Array(stamp)
        guard digits.count == 14 else { return stamp }
        return "\(String(digits[0..<4]))-\(String(digits[4..<6]))-\(String(digits[6..<8]))"
    }

    private static func time(_ stamp: String) -> String {
        let digits = Array(stamp)
        guard digits.count == 14 else { return "" }
        return "\(String(digits[8..<10])):\(String(digits[10..<12])):\(String(digits[12..<14]))"
    }
}
