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
}
