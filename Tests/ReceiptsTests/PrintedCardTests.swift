import Receipts
import Testing

@Suite("The card on a receipt") struct PrintedCardTests {
    @Test(
        "is named by its scheme and the end of its number, however the number is hidden",
        arguments: [
            ("VISA **** **** **** 1111", "Visa", "1111"), ("AMEX ***********0005", "Amex", "0005"),
            ("DANKORT XXXX 5019", "Dankort", "5019"), ("Mastercard 5413 33XX XXXX 4444", "Mastercard", "4444"),
            ("CARD: VISA ELECTRON ############7788 - SWIPED", "Visa Electron", "7788"),
            ("Karte: Hauskarte ••••1234", "Hauskarte", "1234"), ("XXXX-XXXX-XXXX-4321", "", "4321"),
            ("AMERICAN EXPRESS xxxxxxxxxxx0005 (chip)", "American Express", "0005"),
            ("カード：銀聯 ****0009", "銀聯", "0009"),
        ])
    func named(text: String, name: String, digits: String) throws {
        let card = try ReceiptDocument(html: "<p>The shop<p>\(text)<p>TOTAL 12.50").card
        #expect(card == PrintedCard(name: name, lastDigits: digits))
    }

    @Test("the scheme may stand before the number in a cell of its own") func cells() throws {
        let html = "<table><tr><td>MASTERCARD<td>**** 4444<tr><td>Visa Lounge<td>**** 9999</table>"
        #expect(try ReceiptDocument(html: html).card == PrintedCard(name: "Mastercard", lastDigits: "4444"))
    }

    @Test(
        "is not known where nothing is a hidden number",
        arguments: [
            "", "*** SIMULATED ***", "TOTAL ****12.50", "**** 12345", "** 1111", "Max 1234", "TAXXXX1234 5",
            "xxxxxxxxxxxxxxxxxxxxxxxx", "4111 1111 1111 1111", "****1111A",
        ])
    func none(text: String) throws {
        #expect(try ReceiptDocument(html: "<p>\(text)").card == nil)
    }

    @Test("a long line of signs takes no time to speak of, and names no card") func hostile() throws {
        for line in [String(repeating: "x", count: 60_000), String(repeating: "*a", count: 30_000)] {
            #expect(try ReceiptDocument(html: "<p>\(line)").card == nil)
        }
    }

    @Test(
        "is found on the receipts that come with the program",
        arguments: [
            ("amex-swiped-signature", "American Express", "0005"), ("diners-fallback-signature", "Diners Club", "0004"),
            ("unionpay-chip-signature", "UnionPay", "0009"), ("maestro-chip-pin-and-signature", "Maestro", "5678"),
            ("tip-line-to-fill-in", "Visa", "1111"), ("plain-text", "Visa", "1111"), ("preformatted", "Visa", "1111"),
            ("hebrew", "Isracard", "7788"), ("vpay-declined", "V PAY", "9012"), ("japanese", "Visa", "1111"),
        ])
    func samples(name: String, scheme: String, digits: String) throws {
        #expect(try ReceiptCorpusTests.document(name).card == PrintedCard(name: scheme, lastDigits: digits))
    }

    @Test("no sample makes anything else of it than a scheme and four digits", arguments: ReceiptCorpusTests.names)
    func everySample(name: String) throws {
        guard let card = try ReceiptCorpusTests.document(name).card else { return }
        let isNumber = card.lastDigits.allSatisfy { $0.isNumber }
        #expect(card.lastDigits.count == 4 && isNumber)
        #expect(card.name.count <= 24)
    }
}
