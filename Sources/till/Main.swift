import Configuration
import Dispatch
import Glibc
import HeftKit
import Terminal
import TillCore
import TillJournal

/// The program: reads its arguments, puts the parts together, and runs the main queue.
@main enum Main {
    @MainActor private static var signals: CommandSignals?
    @MainActor private static var command: AnyObject?
    @MainActor private static var answers: AnswerDelivery?

    static func main() {
        forbidCoreDumps()
        occupyStandardDescriptors()
        signal(SIGPIPE, SIG_IGN)
        // A limit on files is told by the write itself, as a full disk is.
        signal(SIGXFSZ, SIG_IGN)
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
        case .pin(let arguments): look { () throws(CommandFailure) in try PINCommand.run(arguments) }
        case .secret(let arguments): look { () throws(CommandFailure) in try SecretCheck.run(arguments) }
        case .wire(let command): exit(WireBench.run(command).rawValue)
        case .history(let arguments): look { () throws(CommandFailure) in try ListingCommands.history(arguments) }
        case .show(let arguments): look { () throws(CommandFailure) in try ListingCommands.show(arguments) }
        case .export(let arguments): look { () throws(CommandFailure) in try ListingCommands.export(arguments) }
        case .reconcile(let arguments):
            withWorld(arguments.reader, isUsed: false, nothingMoved: "Nothing was compared.") { world, _ in
                let isSame = look { () throws(CommandFailure) in
                    try ReconcileCommand.run(arguments, feed: world.feed)
                }
                exit(isSame ? ExitStatus.success.rawValue : ExitStatus.different.rawValue)
            }
        case .journal(let arguments): look { () throws(CommandFailure) in try JournalCommands.run(arguments) }
        case .decide(let arguments): look { () throws(CommandFailure) in try JournalCommands.decide(arguments) }
        case .tip(let arguments): tip(arguments)
        case .report(let arguments): report(arguments)
        case .giveBack(let arguments): giveBack(arguments)
        case .startDay(let reader, let json): startDay(reader, json: json)
        case .devices(let arguments):
            withWorld(arguments.reader, isUsed: false) { world, _ in
                let devices = DevicesCommand(arguments, world) { exit($0.rawValue) }
                command = devices
                devices.start()
                dispatchMain()
            }
        case .pair(let arguments): pair(arguments)
        case .sale(let arguments):
            let arguments = look { () throws(CommandFailure) in
                try arguments.confirmed(by: try ConfigurationFile(named: arguments.reader.configPath).load())
            }
            start(arguments.reader) { counter in
                let request = OperationRequest.sale(arguments.request)
                let sale = PaymentCommand(
                    signature: arguments.signature, json: arguments.json, counter: counter,
                    nothingMoved: "No money was taken.", order: { _ in request }
                ) { end(counter, $0) }
                return (sale, sale.start, sale.interrupt)
            }
        case .charge(let arguments): charge(arguments)
        case .chargeAgain(let arguments):
            look { () throws(CommandFailure) in try ChargeAgain.run(arguments) }
        case .recover(let reader, let json):
            start(reader) { counter in
                let recover = RecoverCommand(json: json, counter: counter) { end(counter, $0) }
                return (recover, recover.start, recover.interrupt)
            }
        }
    }

    /// A request is read before anything else: one that is wrong is told, and nothing is charged.
    @MainActor private static func charge(_ arguments: ChargeArguments) {
        let shop = look { () throws(CommandFailure) in try ShopSettings(arguments.screen) }
        let socket = arguments.screen.reader.chargeSocket(isDemo: arguments.screen.isDemo)
        let charge = look { () throws(CommandFailure) in try HeadlessCharge(arguments, shop, socket: socket) }
        if let socket, let status = ChargeHandover.run(arguments, to: socket) { exit(status) }
        guard arguments.isHeadless else {
            return fullScreen(arguments.screen, shop, charge: arguments) { charge.end(.unavailable, nil) }
        }
        let order = look { () throws(CommandFailure) in try charge.order(shop.settings) }
        start(arguments.screen.reader, onFailure: { charge.end(.unavailable, nil) }) { counter in
            let journal = counter.parts.journal
            charge.begin(journal)
            let sale = PaymentCommand(
                { _ in order }, signature: arguments.signature, counter: counter, nothingMoved: "No money was taken.",
                print: { record, message in charge.finish(record, message, journal) },
                end: { status in
                    charge.end(status, journal)
                    end(counter, status)
                })
            return (sale, sale.start, sale.interrupt)
        }
    }

    @MainActor private static func fullScreen(_ arguments: FullScreenArguments) {
        fullScreen(arguments, look { () throws(CommandFailure) in try ShopSettings(arguments) }, charge: nil)
    }

    @MainActor private static func fullScreen(
        _ arguments: FullScreenArguments, _ shop: ShopSettings, charge: ChargeArguments?, onFailure: () -> Void = {}
    ) {
        do throws(FullScreen.Failure) {
            command = try FullScreen(arguments, shop, charge: charge)
            dispatchMain()
        } catch {
            onFailure()
            for carried in CarriedCharges.take() { carried.giveUp(shop) }
            fail(error.sentence)
        }
    }

    @MainActor private static func giveBack(_ arguments: ReturnArguments) {
        let order = look { () throws(CommandFailure) in try ReturnOrder(arguments) }
        start(arguments.reader, nothingMoved: "No money was moved.") { counter in
            let command = PaymentCommand(
                signature: arguments.signature, json: arguments.json, counter: counter,
                nothingMoved: "No money was moved.",
                order: { (store) throws(JournalError) in try order.request(in: store) }
            ) { end(counter, $0) }
            return (command, command.start, command.interrupt)
        }
    }

    @MainActor private static func pair(_ arguments: PairingArguments) {
        var reader = arguments.reader
        reader.reader = .outside(.bluetooth(arguments.address))
        reader.isReaderGiven = true
        withWorld(reader, isUsed: false, nothingMoved: "") { world, _ in
            let pair = PairCommand(arguments, world) { exit($0.rawValue) }
            command = pair
            do throws(TerminalError) {
                signals = try CommandSignals(interrupt: { pair.interrupt() })
            } catch {
                fail("Signals cannot be received: \(error).")
            }
            pair.start()
            dispatchMain()
        }
    }

    @MainActor private static func tip(_ arguments: TipArguments) {
        let nothingMoved = "No tip was changed."
        let reader = look { () throws(CommandFailure) in try arguments.reader.completed() }
        let journal: Journal
        do throws(JournalError) {
            journal = try reader.openJournal()
        } catch {
            fail("\(error.sentence) \(nothingMoved)")
        }
        withWorld(reader, nothingMoved: nothingMoved) { world, _ in
            let command = look { () throws(CommandFailure) in
                try TipCommand(arguments, journal) { status in
                    world.close()
                    journal.close()
                    exit(status.rawValue)
                }
            }
            self.command = command
            command.start()
            dispatchMain()
        }
    }

    @MainActor private static func report(_ arguments: ReportArguments) {
        guard case .close(let name) = arguments.kind else {
            look { () throws(CommandFailure) in try ListingCommands.report(arguments) }
            return
        }
        start(arguments.reader, nothingMoved: "The day was not closed.") { counter in
            let close = CloseDay(name: name, json: arguments.json)
            let command = PaymentCommand(
                { _ in .service(.endOfDay) }, counter: counter, nothingMoved: "The day was not closed.",
                print: { record, _ in
                    close.finish(
                        record, journal: counter.parts.journal, feed: counter.parts.readers.feed)
                }
            ) { end(counter, $0) }
            return (command, command.start, command.interrupt)
        }
    }

    /// The reader starts its day. It stands in the books like the end of the day.
    @MainActor private static func startDay(_ reader: ReaderArguments, json: Bool) {
        start(reader, nothingMoved: "The day was not started.") { counter in
            let command = PaymentCommand(
                json: json, counter: counter, nothingMoved: "The day was not started.",
                order: { _ in .service(.startOfDay) }
            ) { end(counter, $0) }
            return (command, command.start, command.interrupt)
        }
    }

    /// Does what needs no reader.
    private static func look<Value>(_ body: () throws(CommandFailure) -> Value) -> Value {
        do throws(CommandFailure) {
            return try body()
        } catch {
            StandardStreams.error("till: \(PlainText.printable(error.message))")
            for line in error.details { StandardStreams.error("  \(PlainText.printable(line))") }
            exit(error.status.rawValue)
        }
    }

    /// Opens the books and the reader, and runs a command until it ends itself.
    @MainActor private static func start(
        _ arguments: ReaderArguments, nothingMoved: String = "Nothing was charged.", onFailure: () -> Void = {},
        _ make: (Counter) -> (AnyObject, @MainActor () -> Void, @MainActor () -> Void)
    ) {
        // A configuration that is wrong is told before anything is done.
        let arguments = look { () throws(CommandFailure) in try arguments.completed() }
        let journal: Journal
        do throws(JournalError) {
            journal = try arguments.openJournal()
        } catch {
            onFailure()
            fail("\(error.sentence) \(nothingMoved)")
        }
        let giveUp = {
            journal.close()
            onFailure()
        }
        withWorld(arguments, nothingMoved: nothingMoved, onFailure: giveUp) { world, configuration in
            answers = AnswerDelivery(configuration: configuration)
            let counter = Counter(readers: world, journal: journal)
            let (command, begin, interrupt) = make(counter)
            self.command = command
            do throws(TerminalError) {
                signals = try CommandSignals(interrupt: interrupt)
            } catch {
                fail("Signals cannot be received: \(error). \(nothingMoved)")
            }
            DispatchQueue.main.async { MainActor.assumeIsolated { begin() } }
            dispatchMain()
        }
    }

    @MainActor private static func withWorld(
        _ arguments: ReaderArguments, isUsed: Bool = true, nothingMoved: String = "Nothing was charged.",
        onFailure: () -> Void = {}, _ body: (ReaderWorld, Configuration) -> Void
    ) {
        let (arguments, configuration) = look { () throws(CommandFailure) in
            let configuration = try ConfigurationFile(named: arguments.configPath).load()
            return (try arguments.completed(by: configuration), configuration)
        }
        do throws(ReaderWorld.Failure) {
            body(try ReaderWorld(arguments, configuration, isUsed: isUsed), configuration)
        } catch {
            onFailure()
            fail("\(error.sentence) \(nothingMoved)")
        }
    }

    @MainActor private static func end(_ counter: Counter, _ status: ExitStatus) {
        answers?.giveDue(counter.parts.journal)
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
