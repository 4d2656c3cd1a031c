import HeftKit

/// What a reader is asked that stands in no books: no money, no card and no bank is concerned.
package enum ReaderService: Equatable, Sendable {
    case scan(ScannerMode)
    case readLog
    case emptyLog
    case setLogLevel(LogLevel)
    case readEMVReport

    /// How the scanner of a wired reader works.
    package struct ScannerMode: Equatable, Sendable {
        /// Goes on after the first code.
        package var isMultiScan = true
        /// Scans only while the reader's button is pressed.
        package var isButtonMode = true
        /// Seconds without a code until it switches itself off.
        package var timeoutSeconds: UInt16 = 60

        package init() {}
    }

    /// How much the reader writes into its log.
    package enum LogLevel: Int, CaseIterable, Sendable {
        case nothing = 0
        case errors = 1
        case events = 2
        case everything = 3
        case debugging = 4
    }

    /// How it ended.
    package enum Answer: Equatable, Sendable {
        case done
        case text(String)
        /// The reader has no scanner.
        case noScanner
        /// The scanner is off: by the cashier, or because no code came in time.
        case scannerOff
        /// It was not done; the reader's own words where it gave any.
        case notDone(String?)
        case linkLost

        init(_ completion: OperationCompletion) {
            if let text = completion.logText ?? completion.reportText {
                self = .text(text)
                return
            }
            guard let status = completion.serviceStatus else {
                self = .linkLost
                return
            }
            switch (completion.operation, status) {
            case (.enableScanner, .scannerIsNotSupported): self = .noScanner
            case (.enableScanner, .success), (.enableScanner, .posCancelled): self = .scannerOff
            case (.setLogLevel, .success), (.resetLog, .success): self = .done
            default: self = .notDone(status.sentence)
            }
        }
    }

    var operation: ReaderOperation {
        switch self {
        case .scan(let mode):
            .enableScanner(
                ReaderOperation.ScannerMode(
                    isMultiScan: mode.isMultiScan, isButtonMode: mode.isButtonMode, timeoutSeconds: mode.timeoutSeconds)
            )
        case .readLog: .getLog
        case .emptyLog: .resetLog
        case .setLogLevel(.nothing): .setLogLevel(.none)
        case .setLogLevel(.errors): .setLogLevel(.error)
        case .setLogLevel(.events): .setLogLevel(.info)
        case .setLogLevel(.everything): .setLogLevel(.full)
        case .setLogLevel(.debugging): .setLogLevel(.debug)
        case .readEMVReport: .getEMVReport
        }
    }
}

extension Desk {
    /// Has the reader do something that stands in no books. What the reader may hold is asked for first, as before a sale.
    mutating func serve(_ service: ReaderService) -> [DeskEffect] {
        switch phase {
        case .offline, .connecting, .loadingInDoubt: return [.notify(.notStarted(.notConnected))]
        case .waitingToAsk(let reader):
            let asking = inDoubt(on: reader).isEmpty ? ask(reader, asked: 0) : []
            return [.notify(.notStarted(.readerNotAsked))] + asking
        case .askingReader, .recordingRecovered, .serving, .recordingIntent, .running, .recordingOutcome:
            return [.notify(.notStarted(.busy))]
        case .ready(let reader):
            enter(.serving(reader, service))
            return [.start(service.operation)]
        }
    }
}
