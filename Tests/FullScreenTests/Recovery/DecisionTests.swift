import PtyHarness
import Testing

@Suite("What a supervisor decides, on the full screen") struct DecisionTests {
    @Test("what is set aside lets the till go on, and is shown when the bank's list has it") func setAside() throws {
        let till = try Till.ready("--time-scale", "60")
        try till.charge("90.05")
        try till.see("?? UNKNOWN ??")
        till.press("w")
        try till.see("SET ASIDE", "Type your name")
        till.type("Ann\r")
        try till.see("Say why")
        till.press("\r")
        try till.see("Type ASIDE, then press Enter.")
        till.type("aside\r")
        try till.see("== APPROVED (earlier sale) ==", "Approved. 90.05 GBP was taken.")
        till.press("\r")
        try till.see("Typed")
        try till.quit()
    }

    @Test("the support sheet of an unknown sale names what the help desk needs") func support() throws {
        let till = try Till.ready("--time-scale", "60")
        try till.charge("90.05")
        try till.see("?? UNKNOWN ??")
        till.press("h")
        try till.see("WHAT TO TELL THE HELP DESK", "90.05 GBP", "Reference", "Proof so far: 1 request")
        till.press("\u{1B}")
        try till.see("?? UNKNOWN ??")
    }
}
