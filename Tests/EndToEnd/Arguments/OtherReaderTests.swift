import Testing

@testable import till

@Suite("A till that begins anew with another reader") struct OtherReaderTests {
    @Test(
        "keeps its arguments, and the model that the simulated reader plays",
        arguments: [
            ([], ["--reader", "tty:/dev/a", "--all-readers"]),
            (
                ["--theme", "mono", "--reader", "tcp:a:1", "--simulated", "--journal", "b"],
                ["--theme", "mono", "--journal", "b", "--reader", "tty:/dev/a", "--all-readers"]
            ),
            (["--reader", "sim:hipro"], ["--sim-model", "hipro", "--reader", "tty:/dev/a", "--all-readers"]),
            (
                ["--all-readers", "--reader=sim:old"],
                ["--sim-model", "old", "--reader", "tty:/dev/a", "--all-readers"]
            ),
            (
                ["--sim-model", "old", "--reader", "sim:old"],
                ["--sim-model", "old", "--reader", "tty:/dev/a", "--all-readers"]
            ),
        ])
    func arguments(given: [String], kept: [String]) {
        #expect(given.withReader("tty:/dev/a") == kept)
    }

    @Test("and plays it again when it is chosen once more") func andBack() throws {
        let words = ["--reader", "sim:hipro"].withReader("tty:/dev/a").withReader("sim")
        guard case .fullScreen(let arguments) = try Invocation(words) else {
            Issue.record("it is no full screen")
            return
        }
        #expect(arguments.reader.simulatedModel == .hipro)
        #expect(arguments.reader.reader == .builtIn)
    }
}
