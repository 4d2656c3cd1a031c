@testable import Printing

/// Reads a stream back as a printer would, byte by byte, and refuses what is no command or leaves the printer in a state of
/// its own.
struct ESCPOSReader {
    enum Fault: Error, Equatable {
        case unknownCommand([UInt8])
        case cutOff
        case controlCharacter(UInt8)
        case noLetter(UInt8)
        case tooWide(columns: Int, line: String)
        case modeLeftOn
        /// A byte by itself that some printers take for the first of two.
        case ambiguous(UInt8)
        case codeNotStored
    }

    /// What came out of the printer.
    enum Output: Equatable {
        case line(String)
        case doubleLine(String)
        case code(String)
        case feed(Int)
        case cut
    }

    private let bytes: [UInt8]
    private let columns: Int
    private let letters: [Unicode.Scalar?]
    private let set: DoubleByteSet?
    private var index = 0
    private var line = ""
    /// Of the line, in letters of one byte.
    private var columnsTaken = 0
    private var isInDoubles = false
    private var areDoublesUnderlined = false
    /// The codes are those of Shift JIS.
    private(set) var isShiftJIS = false
    private var isDouble = false
    private var isBold = false
    private var isUnderlined = false
    private var stored: String?

    private(set) var output: [Output] = []
    private(set) var bold: [String] = []
    private(set) var underlined: [String] = []
    private(set) var codePageNumber: UInt8?
    /// That Asian double-byte letters and national variants of ASCII were switched off before the first letter.
    private(set) var isASCIIBase = false
    private var hasSingleBytes = false
    /// What is in the middle by command, not by spaces.
    private(set) var centered: [String] = []
    private var isCentered = false

    init(_ bytes: [UInt8], columns: Int, page: CodePage) throws {
        self.bytes = bytes
        self.columns = columns
        letters = try page.upperHalf()
        set = page.doubleByteSet
        while index < bytes.count { try step() }
        guard line.isEmpty, !isDouble, !isBold, !isUnderlined, !isCentered, !isInDoubles, !areDoublesUnderlined else {
            throw Fault.modeLeftOn
        }
    }

    private mutating func take(_ count: Int = 1) throws -> [UInt8] {
        guard index + count <= bytes.count else { throw Fault.cutOff }
        defer { index += count }
        return Array(bytes[index..<(index + count)])
    }

    private mutating func step() throws {
        let byte = try take()[0]
        switch byte {
        case 0x0A: try endLine()
        case 0x1B: try escape()
        case 0x1C: try kanji()
        case 0x1D: try group()
        case 0x00...0x1F, 0x7F: throw Fault.controlCharacter(byte)
        case _ where isInDoubles:
            guard let set else { throw Fault.noLetter(byte) }
            guard areDoublesUnderlined == isUnderlined else { throw Fault.modeLeftOn }
            print(try DoubleByteReader.scalar(of: [byte] + take(), in: set), columns: 2)
        case 0x20...0x7E: print(Unicode.Scalar(byte))
        default:
            // Printers for Japan that are set to Shift JIS take no notice of `FS .`.
            if isShiftJIS, !(0xA1...0xDF).contains(byte) { throw Fault.ambiguous(byte) }
            guard let letter = letters[Int(byte) - 0x80] else { throw Fault.noLetter(byte) }
            print(letter)
        }
    }

    private mutating func print(_ scalar: Unicode.Scalar, columns: Int = 1) {
        columnsTaken += columns
        line.unicodeScalars.append(scalar)
        if isBold { bold[bold.count - 1].unicodeScalars.append(scalar) }
        if isUnderlined { underlined[underlined.count - 1].unicodeScalars.append(scalar) }
    }

    private mutating func endLine() throws {
        guard !isInDoubles else { throw Fault.modeLeftOn }
        let taken = columnsTaken * (isDouble ? 2 : 1)
        columnsTaken = 0
        guard taken <= columns else { throw Fault.tooWide(columns: taken, line: line) }
        if isCentered { centered.append(line) }
        output.append(isDouble ? .doubleLine(line) : .line(line))
        line = ""
    }

    private mutating func escape() throws {
        let command = try take()[0]
        switch command {
        case 0x40: (isDouble, isBold, isUnderlined, isCentered, codePageNumber) = (false, false, false, false, nil)
        case 0x45:
            isBold = try flag(command)
            if isBold { bold.append("") }
        case 0x2D:
            isUnderlined = try flag(command)
            if isUnderlined { underlined.append("") }
        case 0x52:
            guard try take() == [0], hasSingleBytes else { throw Fault.unknownCommand([0x1B, command]) }
            isASCIIBase = line.isEmpty && output.isEmpty
        case 0x61: isCentered = try flag(command)
        case 0x64: output.append(.feed(Int(try take()[0])))
        case 0x74: codePageNumber = try take()[0]
        default: throw Fault.unknownCommand([0x1B, command])
        }
    }

    private mutating func flag(_ command: UInt8) throws -> Bool {
        let value = try take()[0]
        guard value <= 1 else { throw Fault.unknownCommand([0x1B, command, value]) }
        return value == 1
    }

    private mutating func kanji() throws {
        let command = try take()[0]
        switch command {
        case 0x2E: (hasSingleBytes, isInDoubles) = (true, false)
        case 0x26 where set != nil && (set != .shiftJIS || isShiftJIS): isInDoubles = true
        case 0x2D where set != nil: areDoublesUnderlined = try flag(command)
        case 0x43 where set == .shiftJIS && output.isEmpty && line.isEmpty: isShiftJIS = try take() == [0x01]
        default: throw Fault.unknownCommand([0x1C, command])
        }
    }

    private mutating func group() throws {
        let command = try take()[0]
        switch command {
        case 0x21:
            let value = try take()[0]
            guard value == 0x00 || value == 0x11 else { throw Fault.unknownCommand([0x1D, command, value]) }
            isDouble = value == 0x11
        case 0x28: try code()
        case 0x56:
            guard try take(2) == [0x42, 0x00], line.isEmpty else { throw Fault.unknownCommand([0x1D, command]) }
            output.append(.cut)
        default: throw Fault.unknownCommand([0x1D, command])
        }
    }

    /// `GS ( k pL pH cn fn …`, for QR codes.
    private mutating func code() throws {
        let head = try take(3)
        let parameters = try take(Int(head[1]) + 256 * Int(head[2]))
        guard head[0] == 0x6B, parameters.first == 0x31, parameters.count >= 3, line.isEmpty else {
            throw Fault.unknownCommand([0x1D, 0x28] + head)
        }
        switch (parameters[1], parameters.dropFirst(2)) {
        case (0x41, [0x32, 0x00]), (0x43, [0x05]), (0x45, [0x31]): break
        case (0x50, let data) where data.first == 0x30 && data.count > 1:
            stored = String(decoding: data.dropFirst(), as: UTF8.self)
        case (0x51, [0x30]):
            guard let stored else { throw Fault.codeNotStored }
            if isCentered { centered.append(stored) }
            output.append(.code(stored))
        default: throw Fault.unknownCommand([0x1D, 0x28] + head + parameters)
        }
    }

    /// The lines as text, marks of what is more than a line in brackets.
    var text: String {
        output.map { output in
            switch output {
            case .line(let line): line
            case .doubleLine(let line): "[double]\(line)"
            case .code(let code): "[code \(code)]"
            case .feed(let rows): "[feed \(rows)]"
            case .cut: "[cut]"
            }
        }.joined(separator: "\n")
    }
}
