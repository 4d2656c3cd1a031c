import TillCore

extension KeyEntry {
    static func pairing(_ pairing: PairingPage, _ state: AppState) -> [KeyEntry] {
        if pairing.isStopping { return [help] }
        if pairing.isChoosing { return question + [help] + attention(state) }
        let stop = KeyEntry("Esc", "Stop", "Stops the pairing.", [.back, .erase], essential: true)
        guard pairing.isTyping else { return [stop, help] + attention(state) }
        return [
            KeyEntry("Enter", "Send", "Sends what is typed.", [.confirm], essential: true),
            KeyEntry("Backspace", "Erase", "Takes the last character off.", [.erase]),
            KeyEntry("Esc", "Stop", "Stops the pairing.", [.back], essential: true), help,
        ]
    }
}
