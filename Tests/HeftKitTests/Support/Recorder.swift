import Dispatch
import EventLogging
import HeftKit
import Synchronization

/// A delegate that writes down every call, where it came, and may answer from inside it.
final class Recorder: HeftStatusReportDelegate, HeftDiscoveryDelegate {
    enum Call: Equatable, Sendable {
        case found(HeftRemoteDevice)
        case discoverFinished
        case lost(HeftRemoteDevice)
        case connected
        /// The code of `responseStatus(_:)`.
        case status(Int)
        /// Code and text of `responseError(_:)`.
        case error(Int, String)
        case finance(FinanceResponseInfo)
        case signature(String)
        case signatureCancelled
        case recovered(FinanceResponseInfo?)
        case log(LogInfo)
        case scanned(ScannerEventResponseInfo)
        case scannerDisabled(ScannerDisabledResponseInfo)
        case emvReport(String)
    }

    typealias Reaction = @Sendable (Call, (any HeftClient)?) -> Void

    /// Marks the queue that calls are meant to come on.
    static let queueMark = DispatchSpecificKey<Bool>()

    let log = EventLog<Call>()
    private let connectedClient = Mutex<(any HeftClient)?>(nil)
    private let reaction = Mutex<Reaction?>(nil)
    private let strays = Mutex(0)
    private let callsInside = Mutex(0)

    var calls: [Call] { log.entries }

    /// The client of the last `didConnect(_:)`.
    var client: (any HeftClient)? { connectedClient.withLock { $0 } }

    /// How many calls came beside the marked queue, or inside another.
    var strayCalls: Int { strays.withLock { $0 } }

    func forgetClient() {
        connectedClient.withLock { $0 = nil }
    }

    /// Runs on the delegate's queue, after the call was written down.
    func react(_ reaction: @escaping Reaction) {
        self.reaction.withLock { $0 = reaction }
    }

    private func take(_ call: Call) {
        let isInside = callsInside.withLock { count in
            count += 1
            return count > 1
        }
        if isInside || DispatchQueue.getSpecific(key: Recorder.queueMark) != true { strays.withLock { $0 += 1 } }
        log.append(call)
        let (reaction, client) = (reaction.withLock { $0 }, client)
        reaction?(call, client)
        callsInside.withLock { $0 -= 1 }
    }

    func didFindAccessoryDevice(_ newDevice: HeftRemoteDevice) { take(.found(newDevice)) }
    func didDiscoverFinished() { take(.discoverFinished) }
    func didLostAccessoryDevice(_ oldDevice: HeftRemoteDevice) { take(.lost(oldDevice)) }

    func didConnect(_ client: any HeftClient) {
        connectedClient.withLock { $0 = client }
        take(.connected)
    }

    func responseStatus(_ info: any ResponseInfo) { take(.status(info.statusCode)) }
    func responseError(_ info: any ResponseInfo) { take(.error(info.statusCode, info.status)) }
    func responseFinanceStatus(_ info: FinanceResponseInfo) { take(.finance(info)) }
    func requestSignature(_ receipt: String) { take(.signature(receipt)) }
    func cancelSignature() { take(.signatureCancelled) }
    func responseRecoveredTransactionStatus(_ info: FinanceResponseInfo?) { take(.recovered(info)) }
    func responseLogInfo(_ info: LogInfo) { take(.log(info)) }
    func responseScannerEvent(_ info: ScannerEventResponseInfo) { take(.scanned(info)) }
    func responseScannerDisabled(_ info: ScannerDisabledResponseInfo) { take(.scannerDisabled(info)) }
    func responseEMVReport(_ report: String) { take(.emvReport(report)) }
}

extension [Recorder.Call] {
    var statusCodes: [Int] {
        compactMap { if case .status(let code) = $0 { code } else { nil } }
    }

    var results: [FinanceResponseInfo] {
        compactMap { if case .finance(let info) = $0 { info } else { nil } }
    }

    var errors: [String] {
        compactMap { if case .error(_, let text) = $0 { text } else { nil } }
    }

    var recovered: [FinanceResponseInfo?] {
        compactMap { if case .recovered(let info) = $0 { .some(info) } else { nil } }
    }
}
