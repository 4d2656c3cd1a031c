/// Turns the bytes a terminal sends into events. It is a value without a clock: how the bytes were split into reads
/// makes no difference, except that ``flush()`` tells it that none came for a while.
///
/// The owner starts a timer (50 ms, see `ESCDELAY`) after every `feed` and `flush` that leaves ``needsFlush`` true, and
/// calls `flush` when it fires before the next bytes.
///
/// An Esc followed by a character is Esc, then that character; there is no Alt. Sequences nobody knows are swallowed
/// whole. Invalid bytes become U+FFFD and never take valid ones with them.
package struct InputParser: Sendable {
    /// Bytes kept of one paste.
    package static let pasteMax = 65_536
    /// Bytes after which an unfinished paste is over, kept or not.
    static let pasteLimit = 262_144
    /// Bytes of an unknown control sequence that are swallowed at most.
    static let sequenceMax = 256
    /// Bytes of a control string (OSC, DCS and such) that are swallowed at most.
    static let stringMax = 65_536
    /// Flushes without a byte between them after which an unfinished sequence is given up. One would be too few: a
    /// slow line may split a sequence, and its tail would then be typed into an amount.
    static let silentFlushesInSequence = 4
    /// The same for a paste, whose tail could hold an Enter.
    static let silentFlushesInPaste = 20

    enum State: Equatable, Sendable {
        case ground
        case escape
        /// After `ESC [`, with the bytes since.
        case controlSequence([UInt8])
        /// After `ESC O`, with the digits since.
        case singleShift([UInt8])
        /// After `ESC [ [`: a function key of the Linux console.
        case consoleKey
        /// After `ESC [ M`: the old mouse report, three more bytes.
        case oldMouse(left: Int)
        case controlString(introducer: UInt8, length: Int, escape: Bool)
        case paste(PasteCollector)
    }

    private var state = State.ground
    private var utf8 = UTF8Collector()
    private var silentFlushes = 0

    package init() {}

    /// True while the parser waits for the rest of something that may never come.
    package var needsFlush: Bool { state != .ground }

    /// Takes bytes as they were read.
    package mutating func feed(_ bytes: [UInt8]) -> [InputEvent] {
        var events: [InputEvent] = []
        if !bytes.isEmpty { silentFlushes = 0 }
        for byte in bytes { take(byte, &events) }
        return events
    }

    /// Says that no byte came for the time of an escape timer.
    package mutating func flush() -> [InputEvent] {
        silentFlushes += 1
        var events: [InputEvent] = []
        switch state {
        case .ground:
            break
        case .escape:
            end(&events, with: [.init(.escape)])
        case .controlSequence(let bytes):
            if bytes.isEmpty {
                end(&events, with: [.init(.escape), .init(.character("["))])
            } else if silentFlushes >= InputParser.silentFlushesInSequence {
                state = .ground
            }
        case .singleShift(let digits):
            let typed = digits.map { KeyPress(.character(Unicode.Scalar($0))) }
            end(&events, with: [.init(.escape), .init(.character("O"))] + typed)
        case .controlString(let introducer, length: 0, escape: false):
            end(&events, with: [.init(.escape), .init(.character(Unicode.Scalar(introducer)))])
        case .consoleKey, .oldMouse, .controlString:
            if silentFlushes >= InputParser.silentFlushesInSequence { state = .ground }
        case .paste(let paste):
            if silentFlushes >= InputParser.silentFlushesInPaste {
                state = .ground
                events.append(.paste(paste.text))
            }
        }
        return events
    }

    private mutating func end(_ events: inout [InputEvent], with keys: [KeyPress]) {
        state = .ground
        events += keys.map(InputEvent.key)
    }

    // MARK: One byte

    private mutating func take(_ byte: UInt8, _ events: inout [InputEvent]) {
        switch state {
        case .ground:
            takePlain(byte, &events)
        case .escape:
            takeAfterEscape(byte, &events)
        case .controlSequence(let bytes):
            takeControlSequence(byte, after: bytes, &events)
        case .singleShift(let digits):
            takeSingleShift(byte, after: digits, &events)
        case .consoleKey:
            state = .ground
            if (0x41...0x45).contains(byte) {
                events.append(.key(.init(.function(Int(byte) - 0x40))))
            } else {
                takePlain(byte, &events)
            }
        case .oldMouse(let left):
            state = left > 1 ? .oldMouse(left: left - 1) : .ground
            if byte < 0x20 {
                state = .ground
                takePlain(byte, &events)
            }
        case .controlString(let introducer, let length, let escape):
            takeControlString(byte, introducer, length, escape, &events)
        case .paste(var paste):
            // The state must not hold a second copy while bytes are added.
            state = .ground
            if paste.take(byte) {
                events.append(.paste(paste.text))
            } else {
                state = .paste(paste)
            }
        }
    }

    private mutating func takePlain(_ byte: UInt8, _ events: inout [InputEvent]) {
        for scalar in utf8.take(byte) {
            if scalar == "\u{1B}" {
                state = .escape
            } else if let press = KeyPress(plain: scalar) {
                events.append(.key(press))
            }
        }
    }

    private mutating func takeAfterEscape(_ byte: UInt8, _ events: inout [InputEvent]) {
        switch byte {
        case UInt8(ascii: "["):
            state = .controlSequence([])
        case UInt8(ascii: "O"):
            state = .singleShift([])
        case UInt8(ascii: "P"), UInt8(ascii: "]"), UInt8(ascii: "^"), UInt8(ascii: "_"):
            state = .controlString(introducer: byte, length: 0, escape: false)
        default:
            // Also a second Esc: the first one is a key, the second may start a sequence.
            end(&events, with: [.init(.escape)])
            takePlain(byte, &events)
        }
    }

    private mutating func takeControlSequence(_ byte: UInt8, after bytes: [UInt8], _ events: inout [InputEvent]) {
        switch byte {
        case UInt8(ascii: "[") where bytes.isEmpty:
            state = .consoleKey
        case UInt8(ascii: "M") where bytes.isEmpty:
            state = .oldMouse(left: 3)
        case 0x20...0x3F where bytes.count < InputParser.sequenceMax:
            state = .controlSequence(bytes + [byte])
        case 0x40...0x7E:
            state = .ground
            let sequence = ControlSequence(parameters: bytes, final: byte)
            if sequence.startsPaste {
                state = .paste(PasteCollector())
            } else if let event = sequence.event {
                events.append(event)
            }
        default:
            // A control character, a byte of a longer character, or too long: the sequence is dropped.
            state = .ground
            takePlain(byte, &events)
        }
    }

    private mutating func takeSingleShift(_ byte: UInt8, after digits: [UInt8], _ events: inout [InputEvent]) {
        switch byte {
        case 0x30...0x39 where digits.count < 2:
            state = .singleShift(digits + [byte])
        case 0x20...0x7E:
            state = .ground
            if let press = KeyPress(singleShift: byte, modifierDigits: digits) { events.append(.key(press)) }
        default:
            let typed = digits.map { KeyPress(.character(Unicode.Scalar($0))) }
            end(&events, with: [.init(.escape), .init(.character("O"))] + typed)
            takePlain(byte, &events)
        }
    }

    private mutating func takeControlString(
        _ byte: UInt8, _ introducer: UInt8, _ length: Int, _ escape: Bool, _ events: inout [InputEvent]
    ) {
        if byte == 0x07 || (escape && byte == UInt8(ascii: "\\")) {
            state = .ground
        } else if escape {
            // Esc ends a control string even when something else follows.
            state = .escape
            takeAfterEscape(byte, &events)
        } else if length >= InputParser.stringMax {
            state = .ground
            takePlain(byte, &events)
        } else {
            state = .controlString(introducer: introducer, length: length + 1, escape: byte == 0x1B)
        }
    }
}
