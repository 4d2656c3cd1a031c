import HeftWire

/// Whether two copies of one value have come to the same state, part by part, private ones included: the same events
/// bring about the same from there on.
///
/// - Returns: false also where that cannot be told.
func isSameState(_ left: Any, _ right: Any) -> Bool {
    if let left = left as? any Equatable { return isEqual(left, right) }
    let (one, other) = (Mirror(reflecting: left), Mirror(reflecting: right))
    guard one.subjectType == other.subjectType, one.children.count == other.children.count else { return false }
    if one.displayStyle == .class { return (left as AnyObject) === (right as AnyObject) }
    guard one.children.isEmpty else {
        return zip(one.children, other.children).allSatisfy { $0.label == $1.label && isSameState($0.value, $1.value) }
    }
    // A secret shows nothing, and a closure has nothing to show: both are what the first copy was made with.
    return one.displayStyle == .optional || left is SharedSecret || "\(one.subjectType)".contains("->")
}

private func isEqual<Value: Equatable>(_ left: Value, _ right: Any) -> Bool {
    (right as? Value) == left
}
