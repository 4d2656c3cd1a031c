import HeftKit
import Testing

@testable import TillCore

@Suite("Pairing a reader") struct PairingPageTests {
    static let device = ReaderDevice(name: "HiLite 1177", address: "00:07:80:AB:11:77", kind: .bluetooth)

    /// A till that pairs a reader, and was asked something perhaps.
    static func pairing(_ kind: PairingQuestion.Kind? = nil) -> Till {
        var till = Till()
        till.give(.reader(.listed([ReaderSighting(device, isPaired: false)])))
        till.press(.digit(1))
        till.press(.confirm)
        till.give(.reader(.searchEnded))
        if let kind { till.give(.pairing(.asked(PairingQuestion(number: 7, device: device, kind: kind)))) }
        return till
    }

    private func page(_ till: Till) -> PairingPage? {
        if case .pairing(let page) = till.state.page { page } else { nil }
    }

    @Test("a reader that needs it is paired before it is connected to") func begins() {
        let till = Self.pairing()
        #expect(page(till)?.device == Self.device)
        #expect(till.effects.contains(.pair(Self.device)))
        #expect(!till.effects.contains(.desk(.connect(Self.device))))
    }

    @Test("a PIN is typed and sent, and kept nowhere") func pin() {
        var till = Self.pairing(.enterPIN)
        #expect(till.state.wantsText)
        for scalar in "12x4".unicodeScalars { till.press(.text(scalar)) }
        till.press(.erase)
        #expect(page(till)?.typed == "12x")
        #expect(till.press(.confirm) == [.answerPairing(number: 7, .text("12x"))])
        #expect(page(till)?.typed == "")
        #expect(page(till)?.question == nil)
    }

    @Test("nothing is sent for a number that is none") func number() {
        var till = Self.pairing(.enterPasskey)
        till.press(.confirm)
        till.press(.text("x"))
        till.press(.confirm)
        #expect(!till.effects.contains { if case .answerPairing = $0 { true } else { false } })
    }

    @Test("Enter alone never says yes to a number", arguments: [PairingQuestion.Kind.confirmPasskey(4711), .authorise])
    func confirm(kind: PairingQuestion.Kind) {
        var till = Self.pairing(kind)
        #expect(till.press(.confirm) == [.answerPairing(number: 7, .reject)])
        till = Self.pairing(kind)
        till.press(.digit(1))
        #expect(till.press(.confirm) == [.answerPairing(number: 7, .accept)])
    }

    @Test("once it is paired it is connected to") func paired() {
        var till = Self.pairing(.enterPIN)
        #expect(till.give(.pairing(.paired)).contains(.desk(.connect(Self.device))))
        #expect(till.state.page.markedReader == 0)
    }

    @Test("Esc stops it, and why it did not come about is said") func stopped() {
        var till = Self.pairing(.showPIN("1234"))
        #expect(till.press(.back) == [.stopPairing])
        till.give(.pairing(.notPaired("Pairing was given up.")))
        #expect(till.state.hint == .notPaired("Pairing was given up."))
        #expect(till.state.page.markedReader == 0)
    }

    @Test("a question that is gone takes no answer") func withdrawn() {
        var till = Self.pairing(.confirmPasskey(4711))
        till.give(.pairing(.withdrawn(7)))
        #expect(page(till)?.question == nil)
        #expect(till.press(.confirm) == [.bell(1)])
    }

    // MARK: Pairing anew

    /// A till whose reader cannot be connected to for want of a pairing.
    static func lost(_ obstacle: LinkFailure.Obstacle = .pairingLost) -> Till {
        var till = Till()
        till.give(.reader(.listed([ReaderSighting(device, isPaired: true)])))
        till.press(.digit(1))
        till.press(.confirm)
        till.give(.reader(.searchEnded))
        till.give(.linkEnded(.notOpened("the reader has lost its pairing", obstacle)))
        return till
    }

    @Test("a reader that has lost its pairing is not tried for ever: the page offers to pair it anew")
    func offered() {
        let till = Self.lost()
        #expect(page(till)?.stage == .offered(.pairingLost))
        #expect(page(Self.lost(.turnedAway))?.stage == .offered(.turnedAway))
        #expect(till.effects.contains(.bell(3)))
        var other = Self.lost(.other)
        #expect(page(other) == nil)
        other.give(.linkEnded(.broken))
        #expect(page(other) == nil)
    }

