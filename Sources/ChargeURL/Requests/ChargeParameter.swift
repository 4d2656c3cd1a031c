/// The parameters of a charge request, by the names that they have in the URL.
///
/// Source: the protocol's list of parameters and, for lengths and the form of rates, the limits that the original client
/// documents for its properties.
public enum ChargeParameter: String, CaseIterable, Sendable {
    /// The caller's name for itself, shown to the cashier and not proven by anything. Up to 50 characters.
    case returnAppName
    /// Where the answer goes, a ``ReturnAddress``.
    case returnURL
    /// `1`: the answer is sent without waiting for the cashier to leave the result.
    case returnImmediately
    /// `1`: the answer has FileMaker's form.
    case fileMaker = "fm"
    /// What is to be paid before tax and tip: digits, a point, up to 15 digits in all.
    case amount
    /// `1`: the cashier may not change the amount.
    case amountFixed
    /// Percent of sales tax, 0 to 99.999 with up to three decimals, or `default` for the rate of the till.
    case taxRate
    /// Three letters of ISO 4217.
    case currency
    /// The customer's address for a receipt. Up to 255 characters.
    case email
    /// The customer's first name. Up to 50 characters.
    case firstName
    /// The customer's last name. Up to 50 characters.
    case lastName
    /// The customer's company. Up to 50 characters.
    case company
    /// The street of the customer's address. Up to 60 characters.
    case address
    /// The city of the customer's address. Up to 40 characters.
    case city
    /// The state or province of the customer's address. Up to 40 characters.
    case state
    /// The postal code of the customer's address. Up to 20 characters.
    case zip
    /// The customer's telephone number. Up to 25 characters.
    case phone
    /// The country of the customer's address. Up to 60 characters.
    case country
    /// The caller's number for the sale. Up to 20 characters.
    case invoiceNumber
    /// What is sold. Up to 255 characters.
    case description

    /// The most digits of an amount.
    public static let amountDigitsMax = 15

    /// The most Unicode scalars of the parameters that are text; nil for all others.
    public var scalarsMax: Int? {
        switch self {
        case .email, .description: 255
        case .address, .country: 60
        case .returnAppName, .firstName, .lastName, .company: 50
        case .city, .state: 40
        case .phone: 25
        case .zip, .invoiceNumber: 20
        case .returnURL, .returnImmediately, .fileMaker, .amount, .amountFixed, .taxRate, .currency: nil
        }
    }
}
