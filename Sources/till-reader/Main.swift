import Dispatch
import Glibc
import ReaderSimulator
import Terminal

/// A simulated card reader as a program of its own.
@main enum Main {
    private static let wrongUsage: Int32 = 64
    private static let unavailable: Int32 = 69
    /// The longest scenario, in bytes.
    private static let scenarioMax = 1 << 20
    @MainActor private static var running: AnyObject?

    static func main() {
        signal(SIGPIPE, SIG_IGN)
        forbidCoreDumps()
        let options: ReaderOptions
        do throws(UsageError) {
            options = try ReaderOptions(Array(CommandLine.arguments.dropFirst()))
        } catch {
            fail(error.message, wrongUsage)
        }
        if options.asksForHelp {
            StandardOutput.write(ReaderOptions.helpText, to: STDOUT_FILENO)
        } else if options.asksForVersion {
            StandardOutput.write("till-reader 0.1\n", to: STDOUT_FILENO)
        } else {
            MainActor.assumeIsolated { run(options) }
        }
    }

    @MainActor private static func run(_ options: ReaderOptions) {
        do throws(StartFailure) {
            let scenario = try options.scenarioPath.map { (path) throws(StartFailure) in try load(path) }
            if !options.isHeadless, isatty(STDIN_FILENO) != 1 || isatty(STDOUT_FILENO) != 1 {
                throw StartFailure(sentence: "The reader's screen needs a terminal. Use --headless without one.")
            }
            let program = try ReaderProgram(options, scenario)
            if options.isHeadless {
                let headless = Headless(
                    program, output: options.link == .standardStreams ? STDERR_FILENO : STDOUT_FILENO)
                running = headless
                headless.start()
            } else {
                running = try Face(program)
            }
        } catch {
            fail(error.sentence, unavailable)
        }
        dispatchMain()
    }

    private static func load(_ path: String) throws(StartFailure) -> Scenario {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw StartFailure(sentence: "The scenario \(path) cannot be read: \(String(cString: strerror(errno))).")
        }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while bytes.count <= scenarioMax {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        guard bytes.count <= scenarioMax else {
            throw StartFailure(sentence: "The scenario \(path) is longer than \(scenarioMax) bytes. Make it shorter.")
        }
        do throws(Scenario.Refusal) {
            return try Scenario(String(decoding: bytes, as: UTF8.self))
        } catch {
            throw StartFailure(sentence: "The scenario \(path) cannot be played: \(error)")
        }
    }

    private static func fail(_ sentence: String, _ status: Int32) -> Never {
        StandardOutput.write("till-reader: \(sentence)\n", to: STDERR_FILENO)
        exit(status)
    }

    /// The shared secret must not end in a file by accident.
    private static func forbidCoreDumps() {
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    }
}
