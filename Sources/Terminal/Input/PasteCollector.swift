/// The bytes of a bracketed paste until its end mark.
struct PasteCollector: Equatable, Sendable {
    private static let endMark: [UInt8] = Array("\u{1B}[201~".utf8)

    private var kept: [UInt8] = []
    private var count = 0
    /// How many bytes of the end mark the last bytes are.
    private var matched = 0

    /// - Returns: true when the paste is over.
    mutating func take(_ byte: UInt8) -> Bool {
        count += 1
        if byte == PasteCollector.endMark[matched] {
            matched += 1
            if matched == PasteCollector.endMark.count {
                matched = 0
                return true
            }
        } else {
            keep(PasteCollector.endMark[..<matched])
            // Only the mark's first byte is an Esc, so nothing but that can start it again.
            matched = byte == PasteCollector.endMark[0] ? 1 : 0
            if matched == 0 { keep([byte]) }
        }
        return count >= InputParser.pasteLimit
    }

    /// What was pasted so far, with U+FFFD for invalid bytes.
    var text: String {
        String(decoding: kept, as: UTF8.self)
    }

    private mutating func keep(_ bytes: some Collection<UInt8>) {
        kept += bytes.prefix(max(0, InputParser.pasteMax - kept.count))
    }
}
