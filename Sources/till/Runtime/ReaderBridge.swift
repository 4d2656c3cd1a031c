import Dispatch
import HeftKit
import TillCore
import TillJournal

/// Turns what a connection reports into events of the desk, on the main queue.
@MainActor final class ReaderBridge {
    private let manager: HeftManager
    private let secret: String
    private let books: Books
    /// Takes the events, in order.
    var post: @MainActor (DeskEvent) -> Void = { _ in }
    private var connection: ReaderConnection?
    /// The attempt that is under way.
    private var opening: ReaderConnection?
    /// Counts the attempts, so that late events of an old connection are dropped.
    private var attempt = 0

    /// - Parameter books: where the sales of these readers go. A reader whose sales go elsewhere is left.
    init(manager: HeftManager, secret: String, books: Books) {
        self.books = books
        self.manager = manager
        self.secret = secret
    }

    func connect(to device: ReaderDevice) {
        disconnect()
        let number = attempt
        let inbox = ReaderInbox { [weak self] event, connection in
            self?.receive(event, from: connection, attempt: number)
        }
        let chatter = device.kind == .simulated ? Strain.chatter { inbox.add($0) } : nil
        opening = manager.connect(to: HeftRemoteDevice(device), sharedSecret: secret, delegate: nil) {
            connection, event in
            inbox.add(event, from: connection)
            chatter?.hear(event)
        }
        guard opening == nil else { return }
        // Nobody has it, so nothing would ever be heard of the attempt.
        DispatchQueue.main.async { [weak self] in
            MainActor.assumeIsolated {
                guard let self, number == self.attempt else { return }
                self.post(.linkEnded(.notOpened("there is no such reader")))
            }
        }
    }

    /// Starts an operation on the connected reader.
    func start(_ operation: ReaderOperation) {
        guard let connection else {
            post(.startRefused(.notConnected))
            return
        }
        do throws(HeftError) {
            try connection.start(operation)
        } catch {
            post(.startRefused(error))
        }
    }

    func cancel() { connection?.requestCancel() }
    func answerSignature(isAccepted: Bool) { connection?.answerSignature(isAccepted: isAccepted) }

    /// Ends the connection; its last event is dropped.
    func disconnect() {
        attempt += 1
        (connection ?? opening)?.disconnect()
        connection = nil
        opening = nil
    }

    /// Ends the connection, which still says how what runs on it ended.
    func dropLink() { connection?.disconnect() }

    /// Real sales and simulated ones stand in books of their own.
    private func leave(isSimulated: Bool) {
        disconnect()
        post(
            .linkEnded(
                .notOpened(
                    isSimulated
                        ? "this is a simulated reader. Start till with --simulated"
                        : "this is a real reader. Start till without --simulated")))
    }

    private func receive(_ event: ReaderConnection.Event, from connection: ReaderConnection, attempt number: Int) {
        guard number == attempt else {
            // A connection that nobody waits for any more is not left open.
            if case .connected = event { connection.disconnect() }
            return
        }
        switch event {
        case .connected(let particulars):
            CrashPoint.connected.reach()
            let device = connection.device
            let isSimulated = device.isSimulated || particulars.isSimulated
            guard isSimulated == (books == .simulated) else { return leave(isSimulated: isSimulated) }
            self.connection = connection
            opening = nil
            let reader = ReaderIdentity(
                serialNumber: particulars.serialNumber, name: device.name, address: device.address,
                isSimulated: isSimulated)
            post(.connected(reader, isResultPending: particulars.isResultPending))
        case .status(let status): post(.status(status))
        case .signatureRequest(let request): post(.signatureRequested(request))
        case .signatureWithdrawn: post(.signatureWithdrawn)
        case .cancelSent: post(.cancelSent)
        case .cancelAnswered: post(.cancelAnswered)
        case .finished(let completion):
            if case .recovery = completion.result {
                CrashPoint.recoveryAnswered.reach()
            } else {
                CrashPoint.resultArrived.reach()
            }
            post(.finished(completion))
        case .unclaimed(let result): post(.unclaimed(result))
        case .activity(.problem(let error)):
            // On the full screen standard error is the log.
            StandardStreams.error(PlainText.printable("The reader sent what makes no sense: \(error)"))
        case .activity: break
        case .over(let failure):
            CrashPoint.linkLost.reach()
            self.connection = nil
            opening = nil
            post(.linkEnded(failure))
        }
    }
}
