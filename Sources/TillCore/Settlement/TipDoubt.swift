import Money
import TillJournal

/// What a cashier should look at in a tip that a customer gave on the reader. It is never altered.
package enum TipDoubt: Equatable, Sendable {
    /// More than the cap of what was asked for: perhaps a PIN was typed.
    case aboveCap(tip: Amount, of: Amount)
    /// What was asked for and the tip are not the total.
    case doesNotAddUp(requested: Amount, tip: Amount, total: Amount)
}

extension OperationOutcome {
    /// Nil where there is no tip, or nothing to doubt.
    package func tipDoubt(cap: Percentage) -> TipDoubt? {
        guard verdict == .approved, let tip = gratuity, tip.minorUnits > 0, let requested,
            requested.currency == tip.currency
        else { return nil }
        do throws(AmountError) {
            if let total, total.currency == tip.currency, try requested.adding(tip) != total {
                return .doesNotAddUp(requested: requested, tip: tip, total: total)
            }
            return tip.minorUnits > (try cap.of(requested)).minorUnits ? .aboveCap(tip: tip, of: requested) : nil
        } catch {
            return .aboveCap(tip: tip, of: requested)
        }
    }
}
