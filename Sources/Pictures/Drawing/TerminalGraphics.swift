/// What a terminal says of its graphics when it is asked.
package struct TerminalGraphics: Equatable, Sendable {
    /// What is sent to ask. Terminals answer in this order, those without graphics the last question alone:
    ///
    /// | sent                               | question                         | answer                      |
    /// |------------------------------------|----------------------------------|-----------------------------|
    /// | `ESC _ G i=31,…,a=q;AAAA ESC \`    | kitty's graphics?                | `ESC _ G i=31;OK ESC \`     |
    /// | `ESC [ 16 t`                       | how large is a character?        | `ESC [ 6 ; high ; wide t`   |
    /// | `ESC [ c`                          | what can it do? 4 means sixel    | `ESC [ ? … ; 4 ; … c`       |
    ///
    /// Within tmux the answers are tmux's own: it is not to be asked there.
    package static let query: [UInt8] = Array(
        "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}[16t\u{1B}[c".utf8)

    /// The longest answer that is read, in bytes.
    package static let answerMax = 1024

    /// How pictures can be sent; `nil` where they are to be drawn in characters.
    ///
    /// Sixel counts in points, so that a terminal that does not tell the size of its characters cannot be sent any.
    package private(set) var method: PictureGraphics.Method?
    /// The size of its characters, or a usual one.
    package private(set) var cell = PictureGraphics.CellPoints()
    /// Whether the last answer has come, and nothing more is to be waited for.
    package private(set) var isComplete = false

    /// Reads what came so far, complete or not; what else came in between, as keys, is passed over.
    package init(answer: [UInt8]) {
        let bytes = Array(answer.prefix(Self.answerMax))
        var (hasKitty, hasSixel, hasSize) = (false, false, false)
        for start in bytes.indices where bytes[start] == 0x1B && start + 1 < bytes.count {
            let rest = bytes[(start + 2)...]
            if bytes[start + 1] == UInt8(ascii: "_") {
                hasKitty = hasKitty || rest.starts(with: Array("Gi=31;OK\u{1B}\\".utf8))
            } else if bytes[start + 1] == UInt8(ascii: "[") {
                guard let end = rest.firstIndex(where: { (0x40...0x7E).contains($0) }) else { continue }
                let text = String(decoding: rest[..<end], as: UTF8.self)
                let numbers = text.split(separator: ";").map { Int($0.filter { $0 != "?" }) }
                if bytes[end] == UInt8(ascii: "c"), text.hasPrefix("?") {
                    isComplete = true
                    hasSixel = numbers.dropFirst().contains(4)
                } else if bytes[end] == UInt8(ascii: "t"), numbers.count == 3, numbers[0] == 6,
                    let height = numbers[1], let width = numbers[2], height > 0, width > 0
                {
                    hasSize = true
                    cell = PictureGraphics.CellPoints(width: width, height: height)
                }
            }
        }
        method = hasKitty ? .kitty : hasSixel && hasSize ? .sixel : nil
    }
}
