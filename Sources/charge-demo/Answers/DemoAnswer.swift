import ChargeURL

/// What the till has answered, as it is shown: checked, or why it is not believed.
struct DemoAnswer: Equatable, Sendable {
    var isApproved: Bool
    /// The first is the heading.
    var lines: [String]

    /// Reads an answer. Only one that belongs to a request of ours is believed, and only once.
    init(_ url: String, nonces: some ChargeNonceStore, records: DemoRecords) {
        let response: IFChargeResponse
        do throws(ChargeAnswerError) {
            response = try IFChargeResponse(url: url, nonces: nonces)
        } catch {
            isApproved = false
            lines = ["NOT BELIEVED", error.description, "Look at the till whether the card was charged."]
            return
        }
        // It comes out of a URL, which anybody can write.
        guard let record = response.extraParams[DemoRecords.parameter], records.isOurs(record) else {
            isApproved = false
            lines = ["NOT BELIEVED", "It names no record of this program."]
            return
        }
        isApproved = response.responseCode == kIFChargeResponseCodeApproved
        lines = [response.responseCode.rawValue.uppercased(), "Record        \(record)"]
        func add(_ name: String, _ value: String?) {
            guard let value else { return }
            lines.append(name + String(repeating: " ", count: max(1, 14 - name.count)) + value)
        }
        add("Amount", response.amount.map { "\($0) \(response.currency ?? "")" })
        add("Tax", response.taxAmount.map { "\($0) (\(response.taxRate ?? "")%)" })
        add("Tip", response.tipAmount)
        add("Card", response.cardType.map { "\($0) \(response.redactedCardNumber ?? "")" })
        add("Transaction", response.transactionId)
        add("Error", response.errorMessage)
    }
}
