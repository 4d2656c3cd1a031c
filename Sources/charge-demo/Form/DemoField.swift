/// What of a request can be typed on the form, in the order of its rows.
enum DemoField: Int, CaseIterable {
    case amount
    case currency
    case amountFixed
    case taxRate
    case description
    case invoiceNumber
    case email
    case returnImmediately
    case fileMaker

    var name: String {
        switch self {
        case .amount: "Amount"
        case .currency: "Currency"
        case .amountFixed: "Amount is fixed"
        case .taxRate: "Tax per cent"
        case .description: "What is sold"
        case .invoiceNumber: "Invoice"
        case .email: "Customer's e-mail"
        case .returnImmediately: "Answer at once"
        case .fileMaker: "FileMaker's form"
        }
    }

    /// Whether it is yes or no, and not typed.
    var isFlag: Bool {
        switch self {
        case .amountFixed, .returnImmediately, .fileMaker: true
        case .amount, .currency, .taxRate, .description, .invoiceNumber, .email: false
        }
    }

    /// What stands there at first, as in the original sample.
    var first: String {
        switch self {
        case .amount: "50.00"
        case .currency: "USD"
        case .amountFixed: "no"
        case .taxRate: "8.5"
        case .description: "Test transaction"
        case .invoiceNumber: "321"
        case .email: ""
        case .returnImmediately, .fileMaker: "no"
        }
    }

    static let charactersMax = 60
}
