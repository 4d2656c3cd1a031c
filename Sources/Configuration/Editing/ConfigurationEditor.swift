/// Changes values in the text of a configuration file, where they stand: comments, order, blank lines and everything
/// else stay as they are, byte for byte.
package struct ConfigurationEditor: Sendable {
    /// Why a change cannot be made safely in this file. Nothing is changed then.
    package enum Refusal: Error, Equatable, Sendable {
        /// The value is written over several lines.
        case severalLines(ConfigurationKey, line: Int)
        /// The key is missing, and its section is written in braces.
        case sectionInBraces(ConfigurationKey, line: Int)
        /// The section is missing, and nothing can be added at the end of the file.
        case noPlaceForSection(ConfigurationKey)
        /// The changes do not go together, or would change more than what was asked for.
        case notSafe
    }

    private var source: SourceText
    private var document: YAMLDocument
    private var reading: ConfigurationReading

    /// - Parameter bytes: a whole configuration file; empty for one that is begun.
    /// - Throws: what is wrong with it.
    package init(yaml bytes: some Collection<UInt8>) throws(ConfigurationErrors) {
        _ = try Configuration(yaml: bytes)
        do throws(ConfigurationError) {
            source = try SourceText(bytes)
            document = try YAMLReader.document(source)
        } catch {
            throw ConfigurationErrors([error])
        }
        reading = ConfigurationReading(document)
    }

    /// The whole file as it is to be written, UTF-8.
    package var bytes: [UInt8] { Array(source.wholeFile.utf8) }

    /// Sets keys, all or none.
    ///
    /// - Throws: ``Refusal``
    package mutating func set(_ changes: [ConfigurationKey: ConfigurationValue]) throws(Refusal) {
        var edited = self
        for key in ConfigurationKey.allCases {
            guard let value = changes[key] else { continue }
            try edited.write(key, value)
        }
        guard edited.says(changes, over: self) else { throw .notSafe }
        self = edited
    }

    /// Whether this says what `before` said, but for the changes.
    private func says(
        _ changes: [ConfigurationKey: ConfigurationValue], over before: ConfigurationEditor
    ) -> Bool {
        let wanted: Configuration
        let previous: Configuration
        do throws(ConfigurationErrors) {
            wanted = try Configuration(yaml: bytes)
            previous = try Configuration(yaml: before.bytes)
        } catch {
            return false
        }
        return ConfigurationKey.allCases.allSatisfy { key in
            if let value = changes[key] { return wanted.value(of: key) == value }
            // A line end behind the last of them says nothing.
            if key.isLines { return wanted.value(of: key) == previous.value(of: key) }
            switch (reading.nodes[key], before.reading.nodes[key]) {
            case (nil, nil): return true
            case (let now?, let then?): return now.says(theSameAs: then)
            case (nil, _?), (_?, nil): return false
            }
        }
    }

    private mutating func write(_ key: ConfigurationKey, _ value: ConfigurationValue) throws(Refusal) {
        if let node = reading.nodes[key] {
            try replace(node, of: key, by: value)
        } else if let section = document.root?.entries?.first(where: { $0.key.text == key.section }) {
            try add(key, value, to: section)
        } else {
            try addSection(key, value)
        }
    }

    // MARK: Changing a value

    private mutating func replace(
        _ node: YAMLNode, of key: ConfigurationKey, by value: ConfigurationValue
    ) throws(Refusal) {
        var style = YAMLNode.Style.plain
        switch node.content {
        case .text(_, .block), .list(_, isFlow: false), .group:
            throw .severalLines(key, line: node.start.line)
        case .list(_, isFlow: true):
            // What is in one line holds no comment.
            guard node.start.line == node.end.line else { throw .severalLines(key, line: node.start.line) }
        case .text(_, let old): style = old
        }
        let text = YAMLText.of(value, style)
        // Behind a key without a value nothing stands, not even a space.
        try replace(node.start.offset..<node.end.offset, by: node.isAbsent ? " " + text : text)
    }

    // MARK: Adding a key

    private mutating func add(
        _ key: ConfigurationKey, _ value: ConfigurationValue, to section: YAMLNode.Entry
    ) throws(Refusal) {
        let line: Int
        let indentation: Int
        switch section.value.content {
        case .group(let entries, isFlow: false):
            line = Self.endOfLastLine(entries.last?.value ?? section.value, in: source)
            indentation = (entries.first?.key.start.column ?? 3) - 1
        case .text, .list:
            line = source.nextLine(from: section.value.end.offset)
            indentation = section.key.start.column + 1
        case .group(_, isFlow: true):
            throw .sectionInBraces(key, line: section.value.start.line)
        }
        try insert([String(repeating: " ", count: indentation) + Self.line(key, value)], at: line)
    }

    private mutating func addSection(_ key: ConfigurationKey, _ value: ConfigurationValue) throws(Refusal) {
        var indentation = 0
        if let root = document.root {
            guard case .group(let entries, isFlow: false) = root.content else { throw .noPlaceForSection(key) }
            indentation = (entries.first?.key.start.column ?? 1) - 1
        }
        guard !document.hasEndMark else { throw .noPlaceForSection(key) }
        let spaces = String(repeating: " ", count: indentation)
        let gap = source.scalars.isEmpty ? [] : [""]
        try insert(
            gap + [spaces + key.section + ":", spaces + "  " + Self.line(key, value)], at: source.scalars.count)
    }

    private static func line(_ key: ConfigurationKey, _ value: ConfigurationValue) -> String {
        "\(key.name): \(YAMLText.of(value, .plain))"
    }

    /// The start of the line behind the last line of a value.
    private static func endOfLastLine(_ node: YAMLNode, in source: SourceText) -> Int {
        switch node.content {
        case .list(let nodes, isFlow: false): return nodes.last.map { endOfLastLine($0, in: source) } ?? node.end.offset
        case .group(let entries, isFlow: false):
            return (entries.last?.value).map { endOfLastLine($0, in: source) } ?? node.end.offset
        case .text(_, .block) where node.end.column == 1: return node.end.offset
        case .text, .list, .group: return source.nextLine(from: node.end.offset)
        }
    }

    // MARK: The text

    private mutating func insert(_ lines: [String], at offset: Int) throws(Refusal) {
        let lineBreak = source.lineBreak
        let isAtLineStart = source.lineStart(of: offset) == offset
        let text = lines.map { $0 + lineBreak }.joined()
        try replace(offset..<offset, by: isAtLineStart ? text : lineBreak + text)
    }

    private mutating func replace(_ range: Range<Int>, by text: String) throws(Refusal) {
        var scalars = source.scalars
        guard range.lowerBound >= 0, range.upperBound <= scalars.count else { throw .notSafe }
        scalars.replaceSubrange(range, with: text.unicodeScalars)
        let whole = (source.hasByteOrderMark ? "\u{FEFF}" : "") + String(String.UnicodeScalarView(scalars))
        do throws(ConfigurationError) {
            source = try SourceText(whole.utf8)
            document = try YAMLReader.document(source)
        } catch {
            throw .notSafe
        }
        reading = ConfigurationReading(document)
    }
}

extension ConfigurationEditor.Refusal {
    /// Why the change was not made, and what to do.
    package var sentence: String {
        switch self {
        case .severalLines(let key, let line):
            "\(key.rawValue) is written over several lines. Change it in the file, from line \(line) on."
        case .sectionInBraces(let key, let line):
            "\(key.section) is written in braces. Add \(key.name) in the file, in line \(line)."
        case .noPlaceForSection(let key):
            "The file has no place for the section \(key.section). Add \(key.rawValue) in the file."
        case .notSafe: "This cannot be changed here without changing more. Change it in the file."
        }
    }
}
