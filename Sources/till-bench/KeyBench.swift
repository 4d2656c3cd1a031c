import Files
import Glibc
import PtyHarness

/// How soon the real till shows what a key did, while something else keeps it busy.
enum KeyBench {
    private static let presses = 300

    /// Nothing else happens.
    static func idle() -> String { run([:], amount: "80.90") }
    /// The reader has asked the bank, and nobody answers.
    static func chatter() -> String { run(["TILL_STRAIN_STATUSES": "10000"], amount: "80.90") }
    /// Each piece of work on the books takes a fifth of a second longer.
    static func slowDisk() -> String { run(["TILL_STRAIN_DISK": "200"], amount: "80.90") }
    /// All of it at once.
    static func everything() -> String {
        run(["TILL_STRAIN_STATUSES": "10000", "TILL_STRAIN_DISK": "200"], amount: "80.90")
    }

    private static func run(_ strain: [String: String], amount: String) -> String {
        do {
            let counter = try Counter(strain)
            guard counter.charge(amount) else { return "the payment did not begin:\n\(counter.till.screen.text)" }
            let quiet = counter.frames(seconds: 2)
            var times: [Double] = []
            for number in 0..<presses {
                guard let time = counter.press("?", opens: number.isMultiple(of: 2)) else {
                    return "a key was not answered:\n\(counter.till.screen.text)"
                }
                times.append(time)
            }
            times.sort()
            let busy = counter.till.processorSeconds
            return """
                median \(milliseconds(times[times.count / 2])), 99 of 100 \(milliseconds(times[times.count * 99 / 100])), \
                worst \(milliseconds(times[times.count - 1])); without keys \(quiet.frames) frames and \(quiet.bytes) \
                bytes a second; \(Bench.rounded(busy)) s of processor
                """
        } catch {
            return "the till could not be started; build it first, in the same configuration: \(error)"
        }
    }

    private static func milliseconds(_ seconds: Double) -> String { "\(Bench.rounded(seconds * 1000)) ms" }

    /// A till on a terminal, with a folder of its own.
    final class Counter {
        let till: PtyProgram
        private let folder: TemporaryFolder

        init(_ strain: [String: String]) throws {
            folder = try TemporaryFolder(in: "/tmp", prefix: "till-bench-")
            let environment = [
                "HOME": folder.path, "XDG_STATE_HOME": folder.path, "TMPDIR": folder.path, "TZ": "UTC",
            ].merging(strain) { $1 }
            till = try PtyProgram(
                PtyProgram.built("till"), ["--demo", "--sim-speed", "instant"], environment: environment)
        }

        deinit {
            till.signal(SIGKILL)
            _ = till.waitForExit(1)
            folder.remove()
        }

        /// Charges an amount, and waits until the reader works on it.
        func charge(_ amount: String) -> Bool {
            guard connect() else { return false }
            till.send(amount)
            guard till.wait(for: "Press Enter to") else { return false }
            till.send("\r")
            return till.wait(for: "Reader shows")
        }

        func connect() -> Bool {
            guard till.wait(for: "Choose a card reader") else { return false }
            till.send("9\r")
            return till.wait(for: "Typed")
        }

        /// Seconds from a key to the page that it opens or closes; nil when that did not come.
        func press(_ key: String, opens: Bool) -> Double? {
            let clock = ContinuousClock()
            let start = clock.now
            till.send(key)
            while true {
                till.read(within: .milliseconds(1))
                if till.screen.line(1).contains("Keys on this page") == opens { break }
                if till.isClosed || clock.now - start > .seconds(5) { return nil }
            }
            let took = clock.now - start
            return Double(took.components.attoseconds) / 1e18 + Double(took.components.seconds)
        }

        /// What the till paints by itself, a second. A frame is what comes without a pause of a millisecond.
        func frames(seconds: Int) -> (frames: Int, bytes: Int) {
            let clock = ContinuousClock()
            let end = clock.now + .seconds(seconds)
            let start = till.screen.raw.count
            var frames = 0
            var isPausing = true
            while clock.now < end {
                let count = till.screen.raw.count
                till.read(within: .milliseconds(1))
                let came = till.screen.raw.count > count
                if came, isPausing { frames += 1 }
                isPausing = !came
            }
            return (frames / seconds, (till.screen.raw.count - start) / seconds)
        }
    }
}
