import HeftWire

/// How much a reader writes into its log. Source: reference, Log level values.
///
/// A number that is none of the five is kept; ``HeftClient/logSetLevel(_:)`` refuses it.
// swift-format-ignore: TypeNamesShouldBeCapitalized
public struct eLogLevel: RawRepresentable, Hashable, Sendable {
    /// As on the wire, 0–4.
    public let rawValue: UInt8

    /// - Parameter rawValue: 0–4; others are kept and refused by the reader's methods.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Nothing.
    public static let none = eLogLevel(rawValue: 0)
    /// Errors only.
    public static let error = eLogLevel(rawValue: 1)
    /// What happens.
    public static let info = eLogLevel(rawValue: 2)
    /// Everything; every connection begins with this.
    public static let full = eLogLevel(rawValue: 3)
    /// What the makers of the reader look for.
    public static let debug = eLogLevel(rawValue: 4)

    var level: POSMessage.LogLevel? { POSMessage.LogLevel(rawValue: rawValue) }
}

/// No logging.
public let eLogNone = eLogLevel.none
/// Error messages only.
public let eLogError = eLogLevel.error
/// Informational only.
public let eLogInfo = eLogLevel.info
/// Full logging.
public let eLogFull = eLogLevel.full
/// Debug output.
public let eLogDebug = eLogLevel.debug
