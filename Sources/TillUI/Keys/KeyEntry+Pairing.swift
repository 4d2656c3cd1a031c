import TillCore

extension KeyEntry {
    static func pairing(_ pairing: PairingPage, _ state: AppState) -> [KeyEntry] {
        if pairing.isStopping { return [help] }
        switch pairing.stage {
        case .offered(let obstacle): return offer(obstacle) + attention(state)
        case .searching: return search(state) + attention(state)
        case .pairing: break
        }
        if pairing.isChoosing { return question + [help] + attention(state) }
        let stop = KeyEntry("Esc", "Stop", "Stops the pairing.", [.back, .erase], essential: true)
        guard pairing.isTyping else { return [stop, help] + attention(state) }
        return [
            KeyEntry("Enter", "Send", "Sends what is typed.", [.confirm], essential: true),
            KeyEntry("Backspace", "Erase", "Takes the last character off.", [.erase]),
            KeyEntry("Esc", "Stop", "Stops the pairing.", [.back], essential: true), help,
        ]
    }

    private static func offer(_ obstacle: LinkFailure.Obstacle) -> [KeyEntry] {
        let pair =
            obstacle != .notPaired
            ? KeyEntry(
                "Enter", "Pair again", "Forgets the old pairing and makes a new one.", [.confirm], essential: true)
            : KeyEntry("Enter", "Pair", "Pairs the reader with this computer.", [.confirm], essential: true)
        let leave = KeyEntry(
            "Esc", "Leave", "Leaves the reader unpaired. - does the same.", [.back, .erase], essential: true)
        return [pair, leave, help]
    }

    private static func search(_ state: AppState) -> [KeyEntry] {
        let again = KeyEntry(
            "Enter", "Look again", "Looks for the reader. R does the same.", [.confirm, .refresh], essential: true)
        let leave = KeyEntry("Esc", "Leave", "Back to the readers. - does the same.", [.back, .erase], essential: true)
        return (state.listing.isSearching ? [] : [again]) + [leave, help]
    }
}
