import ChargeURL
import Configuration
import TillCore
import TillUI

extension URLOpener {
    /// What opens answers in this shop: the configured program, else the desktop's.
    init(_ configuration: Configuration) {
        let words = configuration.charge.opener
        self.init(
            command: words.isEmpty ? URLOpener.desktopCommand : words,
            handlerQuery: words.isEmpty ? URLOpener.desktopHandlerQuery : nil,
            environment: Environment.values(of: URLOpener.environmentNames))
    }

    /// What a desktop needs to find and start a program, and nothing that is secret.
    private static let environmentNames = [
        "PATH", "HOME", "USER", "LOGNAME", "LANG", "LC_ALL", "SHELL", "TERM", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME",
        "XDG_CONFIG_DIRS", "XDG_DATA_HOME", "XDG_DATA_DIRS", "XDG_STATE_HOME", "XDG_CURRENT_DESKTOP",
        "XDG_SESSION_TYPE",
        "DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "DESKTOP_SESSION", "BROWSER",
    ]
}
