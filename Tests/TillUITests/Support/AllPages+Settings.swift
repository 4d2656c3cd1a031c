import Configuration
import TillCore
import TillUI

extension AllPages {
    /// On the sale's section.
    static func settings() -> Shop {
        var settings = AppSettings(measure: .terminal)
        settings.configurationPath = "/home/till/.config/till/config.yaml"
        var shop = Shop.ready(settings: settings)
        shop.press(.settings, .digit(2))
        return shop
    }

    /// With a tax that is not saved.
    static func settingsChanged() -> Shop {
        var shop = settings()
        shop.press(.down, .down, .down, .down, .confirm)
        return shop
    }

    /// With a currency that is none.
    static func settingTyped() -> Shop {
        var shop = settings()
        shop.press(.confirm)
        shop.press(.text("X"), .confirm)
        return shop
    }

    static func settingsAbout() -> Shop {
        var shop = settings()
        shop.press(.digit(0))
        return shop
    }
}
