import PtyHarness
import Testing

/// The client of the charge protocol on its own terminal, with a till on another one.
@Suite("charge-demo", .drivesTill) struct ChargeDemoTests {
    private func demo(_ shop: ChargeShop, _ arguments: String...) throws -> PtyProgram {
        try PtyProgram(
            PtyProgram.built("charge-demo"), arguments,
            environment: shop.folder.environment.merging(shop.environment) { $1 })
    }

    private func see(
        _ texts: String..., on program: PtyProgram, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let isThere = program.waitForWholeFrame { texts.allSatisfy(program.screen.text.contains) }
        try #require(isThere, "\(texts) is not there:\n\(program.screen.text)", sourceLocation: sourceLocation)
    }

    @Test("its button asks the till that runs, and the till's answer comes back to it") func roundTrip() throws {
        let shop = try ChargeShop(
            opener: "[\(PtyProgram.built("charge-demo"))]", settings: "sale:\n  currency: USD")
        let till = try shop.till()
        try till.see("Typed")
        let demo = try demo(shop, "--till", PtyProgram.built("till"))
        try see("[ Charge ]", on: demo)
        demo.send("\r")
        try till.see("Says it is ChargeDemo (name not checked)", "To pay 54.25 USD", "> 0  No")
        try see("The till has the request.", on: demo)
        till.press("1\r")
        try till.see("== APPROVED ==")
        till.press("\r")
        try see("APPROVED", "Record        1", "Amount        54.25 USD", "Tax           4.25 (8.5%)", on: demo)
        try see("Visa XXXXXXXXXXXX1111", on: demo)
        demo.send("\r\r")
        try till.see("> 0  No")
        till.press("\r")
        try see("CANCELLED", "Record        2", on: demo)
        demo.send("q")
        #expect(demo.waitForExit() == 0)
    }

    @Test("an answer that nobody asked for, or that comes twice, is not believed") func forged() throws {
        let shop = try ChargeShop()
        let program = try demo(
            shop, "com-innerfence-ChargeDemo://chargeResponse?record_id=1&ifcc_responseType=cancelled")
        try see("NOT BELIEVED", on: program)
        program.send("q")
        #expect(program.waitForExit() == 0)
    }

    @Test("without a till that runs and a desktop it says what happened") func nobody() throws {
        let shop = try ChargeShop()
        let program = try demo(shop, "--till", "/nonexistent/till")
        try see("[ Charge ]", on: program)
        program.send("\r")
        try see("/nonexistent/till cannot be started", on: program)
        program.send("q")
        #expect(program.waitForExit() == 0)
    }
}
