import Receipts

/// What a receipt printer with the ESC/POS commands is, as far as it matters here.
package struct PrinterProfile: Equatable, Sendable {
    package var codePage: CodePage
    /// The code page's number on this printer.
    package var codePageNumber: UInt8
    /// Of its standard letters: 32 on 58 mm of paper, 42 or 48 on 80 mm.
    package var columns: Int
    package var hasCutter: Bool
    /// Whether it draws QR codes by itself. Else the text of the code is printed.
    package var hasCodes: Bool

    package init(
        codePage: CodePage = .cp858, codePageNumber: UInt8? = nil, columns: Int = 42, hasCutter: Bool = true,
        hasCodes: Bool = true
    ) {
        self.codePage = codePage
        self.codePageNumber = codePageNumber ?? codePage.standardNumber
        self.columns = columns
        self.hasCutter = hasCutter
        self.hasCodes = hasCodes
    }
}

/// A receipt as the bytes that a receipt printer prints it from, by Epson's ESC/POS commands.
///
/// | bytes                  | meaning                                                            |
/// |------------------------|--------------------------------------------------------------------|
/// | `1B 40`                | `ESC @`: forget what was set before                                |
/// | `1C 2E`                | `FS .`: a byte is a letter, on printers for double-byte scripts too |
/// | `1B 52 00`             | `ESC R`: the letters of ASCII, no national ones in their place     |
/// | `1B 74 n`              | `ESC t`: code page n                                               |
/// | `1C 43 01`             | `FS C`: two bytes are a letter of Shift JIS                        |
/// | `1C 26` … `1C 2E`      | `FS &` to `FS .`: every two bytes are a letter                     |
/// | `1B 45 n`, `1B 2D n`   | `ESC E`, `ESC -`: bold, underlined                                 |
/// | `1C 2D n`              | `FS -`: letters of two bytes underlined                            |
/// | `1D 21 n`              | `GS !`: 11 is twice as wide and high                               |
/// | `1B 61 n`              | `ESC a`: 1 is in the middle                                        |
/// | `1D 28 6B …`           | `GS ( k`: a QR code, see ``QRCommand``                             |
/// | `1B 64 n`              | `ESC d`: n lines of paper                                          |
/// | `1D 56 42 00`          | `GS V`: on to the knife, and cut all but a point                   |
package struct ESCPOSStream: Equatable, Sendable {
    package let bytes: [UInt8]
    /// What was printed in other letters than the receipt has it, each once, in order.
    package let substitutions: [Substitution]

    /// - Throws: ``PrintingError/codePageMissing(_:)``.
    package init(_ receipt: PrintedReceipt, for printer: PrinterProfile) throws(PrintingError) {
        var text = try DeviceText(printer.codePage)
        // Before it is set: what is written in other letters has another width.
        let printable = receipt.mapTexts { text.convert($0) }
        let measured = text
        let job = PrintJob(printable, columns: printer.columns) { measured.columns(of: $0) }
        let set = printer.codePage.doubleByteSet
        var bytes: [UInt8] = [0x1B, 0x40, 0x1C, 0x2E, 0x1B, 0x52, 0x00, 0x1B, 0x74, printer.codePageNumber]
        bytes += set?.choosing ?? []
        for item in job.items {
            switch item {
            case .line(let spans):
                bytes += Self.line(spans, text, hasDoubles: set != nil) + [0x0A]
            case .doubleLine(let line):
                bytes += [0x1D, 0x21, 0x11] + text.encode(line) + [0x0A, 0x1D, 0x21, 0x00]
            case .rule:
                bytes += [UInt8](repeating: UInt8(ascii: "-"), count: job.columns) + [0x0A]
            case .code(let code):
                bytes += [0x1B, 0x61, 0x01]
                bytes += printer.hasCodes ? QRCommand.bytes(for: code) : text.encode(code) + [0x0A]
                bytes += [0x1B, 0x61, 0x00]
            case .cut:
                bytes += printer.hasCutter ? [0x1D, 0x56, 0x42, 0x00] : [0x1B, 0x64, Self.rowsToTearOff]
            }
        }
        self.bytes = bytes
        substitutions = text.substitutions
    }

    /// So that the last line comes out of the printer, in lines.
    private static let rowsToTearOff: UInt8 = 5

    private static func line(
        _ spans: [ReceiptDocument.Span], _ text: DeviceText, hasDoubles: Bool
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        for span in spans {
            // Printers have no slanted letters; underlined ones are the printer's way to stress a word.
            let isUnderlined = !span.emphasis.isDisjoint(with: [.underline, .italic])
            let isBold = span.emphasis.contains(.bold)
            if isBold { bytes += [0x1B, 0x45, 1] }
            if isUnderlined { bytes += underline(1, hasDoubles) }
            bytes += text.encode(span.text)
            if isUnderlined { bytes += underline(0, hasDoubles) }
            if isBold { bytes += [0x1B, 0x45, 0] }
        }
        return bytes
    }

    private static func underline(_ value: UInt8, _ hasDoubles: Bool) -> [UInt8] {
        [0x1B, 0x2D, value] + (hasDoubles ? [0x1C, 0x2D, value] : [])
    }
}

/// `GS ( k` with function numbers of 49: a QR code.
///
/// | bytes                           | meaning                                                     |
/// |---------------------------------|-------------------------------------------------------------|
/// | `1D 28 6B 04 00 31 41 32 00`    | model 2                                                     |
/// | `1D 28 6B 03 00 31 43 n`        | a module is n points wide                                   |
/// | `1D 28 6B 03 00 31 45 31`       | 15 % of it may be unreadable                                |
/// | `1D 28 6B pL pH 31 50 30 …`     | its text; pL + 256 × pH counts the bytes from `31` on       |
/// | `1D 28 6B 03 00 31 51 30`       | print it                                                    |
enum QRCommand {
    /// A code of an identifier is then 15 to 20 mm wide.
    private static let pointsPerModule: UInt8 = 5

    static func bytes(for code: String) -> [UInt8] {
        let text = Array(code.utf8)
        let count = UInt16(text.count + 3)
        return function([0x41, 0x32, 0x00]) + function([0x43, pointsPerModule]) + function([0x45, 0x31])
            + [0x1D, 0x28, 0x6B, UInt8(truncatingIfNeeded: count), UInt8(truncatingIfNeeded: count >> 8), 0x31, 0x50]
            + [0x30] + text + function([0x51, 0x30])
    }

    private static func function(_ parameters: [UInt8]) -> [UInt8] {
        [0x1D, 0x28, 0x6B, UInt8(parameters.count + 1), 0x00, 0x31] + parameters
    }
}
