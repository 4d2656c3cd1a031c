import HeftKit
import TillCore

extension AllPages {
    static func pairings() -> [(name: String, shop: Shop)] {
        [
            ("pairing", pairing()), ("pairing PIN", pairing(.enterPIN, typed: "1234")),
            ("pairing number", pairing(.confirmPasskey(4711))), ("pairing on the reader", pairing(.showPIN("8421"))),
            ("pairing lost", pairingLost()), ("not paired", pairingLost(.notPaired)),
            ("reader refuses", pairingLost(.turnedAway)),
            ("pairing again", pairingAgain()), ("pairing again not found", pairingAgain(isFound: false)),
            ("sale in silence", silence()),
        ]
    }

    static let pairingNames = [
        "pairing", "pairing PIN", "pairing number", "pairing on the reader", "pairing lost", "not paired",
        "reader refuses",
        "pairing again", "pairing again not found", "sale in silence",
    ]

    /// Nothing was heard of the reader for four minutes.
    static func silence() -> Shop {
        var shop = Shop.ready()
        shop.wait(seconds: 250)
        return shop
    }

    /// A reader that has lost its pairing, or has none.
    static func pairingLost(_ obstacle: LinkFailure.Obstacle = .pairingLost) -> Shop {
        var shop = Shop()
        let device = ReaderDevice(name: "HiLite 1177", address: "00:07:80:AB:11:77", kind: .bluetooth)
        shop.send(.reader(.listed([ReaderSighting(device, signal: -62, isPaired: true)])))
        shop.press(.digit(1))
        shop.press(.confirm)
        shop.send(.reader(.searchEnded))
        shop.send(.desk(.linkEnded(.notOpened("the reader has lost its pairing", obstacle))))
        shop.wait()
        return shop
    }

    /// The pairing is forgotten, and the reader looked for.
    static func pairingAgain(isFound: Bool = true) -> Shop {
        var shop = pairingLost()
        shop.press(.confirm)
        if !isFound { shop.send(.reader(.searchEnded)) }
        return shop
    }

    static func pairing(_ kind: PairingQuestion.Kind? = nil, typed: String = "") -> Shop {
        var shop = Shop()
        let device = ReaderDevice(name: "HiLite 1177", address: "00:07:80:AB:11:77", kind: .bluetooth)
        shop.send(.reader(.listed([ReaderSighting(device, signal: -62, isPaired: false)])))
        shop.press(.digit(1))
        shop.press(.confirm)
        shop.send(.reader(.searchEnded))
        if let kind { shop.send(.pairing(.asked(PairingQuestion(number: 7, device: device, kind: kind)))) }
        for scalar in typed.unicodeScalars { shop.press(.text(scalar)) }
        return shop
    }
}
