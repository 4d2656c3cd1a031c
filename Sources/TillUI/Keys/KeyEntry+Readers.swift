import TillCore

extension KeyEntry {
    static func chooseReader(_ state: AppState, marked: Int) -> [KeyEntry] {
        var table: [KeyEntry] = []
        if state.listing.rows.indices.contains(marked) {
            table = [
                connect(state, state.listing.rows[marked]),
                KeyEntry("1-9", "Choose", "Marks a reader by its number.", Set((1...9).map(AppCommand.digit))),
                KeyEntry("j k", "", "Mark the next or previous reader, like the arrows.", [.down, .up]),
                KeyEntry("g G", "", "Mark the first or last reader, like Home and End.", [.top, .bottom]),
            ]
        }
        if !state.listing.isSearching {
            table.append(KeyEntry("R", "Search again", "Looks for readers for 20 seconds.", [.refresh]))
        }
        if state.listing.rows.indices.contains(marked) { table += forget(state, state.listing.rows[marked]) }
        table.append(KeyEntry("F12", "", "Settings. A comma does the same.", [.settings, .comma]))
        if let back = back(state) { table.append(back) }
        return table + [quit, help] + attention(state)
    }

    private static func connect(_ state: AppState, _ row: ReaderListing.Row) -> KeyEntry {
        guard state.desk.reader != nil, row.device == state.desk.device else {
            return KeyEntry("Enter", "Connect", "Connects the marked reader.", [.confirm], essential: true)
        }
        return KeyEntry("Enter", "Sale", "Back to the sale with the connected reader.", [.confirm], essential: true)
    }

    private static func forget(_ state: AppState, _ row: ReaderListing.Row) -> [KeyEntry] {
        if row.device.address == state.desk.device?.address, !state.desk.isLeft {
            return [KeyEntry("X", "Disconnect", "Leaves the reader until you connect it again.", [.forget])]
        }
        guard row.memory != nil || row.device.kind == .bluetooth else { return [] }
        return [KeyEntry("X", "Forget", "Forgets the reader; it need not be there.", [.forget])]
    }

    private static func back(_ state: AppState) -> KeyEntry? {
        let isTrying = state.desk.device != nil && !state.desk.isLeft && !state.desk.wasReached
        if isTrying || state.choice.wanted != nil || state.choice.autoConnectAt != nil {
            return KeyEntry(
                "Esc", "Stop", "Stops connecting. - does the same.", [.back, .erase, .sale], essential: true)
        }
        guard state.hasSale else { return nil }
        return KeyEntry(
            "Esc", "Back", "Back to the sale. F2 and - do the same.", [.back, .erase, .sale], essential: true)
    }
}
