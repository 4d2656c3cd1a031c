import HeftWire

// The options are classes, as in the original SDK, so that code that sets them step by step on a `let` ports as it is.
// They are read once, when the operation is started; later changes do nothing.

/// What may be said beside a reversal. Source: reference, Options.
public class Options {
    /// The longest ``customerReference``, in characters.
    public static let longestReference = 25

    /// Echoed in the result; at most 25 characters, a longer one refuses the operation.
    public var customerReference: String

    /// - Parameter customerReference: at most 25 characters; a longer one refuses the operation.
    public init(customerReference: String = "") {
        self.customerReference = customerReference
    }

    /// The same as a value, for ``HeftClient/start(_:)``.
    public var value: PaymentOptions { PaymentOptions(customerReference: customerReference) }
}

/// What may be said beside a refund: all that ``SaleOptions`` has. Source: reference, MerchantAuthOptions.
public class MerchantAuthOptions: Options {
    /// The merchant accounts to be used in place of the reader's own; nil for its own.
    public var merchantAuth: MerchantAuth?
    /// Budget period in months, one or two digits: `3` or `03`, as it goes onto the wire; empty for none.
    ///
    /// Anything else refuses the operation. Readers take it with a sale alone, of the acquirers SureSwipe and Altech.
    public var divideByMonths: String

    /// - Parameters:
    ///   - customerReference: at most 25 characters; a longer one refuses the operation.
    ///   - divideByMonths: months, one or two digits.
    ///   - merchantAuth: other merchant accounts; nil for the reader's own.
    public init(customerReference: String = "", divideByMonths: String = "", merchantAuth: MerchantAuth? = nil) {
        self.divideByMonths = divideByMonths
        self.merchantAuth = merchantAuth
        super.init(customerReference: customerReference)
    }

    override public var value: PaymentOptions {
        PaymentOptions(
            customerReference: customerReference, merchantAccounts: merchantAuth?.accounts,
            budgetMonths: divideByMonths)
    }
}

/// What may be said beside a sale. Source: reference, SaleOptions.
public final class SaleOptions: MerchantAuthOptions {}

/// The options of an operation as a value.
public struct PaymentOptions: Equatable, Sendable {
    /// Echoed in the result; at most 25 characters.
    public var customerReference: String
    /// Merchant accounts to be used in place of the reader's own; nil for its own. For sales and refunds.
    public var merchantAccounts: [MerchantAccount]?
    /// Months, one or two digits; empty for none. For sales.
    public var budgetMonths: String

    /// - Parameters:
    ///   - customerReference: at most 25 characters; a longer one refuses the operation.
    ///   - merchantAccounts: nil for the reader's own.
    ///   - budgetMonths: months, one or two digits.
    public init(
        customerReference: String = "", merchantAccounts: [MerchantAccount]? = nil, budgetMonths: String = ""
    ) {
        self.customerReference = customerReference
        self.merchantAccounts = merchantAccounts
        self.budgetMonths = budgetMonths
    }

    /// - Throws: ``HeftError/invalidArgument(_:)`` for a reference or a budget period that the wire cannot carry.
    func checked(tokenisesCard: Bool = false) throws(HeftError) -> FinanceOptions {
        guard customerReference.count <= Options.longestReference else {
            throw .invalidArgument("The reference must have at most \(Options.longestReference) characters.")
        }
        let isMonths = budgetMonths.utf8.count <= 2 && budgetMonths.utf8.allSatisfy { (0x30...0x39).contains($0) }
        guard budgetMonths.isEmpty || (isMonths && Int(budgetMonths) != 0) else {
            throw .invalidArgument("The budget period must be 1 to 99 months, in digits.")
        }
        return FinanceOptions(
            customerReference: customerReference,
            agreement: merchantAccounts?.map {
                FinanceOptions.Credential(
                    acquirer: $0.acquirer.wireName, merchantID: $0.merchantID, terminalID: $0.terminalID)
            }, budgetNumber: budgetMonths, tokenisesCard: tokenisesCard)
    }
}
