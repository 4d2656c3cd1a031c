import Glibc
import Testing

@Suite("Windows of other sizes", .drivesTill) struct ResizeTests {
    @Test("check 14: a window that shrinks to nothing and comes back stops no payment")
    func whilePaying() throws {
        let till = try Till.ready("--sim-speed", "real")
        try till.charge("1250")
        try till.see("Waiting for card. Esc cancels.")
        till.program.resize(rows: 18, columns: 60)
        try till.see("12.50 GBP", "Reader shows: TAP, INSERT OR SWIPE CARD", "Esc cancels.")
        #expect(till.keyRow.hasPrefix(" Esc Cancel"))
        till.program.resize(rows: 8, columns: 30)
        try till.see("12.50 GBP", "Window too small")
        till.program.resize(rows: 1, columns: 1)
        try till.see("a window of one cell") { till.text.count <= 1 }
        till.program.resize(rows: 24, columns: 80)
        try till.see("Taking a payment", "█████  GBP", "Reader shows")
        till.program.resize(rows: 2, columns: 200)
        till.program.resize(rows: 200, columns: 2)
        till.program.resize(rows: 24, columns: 80)
        try till.see("== APPROVED ==", "12.50 GBP was taken.")
    }

    @Test("a resize answers no question and acknowledges no result")
    func questions() throws {
        let till = try Till.ready()
        try till.charge("3000")
        try till.see("Choose 1 or 2, then press Enter.")
        till.press("1")
        try till.see("> 1  Accept")
        for (rows, columns) in [(18, 60), (12, 40), (1, 1), (24, 80)] {
            till.program.resize(rows: rows, columns: columns)
        }
        try till.see("> 1  Accept", "Choose 1 or 2, then press Enter.")
        till.press("\r")
        try till.see("== APPROVED ==")
        for (rows, columns) in [(18, 60), (12, 40), (1, 1), (24, 80)] {
            till.program.resize(rows: rows, columns: columns)
        }
        try till.settle()
        #expect(till.text.contains("== APPROVED =="))
    }

    @Test("a sale can be made in every window that is not too small", arguments: [(12, 40), (18, 60), (50, 132)])
    func sale(rows: Int, columns: Int) throws {
        let till = try Till.ready(rows: rows, columns: columns)
        try till.charge("1250")
        try till.see("APPROVED", "12.50")
        till.press("\r")
        try till.see("Typed")
        try till.quit()
        #expect(try till.folder.taken() == [1250])
    }
}
