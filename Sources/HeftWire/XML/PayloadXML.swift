import CLibXML2

/// The XML inside messages: a root with elements in it, text in those, no attributes.
///
/// XML is bytes of UTF-8 on the way in and out. A document that does not parse whole is an error, never "fields
/// absent". A document type is refused: with it come entities, and with entities bombs. Source: `ReaderProtocol.md` §8.
package enum PayloadXML {
    /// An element with its text and its children.
    package struct Element: Equatable, Sendable {
        package var name: String
        /// Without white space at its ends.
        package var text: String
        package var children: [Element]

        package init(_ name: String, text: String = "", children: [Element] = []) {
            self.name = name
            self.text = text
            self.children = children
        }

        /// The last child of that name: of repeated elements the last counts.
        package func child(_ name: String) -> Element? {
            children.last { $0.name == name }
        }

        /// The text of the last child of that name; nil when there is none.
        package func value(of name: String) -> String? {
            child(name)?.text
        }

        /// The element as bytes, without white space between elements; leaf values are escaped.
        package var bytes: [UInt8] {
            var bytes: [UInt8] = []
            append(to: &bytes)
            return bytes
        }

        private func append(to bytes: inout [UInt8]) {
            bytes.append(0x3C)
            bytes.append(contentsOf: name.utf8)
            bytes.append(0x3E)
            if children.isEmpty {
                bytes.append(contentsOf: PayloadXML.escaped(text).utf8)
            } else {
                for child in children { child.append(to: &bytes) }
            }
            bytes.append(0x3C)
            bytes.append(0x2F)
            bytes.append(contentsOf: name.utf8)
            bytes.append(0x3E)
        }
    }

    /// What stands before the root of every document.
    package static let declaration = Array(#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"#.utf8)

    /// A document: the declaration and the root.
    package static func document(_ root: Element) -> [UInt8] {
        declaration + root.bytes
    }

    /// Deeper documents are refused; those of readers have two levels.
    static let deepest = 16

    /// Escapes text for an element. Characters that XML 1.0 cannot carry become U+FFFD.
    package static func escaped(_ text: String) -> String {
        guard text.utf8.contains(where: mayNeedEscape) else { return text }
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\t", "\n", "\r": escaped.unicodeScalars.append(scalar)
            default:
                let isCarried = scalar.value >= 0x20 && scalar.value != 0xFFFE && scalar.value != 0xFFFF
                escaped.unicodeScalars.append(isCarried ? scalar : "\u{FFFD}")
            }
        }
        return escaped
    }

    /// Whether a byte of UTF-8 is one to escape, or begins a character that XML may not carry.
    private static func mayNeedEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == 0x26 || byte == 0x3C || byte == 0x3E || byte == 0xEF
    }

    /// Parses a whole document.
    ///
    /// - Throws: ``WireError/malformedXML(_:)``.
    package static func parse(_ bytes: [UInt8]) throws(WireError) -> Element {
        guard !bytes.isEmpty else { throw .malformedXML("it is empty") }
        guard let length = Int32(exactly: bytes.count) else { throw .malformedXML("it is too long") }
        // The parser refers to the bytes while it reads, so the whole walk happens inside this closure.
        let result = bytes.withUnsafeBytes { buffer -> Result<Element, WireError> in
            // The bytes are UTF-8, whatever the document says of itself.
            let options =
                XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue
                | XML_PARSE_IGNORE_ENC.rawValue
            guard let start = buffer.baseAddress,
                let reader = xmlReaderForMemory(
                    start.assumingMemoryBound(to: CChar.self), length, nil, "UTF-8", Int32(options))
            else { return .failure(.malformedXML("the parser could not start")) }
            defer { xmlFreeTextReader(reader) }
            do throws(WireError) {
                return .success(try walk(reader))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    private static func walk(_ reader: xmlTextReaderPtr) throws(WireError) -> Element {
        var open: [Element] = []
        var root: Element?
        while true {
            let outcome = xmlTextReaderRead(reader)
            if outcome == 0 { break }
            guard outcome == 1 else { throw .malformedXML("it is not well-formed") }
            switch UInt32(bitPattern: xmlTextReaderNodeType(reader)) {
            case XML_READER_TYPE_ELEMENT.rawValue:
                guard open.count < deepest else { throw .malformedXML("its elements nest too deep") }
                open.append(Element(string(xmlTextReaderConstLocalName(reader))))
                if xmlTextReaderIsEmptyElement(reader) == 1 { close(&open, &root) }
            case XML_READER_TYPE_END_ELEMENT.rawValue:
                close(&open, &root)
            case XML_READER_TYPE_TEXT.rawValue, XML_READER_TYPE_CDATA.rawValue:
                guard !open.isEmpty else { break }
                open[open.count - 1].text += string(xmlTextReaderConstValue(reader))
            case XML_READER_TYPE_DOCUMENT_TYPE.rawValue, XML_READER_TYPE_ENTITY_REFERENCE.rawValue:
                throw .malformedXML("a document type is not allowed")
            default:
                break
            }
        }
        guard let root else { throw .malformedXML("it has no root") }
        return root
    }

    private static func close(_ open: inout [Element], _ root: inout Element?) {
        guard var element = open.popLast() else { return }
        element.text = trimmed(element.text)
        if open.isEmpty {
            root = element
        } else {
            open[open.count - 1].children.append(element)
        }
    }

    private static func string(_ text: UnsafePointer<xmlChar>?) -> String {
        text.map { String(cString: $0) } ?? ""
    }

    private static func trimmed(_ text: String) -> String {
        guard let first = text.utf8.first, let last = text.utf8.last, isSpace(first) || isSpace(last) else {
            return text
        }
        var bytes = text.utf8[...]
        while let first = bytes.first, isSpace(first) { bytes = bytes.dropFirst() }
        while let last = bytes.last, isSpace(last) { bytes = bytes.dropLast() }
        // White space is ASCII, so the ends stand between characters.
        return String(Substring(bytes))
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }

    /// Escapes every `&` that begins no entity, as clients that do not escape send it.
    package static func escapingRawAmpersands(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.contains(0x26) else { return bytes }
        var result: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
            result.append(byte)
            guard byte == 0x26, !beginsEntity(bytes[(index + 1)...]) else { continue }
            result.append(contentsOf: "amp;".utf8)
        }
        return result
    }

    private static func beginsEntity(_ rest: ArraySlice<UInt8>) -> Bool {
        guard let end = rest.prefix(10).firstIndex(of: 0x3B), end > rest.startIndex else { return false }
        let name = String(decoding: rest[rest.startIndex..<end], as: UTF8.self)
        if ["amp", "lt", "gt", "quot", "apos"].contains(name) { return true }
        guard name.hasPrefix("#") else { return false }
        return name.hasPrefix("#x")
            ? UInt32(name.dropFirst(2), radix: 16) != nil : UInt32(name.dropFirst(), radix: 10) != nil
    }
}
