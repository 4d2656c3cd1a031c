import PtyHarness

extension PtyLine {
    /// Reads until the condition holds and nothing more comes: a frame that is half there can show the new page's words
    /// above the old page's keys. On a busy machine a program may be held up between the two for longer than any wait.
    func waitForWholeFrame(until condition: () -> Bool) -> Bool {
        var holdsSince: ContinuousClock.Instant?
        return wait {
            guard condition() else {
                holdsSince = nil
                return false
            }
            let since = holdsSince ?? .now
            holdsSince = since
            let count = screen.raw.count
            read(within: .milliseconds(15))
            guard screen.raw.count == count else { return false }
            // A program that always has something to do never sleeps, and has long painted what it had to.
            guard !mayBePainting || since.duration(to: .now) > .seconds(2) else { return false }
            // What was written between the last look and its falling asleep.
            read(within: .zero)
            return screen.raw.count == count && condition()
        }
    }
}

extension TerminalEmulator {
    /// What is written on the screen as running text: without frames, and without the status line's mark.
    var sentences: String {
        let words = lines.flatMap { line in
            line.split(separator: " ").filter { !TerminalEmulator.ornaments.contains($0) }
        }
        return words.joined(separator: " ")
    }

    private static let ornaments: Set<Substring> = ["x", "=", "~", "?", "│", "|", "--", "..", "OK", "!!", "XX", "??"]
}
