/// The text with a mark behind every run of right-to-left script, for what shows it by Unicode's rules for direction.
///
/// By those rules alone, a number behind a Hebrew or Arabic word belongs to it and moves to its left: the amount would leave
/// its column. The mark, U+200E, has no width.
package func isolatingRightToLeft(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isRightToLeft) else { return text }
    var result = String.UnicodeScalarView()
    /// What came since the last letter of the run: it belongs to the run if another letter comes.
    var isInRun = false
    var neutral = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
        if isRightToLeft(scalar) {
            result.append(contentsOf: neutral)
            neutral.removeAll()
            isInRun = true
            result.append(scalar)
        } else if isInRun, isLeftToRight(scalar) {
            result.append("\u{200E}")
            result.append(contentsOf: neutral)
            neutral.removeAll()
            isInRun = false
            result.append(scalar)
        } else if isInRun {
            // Marks belong to the letter before them.
            let isMark = scalar.properties.canonicalCombiningClass != .notReordered
            if isMark, neutral.isEmpty { result.append(scalar) } else { neutral.append(scalar) }
        } else {
            result.append(scalar)
        }
    }
    if isInRun { result.append("\u{200E}") }
    result.append(contentsOf: neutral)
    return String(result)
}

/// Letters of the scripts that are written from right to left; not their digits, which are not.
private func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: isLetter(scalar)
    default: false
    }
}

private func isLeftToRight(_ scalar: Unicode.Scalar) -> Bool {
    isLetter(scalar) && !isRightToLeft(scalar)
}

private func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .otherLetter, .modifierLetter: true
    default: false
    }
}
