import Dispatch
import HeftKit
import HeftTransport
import TillUI

/// `till devices`: what is known of readers, and with `--scan` what a search finds.
@MainActor final class DevicesCommand {
    /// What `till devices --json` prints of a reader.
    struct DeviceReport: Encodable, Equatable {
        var name: String
        var address: String
        /// real or simulated
        var kind: String
        var isSimulated: Bool
        var isPaired: Bool
        /// In dBm.
        var signal: Int?
    }

    private let arguments: DevicesArguments
    private let world: ReaderWorld
    private let end: @MainActor (ExitStatus) -> Void
    private var found: [ReaderSighting] = []
    private var limit: (any ScheduledTimer)?

    init(_ arguments: DevicesArguments, _ world: ReaderWorld, end: @escaping @MainActor (ExitStatus) -> Void) {
        self.arguments = arguments
        self.world = world
        self.end = end
    }

    func start() {
        guard let bluetooth = world.bluetooth else { return list() }
        bluetooth.prepare(on: .main) { [weak self] problem in
            MainActor.assumeIsolated { self?.prepared(problem) }
        }
    }

    private func prepared(_ problem: SearchProblem?) {
        if let problem, arguments.searchSeconds > 0 {
            StandardStreams.error("till: \(LinkWords.advice(problem))")
            print()
            return end(.unavailable)
        }
        list()
    }

    private func list() {
        guard arguments.searchSeconds > 0 else {
            print()
            return end(.success)
        }
        world.manager.search { [weak self] event in
            DispatchQueue.main.async {
                MainActor.assumeIsolated { self?.take(event) }
            }
        }
        limit = world.timers.schedule(after: .seconds(arguments.searchSeconds), on: .main) {
            [manager = world.manager] in
            manager.stopDiscovery()
        }
    }

    private func take(_ event: DiscoveryEvent) {
        switch event {
        case .found(let device): see(ReaderSighting(device))
        case .seen(let sighting): see(sighting)
        case .lost(let device): found.removeAll { $0.device.address == device.address }
        case .problem(let problem): StandardStreams.error("till: \(LinkWords.advice(problem))")
        case .finished:
            limit?.cancel()
            print()
            end(.success)
        }
    }

    /// The other readers that the simulated one plays by an address of their own.
    private static func models(of report: DeviceReport) -> [DeviceReport] {
        SimulatedModel.allCases.filter { $0 != .hilite }.map { model in
            var report = report
            report.name = model.title
            report.address = model.address
            return report
        }
    }

    private func see(_ sighting: ReaderSighting) {
        found.removeAll { $0.device.address == sighting.device.address }
        found.append(sighting)
    }

    private func print() {
        let known = world.manager.knownReaders
        let others = found.filter { sighting in !known.contains { $0.device.address == sighting.device.address } }
        let reports = (known + others).flatMap { sighting in
            let isSimulated = sighting.device.kind == .simulated
            let report = DeviceReport(
                name: sighting.device.name, address: sighting.device.address, kind: isSimulated ? "simulated" : "real",
                isSimulated: isSimulated, isPaired: sighting.isPaired, signal: sighting.signal)
            return [report] + (isSimulated ? DevicesCommand.models(of: report) : [])
        }
        if arguments.json {
            StandardStreams.output(JSONText.line(reports))
            return
        }
        for report in reports {
            let mark = report.isSimulated ? "  SIMULATED, no money moves" : report.isPaired ? "" : "  needs pairing"
            let signal = report.signal.map { "  \($0) dBm" } ?? ""
            StandardStreams.output(PlainText.printable("\(report.name)  \(report.address)\(signal)\(mark)"))
        }
    }
}
