import TillJournal

// The record types of the books are part of this module's face: views show them and need not know where they are kept.

package typealias OperationRecord = TillJournal.OperationRecord
package typealias OperationOutcome = TillJournal.OperationOutcome
package typealias OperationIntent = TillJournal.OperationIntent
package typealias ReaderIdentity = TillJournal.ReaderIdentity
package typealias Timestamp = TillJournal.Timestamp
package typealias JournalError = TillJournal.JournalError
package typealias CurrencyTotals = TillJournal.CurrencyTotals
package typealias OperationKind = TillJournal.OperationKind
package typealias OperationEvent = TillJournal.OperationEvent
package typealias HistoryQueryError = TillJournal.HistoryQueryError
package typealias SaleBalance = TillJournal.SaleBalance
package typealias DayReport = TillJournal.DayReport
package typealias DayComparison = TillJournal.DayComparison
package typealias DayTotals = TillJournal.DayTotals
package typealias DayClose = TillJournal.DayClose
package typealias TenderSums = TillJournal.TenderSums
