/// What counts as an e-mail address: enough to catch a mistake, and nothing that could end one header line of a message and
/// begin another. Whether anybody reads what is sent there no rule can tell.
package enum EmailAddress {
    /// The longest part before the `@`, and the longest name between two dots behind it.
    private static let partBytesMax = (local: 64, label: 63)

    /// One `@`; before it letters, digits and the marks that need no quotes, with single dots between them; behind it at
    /// least two names of letters, digits and inner hyphens. Letters and digits are those of any script.
    package static func isValid(_ text: String) -> Bool {
        let parts = text.unicodeScalars.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return false }
        let (local, domain) = (parts[0], parts[1])
        let atoms = local.split(separator: ".", omittingEmptySubsequences: false)
        let labels = domain.split(separator: ".", omittingEmptySubsequences: false)
        return String(local).utf8.count <= partBytesMax.local && labels.count >= 2
            && atoms.allSatisfy { !$0.isEmpty && $0.allSatisfy(isAtomScalar) }
            && labels.allSatisfy(isLabel)
    }

    private static func isLabel(_ label: Substring.UnicodeScalarView) -> Bool {
        !label.isEmpty && String(label).utf8.count <= partBytesMax.label && label.first != "-" && label.last != "-"
            && label.allSatisfy { $0 == "-" || isLetterOrDigit($0) }
    }

    private static func isAtomScalar(_ scalar: Unicode.Scalar) -> Bool {
        isLetterOrDigit(scalar) || "!#$%&'*+-/=?^_`{|}~".unicodeScalars.contains(scalar)
    }

    private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .nonspacingMark, .spacingMark:
            true
        default: false
        }
    }
}
