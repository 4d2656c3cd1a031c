import Testing

@Suite("Sounds", .drivesTill) struct SoundTests {
    @Test(
        "the bell rings once for approved, twice for declined, three times where the cashier must act",
        arguments: [("12.50", "== APPROVED ==", 1), ("10.00", "xx DECLINED xx", 2), ("37.57", "~~ PARTLY PAID ~~", 3)])
    func bells(amount: String, heading: String, count: Int) throws {
        let till = try Till.ready()
        try till.charge(amount)
        try till.see(heading)
        try till.see("\(count) bells") { till.bells == count }
        // Long enough for one more, which must not come.
        _ = till.program.wait(0.6) { false }
        #expect(till.bells == count)
        #expect(till.flashes == 0)
    }

    @Test("an unknown outcome rings four times")
    func unknown() throws {
        let till = try Till.ready("--time-scale", "60")
        try till.charge("90.05")
        try till.see("?? UNKNOWN ??")
        try till.see("four bells") { till.bells == 4 }
    }

    @Test(
        "the setting chooses between bell, flash, both and nothing",
        arguments: [("off", 0, 0), ("bell", 2, 0), ("flash", 0, 2), ("both", 2, 2)])
    func setting(sound: String, bells: Int, flashes: Int) throws {
        let till = try Till.ready("--sound", sound)
        try till.charge("1000")
        try till.see("xx DECLINED xx")
        try till.see("the calls") { till.bells == bells && till.flashes == flashes }
        _ = till.program.wait(0.6) { false }
        #expect(till.bells == bells && till.flashes == flashes)
    }

    @Test("a theme is chosen on the command line", arguments: ["auto", "dark", "light", "high-contrast", "mono"])
    func theme(name: String) throws {
        let till = try Till.ready("--theme", name)
        try till.charge("1250")
        try till.see("== APPROVED ==")
        let row = try #require(till.program.screen.lines.firstIndex { $0.contains("== APPROVED ==") })
        let cell = till.program.screen.cell(row: row, column: 0)
        let looks: [String: [UInt8?]] = [
            "auto": [231, 22], "dark": [120, nil], "light": [22, nil], "high-contrast": [16, 46], "mono": [nil, nil],
        ]
        #expect([cell.foregroundIndex, cell.backgroundIndex] == looks[name])
    }
}

extension Till {
    fileprivate var bells: Int { program.screen.raw.filter { $0 == 7 }.count }
    fileprivate var flashes: Int {
        String(decoding: program.screen.raw, as: UTF8.self).ranges(of: "\u{1B}[?5h").count
    }
}
