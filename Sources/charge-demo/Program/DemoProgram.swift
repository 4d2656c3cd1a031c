import ChargeURL
import Dispatch
import Files
import Glibc
import Terminal

/// The program: one button that asks a till for a payment, and the handler of its answers.
@main enum DemoProgram {
    @MainActor private static var screen: DemoScreen?

    static func main() {
        signal(SIGPIPE, SIG_IGN)
        do throws(DemoArguments.Failure) {
            let arguments = try DemoArguments(Array(CommandLine.arguments.dropFirst()))
            MainActor.assumeIsolated { run(arguments) }
        } catch {
            say(error.message, to: STDERR_FILENO)
            exit(64)
        }
    }

    @MainActor private static func run(_ arguments: DemoArguments) {
        guard !arguments.wantsHelp else { return say(DemoArguments.help, to: STDOUT_FILENO) }
        let environment = environment()
        guard let folder = DemoFolder(environment: environment) else {
            say("There is no folder for what answers are known by. Set HOME.", to: STDERR_FILENO)
            exit(69)
        }
        if let url = arguments.url {
            keep(url, folder)
            // A charge-demo that begins meanwhile listens first and looks then.
            if LocalSocket.firstHeard(folder.places) != nil { return }
        }
        do throws(TerminalError) {
            screen = try DemoScreen(arguments, folder, environment: environment)
            dispatchMain()
        } catch {
            guard arguments.url == nil else {
                return say("The answer is kept. Start charge-demo in a terminal to see it.", to: STDOUT_FILENO)
            }
            say(error.suggestion, to: STDERR_FILENO)
            exit(69)
        }
    }

    /// Keeps an answer, or says to whoever has opened it that it was not taken.
    private static func keep(_ url: String, _ folder: DemoFolder) {
        do throws(KeptAnswers.Failure) {
            try folder.answers.keep(url)
        } catch {
            say(error.sentence, to: STDERR_FILENO)
            exit(error == .noAddress ? 64 : 69)
        }
    }

    private static func say(_ text: String, to descriptor: Int32) {
        let printable = text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { PrintableText(String($0)).string }.joined(separator: "\n")
        try? Descriptor.writeAll((printable + "\n").utf8, to: descriptor)
    }

    /// What the desktop's programs and the terminal need.
    private static func environment() -> [String: String] {
        let names = [
            "PATH", "HOME", "USER", "LOGNAME", "SHELL", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_CONFIG_DIRS",
            "XDG_DATA_HOME", "XDG_DATA_DIRS", "XDG_STATE_HOME", "XDG_CURRENT_DESKTOP", "XDG_SESSION_TYPE",
            "DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "DESKTOP_SESSION", "TERM", "LC_ALL",
            "LC_CTYPE", "LANG", "NO_COLOR", "NCURSES_NO_UTF8_ACS", "ESCDELAY", "VTE_VERSION",
        ]
        var environment: [String: String] = [:]
        for name in names {
            if let value = getenv(name) { environment[name] = String(cString: value) }
        }
        return environment
    }
}
