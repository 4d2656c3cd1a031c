/// The client's side of a charge request: set its properties, then ``submit()`` it.
///
/// The counterpart of the original class of this name. What differs: opener, store of nonces and random numbers are handed
/// in, mistakes are thrown, and URLs are text. Not `Sendable`: a request belongs to whoever makes it.
///
/// ```swift
/// let request = IFChargeRequest(opener: opener, nonces: nonces, random: SystemRandomNumberGenerator())
/// try request.setReturnURL("com-your-app://charged", withExtraParams: ["record_id": "123"])
/// request.amount = "50.00"
/// request.description = "Test transaction"
/// request.taxRate = "8.5"
/// try request.submit()
/// ```
///
/// A property that is nil or empty is left out. Lengths and forms are those of ``ChargeParameter`` of the same name; they
/// are checked by ``requestURL``.
public final class IFChargeRequest {
    /// What this program calls itself.
    public var returnAppName: String?
    /// Where the answer goes, a URL that this program is started with. Without it there is no answer.
    public var returnURL: String?
    /// `1` for the answer at once.
    public var returnImmediately: String?
    /// `1` for FileMaker's form of the answer. ``IFChargeResponse`` reads both.
    public var fm: String?
    /// The amount before tax and tip, `50.00`.
    public var amount: String?
    /// `1` when the cashier may not change the amount.
    public var amountFixed: String?
    /// Percent, `8.5`, or `default` for the till's own rate; nil offers no tax.
    public var taxRate: String?
    /// The amount's currency, `USD`. Name it: without one the till takes its own.
    public var currency: String?
    /// The customer's e-mail address.
    public var email: String?
    /// The customer's first name.
    public var firstName: String?
    /// The customer's last name.
    public var lastName: String?
    /// The customer's company.
    public var company: String?
    /// The street of the customer's address.
    public var address: String?
    /// The city of the customer's address.
    public var city: String?
    /// The state or province of the customer's address.
    public var state: String?
    /// The postal code of the customer's address.
    public var zip: String?
    /// The customer's telephone number.
    public var phone: String?
    /// The country of the customer's address.
    public var country: String?
    /// This program's number for the sale.
    public var invoiceNumber: String?
    /// What is sold.
    public var description: String?

    private let opener: any URLOpening
    private let nonces: any ChargeNonceStore
    private var random: any RandomNumberGenerator

    /// A request without any property.
    ///
    /// - Parameters:
    ///   - opener: hands the request over.
    ///   - nonces: keeps what the answer is known by; ``IFChargeResponse`` needs the same.
    ///   - random: makes it; `SystemRandomNumberGenerator` in a program.
    public init(opener: any URLOpening, nonces: any ChargeNonceStore, random: any RandomNumberGenerator) {
        self.opener = opener
        self.nonces = nonces
        self.random = random
    }

    /// The names of all properties, in the order in which they are written.
    public static func knownFields() -> [String] { ChargeParameter.allCases.map(\.rawValue) }

    /// Sets ``returnURL`` to `url` with more parameters in its query, which come back as
    /// ``IFChargeResponse/extraParams``. They are written in the order of their names, before a fragment.
    ///
    /// - Throws: ``ChargeSubmissionError/refused(_:)``, ``ChargeSubmissionError/reservedName(_:)``; nothing is set then.
    public func setReturnURL(
        _ url: String, withExtraParams extraParams: [String: String]
    ) throws(ChargeSubmissionError) {
        let names = extraParams.keys.sorted()
        if let name = names.first(where: Self.isReserved) { throw .reservedName(PlainText.name(Array(name.utf8))) }
        let pairs = names.map { "\(PercentEncoding.encoded($0))=\(PercentEncoding.encoded(extraParams[$0] ?? ""))" }
        returnURL = try Self.appending(pairs, to: url)
    }

    /// The URL of the request as the properties are now, and without a nonce.
    ///
    /// - Throws: ``ChargeSubmissionError/refused(_:)`` and ``ChargeSubmissionError/adjusted(_:)``: the request is read as
    ///   the other side will read it, so what is sent is what was meant.
    public var requestURL: String {
        get throws(ChargeSubmissionError) { try url(returnURL: returnURL) }
    }