    @Test("Enter forgets the pairing, looks for the reader, and pairs it") func pairsAgain() {
        var till = Self.lost()
        till.advance(by: 1000)
        #expect(till.press(.confirm) == [.desk(.disconnect), .forgetReader(Self.device), .findReaders])
        #expect(page(till)?.stage == .searching)
        // What is still listed as it was is not yet forgotten.
        #expect(till.give(.reader(.seen(ReaderSighting(Self.device, isPaired: true)))).isEmpty)
        #expect(
            till.give(.reader(.seen(ReaderSighting(Self.device, isPaired: false))))
                == [.stopSearch, .pair(Self.device)])
        #expect(page(till)?.stage == .pairing)
        till.give(.reader(.searchEnded))
        #expect(till.give(.pairing(.paired)).contains(.desk(.connect(Self.device))))
    }

    @Test("a reader that is not found is looked for again, or left") func notFound() {
        var till = Self.lost()
        till.advance(by: 1000)
        till.press(.confirm)
        #expect(till.press(.confirm).isEmpty)
        till.give(.reader(.searchEnded))
        #expect(till.press(.confirm) == [.findReaders])
        #expect(till.press(.back) == [.stopSearch])
        #expect(till.state.page.markedReader == 0)
        #expect(till.give(.reader(.seen(ReaderSighting(Self.device, isPaired: false)))).isEmpty)
    }

    @Test("a reader that this computer has not paired is paired at once, and nothing forgotten") func notPairedHere() {
        var till = Self.lost(.notPaired)
        till.advance(by: 1000)
        #expect(till.press(.confirm) == [.desk(.disconnect), .pair(Self.device)])
    }

    @Test("where the reader's row says that it needs pairing, nothing lies over it") func rowSaysSo() {
        var till = Till()
        till.give(.reader(.listed([ReaderSighting(Self.device, isPaired: true)])))
        till.press(.digit(1))
        till.press(.confirm)
        till.give(.reader(.searchEnded))
        till.give(.reader(.listed([ReaderSighting(Self.device, isPaired: false)])))
        till.give(.linkEnded(.notOpened("the reader is not paired", .notPaired)))
        #expect(page(till) == nil)
        #expect(till.press(.confirm).contains(.pair(Self.device)))
    }

    @Test("Esc leaves the reader, which is not tried any more") func left() {
        var till = Self.lost()
        till.advance(by: 1000)
        #expect(till.press(.back) == [.desk(.disconnect)])
        #expect(till.state.page.markedReader == 0)
        #expect(till.state.hint == .connectingStopped)
        #expect(till.give(.reconnectDue).isEmpty)
    }

    @Test("a key that was pressed before the offer could be read does not take it") func unread() {
        var till = Self.lost()
        #expect(till.press(.confirm).isEmpty)
        #expect(page(till)?.stage == .offered(.pairingLost))
    }

    @Test("it is offered once, until the cashier asks for the reader again") func once() {
        var till = Self.lost()
        till.advance(by: 1000)
        till.press(.back)
        #expect(till.press(.confirm).contains(.desk(.connect(Self.device))))
        till.give(.linkEnded(.notOpened("the reader has lost its pairing", .pairingLost)))
        #expect(page(till)?.isOffered == true)
        // It is tried on, in case the reader only had no time.
        till.give(.reconnectDue)
        till.give(.linkEnded(.notOpened("the reader has lost its pairing", .pairingLost)))
        #expect(page(till)?.isOffered == true)
    }

    @Test("a reader that is there after all takes the offer away") func backAgain() {
        var till = Self.lost()
        till.give(.reconnectDue)
        till.give(.connected(.counter, isResultPending: false))
        #expect(till.state.page == .sale)
    }

    @Test("the offer covers nothing that must be seen to first") func notOverAnother() {
        var till = Till.paying()
        till.give(.linkEnded(.broken))
        till.give(.reconnectDue)
        let before = till.state.page
        till.give(.linkEnded(.notOpened("the reader has lost its pairing", .pairingLost)))
        #expect(till.state.page == before)
    }
}
