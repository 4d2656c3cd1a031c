import HeftKit

/// What is said of the readers that can be chosen.
package enum ReaderEvent: Equatable, Sendable {
    /// What the sources list without a search, in place of what they listed before.
    case listed([ReaderSighting])
    /// A search saw a reader, or something about it changed.
    case seen(ReaderSighting)
    case lost(ReaderDevice)
    /// A source cannot search.
    case problem(SearchProblem)
    /// The till cannot begin anew for a reader of other books: a sentence that says why.
    case notStarted(String)
    /// The search is over, by itself or because it was stopped; the radio is free.
    case searchEnded
    /// The readers that were connected before.
    case recalled(ReaderMemory)
    /// The time before connecting to the remembered reader is over; the number tells which countdown was meant.
    case autoConnectDue(Int)
}
