import Money

/// A currency as it stands on the wire: the number of ISO 4217 in four BCD digits.
package struct CurrencyNumber: Hashable, Sendable {
    /// 0–9999; 826 for GBP.
    package let value: Int

    package init(_ currency: Currency) {
        value = currency.numericCode
    }

    private init(unchecked value: Int) {
        self.value = value
    }

    /// Takes an upper-case alpha code of ISO 4217, or four digits.
    ///
    /// - Throws: ``WireError/unknownCurrency(_:)`` for anything else.
    package init(text: String) throws(WireError) {
        if text.utf8.count == 4, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text) {
            value = number
        } else if let currency = Currency(alphaCode: text) {
            value = currency.numericCode
        } else {
            throw .unknownCurrency(text)
        }
    }

    /// No currency, as a recovery request carries it.
    package static let none = CurrencyNumber(unchecked: 0)

    /// Nil for a number that ISO 4217 does not have.
    package var currency: Currency? { Currency(numericCode: value) }

    init(bcd: some Collection<UInt8>) throws(WireError) {
        let text = try BCD.decode(bcd)
        guard let value = Int(text) else { throw .notDecimal(text) }
        self.value = value
    }

    /// Four digits, `0826`.
    package var text: String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}

/// A request to take, return or void a payment, or to recover a result: `F000`, `F010`, `F020`, `F030`, `F070`.
///
/// | bytes | field | encoding |
/// |------:|-------|----------|
/// | 2 | `currency` | BCD, GBP is `08 26` |
/// | 4 | `amountMinor` | `UInt32` |
/// | 1 | `isCardPresent` | 1; the operations always send 1 |
/// | 1 | length n | absent, with all below, when there is neither id nor XML |
/// | n | `transactionID` | ASCII |
/// | 4 | length m | `UInt32`; absent without XML |
/// | m | `xml` | UTF-8 |
///
/// Source: `ReaderProtocol.md` §4.
package struct FinanceRequest: Equatable, Sendable {
    package var currency: CurrencyNumber
    /// Minor units of ``currency``: 1000 in GBP is £10.00.
    package var amountMinor: UInt32
    package var isCardPresent = true
    /// The GUID of the sale that is returned or voided; empty for a sale.
    package var transactionID: String
    package var xml: [UInt8]

    package init(currency: CurrencyNumber, amountMinor: UInt32, transactionID: String = "", xml: [UInt8] = []) {
        self.currency = currency
        self.amountMinor = amountMinor
        self.transactionID = transactionID
        self.xml = xml
    }

    /// What asks a reader for a result that it holds.
    package static let recovery = FinanceRequest(currency: .none, amountMinor: 0)

    init(from payload: inout ByteReader) throws(WireError) {
        currency = try CurrencyNumber(bcd: try payload.read(2))
        amountMinor = try payload.readUInt32()
        isCardPresent = try payload.readUInt8() != 0
        transactionID = payload.isAtEnd ? "" : String(decoding: try payload.readCounted8(), as: UTF8.self)
        xml = payload.isAtEnd ? [] : try payload.readCounted32()
    }

    /// - Throws: ``WireError/transactionIDTooLong(_:)``.
    func payload() throws(WireError) -> [UInt8] {
        guard transactionID.utf8.count <= 255 else { throw .transactionIDTooLong(transactionID.utf8.count) }
        var writer = ByteWriter()
        writer.write(try BCD.encode(currency.text, size: 2))
        writer.writeUInt32(amountMinor)
        writer.writeUInt8(isCardPresent ? 1 : 0)
        if !transactionID.isEmpty || !xml.isEmpty { try writer.writeCounted8(Array(transactionID.utf8)) }
        if !xml.isEmpty { try writer.writeCounted32(xml) }
        return writer.bytes
    }
}

