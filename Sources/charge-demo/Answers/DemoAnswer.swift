import ChargeURL

/// What the till has answered, as it is shown: checked, or why it is not believed.
struct DemoAnswer: Equatable, Sendable {
    /// A row below the heading.
    struct Line: Equatable, Sendable {
        /// Nil for a sentence.
        var name: String?
        var value: String
    }

    var isBelieved = true
    var isApproved = false
    var heading: String
    var lines: [Line]

    /// Reads an answer. Only one that belongs to a request of ours is believed, and only once.
    ///
    /// - Throws: ``ChargeNonceStoreError``: nobody can tell whether it does. Its request still waits.
    init(_ url: String, nonces: some ChargeNonceStore, records: DemoRecords) throws(ChargeNonceStoreError) {
        let response: IFChargeResponse
        do throws(ChargeAnswerError) {
            response = try IFChargeResponse(url: url, nonces: nonces)
        } catch {
            if case .nonceStore(let error) = error { throw error }
            self.init(notBelieved: error.description)
            return
        }
        // It comes out of a URL, which anybody can write.
        guard let record = response.extraParams[DemoRecords.parameter], records.isOurs(record) else {
            self.init(notBelieved: "It names no record of this program.")
            return
        }
        self.init(response, record: record)
    }

    private init(notBelieved reason: String) {
        isBelieved = false
        heading = "NOT BELIEVED"
        lines = [Line(value: reason), Line(value: "Look at the till whether the card was charged.")]
    }

    private init(_ response: IFChargeResponse, record: String) {
        isApproved = response.responseCode == kIFChargeResponseCodeApproved
        heading = response.responseCode.rawValue.uppercased()
        let values = [
            ("Record", record),
            ("Amount", response.amount.map { "\($0) \(response.currency ?? "")" }),
            ("Tax", response.taxAmount.map { "\($0) (\(response.taxRate ?? "")%)" }),
            ("Tip", response.tipAmount),
            ("Card", response.cardType.map { "\($0) \(response.redactedCardNumber ?? "")" }),
            ("Transaction", response.transactionId),
            ("Error", response.errorMessage),
        ]
        lines = values.compactMap { name, value in value.map { Line(name: name, value: $0) } }
    }
}
