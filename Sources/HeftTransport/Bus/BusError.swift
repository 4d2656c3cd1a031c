/// Why the bus did not do what was asked.
package enum BusError: Error, Equatable, Sendable {
    /// The other side, or the bus itself, answered with an error. The name is a D-Bus name, the message meant for a log.
    case answered(name: String, message: String)
    /// The bus library failed, with a number of the system's.
    case system(Int32)
    /// A message that is not what its interface says.
    case malformed
    /// The connection to the bus is closed.
    case closed
}

extension BusError {
    /// Turns a negative result of the bus library into an error.
    @discardableResult static func check(_ result: Int32) throws(BusError) -> Int32 {
        guard result >= 0 else { throw .system(result == .min ? .max : -result) }
        return result
    }
}
