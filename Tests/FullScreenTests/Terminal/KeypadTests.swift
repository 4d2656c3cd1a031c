import Testing

@Suite("A keypad behind a terminal program") struct KeypadTests {
    /// What a keypad in application mode sends for a digit.
    private func keypad(_ digits: String) -> String {
        digits.unicodeScalars.map { scalar in
            let letter = Unicode.Scalar(UInt8(scalar.value - 0x30 + 0x70))
            return "\u{1B}O\(Character(letter))"
        }.joined()
    }

    @Test("check 38: keypad digits work, without Num Lock there is a hint, and Esc acts by itself") func keypad() throws
    {
        let till = try Till.ready(environment: ["TERM": "tmux-256color"])
        for digit in ["1", "2", "5", "0"] {
            till.press(keypad(digit))
            // A quick person's pace: faster is a barcode scanner.
            _ = till.program.wait(0.04) { false }
        }
        try till.see("Press Enter to charge 12.50 GBP.")
        // Home and Page Up of a keypad without Num Lock.
        for sequence in ["\u{1B}[1~", "\u{1B}[5~"] {
            till.press(sequence)
            try till.see("Num Lock is off. Press Num Lock, then type the amount again.")
        }
        till.press("\u{1B}")
        try till.see("the amount was cleared") { !till.text.contains("Press Enter to charge") }
    }
}