/// What stands in the XML of a finance or tokenise request.
///
/// Source: `ReaderProtocol.md` §4, Request payload.
package struct FinanceOptions: Equatable, Sendable {
    /// A merchant account to be used in place of the reader's own.
    package struct Credential: Equatable, Sendable {
        /// The acquirer's name on the wire; nil when undefined.
        package var acquirer: String?
        package var merchantID: String
        package var terminalID: String

        package init(acquirer: String?, merchantID: String, terminalID: String) {
            self.acquirer = acquirer
            self.merchantID = merchantID
            self.terminalID = terminalID
        }
    }

    /// Readers take no more of a merchant or terminal id.
    package static let longestAccountID = 23

    /// Empty for none.
    package var customerReference = ""
    /// Nil for the reader's own account; an empty list is an `agreement` without accounts.
    package var agreement: [Credential]?
    /// Months; empty for none.
    package var budgetNumber = ""
    package var tokenisesCard = false

    package init(
        customerReference: String = "", agreement: [Credential]? = nil, budgetNumber: String = "",
        tokenisesCard: Bool = false
    ) {
        self.customerReference = customerReference
        self.agreement = agreement
        self.budgetNumber = budgetNumber
        self.tokenisesCard = tokenisesCard
    }

    /// The customer reference as a reader gives it back: white space at its ends, and characters that XML cannot carry,
    /// do not survive the way.
    package var referenceOnWire: String {
        do throws(WireError) {
            return try FinanceOptions(xml: financeXML).customerReference
        } catch {
            return customerReference
        }
    }

    /// The document of `F000`–`F030`.
    package var financeXML: [UInt8] { document(root: "FinancialTransactionRequest") }

    /// The document of `F080`, which takes the reference alone.
    package var tokeniseXML: [UInt8] {
        FinanceOptions(customerReference: customerReference).document(root: "TokenizeCardRequest")
    }

    private func document(root: String) -> [UInt8] {
        var children: [PayloadXML.Element] = []
        if !customerReference.isEmpty { children.append(.init("CustomerReference", text: customerReference)) }
        if let agreement { children.append(.init("agreement", children: agreement.map(element))) }
        if !budgetNumber.isEmpty { children.append(.init("BudgetNumber", text: budgetNumber)) }
        if tokenisesCard { children.append(.init("tokenizeCard", text: "1")) }
        return PayloadXML.declaration + PayloadXML.Element(root, children: children).bytes
    }

    private func element(_ credential: Credential) -> PayloadXML.Element {
        let merchantID = String(credential.merchantID.prefix(FinanceOptions.longestAccountID))
        let terminalID = String(credential.terminalID.prefix(FinanceOptions.longestAccountID))
        guard !merchantID.isEmpty || !terminalID.isEmpty else { return .init("credential") }
        var children: [PayloadXML.Element] = []
        if let acquirer = credential.acquirer { children.append(.init("acquirer", text: acquirer)) }
        if !merchantID.isEmpty { children.append(.init("mid", text: merchantID)) }
        if !terminalID.isEmpty { children.append(.init("tid", text: terminalID)) }
        return .init("credential", children: children)
    }

    /// Reads a request's XML as a reader does: a raw `&` is survived.
    ///
    /// - Throws: ``WireError/malformedXML(_:)``.
    package init(xml: [UInt8]) throws(WireError) {
        guard !xml.isEmpty else { return }
        let root = try PayloadXML.parse(PayloadXML.escapingRawAmpersands(xml))
        customerReference = root.value(of: "CustomerReference") ?? ""
        budgetNumber = root.value(of: "BudgetNumber") ?? ""
        tokenisesCard = root.value(of: "tokenizeCard") == "1"
        agreement = root.child("agreement").map { agreement in
            agreement.children.filter { $0.name == "credential" }.map { element in
                Credential(
                    acquirer: element.value(of: "acquirer"), merchantID: element.value(of: "mid") ?? "",
                    terminalID: element.value(of: "tid") ?? "")
            }
        }
    }
}
