import Terminal

/// How much of a page a window has room for.
enum Layout: Equatable, Sendable {
    /// Everything, with amounts in large letters.
    case full
    /// No large letters, and boxes shrink to lines.
    case compact
    /// One list: words without frames.
    case list
    /// Only what must be known during a payment.
    case tooSmall

    init(_ size: Size) {
        switch (size.columns, size.rows) {
        case (80..., 24...): self = .full
        case (60..., 18...): self = .compact
        case (40..., 12...): self = .list
        default: self = .tooSmall
        }
    }
}
