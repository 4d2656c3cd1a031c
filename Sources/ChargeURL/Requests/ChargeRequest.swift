import Money

/// What another program asks to be charged: a URL that begins with ``ChargeProtocol/baseURL``, read as a whole or not at
/// all.
///
/// Everything in it is the word of whoever wrote the URL: who asks, where the answer goes, and what the amount is for. Text
/// is without control and format characters and no longer than ``ChargeParameter/scalarsMax``; ``adjustments`` says what
/// was changed for that. An empty value is no value, except where money depends on it: an empty `amount`, `currency` or
/// `taxRate` is refused.
///
/// Source: the charge protocol 1.0.0, request.
public struct ChargeRequest: Equatable, Sendable {
    /// Where the answer goes. Nil when the caller wants none.
    public let returnAddress: ReturnAddress?
    /// What the caller calls itself. Nobody has checked it.
    public let returnAppName: String?
    /// Whether the answer is sent at once, not when the cashier leaves the result.
    public let returnsImmediately: Bool

    /// What is to be paid before tax and tip, in ``currency``. Nil when the cashier is to type it. Never negative; 0 is
    /// possible.
    public let amount: Amount?
    /// Whether the cashier may not change ``amount``. Tax and tip still come on top of it.
    public let isAmountFixed: Bool
    /// The tax to add. Nil when tax is not to be offered.
    public let taxRate: ChargeTaxRate?
    /// What ``amount`` is in: what the request says, or else the default that it was read with.
    public let currency: Currency
    /// Whether the request itself names ``currency``.
    public let namesCurrency: Bool

    /// The customer's e-mail address, for a receipt.
    public let email: String?
    /// The customer's first name.
    public let firstName: String?
    /// The customer's last name.
    public let lastName: String?
    /// The customer's company.
    public let company: String?
    /// The street of the customer's address.
    public let address: String?
    /// The city of the customer's address.
    public let city: String?
    /// The state or province of the customer's address.
    public let state: String?
    /// The postal code of the customer's address.
    public let zip: String?
    /// The customer's telephone number.
    public let phone: String?
    /// The country of the customer's address.
    public let country: String?
    /// The caller's number for the sale.
    public let invoiceNumber: String?
    /// What is sold.
    public let description: String?

    /// The names of parameters that the protocol does not have, in their order, fit for a log. They mean nothing here.
    public let unknownParameters: [String]
    /// What was read otherwise than it was written, in the order of ``ChargeParameter``.
    public let adjustments: [ChargeAdjustment]
}

/// The tax that a request asks to be added.
public enum ChargeTaxRate: Equatable, Sendable {
    /// This rate, below 100 %.
    case percentage(Percentage)
    /// The rate that the till is set to, `taxRate=default`.
    case defaultOfTill
}

/// How a parameter was read otherwise than it was written.
public enum ChargeAdjustment: Equatable, Sendable {
    /// The text was longer than so many Unicode scalars; it ends in an ellipsis now.
    case shortened(ChargeParameter, scalarsMax: Int)
    /// Control or format characters were taken out.
    case cleaned(ChargeParameter)
    /// A flag with a value that is neither `1`, `0` nor empty. It is not set.
    case flagNotSet(ChargeParameter)
}

extension ChargeAdjustment: CustomStringConvertible {
    /// A sentence for a log. It repeats nothing of the value.
    public var description: String {
        switch self {
        case .shortened(let parameter, let scalarsMax):
            "“\(parameter.rawValue)” was shortened to \(scalarsMax) characters."
        case .cleaned(let parameter):
            "“\(parameter.rawValue)” had characters that do not print; they were left out."
        case .flagNotSet(let parameter):
            "“\(parameter.rawValue)” is not 1, so it does not apply."
        }
    }
}
