import Money
import Terminal
import Testing

@testable import TillUI

@Suite("Large letters") struct BigDigitsTests {
    private func drawn(_ text: String, columns: Int = 76) throws -> [String] {
        let digits = try #require(BigDigits(text, columns: columns))
        var canvas = Canvas(size: Size(columns: digits.columns, rows: BigDigits.rows))
        digits.draw(on: &canvas, row: 0, column: 0)
        return canvas.lines(in: .ascii)
    }

    @Test("every digit has a shape of its own, in ASCII as well") func shapes() throws {
        #expect(
            try drawn("0123456789") == [
                "#####   ###   #####  #####  ## ##  #####  #####  #####  #####  #####",
                "## ##    ##      ##     ##  ## ##  ##     ##        ##  ## ##  ## ##",
                "## ##    ##   #####   ####  #####  #####  #####     ##  #####  #####",
                "## ##    ##   ##        ##     ##     ##  ## ##     ##  ## ##     ##",
                "#####   ####  #####  #####     ##  #####  #####     ##  #####  #####",
            ])
        #expect(
            try drawn("-1,0.5") == [
                "       ###       #####      #####", "        ##       ## ##      ##",
                "####    ##       ## ##      #####", "        ##   ##  ## ##         ##",
                "       ####   #  #####  ##  #####",
            ])
    }

    @Test(
        "the largest amounts of a reader fit beside their currency",
        arguments: [Currency.gbp, Currency.jpy, Currency.kwd])
    func largest(currency: Currency) throws {
        let amount = Amount(minorUnits: 4_294_967_295, currency: currency)
        #expect(try #require(BigDigits(amount.formatted, columns: 71)).columns <= 71)
    }

    @Test("what has no shape or no room is not drawn", arguments: [("12a", 76), ("12.50", 20), ("", 76)])
    func none(text: String, columns: Int) {
        #expect(BigDigits(text, columns: columns) == nil)
    }
}
