/// The parameters of an answer, sorted into fields, nonce and what is not the protocol's.
struct AnswerParts {
    private var fields: [ChargeField.Name: String] = [:]
    /// As it came; nil without one.
    private(set) var nonce: String?
    /// Decoded; of those with one name the last.
    private(set) var extraParams: [String: String] = [:]

    /// - Throws: ``ChargeAnswerError/malformed(_:)``, ``ChargeAnswerError/badEncoding(parameter:)``,
    ///   ``ChargeAnswerError/repeated(_:)``.
    init(_ text: String) throws(ChargeAnswerError) {
        let url: RawURL
        do throws(URLFault) {
            url = try RawURL(text, bytesMax: ChargeProtocol.answerBytesMax)
        } catch {
            throw .malformed(error)
        }
        for pair in QueryComponents(url.query ?? []).pairs {
            guard let name = pair.name.flatMap({ String(validating: $0, as: UTF8.self) }),
                let value = pair.value.flatMap({ String(validating: $0, as: UTF8.self) })
            else { throw .badEncoding(parameter: PlainText.name(pair.rawName)) }
            if let field = ChargeField.Name(answerName: name) {
                guard fields.updateValue(value, forKey: field) == nil else { throw .repeated(field.answerName) }
            } else if name == ChargeProtocol.nonceName {
                guard nonce == nil else { throw .repeated(name) }
                nonce = value
            } else {
                extraParams[name] = value
            }
        }
    }

    /// The value of a field; nil when it is missing or empty.
    func value(_ name: ChargeField.Name) -> String? {
        guard let value = fields[name], !value.isEmpty else { return nil }
        return value
    }

    /// As ``value(_:)``, when it has the field's form.
    ///
    /// - Throws: ``ChargeAnswerError/invalid(_:)``.
    func value(_ name: ChargeField.Name, where isValid: (String) -> Bool) throws(ChargeAnswerError) -> String? {
        guard let value = value(name) else { return nil }
        guard isValid(value) else { throw .invalid(name) }
        return value
    }
}

/// The forms of the fields of an answer that are neither amounts nor words of a list.
enum FieldForm {
    private static let cardTypeBytesMax = 20

    /// Up to 255 scalars, all of which print.
    static func isText(_ text: String) -> Bool {
        text.unicodeScalars.count <= ChargeOutcome.textScalarsMax
            && !text.unicodeScalars.contains(where: PlainText.isUnprintable)
    }

    /// `^X*[0-9]{4}$`
    static func isRedactedCardNumber(_ text: String) -> Bool {
        let digits = text.utf8.drop { $0 == UInt8(ascii: "X") }
        return digits.count == 4 && digits.allSatisfy(ASCII.isDigit)
    }

    /// `^[A-Za-z ]{0,20}$`
    static func isCardType(_ text: String) -> Bool {
        text.utf8.count <= cardTypeBytesMax
            && text.utf8.allSatisfy { ASCII.isLetter($0) || $0 == UInt8(ascii: " ") }
    }

    /// `^[0-9]{1,2}(\.[0-9]{1,3})?$`
    static func isTaxRate(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let lengths = [1...2, 1...3]
        return parts.count <= lengths.count
            && zip(parts, lengths).allSatisfy { $1.contains($0.count) && $0.allSatisfy(ASCII.isDigit) }
    }
}
