/// The parameters of one request, each at most once, and what was noticed while they were read.
struct ParameterValues {
    /// The value of a flag that is set.
    static let flagSet = "1"
    private static let flagsNotSet: Set = ["", "0"]

    private var values: [ChargeParameter: String] = [:]
    private var noticed: [ChargeParameter: [ChargeAdjustment]] = [:]
    /// The names that the protocol does not have, in their order.
    private(set) var unknown: [String] = []

    /// - Throws: ``ChargeRequestError/badPercentEncoding(parameter:)``, ``ChargeRequestError/notUTF8(_:)``,
    ///   ``ChargeRequestError/repeated(_:)``.
    init(_ query: [UInt8]) throws(ChargeRequestError) {
        for pair in QueryComponents(query).pairs {
            guard let name = pair.name, let value = pair.value else {
                throw .badPercentEncoding(parameter: PlainText.name(pair.rawName))
            }
            guard let parameter = ChargeParameter(rawValue: String(decoding: name, as: UTF8.self)) else {
                unknown.append(PlainText.name(name))
                continue
            }
            guard let text = String(validating: value, as: UTF8.self) else { throw .notUTF8(parameter) }
            guard values.updateValue(text, forKey: parameter) == nil else { throw .repeated(parameter) }
        }
    }

    /// What was read otherwise than it was written, in the order of ``ChargeParameter``.
    var adjustments: [ChargeAdjustment] { ChargeParameter.allCases.flatMap { noticed[$0] ?? [] } }

    /// The value as it was given; nil when it was not.
    func value(_ parameter: ChargeParameter) -> String? { values[parameter] }

    /// Whether a flag is set.
    mutating func readFlag(_ parameter: ChargeParameter) -> Bool {
        guard let value = values[parameter] else { return false }
        guard value != Self.flagSet else { return true }
        if !Self.flagsNotSet.contains(value) { noticed[parameter, default: []].append(.flagNotSet(parameter)) }
        return false
    }

    /// A text without what does not print, and shortened to what the parameter may have. Nil when nothing is left.
    mutating func readText(_ parameter: ChargeParameter) -> String? {
        guard let value = values[parameter] else { return nil }
        let cleaned = PlainText.cleaned(value)
        // By scalars, for strings that differ in a format character alone may count as equal.
        if cleaned.unicodeScalars.count != value.unicodeScalars.count {
            noticed[parameter, default: []].append(.cleaned(parameter))
        }
        guard let scalarsMax = parameter.scalarsMax, cleaned.unicodeScalars.count > scalarsMax else {
            return cleaned.isEmpty ? nil : cleaned
        }
        noticed[parameter, default: []].append(.shortened(parameter, scalarsMax: scalarsMax))
        return PlainText.shortened(cleaned, scalarsMax: scalarsMax)
    }
}
