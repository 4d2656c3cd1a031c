import Testing

@testable import TillJournal

@Suite("Journal location") struct JournalLocationTests {
    @Test(
        "follows the XDG rules",
        arguments: [
            (["XDG_STATE_HOME": "/state", "HOME": "/home/ann"], "/state/till"),
            (["XDG_STATE_HOME": "/state/"], "/state/till"),
            (["HOME": "/home/ann"], "/home/ann/.local/state/till"),
            (["XDG_STATE_HOME": "", "HOME": "/home/ann"], "/home/ann/.local/state/till"),
            (["XDG_STATE_HOME": "relative", "HOME": "/home/ann/"], "/home/ann/.local/state/till"),
        ])
    func folder(environment: [String: String], folder: String) throws {
        #expect(try JournalLocation(environment: environment).folder == folder)
    }

    @Test("real and simulated books stand side by side") func twoBooks() {
        let location = JournalLocation(folder: "/state/till")
        #expect(location.path(of: .real) == "/state/till/journal.sqlite")
        #expect(location.path(of: .simulated) == "/state/till/simulated-journal.sqlite")
    }

    @Test("says so when the environment names no folder", arguments: [[:], ["HOME": ""], ["HOME": "ann"]])
    func none(environment: [String: String]) {
        #expect(throws: JournalError.noStateFolder) { try JournalLocation(environment: environment) }
    }
}
