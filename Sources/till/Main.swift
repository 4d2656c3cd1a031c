import Dispatch
import Glibc
import HeftKit
import Terminal
import TillJournal

/// The program: reads its arguments, puts the parts together, and runs the main queue.
@main enum Main {
    @MainActor private static var signals: CommandSignals?
    @MainActor private static var command: AnyObject?

    static func main() {
        forbidCoreDumps()
        occupyStandardDescriptors()
        signal(SIGPIPE, SIG_IGN)
        do throws(UsageError) {
            let invocation = try Invocation(Array(CommandLine.arguments.dropFirst()))
            MainActor.assumeIsolated { run(invocation) }
        } catch {
            StandardStreams.error("till: \(PlainText.printable(error.message))")
            exit(ExitStatus.wrongUsage.rawValue)
        }
    }

    @MainActor private static func run(_ invocation: Invocation) {
        switch invocation {
        case .fullScreen(let arguments): fullScreen(arguments)
        case .help: StandardStreams.write(Invocation.helpText, to: STDOUT_FILENO)
        case .version: StandardStreams.output("till \(Version.text)")
        case .wire(let command): exit(WireBench.run(command).rawValue)
        case .history(let reader, let json): history(reader, json: json)
        case .devices(let reader, let json):
            withWorld(reader, isUsed: false) { world in
                ListingCommands.devices(world.manager.connectedCardReaders, json: json)
            }
        case .sale(let arguments):
            start(arguments.reader) { counter in
                let sale = PaymentCommand(
                    .sale(arguments.request), signature: arguments.signature, json: arguments.json, counter: counter
                ) { end(counter, $0) }
                return (sale, sale.start, sale.interrupt)
            }
        case .recover(let reader, let json):
            start(reader) { counter in
                let recover = RecoverCommand(json: json, counter: counter) { end(counter, $0) }
                return (recover, recover.start, recover.interrupt)
            }
        }
    }

    @MainActor private static func fullScreen(_ arguments: FullScreenArguments) {
        do throws(FullScreen.Failure) {
            command = try FullScreen(arguments)
            dispatchMain()
        } catch {
            fail(error.sentence)
        }
    }

    @MainActor private static func history(_ reader: ReaderArguments, json: Bool) {
        do throws(JournalError) {
            try ListingCommands.history(at: try reader.booksPath(), json: json)
        } catch {
            fail(error.sentence)
        }
    }

    /// Opens the books and the reader, and runs a command until it ends itself.
    @MainActor private static func start(
        _ arguments: ReaderArguments,
        _ make: (Counter) -> (AnyObject, @MainActor () -> Void, @MainActor () -> Void)
    ) {
        let journal: Journal
        do throws(JournalError) {
            journal = try arguments.openJournal()
        } catch {
            fail("\(error.sentence) Nothing was charged.")
        }
        withWorld(arguments) { world in
            let counter = Counter(readers: world, journal: journal)
            let (command, begin, interrupt) = make(counter)
            self.command = command
            do throws(TerminalError) {
                signals = try CommandSignals(interrupt: interrupt)
            } catch {
                fail("Signals cannot be received: \(error). Nothing was charged.")
            }
            DispatchQueue.main.async { MainActor.assumeIsolated { begin() } }
            dispatchMain()
        }
    }

    @MainActor private static func withWorld(
        _ arguments: ReaderArguments, isUsed: Bool = true, _ body: (ReaderWorld) -> Void
    ) {
        do throws(ReaderWorld.Failure) {
            body(try ReaderWorld(arguments, isUsed: isUsed))
        } catch {
            fail("\(error.sentence) Nothing was charged.")
        }
    }

    @MainActor private static func end(_ counter: Counter, _ status: ExitStatus) {
        counter.parts.close()
        exit(status.rawValue)
    }

    private static func fail(_ sentence: String) -> Never {
        StandardStreams.error("till: \(sentence)")
        exit(ExitStatus.unavailable.rawValue)
    }

    /// A file that got the number of a closed standard stream would be printed into.
    private static func occupyStandardDescriptors() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            // The lowest free number is taken, which is this one.
            _ = open("/dev/null", O_RDWR)
        }
    }

    /// The shared secret and what cards leave behind must not end in a file by accident.
    private static func forbidCoreDumps() {
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    }
}

/// The version of the program.
enum Version {
    static let text = "0.1"
}
