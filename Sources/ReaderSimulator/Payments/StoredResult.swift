internal import HeftWire

/// The answer to a payment, ready to be sent, and to be sent again when the till did not get it.
package struct StoredResult: Codable, Equatable, Sendable {
    /// One element of the XML. The order of elements is kept.
    package struct Element: Codable, Equatable, Sendable {
        package var name: String
        package var text: String
    }

    package var kind: PaymentOrder.Kind
    package var id: String
    package var verdict: Verdict
    package var merchantReceipt: String
    package var customerReceipt: String
    package var elements: [Element]

    /// The message that carries it.
    ///
    /// - Parameters:
    ///   - command: the answer to what was asked, which for a recovered result is not the payment itself.
    ///   - isRecovered: whether it belongs to an earlier operation than the one that it answers.
    ///   - isRestarting: whether the reader restarts once this has arrived.
    func response(_ command: Command, isRecovered: Bool, isRestarting: Bool = false) -> FinanceResponse {
        let children = elements.map { element in
            let isFlag = element.name == FinanceDetails.Field.recoveredTransaction.rawValue
            return PayloadXML.Element(element.name, text: isFlag ? "\(isRecovered)" : element.text)
        }
        // Readers say a partial approval by the byte of an approval; the XML tells the two apart.
        let byte = verdict.outcome == .partiallyApproved ? FinancialStatus.authorised : verdict.outcome
        return FinanceResponse(
            command: command, status: verdict.status, financialStatus: byte.rawValue,
            isRestarting: isRestarting, authorisedAmountMinor: verdict.authorisedMinor, transactionID: Array(id.utf8),
            merchantReceipt: Array(merchantReceipt.utf8), customerReceipt: Array(customerReceipt.utf8),
            xml: PayloadXML.document(PayloadXML.Element("FinancialTransactionResponse", children: children)))
    }
}
