import Terminal
import Testing
import TillCore
import TillUI

@Suite("What can be pointed at") struct SpotTests {
    @Test("each row of the readers and of the history can, and nothing beside it") func rows() throws {
        let canvas = AllPages.chooseReader().picture()
        for row in 0...2 { #expect(canvas.target(at: Position(row: 5 + row, column: 10)) == .row(row)) }
        for row in [0, 4, 8, 22, 23, 99] { #expect(canvas.target(at: Position(row: row, column: 10)) == nil) }
        #expect(canvas.target(at: Position(row: 5, column: 79)) == nil)
        let history = try AllPages.shop("history").picture()
        #expect(history.target(at: Position(row: 2, column: 10)) == .row(0))
        #expect(history.target(at: Position(row: 3, column: 10)) == .row(1))
    }

    @Test("each numbered choice can", arguments: ["approved", "declined", "signature", "void", "quit"])
    func choices(name: String) throws {
        let canvas = try AllPages.shop(name).picture()
        #expect(!canvas.spots.isEmpty)
        for spot in canvas.spots {
            guard case .choice(let number) = spot.target else { continue }
            let line = canvas.lines[spot.row].dropFirst(spot.columns.lowerBound)
            #expect(line.hasPrefix("> \(number)  ") || line.hasPrefix("  \(number)  "))
        }
    }
}