    /// Whether a program is installed that takes requests.
    ///
    /// Waits for the opener; not for a thread that draws.
    ///
    /// - Throws: ``URLOpenerError`` when nobody can tell.
    public func isTerminalInstalled() throws(URLOpenerError) -> Bool {
        try opener.hasHandler(forScheme: ChargeProtocol.scheme)
    }

    /// The URL of the request for a caller that hands it over itself: with a nonce in its return address, which is kept.
    /// Each call makes another nonce; properties do not change.
    ///
    /// - Throws: ``ChargeSubmissionError``, but for `notInstalled` and `notOpened`.
    public func prepareURL() throws(ChargeSubmissionError) -> String {
        guard let returnURL, !returnURL.isEmpty else { return try requestURL }
        let nonce = ChargeNonce(using: &random)
        let url = try url(
            returnURL: Self.appending(["\(ChargeProtocol.nonceName)=\(nonce.text)"], to: returnURL))
        do throws(ChargeNonceStoreError) {
            try nonces.insert(nonce)
        } catch {
            throw .nonceStore(error)
        }
        return url
    }

    /// Checks the request, keeps a nonce for its answer, and hands it over.
    ///
    /// Waits for the opener; not for a thread that draws.
    ///
    /// - Returns: the URL that was opened.
    /// - Throws: ``ChargeSubmissionError``. Nothing was handed over then, as far as the opener knows: the nonce is kept, so
    ///   an answer that comes after `notOpened` is still understood.
    @discardableResult
    public func submit() throws(ChargeSubmissionError) -> String {
        // Who asks for a handler needs another program than the opener: when it is not there, the opener decides.
        let isInstalled = try? isTerminalInstalled()
        guard isInstalled != false else { throw .notInstalled }
        let url = try prepareURL()
        do throws(URLOpenerError) {
            try opener.open(url)
        } catch {
            throw .notOpened(error)
        }
        return url
    }

    // MARK: Writing

    private func url(returnURL: String?) throws(ChargeSubmissionError) -> String {
        let pairs = ChargeParameter.allCases.compactMap { parameter -> String? in
            guard let value = parameter == .returnURL ? returnURL : value(of: parameter), !value.isEmpty else {
                return nil
            }
            return "\(parameter.rawValue)=\(PercentEncoding.encoded(value))"
        }
        let url = ChargeProtocol.baseURL + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&"))
        let request: ChargeRequest
        do throws(ChargeRequestError) {
            request = try ChargeRequest(url)
        } catch {
            throw .refused(error)
        }
        if let adjustment = request.adjustments.first { throw .adjusted(adjustment) }
        return url
    }

    private static func appending(_ pairs: [String], to text: String) throws(ChargeSubmissionError) -> String {
        let url: RawURL
        do throws(ReturnAddressError) {
            url = try ReturnAddress(text).url
        } catch {
            throw .refused(.returnURL(error))
        }
        // An answer with two nonces belongs to no request.
        guard
            !QueryComponents(url.query ?? []).pairs.contains(where: { $0.name == Array(ChargeProtocol.nonceName.utf8) })
        else { throw .reservedName(ChargeProtocol.nonceName) }
        return url.appending(pairs)
    }

    /// Whether a name is the protocol's, in either form.
    private static func isReserved(_ name: String) -> Bool {
        (name.hasPrefix("$") ? name.dropFirst() : name[...]).hasPrefix(ChargeProtocol.fieldPrefix)
    }

    private func value(of parameter: ChargeParameter) -> String? {
        switch parameter {
        case .returnAppName: returnAppName
        case .returnURL: returnURL
        case .returnImmediately: returnImmediately
        case .fileMaker: fm
        case .amount: amount
        case .amountFixed: amountFixed
        case .taxRate: taxRate
        case .currency: currency
        case .email: email
        case .firstName: firstName
        case .lastName: lastName
        case .company: company
        case .address: address
        case .city: city
        case .state: state
        case .zip: zip
        case .phone: phone
        case .country: country
        case .invoiceNumber: invoiceNumber
        case .description: description
        }
    }
}
