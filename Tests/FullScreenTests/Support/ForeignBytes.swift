import PtyHarness
import Testing

extension Till {
    /// Every byte that the terminal received is text that prints, or a sequence of our own.
    func expectNothingForeign(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let bytes = program.screen.raw
        #expect(bytes.count > 3000, sourceLocation: sourceLocation)
        #expect(TerminalBytes(bytes).foreign == [], sourceLocation: sourceLocation)
    }
}
