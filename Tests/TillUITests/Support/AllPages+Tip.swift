import TillCore

extension AllPages {
    static func tip() -> Shop {
        var shop = operation()
        shop.press(.tip)
        return shop
    }

    static func tipAsked() -> Shop {
        var shop = tip()
        shop.type("250")
        shop.press(.confirm)
        shop.wait()
        return shop
    }
}
