extension Configuration {
    /// Reads a configuration file.
    ///
    /// - Parameter bytes: YAML in UTF-8, with or without a byte order mark.
    /// - Throws: all that is wrong, ``ConfigurationErrors``.
    package init(yaml bytes: some Collection<UInt8>) throws(ConfigurationErrors) {
        var reading: ConfigurationReading
        do throws(ConfigurationError) {
            reading = ConfigurationReading(try YAMLReader.document(try SourceText(bytes)))
        } catch {
            throw ConfigurationErrors([error])
        }
        self = try reading.configuration()
    }
}

/// Takes the values out of a document, and collects what is wrong on the way.
struct ConfigurationReading: Sendable {
    private var errors: [ConfigurationError] = []
    /// The values by key. What is wrong with the shape of the document is not among them.
    private(set) var nodes: [ConfigurationKey: YAMLNode] = [:]

    init(_ document: YAMLDocument) {
        guard let root = document.root else { return }
        guard let sections = root.entries else {
            errors.append(ConfigurationError(at: root.start, .notSections))
            return
        }
        var lines: [String: Int] = [:]
        for section in sections {
            guard let name = section.key.text else {
                errors.append(ConfigurationError(at: section.key.start, .keyNotText))
                continue
            }
            if let line = lines[name] {
                errors.append(ConfigurationError(at: section.key.start, path: name, .duplicate(line: line)))
                continue
            }
            lines[name] = section.key.start.line
            take(section.value, of: name, at: section.key.start)
        }
    }

    private mutating func take(_ value: YAMLNode, of section: String, at place: TextPlace) {
        guard ConfigurationKey.sections.contains(section) else {
            let nearest = NearestName.of(section, among: ConfigurationKey.sections)
            errors.append(ConfigurationError(at: place, path: section, .unknownSection(nearest: nearest)))
            return
        }
        // A section whose keys are all comments.
        if value.isAbsent { return }
        guard let entries = value.entries else {
            errors.append(ConfigurationError(at: value.start, path: section, .sectionWithoutKeys))
            return
        }
        for entry in entries { take(entry, in: section) }
    }

    private mutating func take(_ entry: YAMLNode.Entry, in section: String) {
        guard let name = entry.key.text else {
            errors.append(ConfigurationError(at: entry.key.start, path: section, .keyNotText))
            return
        }
        guard let key = ConfigurationKey(section: section, name: name) else {
            let path = section + "." + name
            // First what is near in the same section, then the same name in another one.
            let own = ConfigurationKey.allCases.filter { $0.section == section }.map(\.rawValue)
            let elsewhere = ConfigurationKey.allCases.first { $0.name == name }?.rawValue
            let nearest = NearestName.of(path, among: own) ?? elsewhere
            errors.append(ConfigurationError(at: entry.key.start, path: path, .unknownKey(nearest: nearest)))
            return
        }
        if let before = nodes[key] {
            errors.append(
                ConfigurationError(
                    at: entry.key.start, path: key.rawValue, .duplicate(line: before.start.line)))
            return
        }
        nodes[key] = entry.value
    }

    /// The configuration, from the defaults and the values.
    ///
    /// - Throws: all that is wrong.
    mutating func configuration() throws(ConfigurationErrors) -> Configuration {
        var configuration = Configuration()
        // In the order of the keys: an amount is read in the currency that stands before it.
        for key in ConfigurationKey.allCases {
            guard let node = nodes[key] else { continue }
            do throws(ConfigurationError) {
                try configuration.take(node, of: key)
            } catch {
                errors.append(error)
            }
        }
        if errors.isEmpty {
            for conflict in configuration.conflicts {
                let place = nodes[conflict.key]?.start ?? nodes[.tipCap]?.start ?? .start
                errors.append(ConfigurationError(at: place, path: conflict.key.rawValue, conflict.reason))
            }
        }
        guard errors.isEmpty else { throw ConfigurationErrors(errors) }
        return configuration
    }
}

extension Configuration {
    fileprivate mutating func take(_ node: YAMLNode, of key: ConfigurationKey) throws(ConfigurationError) {
        let path = key.rawValue
        let value: ConfigurationValue
        switch node.content {
        case .text(let text, _):
            value = node.isAbsent && key.isList ? .list([]) : .text(text)
        case .list(let nodes, _):
            value = .list(
                try nodes.map { (item) throws(ConfigurationError) in
                    guard let text = item.text else {
                        throw ConfigurationError(at: item.start, path: path, .groupNotValue)
                    }
                    return text
                })
        case .group:
            throw ConfigurationError(at: node.start, path: path, .groupNotValue)
        }
        do throws(ConfigurationError.Reason) {
            try set(key, to: value)
        } catch {
            throw ConfigurationError(at: node.start, path: path, error)
        }
    }
}
