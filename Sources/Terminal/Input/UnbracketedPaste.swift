extension InputEvent {
    /// The text of a paste that the terminal did not bracket, as some cannot; nil when the events are no such thing.
    ///
    /// - Parameter events: those of one read. Characters with a line end between them, all there at once, were typed by
    ///   nobody, and their line ends are no Enter keys.
    package static func unbracketedPaste(_ events: [InputEvent]) -> String? {
        var text = ""
        for event in events {
            guard case .key(let press) = event, press.modifiers.isEmpty else { return nil }
            switch press.key {
            case .character(let scalar): text.unicodeScalars.append(scalar)
            case .enter: text += "\n"
            default: return nil
            }
        }
        let lines = text.split(separator: "\n")
        return lines.count > 1 ? text : nil
    }
}
