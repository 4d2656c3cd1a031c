import BusDoubles
import Dispatch
import HeftTransport
import Testing

@Suite("Pairing with a reader", .enabled(if: PrivateBus.isAvailable, Comment(rawValue: PrivateBus.whyNot)))
struct BluetoothPairingTests {
    /// - Parameter how: knobs of the double, in JSON without braces.
    private static func unpaired(_ how: String) -> String {
        #"{"known": [{\#(BluetoothBench.reader)}], \#(how)}"#
    }

    @Test(
        "a person is asked for what the reader wants, and their answer pairs it",
        arguments: [
            (#""pairing": "pin", "pin": "0000""#, PairingAnswer.text("0000"), PairingQuestion.Kind.enterPIN),
            (#""pairing": "passkey", "pin": "4711""#, .text("004711"), .enterPasskey),
            (#""pairing": "confirm""#, .accept, .confirmPasskey(4711)),
            (#""pairing": "authorise""#, .accept, .authorise),
        ])
    func accepted(how: String, answer: PairingAnswer, question: PairingQuestion.Kind) throws {
        let bench = try BluetoothBench(Self.unpaired(how))
        let (failure, questions) = try bench.pair(answer)
        #expect(failure == nil)
        #expect(questions == [question])
        try bench.double.wait(for: "UnregisterAgent")
        #expect(bench.double.calls.prefix(2) == ["RegisterAgent KeyboardDisplay", "Pair "])
        #expect(bench.double.calls.contains("Set Trusted 1"))
        #expect(bench.source.knownReaders == [ReaderSighting(BluetoothBench.device, isPaired: true, isHeld: true)])
    }

    @Test("a reader that asks nothing is paired without a question") func nothingAsked() throws {
        let bench = try BluetoothBench(Self.unpaired(#""pairing": "none""#))
        let (failure, questions) = try bench.pair(nil)
        #expect(failure == nil)
        #expect(questions.isEmpty)
    }

    @Test("pairing with a reader that is paired succeeds without a word to the service") func already() throws {
        let bench = try BluetoothBench(BluetoothBench.paired)
        let (failure, _) = try bench.pair(nil)
        #expect(failure == nil)
        #expect(bench.double.calls.isEmpty)
    }

    @Test(
        "what a person did tells a wrong PIN from a refusal, which the service does not",
        arguments: [
            (#""pairing": "pin", "pin": "0000""#, PairingAnswer.text("1234"), PairingFailure.wrongPIN),
            (#""pairing": "pin", "pin": "0000""#, .reject, .cancelled),
            (#""pairing": "confirm""#, .reject, .cancelled),
            (#""pair_error": ["org.bluez.Error.AuthenticationFailed", ""]"#, .accept, .refused),
            (#""pair_error": ["org.bluez.Error.AuthenticationRejected", ""]"#, .accept, .refused),
            (#""pair_error": ["org.bluez.Error.AuthenticationTimeout", ""]"#, .accept, .timedOut),
        ])
    func failures(how: String, answer: PairingAnswer, failure: PairingFailure) throws {
        let bench = try BluetoothBench(Self.unpaired(how))
        // The second attempt finds nothing of the first in its way.
        for _ in 1...2 {
            let (reason, _) = try bench.pair(answer)
            #expect(reason == .notPaired(failure))
        }
    }

    @Test(
        "a pairing that the end of the connection before takes with it is tried again, once",
        arguments: [(1, CloseReason?.none), (2, .reset)])
    func overtaken(times: Int, reason: CloseReason?) throws {
        let bench = try BluetoothBench(Self.unpaired(#""pairing": "confirm", "overtaken": \#(times)"#))
        let (end, questions) = try bench.pair(.accept)
        #expect(end == reason)
        #expect(questions.count == 2 - times)
        #expect(bench.double.calls.filter { $0 == "Pair " }.count == 2)
    }

    @Test("a reader that is off does not answer") func off() throws {
        let how = #""pair_error": ["org.bluez.Error.ConnectionAttemptFailed", "Page Timeout"]"#
        let bench = try BluetoothBench(Self.unpaired(how))
        #expect(try bench.pair(nil).0 == .timedOut)
    }

    @Test("a reader that is not known, or whose adapter is off, is not paired") func notThere() throws {
        #expect(try BluetoothBench("{}").pair(nil).0 == .unknownReader)
        #expect(try BluetoothBench(Self.unpaired(#""adapter": "off""#)).pair(nil).0 == .adapter(.adapterOff))
    }

    // MARK: Numbers that are shown

    @Test("a PIN to be typed on the reader is shown until it is") func showPIN() throws {
        let bench = try BluetoothBench(Self.unpaired(#""pairing": "show-pin""#))
        let pairing = try bench.startPairing()
        let (question, answer) = try pairing.waitForQuestion()
        #expect(question.kind == .showPIN("4711"))
        #expect(question.device == BluetoothBench.device)
        // There is nothing to say yes to.
        answer(.accept)
        bench.double.tell("typed")
        #expect(try pairing.end.wait(count: 1) == [nil])
        #expect(pairing.withdrawn == [question.number])
    }

    @Test("a passkey that is typed on the reader stays one question, with the keys that were pressed")
    func showPasskey() throws {
        let bench = try BluetoothBench(Self.unpaired(#""pairing": "show-passkey""#))
        let pairing = try bench.startPairing()
        let (first, _) = try pairing.waitForQuestion()
        let second = try pairing.events.wait { event -> PairingQuestion? in
            if case .asked(let question, _) = event, question != first { question } else { nil }
        }
        #expect(first.kind == .showPasskey(4711, typed: 0))
        #expect(second.kind == .showPasskey(4711, typed: 1))
        #expect(first.number == second.number)
        bench.double.tell("typed")
        #expect(try pairing.end.wait(count: 1) == [nil])
    }

    @Test("to reject a number that is shown ends the pairing") func rejectShown() throws {
        let bench = try BluetoothBench(Self.unpaired(#""pairing": "show-pin""#))
        let (reason, _) = try bench.pair(.reject)
        #expect(reason == .notPaired(.cancelled))
        #expect(bench.double.calls.contains("CancelPairing"))
    }

    // MARK: Ends

    @Test("a pairing that is cancelled takes its question back and tells the service", arguments: ["pin", "hang"])
    func cancelled(kind: String) throws {
        let bench = try BluetoothBench(Self.unpaired(#""pairing": "\#(kind)", "pin": "0000""#))
        let pairing = try bench.startPairing()
        try bench.double.wait(for: "Pair")
        let question = kind == "pin" ? try pairing.waitForQuestion() : nil
        pairing.running?.cancel()
        pairing.running?.cancel()
        #expect(try pairing.end.wait(count: 1) == [.notPaired(.cancelled)])
        #expect(pairing.withdrawn == (question.map { [$0.0.number] } ?? []))
        // Too late, and without effect.
        question?.1(.text("0000"))
        try bench.double.wait(for: "UnregisterAgent")
        #expect(bench.double.calls.filter { $0 == "CancelPairing" }.count == 1)
        #expect(pairing.end.all.count == 1)
    }

    @Test("a question that the reader does not wait for any more is withdrawn") func withdrawn() throws {
        let bench = try BluetoothBench(Self.unpaired(#""pairing": "pin", "pin": "0000""#))
        let pairing = try bench.startPairing()
        let (question, _) = try pairing.waitForQuestion()
        bench.double.tell("withdraw")
        #expect(try pairing.end.wait(count: 1) == [.notPaired(.timedOut)])
        #expect(pairing.withdrawn == [question.number])
    }

    @Test("a service that ends takes its question with it") func crash() throws {
        let bench = try BluetoothBench(Self.unpaired(#""pairing": "pin", "pin": "0000""#))
        let pairing = try bench.startPairing()
        let (question, _) = try pairing.waitForQuestion()
        bench.double.kill()
        #expect(try pairing.end.wait(count: 1) == [.serviceLost])
        #expect(pairing.withdrawn == [question.number])
    }

    @Test("a reader that is removed meanwhile is gone") func removed() throws {
        let bench = try BluetoothBench(Self.unpaired(#""pairing": "hang""#))
        let pairing = try bench.startPairing()
        try bench.double.wait(for: "Pair")
        bench.double.tell("vanish \(BluetoothBench.address)")
        #expect(try pairing.end.wait(count: 1) == [.unknownReader])
    }

    @Test("one reader is paired once at a time") func twice() throws {
        let bench = try BluetoothBench(Self.unpaired(#""pairing": "hang""#))
        let first = try bench.startPairing()
        try bench.double.wait(for: "Pair")
        #expect(try bench.pair(nil).0 == .busy)
        first.running?.cancel()
        #expect(try first.end.wait(count: 1) == [.notPaired(.cancelled)])
    }

    @Test("a search is over before a reader is paired") func searchFirst() throws {
        let bench = try BluetoothBench(#"{"nearby": [{\#(BluetoothBench.reader), "rssi": -50}], "pairing": "none"}"#)
        let events = bench.search()
        try events.wait { if case .seen = $0 { true } else { nil } }
        let (failure, _) = try bench.pair(nil)
        #expect(failure == nil)
        #expect(bench.double.calls.contains("Pair "), "not while searching")
    }
}

@Suite("A question of a pairing") struct PairingQuestionTests {
    private static func question(_ kind: PairingQuestion.Kind) -> PairingQuestion {
        PairingQuestion(number: 1, device: BluetoothBench.device, kind: kind)
    }

    @Test(
        "only an answer that can be one is taken",
        arguments: [
            (PairingQuestion.Kind.enterPIN, PairingAnswer.text("0000"), true), (.enterPIN, .text(""), false),
            (.enterPIN, .text("12345678901234567"), false), (.enterPIN, .text("1\u{0}2"), false),
            (.enterPIN, .accept, false), (.enterPasskey, .text("000001"), true), (.enterPasskey, .text("12a"), false),
            (.enterPasskey, .text("1234567"), false), (.enterPasskey, .text("-1"), false),
            (.confirmPasskey(1), .accept, true), (.confirmPasskey(1), .text("1"), false), (.authorise, .accept, true),
            (.showPIN("1"), .accept, false), (.showPIN("1"), .reject, true),
            (.showPasskey(1, typed: 0), .accept, false), (.enterPIN, .reject, true),
        ])
    func answers(kind: PairingQuestion.Kind, answer: PairingAnswer, isTaken: Bool) {
        #expect(Self.question(kind).accepts(answer) == isTaken)
    }

    @Test("a PIN does not come to light where an answer is printed") func secret() {
        let answer = PairingAnswer.text("8731")
        var dumped = ""
        dump(answer, to: &dumped)
        for text in ["\(answer)", String(reflecting: answer), dumped, "\([answer])"] {
            #expect(!text.contains("8731"))
        }
    }
}
