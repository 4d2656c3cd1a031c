import FoundationEssentials
import Glibc
import Testing

@Suite("Settings on the full screen", .drivesTill) struct SettingsTests {
    private let text = """
        # ours
        sale:
          ask-again-from: 1000.00   # a lot

        screen: # looks
            theme: 'auto' # for now

        """

    private func file(_ folder: ScratchFolder) -> String {
        FileManager.default.contents(atPath: folder.configuration).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    @Test("a value is changed and saved, the comments stay, and the next start has it") func saved() throws {
        let folder = ScratchFolder()
        try folder.configure(text)
        let till = try Till.ready(folder: folder)
        till.press(",")
        try till.see("Settings", "> 1 Reader")
        till.press("2jj\r")
        try till.see("Type the value")
        till.press(String(repeating: "\u{7F}", count: 7) + "20.00\r")
        try till.see("* Ask again from", "20.00", "s saves")
        till.press("4j\r")
        try till.see("* Theme", "dark")
        till.press("s")
        try till.see("Saved.")
        #expect(
            file(folder)
                == text.replacing("1000.00", with: "20.00").replacing("'auto'", with: "'dark'"))
        till.press("\u{1B}")
        try till.see("Typed")
        try till.charge("2500")
        try till.see("This is a large amount.")
        till.press("\u{1B}")
        try till.see("Typed")
        try till.quit()

        let again = try Till.ready(folder: folder)
        again.press("\u{1B}[24~")
        try again.see("> 1 Reader")
        again.press("2")
        try again.see("Ask again from   20.00")
        again.press("\u{1B}")
        try again.see("Typed")
        try again.quit()
    }

    @Test("where there is no file one is begun") func begun() throws {
        let folder = ScratchFolder()
        let till = try Till.ready(folder: folder)
        till.press("\u{1B}[24~")
        try till.see("> 1 Reader")
        till.type("8\rs")
        try till.see("counts from the next start")
        #expect(file(folder) == "simulator:\n  speed: real\n")
        var status = stat()
        stat(folder.configuration, &status)
        #expect(status.st_mode & 0o777 == 0o600)
    }

    @Test("a file that became wrong meanwhile is left alone, and the reason is told") func wrongMeanwhile() throws {
        let folder = ScratchFolder()
        try folder.configure(text)
        let till = try Till.ready(folder: folder)
        try folder.configure("sale:\n  curency: EUR\n")
        till.press("\u{1B}[24~")
        try till.see("> 1 Reader")
        till.type("8\rs")
        try till.see("2:3: sale.curency: There is no such key.")
        #expect(file(folder) == "sale:\n  curency: EUR\n")
        till.press("\u{1B}")
        try till.see("The changes were undone.")
    }

    @Test("a demo keeps nothing, and says so") func demo() throws {
        let folder = ScratchFolder()
        let till = try Till.ready("--demo", folder: folder)
        till.press("\u{1B}[24~")
        try till.see("> 1 Reader")
        till.type("4j\rs")
        try till.see("Settings are not kept here")
        #expect(!FileManager.default.fileExists(atPath: folder.configuration))
    }
}
