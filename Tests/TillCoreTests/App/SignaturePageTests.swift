import HeftKit
import Pictures
import Receipts
import Testing

@testable import HeftWire
@testable import TillCore

@Suite("The signature's picture") struct SignaturePageTests {
    /// The largest and the smallest picture file, and its base64.
    private static let base64 = """
        iVBORw0KGgoAAAANSUhEUgAAAEAAAAAYAQAAAABiz8bpAAAAdklEQVR42mP4DwUMeBnzYYx+GEMfxkj///P/ZxCj/P+v/w9BjOL/\
        Yv/fAhn/qv+5158BMX78+19/7z/D339/bP5b3rNn+Pvn/97/G+YDRf7+n/t/uz2Q8fj/zf/tQAP/nf9/+v95EGP+/8dgK/7Z/39O\
        2IVoDAB2hrCvmPiBCwAAAABJRU5ErkJggg==
        """

    private func request(_ text: String = base64, timeout: Int = 90) -> SignatureRequest {
        var request = SignatureRequest(receipt: Array(text.utf8))
        request.timeout = timeout
        return request
    }

    private func picture() throws -> Picture { try Picture(file: try Base64Text.bytes(of: SignaturePageTests.base64)) }

    /// A till that was asked for a signature by a picture, and what it wants done.
    private func asked(_ text: String = base64) -> (till: Till, effects: [AppEffect]) {
        var till = Till.paying()
        let effects = till.give(.desk(.signatureRequested(request(text))))
        return (till, effects)
    }

    private func number(_ effects: [AppEffect]) -> Int? {
        effects.compactMap { effect in
            if case .readSignature(_, let number) = effect { number } else { nil }
        }.first
    }

    private func wanted(_ effects: [AppEffect]) -> PictureOrder? {
        effects.compactMap { effect in
            if case .drawPicture(let order) = effect { order } else { nil }
        }.last
    }

