import ChargeURL

/// A request, made of what stands on the form.
struct DemoRequest: Sendable {
    private let values: [DemoField: String]

    init(_ values: [DemoField: String]) {
        self.values = values
    }

    /// Hands it over. Waits for another program.
    func submit(by opener: any URLOpening, _ folder: DemoFolder) -> DemoState.Event {
        guard let record = folder.records.next() else {
            return .notSubmitted("The number of the record cannot be kept. See to the disk.")
        }
        let request = IFChargeRequest(
            opener: opener, nonces: folder.nonces, random: SystemRandomNumberGenerator())
        do throws(ChargeSubmissionError) {
            try request.setReturnURL(DemoScreen.returnURL, withExtraParams: [DemoRecords.parameter: record])
            request.returnAppName = "ChargeDemo"
            request.amount = text(.amount)
            request.currency = text(.currency)
            request.amountFixed = flag(.amountFixed)
            request.taxRate = text(.taxRate)
            request.description = text(.description)
            request.invoiceNumber = text(.invoiceNumber)
            request.email = text(.email)
            request.returnImmediately = flag(.returnImmediately)
            request.fm = flag(.fileMaker)
            try request.submit()
            return .submitted
        } catch {
            return .notSubmitted(error.description)
        }
    }

    private func text(_ field: DemoField) -> String? {
        guard let value = values[field], !value.isEmpty else { return nil }
        return value
    }

    private func flag(_ field: DemoField) -> String? { values[field] == "yes" ? "1" : nil }
}
