import TillCore

/// What the program ends with. Source: README, exit statuses.
enum ExitStatus: Int32 {
    case approved = 0
    case declined = 1
    case cancelled = 2
    /// No money moved.
    case failed = 3
    case partlyApproved = 4
    case unknown = 5
    case wrongUsage = 64
    /// No reader, no terminal, or the books cannot be used.
    case unavailable = 69

    static let success = ExitStatus.approved
    /// The books and the bank's list differ.
    static let different = ExitStatus.declined

    init(_ record: OperationRecord) {
        switch record.outcome?.verdict {
        case .approved, .processed: self = .approved
        case .declined: self = .declined
        case .cancelled: self = .cancelled
        case .failed: self = .failed
        case .partiallyApproved: self = .partlyApproved
        case .unknown, nil: self = .unknown
        }
    }
}
