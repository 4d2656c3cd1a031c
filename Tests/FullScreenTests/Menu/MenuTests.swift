import Testing

/// Everything by its number and by its name, on the real program.
@Suite("The menu on the full screen", .drivesTill) struct MenuTests {
    @Test("Enter on an empty amount opens the menu, and a number of two digits starts the day on the reader")
    func startOfDay() throws {
        let till = try Till.ready()
        till.press("\r")
        try till.see(">  1  Sale", "13  Start of day")
        till.type("13")
        try till.see("> 13  Start of day")
        till.press("\r")
        try till.see("Start the day on the reader?", "> 0  No, go back")
        till.press("1\r")
        try till.see("== DONE ==", "The reader has started its day.")
        till.press("\u{1B}")
        try till.see("Typed")
        till.press("/")
        try till.see("1 found", "Start")
        #expect(try till.folder.ledger().host.transactions.isEmpty)
    }

    @Test("a token is had from the palette, and stands in the books")
    func tokenize() throws {
        let till = try Till.ready()
        till.press(":")
        try till.see("Command:")
        till.type("token for")
        try till.see("> Get a token for a card")
        till.press("\r")
        try till.see("Get a token for a card?")
        till.press("1\r")
        try till.see("== DONE ==", "Its token is kept in the books.")
        till.press("\u{1B}")
        try till.see("Typed")
        till.press("/")
        try till.see("1 found", "Token")
    }

    @Test("a refund from the palette asks as by its key")
    func refund() throws {
        let till = try Till.ready()
        try till.charge("1250")
        try till.see("== APPROVED ==")
        till.press("\u{1B}")
        try till.see("Typed", "Last")
        till.press("\u{10}")
        try till.see("Command:")
        till.type("refund")
        try till.see("> Refund a sale")
        till.press("\r")
        try till.see("is:sale is:approved", "1 found")
        #expect(try till.folder.ledger().host.transactions.count == 1)
    }

    @Test("a waiting result is asked for, and the reader holds none")
    func fetch() throws {
        let till = try Till.ready()
        till.press("m")
        try till.see(">  1  Sale")
        till.type("7")
        try till.see(">  7  Fetch a waiting result")
        till.press("\r")
        try till.see("The reader holds no result that was not fetched.")
    }
}
