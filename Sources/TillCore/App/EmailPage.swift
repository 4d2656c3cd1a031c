import ChargeURL
import TillJournal

/// Whom a receipt is sent to: an address that is typed.
package struct EmailPage: Equatable, Sendable {
    package var record: OperationRecord
    package var address = TypedText(charactersMax: EmailPage.charactersMax)
    /// What it was opened from.
    package var under: Page

    /// As many as a charge request may have.
    private static let charactersMax = 255
}

extension AppState {
    /// Sends the customer's copy.
    func email(_ record: OperationRecord, to address: String) -> AppEffect {
        .charge(.email(ReceiptCopy(.customer, of: record, shop: settings.shop), to: address))
    }

    mutating func openEmail(_ record: OperationRecord) -> [AppEffect] {
        // Where money moved the customer gets what the books know of it.
        guard record.moved != nil || record.outcome?.customerReceipt.isEmpty == false else {
            hint = .noReceipt
            return [.bell(1)]
        }
        return turn(to: .email(EmailPage(record: record, under: page)))
    }

    mutating func takeEmail(_ command: AppCommand, _ email: EmailPage) -> [AppEffect] {
        var email = email
        switch command {
        case .text(let scalar):
            guard email.address.type(scalar) else { return [.bell(1)] }
        case .erase: email.address.erase()
        case .left: email.address.moveLeft()
        case .right: email.address.moveRight()
        case .top: email.address.moveToStart()
        case .bottom: email.address.moveToEnd()
        case .confirm:
            let address = email.address.text.filter { $0 != " " }
            guard EmailAddress.isValid(address) else {
                hint = .noAddress
                return [.bell(1)]
            }
            return turnBack(to: email.under) + [self.email(email.record, to: address)]
        case .back: return turnBack(to: email.under)
        case .help: return turn(to: .help(under: page))
        default: return []
        }
        page = .email(email)
        return []
    }
}
