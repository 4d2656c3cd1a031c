import CYAML

/// Reads a YAML document by libyaml, with the place of every value.
///
/// Anchors, aliases and tags are refused: a configuration needs none, and with aliases come values that grow without
/// end.
struct YAMLReader: ~Copyable {
    /// Deeper documents are refused; a configuration has three levels.
    private static let depthMax = 8

    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let source: SourceText

    /// - Throws: the first thing that is no YAML, or none that is read here.
    static func document(_ source: SourceText) throws(ConfigurationError) -> YAMLDocument {
        let bytes = source.utf8
        let result: Result<YAMLDocument, ConfigurationError> = bytes.withUnsafeBufferPointer { buffer in
            do throws(ConfigurationError) {
                let reader = try YAMLReader(source, buffer)
                return .success(try reader.document())
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// - Parameter bytes: of the source, as long as the reader lives.
    private init(_ source: SourceText, _ bytes: UnsafeBufferPointer<UInt8>) throws(ConfigurationError) {
        self.source = source
        parser = .allocate(capacity: 1)
        guard yaml_parser_initialize(parser) == 1 else {
            parser.deallocate()
            throw ConfigurationError(at: .start, .notYAML("no memory"))
        }
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deallocate()
    }

    // MARK: Documents

    private func document() throws(ConfigurationError) -> YAMLDocument {
        _ = try next()
        guard case .documentStart = try next().kind else { return YAMLDocument(root: nil, hasEndMark: false) }
        let root = try node(try next(), depth: 0)
        var hasEndMark = false
        if case .documentEnd(let isImplicit) = try next().kind { hasEndMark = !isImplicit }
        let after = try next()
        guard case .streamEnd = after.kind else { throw ConfigurationError(at: after.start, .secondDocument) }
        return YAMLDocument(root: root.isAbsent ? nil : root, hasEndMark: hasEndMark)
    }

    private func node(_ event: Event, depth: Int) throws(ConfigurationError) -> YAMLNode {
        guard depth <= Self.depthMax else { throw ConfigurationError(at: event.start, .tooDeep) }
        if event.isTagged { throw ConfigurationError(at: event.start, .anchorOrTag) }
        switch event.kind {
        case .scalar(let text, let style):
            return YAMLNode(content: .text(text, style), start: event.start, end: event.end)
        case .listStart(let isFlow):
            var nodes: [YAMLNode] = []
            while true {
                let item = try next()
                if case .listEnd = item.kind {
                    return YAMLNode(content: .list(nodes, isFlow: isFlow), start: event.start, end: item.end)
                }
                nodes.append(try node(item, depth: depth + 1))
            }
        case .groupStart(let isFlow):
            var entries: [YAMLNode.Entry] = []
            while true {
                let item = try next()
                if case .groupEnd = item.kind {
                    return YAMLNode(content: .group(entries, isFlow: isFlow), start: event.start, end: item.end)
                }
                let key = try node(item, depth: depth + 1)
                entries.append(YAMLNode.Entry(key: key, value: try node(try next(), depth: depth + 1)))
            }
        case .alias:
            throw ConfigurationError(at: event.start, .anchorOrTag)
        case .streamStart, .streamEnd, .documentStart, .documentEnd, .listEnd, .groupEnd:
            throw ConfigurationError(at: event.start, .notYAML("a value is missing"))
        }
    }

    // MARK: Events

    private struct Event {
        enum Kind {
            case streamStart, streamEnd, documentStart, listEnd, groupEnd, alias
            case documentEnd(isImplicit: Bool)
            case scalar(String, YAMLNode.Style)
            case listStart(isFlow: Bool)
            case groupStart(isFlow: Bool)
        }

        var kind: Kind
        var isTagged: Bool
        var start: TextPlace
        var end: TextPlace
    }

    private func next() throws(ConfigurationError) -> Event {
        var event = yaml_event_t()
        guard yaml_parser_parse(parser, &event) == 1 else { throw error() }
        defer { yaml_event_delete(&event) }
        let (kind, isTagged) = Self.kind(of: event)
        return Event(
            kind: kind, isTagged: isTagged, start: TextPlace(event.start_mark), end: TextPlace(event.end_mark))
    }

    private static func kind(of event: yaml_event_t) -> (Event.Kind, isTagged: Bool) {
        switch event.type {
        case YAML_STREAM_START_EVENT: return (.streamStart, false)
        case YAML_DOCUMENT_START_EVENT: return (.documentStart, false)
        case YAML_DOCUMENT_END_EVENT:
            return (.documentEnd(isImplicit: event.data.document_end.implicit != 0), false)
        case YAML_ALIAS_EVENT: return (.alias, true)
        case YAML_SCALAR_EVENT:
            let scalar = event.data.scalar
            let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
            return (
                .scalar(String(decoding: bytes, as: UTF8.self), YAMLNode.Style(scalar.style)),
                scalar.anchor != nil || scalar.tag != nil
            )
        case YAML_SEQUENCE_START_EVENT:
            let list = event.data.sequence_start
            return (
                .listStart(isFlow: list.style == YAML_FLOW_SEQUENCE_STYLE), list.anchor != nil || list.tag != nil
            )
        case YAML_SEQUENCE_END_EVENT: return (.listEnd, false)
        case YAML_MAPPING_START_EVENT:
            let group = event.data.mapping_start
            return (
                .groupStart(isFlow: group.style == YAML_FLOW_MAPPING_STYLE), group.anchor != nil || group.tag != nil
            )
        case YAML_MAPPING_END_EVENT: return (.groupEnd, false)
        default: return (.streamEnd, false)
        }
    }

    // MARK: Errors

    /// What libyaml found wrong, where a person would look for it.
    private func error() -> ConfigurationError {
        let problem = parser.pointee.problem.map { String(cString: $0) } ?? "the text cannot be read"
        let place = TextPlace(parser.pointee.problem_mark)
        let context = parser.pointee.context == nil ? place : TextPlace(parser.pointee.context_mark)
        if let tab = tab(at: place) { return ConfigurationError(at: tab, .tab) }
        switch problem {
        case "could not find expected ':'": return ConfigurationError(at: context, .noColon)
        case "mapping values are not allowed in this context": return ConfigurationError(at: place, .colonInValue)
        case "found unexpected end of stream": return ConfigurationError(at: context, .quoteNotClosed)
        case "did not find expected ',' or ']'", "did not find expected ',' or '}'":
            return ConfigurationError(at: context, .bracketNotClosed)
        case "did not find expected key", "did not find expected '-' indicator":
            return ConfigurationError(at: place, .indentation)
        case "found character that cannot start any token":
            return ConfigurationError(at: place, .quotesNeeded)
        default: return ConfigurationError(at: place, .notYAML(problem))
        }
    }

    /// The tab at a place, or in the indentation of its line.
    private func tab(at place: TextPlace) -> TextPlace? {
        let offset = min(place.offset, source.scalars.count)
        let start = source.lineStart(of: offset)
        let indentation = source.scalars[start...].prefix { $0 == " " || $0 == "\t" }
        if let tab = indentation.firstIndex(of: "\t") { return source.place(of: tab) }
        guard offset < source.scalars.count, source.scalars[offset] == "\t" else { return nil }
        return source.place(of: offset)
    }
}

extension TextPlace {
    /// libyaml counts characters of Unicode, from 0.
    fileprivate init(_ mark: yaml_mark_t) {
        self.init(line: Int(mark.line) + 1, column: Int(mark.column) + 1, offset: Int(mark.index))
    }
}

extension YAMLNode.Style {
    fileprivate init(_ style: yaml_scalar_style_t) {
        switch style {
        case YAML_SINGLE_QUOTED_SCALAR_STYLE: self = .singleQuoted
        case YAML_DOUBLE_QUOTED_SCALAR_STYLE: self = .doubleQuoted
        case YAML_LITERAL_SCALAR_STYLE, YAML_FOLDED_SCALAR_STYLE: self = .block
        default: self = .plain
        }
    }
}
