import CLibXML2

/// Walks libxml2's tree of a receipt and tells a ``ReceiptBuilder`` what it meets.
///
/// The walk keeps no frame of its own per level: markup nested without end costs memory in the parser, never the stack.
struct HTMLReader {
    /// One open element whose style is followed.
    private struct Level {
        var style = ReceiptBuilder.Style()
        /// What the table, row group and row around the next cell state.
        var tableAlignment: ReceiptDocument.Alignment?
        var opensCell = false
        /// Whether lines begin at the right. The layout puts a line's beginning to the left all the same.
        var isRightToLeft = false
    }

    private var builder = ReceiptBuilder()
    private var levels: [Level] = []
    private var level = Level()
    /// Open elements beyond ``ReceiptDocument/nestingMax``.
    private var flattenedLevels = 0

    static func blocks(of source: HTMLSource) throws(ReceiptError) -> [ReceiptDocument.Block] {
        _ = parserIsReady
        var text = source.text
        guard let parser = htmlNewParserCtxt() else { throw .unreadable }
        defer { htmlFreeParserCtxt(parser) }
        // Without this the parser stops at 256 open elements and loses the rest of the receipt.
        parser.pointee.options |= Int32(bitPattern: XML_PARSE_HUGE.rawValue)
        let options =
            HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue
            | HTML_PARSE_NONET.rawValue
        // The bytes are named UTF-8, which they are, against whatever a `meta` element says.
        let parsed = text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                htmlCtxtReadMemory(
                    parser, characters.baseAddress, Int32(characters.count), nil, "UTF-8", Int32(options))
            }
        }
        guard let document = parsed else { throw .unreadable }
        defer { xmlFreeDoc(document) }
        var reader = HTMLReader()
        var top = document.pointee.children
        while let node = top {
            reader.walk(from: node)
            top = node.pointee.next
        }
        return reader.builder.finish()
    }

    /// libxml2 wants its first call alone; a static value is made once, whichever thread asks first.
    private static let parserIsReady: Void = xmlInitParser()

    private mutating func walk(from root: xmlNodePtr) {
        var current: xmlNodePtr? = root
        while let node = current {
            let isOpened = enter(node)
            if isOpened, let child = node.pointee.children {
                current = child
                continue
            }
            if isOpened { leave(node) }
            current = following(node, within: root)
        }
    }

    /// The next node in document order behind `node` and all in it; leaves the elements that end there.
    private mutating func following(_ node: xmlNodePtr, within root: xmlNodePtr) -> xmlNodePtr? {
        var last = node
        while last != root {
            if let next = last.pointee.next { return next }
            guard let parent = last.pointee.parent else { return nil }
            leave(parent)
            last = parent
        }
        return nil
    }

    /// Returns whether the node was opened, and so its children are to be read and the node to be left.
    private mutating func enter(_ node: xmlNodePtr) -> Bool {
        switch node.pointee.type {
        case XML_TEXT_NODE:
            if let content = node.pointee.content { builder.append(String(cString: content), level.style) }
            return false
        case XML_ELEMENT_NODE:
            let element = HTMLElement(name: name(of: node))
            switch element {
            case .dropped:
                return false
            case .lineBreak:
                builder.breakLine()
                return true
            case .rule:
                builder.appendRule()
                return true
            case .image:
                // The picture is not fetched, but its words are the receipt's.
                if let words = attribute("alt", of: node) { builder.append(words, level.style) }
                return true
            default:
                open(element, node)
                return true
            }
        default:
            return false
        }
    }

    private mutating func open(_ element: HTMLElement, _ node: xmlNodePtr) {
        guard levels.count < ReceiptDocument.nestingMax else {
            flattenedLevels += 1
            if Self.breaksLine(element) { builder.endLine() }
            return
        }
        levels.append(level)
        level.opensCell = false
        if node.pointee.properties != nil, let direction = attribute("dir", of: node)?.lowercased() {
            level.isRightToLeft = direction == "rtl"
        }
        let stated = alignment(of: node, element)
        switch element {
        case .table:
            builder.endTable()
            level.tableAlignment = stated
        case .rowGroup, .row:
            builder.endRow()
            level.tableAlignment = stated ?? level.tableAlignment
        case .cell(let emphasis):
            // A centered box centers a table's only cell, but does not scatter the cells of a list of items.
            let inherited = hasNeighbour(node) ? nil : level.style.alignment
            level.style.alignment = stated ?? level.tableAlignment ?? inherited
            level.style.emphasis.formUnion(emphasis)
            level.tableAlignment = nil
            level.opensCell = true
            let span = attribute("colspan", of: node).flatMap { Int($0) } ?? 1
            builder.openCell(alignment: level.style.alignment, columnSpan: span)
        case .block(let emphasis):
            builder.endLine()
            level.style.emphasis.formUnion(emphasis)
            level.style.alignment = stated ?? level.style.alignment
        case .centered, .listItem, .preformatted:
            builder.endLine()
            level.style.alignment = stated ?? level.style.alignment
            if element == .preformatted { level.style.isPreformatted = true }
            if element == .listItem { builder.append("- ", level.style) }
        case .inline(let emphasis):
            level.style.emphasis.formUnion(emphasis)
        case .dropped, .lineBreak, .rule, .image:
            break
        }
    }

    private mutating func leave(_ node: xmlNodePtr) {
        let element = HTMLElement(name: name(of: node))
        switch element {
        case .dropped, .lineBreak, .rule, .image:
            return
        default:
            break
        }
        if flattenedLevels > 0 {
            flattenedLevels -= 1
            if Self.breaksLine(element) { builder.endLine() }
            return
        }
        switch element {
        case .table: builder.endTable()
        case .rowGroup, .row: builder.endRow()
        case .cell: if level.opensCell { builder.closeCell() }
        default: if Self.breaksLine(element) { builder.endLine() }
        }
        level = levels.popLast() ?? Level()
    }

    private static func breaksLine(_ element: HTMLElement) -> Bool {
        if case .inline = element { return false }
        return true
    }

    // MARK: Names and attributes

    private func name(of node: xmlNodePtr) -> String {
        node.pointee.name.map { String(cString: $0) } ?? ""
    }

    private func attribute(_ name: String, of node: xmlNodePtr) -> String? {
        guard let value = xmlGetProp(node, name) else { return nil }
        defer { till_xml_free(value) }
        return String(cString: value)
    }

    private func alignment(of node: xmlNodePtr, _ element: HTMLElement) -> ReceiptDocument.Alignment? {
        guard node.pointee.properties != nil else { return element == .centered ? .center : nil }
        for declaration in (attribute("style", of: node) ?? "").lowercased().split(separator: ";") {
            let parts = declaration.split(separator: ":", maxSplits: 1).map { $0.filter { !$0.isWhitespace } }
            if parts.count == 2, parts[0] == "text-align", let alignment = Self.alignment(named: parts[1]) {
                return turned(alignment, isNamedBySide: Self.isSide(parts[1]))
            }
        }
        // A table's `align` places the table on the page; it says nothing about its text.
        if element != .table, let value = attribute("align", of: node)?.lowercased(),
            let alignment = Self.alignment(named: value)
        {
            return turned(alignment, isNamedBySide: Self.isSide(value))
        }
        return element == .centered ? .center : nil
    }

    /// In a text from right to left, the left is where a line ends, and the right where it begins: nothing to state.
    private func turned(
        _ alignment: ReceiptDocument.Alignment, isNamedBySide: Bool
    ) -> ReceiptDocument.Alignment? {
        guard level.isRightToLeft, isNamedBySide else { return alignment }
        switch alignment {
        case .left: return .right
        case .center: return .center
        case .right: return nil
        }
    }

    private static func isSide(_ name: String) -> Bool {
        name.hasPrefix("left") || name.hasPrefix("right")
    }

    private static func alignment(named name: String) -> ReceiptDocument.Alignment? {
        if name.hasPrefix("right") || name.hasPrefix("end") { return .right }
        if name.hasPrefix("center") || name.hasPrefix("middle") { return .center }
        if name.hasPrefix("left") || name.hasPrefix("start") || name.hasPrefix("justify") { return .left }
        return nil
    }

    /// Whether another element stands beside this one in its row.
    private func hasNeighbour(_ node: xmlNodePtr) -> Bool {
        var before = node.pointee.prev
        while let sibling = before, sibling.pointee.type != XML_ELEMENT_NODE { before = sibling.pointee.prev }
        var after = node.pointee.next
        while let sibling = after, sibling.pointee.type != XML_ELEMENT_NODE { after = sibling.pointee.next }
        return before != nil || after != nil
    }
}