    /// A till that shows the picture, and takes keys.
    private func showing() throws -> Till {
        var (till, effects) = asked()
        till.give(.signatureRead(number: try #require(number(effects)), .picture(try picture())))
        till.advance(by: 1000)
        return till
    }

    @Test(
        "why a picture was not fetched is told apart",
        arguments: [
            (.notAllowed, .notSafe), (.notThere, .notThere), (.tooLong, .tooLarge), (.cancelled, .notFetched),
            (.unavailable(nil), .notFetched), (.unavailable(.timedOut), .noAnswer),
            (.unavailable(.untrusted("certificate")), .notTrusted), (.unavailable(.redirected(code: 302)), .movedAway),
            (.unavailable(.unreachable("host")), .notFetched), (.unavailable(.broken("cut")), .notFetched),
        ] as [(LinkedDocumentError, SignaturePage.Slip.Reason)])
    func reasons(error: LinkedDocumentError, reason: SignaturePage.Slip.Reason) {
        #expect(SignaturePage.Slip.Reason(error) == reason)
    }

    @Test("the card is known where the reader sends a receipt to be signed, and not by a picture alone") func card()
        throws
    {
        #expect(asked("<p>CARD VISA **** 1111").till.signature?.card == PrintedCard(name: "Visa", lastDigits: "1111"))
        #expect(asked("<p>Sign").till.signature?.card == nil)
        #expect(try showing().signature?.card == nil)
        var (till, effects) = asked("VISA **** 1111\nSIGN HERE")
        #expect(till.signature?.card == nil)
        till.give(
            .signatureRead(number: try #require(number(effects)), .receipt("VISA **** 1111\nSIGN HERE")))
        #expect(till.signature?.card?.lastDigits == "1111")
    }

    @Test("a receipt is shown at once, and everything else is read beside the payment") func reads() throws {
        var (till, effects) = asked("<p>Sign</p>")
        #expect(number(effects) == nil && till.signature?.slip == .receipt("<p>Sign</p>"))
        for text in [SignaturePageTests.base64, "https://bank.example/1.png", "SIGN HERE"] {
            (till, effects) = asked(text)
            #expect(till.signature?.slip == .awaited)
            #expect(effects.contains(.readSignature(text, number: try #require(number(effects)))))
        }
    }

    @Test("a picture is drawn for the room that the window has") func draws() throws {
        var (till, effects) = asked()
        let drawn = till.give(.signatureRead(number: try #require(number(effects)), .picture(try picture())))
        let order = try #require(wanted(drawn))
        #expect(order.columns == 35 && order.rows == 11 && order.view == .whole)
        let wide = try #require(wanted(till.give(.window(WindowSize(columns: 120, rows: 40)))))
        #expect(wide.columns == 75 && wide.rows == 27)
        // In a small window it waits until it is asked for.
        #expect(wanted(till.give(.window(WindowSize(columns: 60, rows: 18)))) == nil)
        till.advance(by: 1000)
        let alone = try #require(wanted(till.press(.otherPanel)))
        #expect(alone.columns == 52 && alone.rows == 9)
    }

    @Test("what was read or drawn for another signature, or an older part, is not shown") func late() throws {
        var (till, effects) = asked()
        let first = try #require(number(effects))
        till.advance(by: 1000)
        till.press(.digit(1))
        till.press(.confirm)
        effects = till.give(.desk(.signatureRequested(request())))
        #expect(till.give(.signatureRead(number: first, .picture(try picture()))).isEmpty)
        #expect(till.signature?.slip == .awaited)
        var drawn = till.give(.signatureRead(number: try #require(number(effects)), .picture(try picture())))
        let old = try #require(wanted(drawn))
        till.advance(by: 1000)
        drawn = till.press(.larger)
        let new = try #require(wanted(drawn))
        let drawing = try PictureDrawing(old.picture, style: .ascii, columns: 10, rows: 5)
        till.give(.pictureDrawn(number: old.number, .characters(drawing)))
        #expect(till.signature?.drawing == nil)
        till.give(.pictureDrawn(number: new.number, .characters(drawing)))
        #expect(till.signature?.drawing == .characters(drawing))
    }

    @Test("z goes to a part twice as large and at last back to all of it; the arrows move the part") func zooms() throws
    {
        var till = try showing()
        #expect(till.press(.down).isEmpty && !till.state.pansPicture)
        let zooms = try (0..<4).map { _ in try #require(wanted(till.press(.larger))).view.zoom }
        #expect(zooms == [2, 4, 8, 1])
        till.press(.larger)
        #expect(till.state.pansPicture)
        let view = try #require(wanted(till.press(.right))).view
        #expect(view.centerX == 625 && view.centerY == 500)
        #expect(try #require(wanted(till.press(.up))).view.centerY == 375)
        // At its edge it stays, and nothing is drawn anew.
        for _ in 0..<10 { till.press(.up) }
        #expect(till.press(.up).isEmpty)
        #expect(till.signature?.accept == nil)
    }

    @Test("without a picture neither z nor Tab does anything", arguments: SignaturePage.Slip.Reason.all)
    func nothing(reason: SignaturePage.Slip.Reason) throws {
        var (till, effects) = asked("https://bank.example/1.png")
        till.give(.signatureRead(number: try #require(number(effects)), .missing(reason)))
        till.advance(by: 1000)
        let page = till.state.page
        #expect(till.press(.larger).isEmpty && till.press(.otherPanel).isEmpty && till.state.page == page)
        till.press(.digit(2))
        #expect(till.press(.confirm).contains(.desk(.answerSignature(isAccepted: false))))
    }

    @Test("a picture that could not be drawn says so") func notDrawn() throws {
        var till = try showing()
        let order = try #require(wanted(till.press(.larger)))
        till.give(.pictureDrawn(number: order.number, nil))
        #expect(till.signature?.slip == .missing(.notReadable))
    }

    @Test("when the reader's time is over no key answers, and help still opens") func timeOver() throws {
        var till = try showing()
        till.press(.digit(1))
        till.advance(by: 90_000)
        till.give(.tick)
        #expect(till.state.signatureTimeLeft == 0)
        let page = till.state.page
        for command in AppCommand.keys where command != .help {
            #expect(till.press(command).allSatisfy { $0 == .bell(1) } && till.state.page == page, "\(command)")
        }
        #expect(till.signature?.accept == true)
        till.press(.help)
        #expect(till.signature == nil)
    }

    @Test("p prints the slip that is to be signed, while the payment runs") func slip() throws {
        var (till, _) = asked("<p>Sign</p>")
        till.advance(by: 1000)
        till.press(.print)
        #expect(till.state.hint == .noPrinter)
        till.state.settings.configuration.receipts.printer = PrintingTests.network
        till.press(.print)
        let order = try #require(till.effects.orders.last)
        #expect(order.copy.kind == .slip && order.copy.html == "<p>Sign</p>" && order.copy.record.sequence == 1)
        till.give(.notPrinted(order, .printer(.busy)))
        #expect(till.signature != nil && till.state.hint == .notPrinted(.slip))
    }
}

extension SignaturePage.Slip.Reason {
    static let all: [Self] = [.notFetched, .notReadable, .notSafe, .off]
}
