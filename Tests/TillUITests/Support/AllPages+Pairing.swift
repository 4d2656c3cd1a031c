import HeftKit
import TillCore

extension AllPages {
    static func pairings() -> [(name: String, shop: Shop)] {
        [
            ("pairing", pairing()), ("pairing PIN", pairing(.enterPIN, typed: "1234")),
            ("pairing number", pairing(.confirmPasskey(4711))), ("pairing on the reader", pairing(.showPIN("8421"))),
        ]
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
