import ReaderSimulator
import Testing

@Suite("A scenario") struct ScenarioTests {
    @Test(
        "has one step a line",
        arguments: [
            ("insert", ScenarioStep.press(.insertCard)), ("no-pin", .press(.bypassPIN)),
            ("give 10%", .press(.giveTip(.percentage(10)))),
            ("give 150", .press(.giveTip(.amount(150)))), ("scan 4006381333931", .press(.scan("4006381333931"))),
            ("next declined", .next(.declined)), ("next by-amount", .next(nil)),
            ("card amex", .card(TestCard(scheme: .amex))),
            ("card visa contactless", .card(TestCard(entry: .contactless))), ("tip not-asked", .tip(.notAsked)),
            ("tip none", .tip(.none)),
            ("tip 15%", .tip(.percentage(15))), ("hand manual", .byHand(true)),
            ("fault drop-link bank-send", .fault(.dropLink(at: .bankSend))),
            ("fault corrupt", .fault(.corruptChecksum)), ("fault bank-delay 20", .fault(.bankDelay(20))),
            ("battery 4", .battery(4)),
            ("charging off", .charging(false)), ("wait ENTER PIN", .waitForScreen("ENTER PIN")),
            ("wait linked", .waitForLink(true)),
            ("drop", .dropLink), ("freeze", .freeze), ("restart", .restart), ("  quit \r", .quit),
        ])
    func steps(line: String, step: ScenarioStep) throws {
        #expect(try Scenario("# a comment\n\n\(line)\n").steps == [step])
    }

    @Test(
        "that makes no sense is refused with its line",
        arguments: [
            ("insert\njump", "line 2: \"jump\" is no step of a scenario."),
            ("wait", "line 1: what is waited for is missing."),
            ("battery 101", "line 1: \"101\" is no whole number from 0 to 100."),
            ("give 0", "line 1: \"0\" is no whole number from 1 to 100000000."),
            ("give 101%", "line 1: \"101%\" is no whole number from 1 to 100."),
            ("hand left", "line 1: \"left\" is none of manual, automatic."),
            ("charging", "line 1: on or off is missing."),
        ])
    func refused(text: String, message: String) {
        #expect {
            try Scenario(text)
        } throws: {
            "\($0)" == message
        }
    }

    @Test("goes on only when what it waits for is there") func run() throws {
        var run = ScenarioRun(
            try Scenario("next declined\nwait linked\ninsert\nwait pin\ngreen\nwait pin\nwait unlinked\nquit"))
        #expect(run.begin() == [.next(.declined)])
        #expect(run.take(.screen(["5.00 GBP", "ENTER PIN"])) == [])
        #expect(run.take(.linked(true)) == [.press(.insertCard), .press(.greenKey)])
        #expect(run.take(.linked(false)) == [])
        #expect(run.take(.screen(["Enter PIN"])) == [.quit])
        #expect(run.isOver)
    }
}
