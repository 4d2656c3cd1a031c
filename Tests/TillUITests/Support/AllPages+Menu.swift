import TillCore

/// The menu, the palette, and the questions before what the reader does without money.
extension AllPages {
    static func menus() throws -> [(name: String, shop: Shop)] {
        [
            ("menu", menu()), ("menu without a reader", menuWithoutReader()), ("palette", palette()),
            ("palette that finds nothing", palette("xyz")), ("tokenize?", service("3")),
            ("start of day?", service("13")),
            ("update?", service("12")),
        ]
    }

    static let menuNames = [
        "menu", "menu without a reader", "palette", "palette that finds nothing", "tokenize?", "start of day?",
        "update?",
    ]

    static func menu() -> Shop {
        var shop = Shop.ready()
        shop.press(.menu)
        return shop
    }

    static func menuWithoutReader() -> Shop {
        var shop = Shop()
        shop.send(.readers([Shop.hiLite]))
        shop.press(.menu)
        return shop
    }

    static func palette(_ text: String = "") -> Shop {
        var shop = Shop.ready()
        shop.press(.palette)
        shop.write(text)
        return shop
    }

    /// Opened by its number in the menu.
    static func service(_ number: String) -> Shop {
        var shop = menu()
        shop.write(number)
        shop.wait()
        shop.press(.confirm)
        shop.wait()
        return shop
    }
}
