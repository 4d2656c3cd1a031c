import Money

/// Why a charge request is refused. Nothing has happened then: a request is read as a whole or not at all.
public enum ChargeRequestError: Error, Equatable, Sendable {
    /// It is no URL, or longer than ``ChargeProtocol/requestBytesMax``.
    case malformed(URLFault)
    /// A URL of another scheme.
    case otherScheme(String)
    /// The scheme is right, and it does not go on with `//charge/` and a version.
    case otherPath
    /// A charge request of a version that is not ``ChargeProtocol/version``.
    case otherVersion(String)
    /// There is a `#`. What follows it is no parameter, so it was meant to be encoded.
    case fragment
    /// In the name or value of this parameter a `%` is not followed by two hexadecimal digits.
    case badPercentEncoding(parameter: String)
    /// The value of this parameter is not UTF-8.
    case notUTF8(ChargeParameter)
    /// The parameter stands there twice, and only one of them can be meant.
    case repeated(ChargeParameter)
    /// `amount` is no amount in its currency.
    case amount(AmountError)
    /// `amount` has more than `digitsMax` digits.
    case amountTooLong(digitsMax: Int)
    /// `amountFixed` is 1 and there is no `amount`.
    case fixedWithoutAmount
    /// `currency` is no code of ISO 4217.
    case unknownCurrency
    /// `taxRate` is neither a percentage nor `default`.
    case taxRate(AmountError)
    /// `taxRate` is 100 or more.
    case taxRateTooHigh
    /// `email` is no address.
    case email
    /// `email` has more than `scalarsMax` characters; shortened it would be somebody else's.
    case emailTooLong(scalarsMax: Int)
    /// `returnURL` is no address that may be opened.
    case returnURL(ReturnAddressError)
}

extension ChargeRequestError {
    /// The parameter that is at fault, when it is one.
    public var parameter: ChargeParameter? {
        switch self {
        case .malformed, .otherScheme, .otherPath, .otherVersion, .fragment: nil
        case .badPercentEncoding(let name): ChargeParameter(rawValue: name)
        case .notUTF8(let parameter), .repeated(let parameter): parameter
        case .amount, .amountTooLong: .amount
        case .fixedWithoutAmount: .amountFixed
        case .unknownCurrency: .currency
        case .taxRate, .taxRateTooHigh: .taxRate
        case .email, .emailTooLong: .email
        case .returnURL: .returnURL
        }
    }
}

extension ChargeRequestError: CustomStringConvertible {
    /// A sentence for a person, mostly the caller's programmer. It repeats no personal data and no control character.
    public var description: String {
        switch self {
        case .malformed(let fault):
            "The charge request cannot be read. \(fault.description)"
        case .otherScheme(let scheme):
            "“\(scheme):” is not the scheme of a charge request."
        case .otherPath:
            "This is no charge request; it must begin with \(ChargeProtocol.baseURL)"
        case .otherVersion(let version):
            "Version \(version) of charge requests is not known; use \(ChargeProtocol.version)."
        case .fragment:
            "The charge request has a “#”; encode it as %23."
        case .badPercentEncoding(let name):
            "“\(name)” has a “%” that is not followed by two hexadecimal digits; encode it as %25."
        case .notUTF8(let parameter):
            "“\(parameter.rawValue)” is not UTF-8."
        case .repeated(let parameter):
            "“\(parameter.rawValue)” is given twice; give it once."
        case .amount(.tooManyDecimals(_, _, let currency)):
            "“amount” has too many decimals; \(currency.alphaCode) has "
                + (currency.minorUnitDigits == 0 ? "none." : "\(currency.minorUnitDigits).")
        case .amount:
            "“amount” is not an amount; give digits and one point, such as 10.99."
        case .amountTooLong(let digitsMax):
            "“amount” is too long; it may have \(digitsMax) digits."
        case .fixedWithoutAmount:
            "“amountFixed” is 1 and “amount” is missing; give both or neither."
        case .unknownCurrency:
            "“currency” is not the code of a currency; give three letters, such as USD."
        case .taxRate:
            "“taxRate” is not a percentage; give one such as 8.125, with up to \(Percentage.decimals) decimals."
        case .taxRateTooHigh:
            "“taxRate” is too high; it must be below 100."
        case .email:
            "“email” is not an e-mail address."
        case .emailTooLong(let scalarsMax):
            "“email” is too long; it may have \(scalarsMax) characters."
        case .returnURL(let error):
            "“returnURL” is refused. \(error.description)"
        }
    }
}
