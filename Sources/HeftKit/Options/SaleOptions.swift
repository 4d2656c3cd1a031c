import HeftWire

/// What may be said beside a sale. Source: reference, SaleOptions.
public struct SaleOptions: Equatable, Sendable {
    /// The longest ``customerReference``, in characters.
    public static let longestReference = 25

    /// Echoed in the result; at most 25 characters.
    public var customerReference: String
    /// Budget period in months, `3`; empty for none.
    public var divideByMonths: String

    /// - Parameters:
    ///   - customerReference: at most 25 characters; a longer one refuses the operation.
    ///   - divideByMonths: months, as digits.
    public init(customerReference: String = "", divideByMonths: String = "") {
        self.customerReference = customerReference
        self.divideByMonths = divideByMonths
    }

    var financeOptions: FinanceOptions {
        FinanceOptions(customerReference: customerReference, budgetNumber: divideByMonths)
    }
}

/// What may be said beside a refund: all that ``SaleOptions`` has. Source: reference, MerchantAuthOptions.
public typealias MerchantAuthOptions = SaleOptions

/// What may be said beside a reversal. Source: reference, Options.
public struct Options: Equatable, Sendable {
    /// Echoed in the result; at most 25 characters.
    public var customerReference: String

    /// - Parameter customerReference: at most 25 characters; a longer one refuses the operation.
    public init(customerReference: String = "") {
        self.customerReference = customerReference
    }

    var financeOptions: FinanceOptions { FinanceOptions(customerReference: customerReference) }
}
