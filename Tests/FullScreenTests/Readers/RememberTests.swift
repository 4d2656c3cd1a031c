import FoundationEssentials
import Glibc
import Testing

@Suite("The remembered reader", .drivesTill) struct RememberTests {
    private static let file = "state/till/readers.json"

    /// A folder whose till was used with the simulated reader.
    private func usedFolder() throws -> ScratchFolder {
        let till = try Till.ready()
        try till.quit()
        return till.folder
    }

    @Test("the second start connects by itself, with a countdown") func secondStart() throws {
        let folder = try usedFolder()
        var status = stat()
        #expect(stat(folder.path + "/" + Self.file, &status) == 0 && status.st_mode & 0o777 == 0o600)
        let again = try Till(folder: folder)
        try again.glimpse("Connecting to Simulated reader in")
        try again.see("Typed")
        #expect(again.header.contains("Simulated reader OK"))
        try again.quit()
    }

    @Test("a key stops the countdown, and the reader can be chosen by hand") func stopped() throws {
        let till = try Till(folder: usedFolder())
        try till.glimpse("Connecting to Simulated reader in")
        till.press("\u{1B}")
        try till.see("Stopped. Mark a reader")
        #expect(till.header.contains("no reader"))
        till.press("9\r")
        try till.see("Typed")
        try till.quit()
    }

    @Test("a reader that was forgotten is not connected to by the next start") func forgotten() throws {
        let folder = try usedFolder()
        let forgetting = try Till(folder: folder)
        try forgetting.glimpse("Connecting to Simulated reader in")
        forgetting.press("X")
        try forgetting.see("Simulated reader is forgotten")
        try forgetting.quit()
        let next = try Till(folder: folder)
        try next.see("Mark a reader, then press Enter.")
        #expect(next.header.contains("no reader"))
        try next.quit()
    }

    @Test("a reader that was left stays away until it is connected again") func left() throws {
        let till = try Till.ready()
        till.press("\u{1B}[20~")
        try till.see("Choose a card reader", "Connected")
        till.press("X")
        try till.see("You disconnected Simulated reader.", "Disconnected")
        till.press("\r")
        try till.see("Typed")
        #expect(till.header.contains("Simulated reader OK"))
        try till.quit()
    }

    @Test(
        "a damaged file remembers nothing, and is written anew",
        arguments: ["", "{", "{\"version\":1}", "{\"version\":99,\"readers\":[]}", "[1,2,3]", "\u{0}\u{1B}[31m"])
    func damaged(text: String) throws {
        let folder = try usedFolder()
        try Data(text.utf8).write(to: URL(filePath: folder.path + "/" + Self.file))
        let till = try Till(folder: folder)
        try till.see("Mark a reader, then press Enter.")
        till.press("9\r")
        try till.see("Typed")
        try till.quit()
        #expect(folder.contents(of: Self.file).map { String(decoding: $0, as: UTF8.self) }?.contains("\"sim\"") == true)
    }

    @Test("a demo remembers nothing") func demo() throws {
        let till = try Till(["--demo"])
        try till.connect()
        try till.quit()
        #expect(till.folder.contents(of: Self.file) == nil)
        #expect(till.folder.names(in: till.folder.temporary).isEmpty)
    }
}
