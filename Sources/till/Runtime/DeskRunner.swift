import Dispatch
import HeftKit
import HeftTransport
import TillCore
import TillJournal

/// Carries out what the desk wants: on the reader, in the books, and by the clock. What comes of it goes back as events.
@MainActor final class DeskRunner {
    /// Takes the events that come of effects.
    var post: @MainActor (DeskEvent) -> Void = { _ in }
    /// Takes what whoever stands at the desk should know.
    var notify: @MainActor (DeskNotice) -> Void = { _ in }

    private let bridge: ReaderBridge
    private let journal: Journal
    private let gateway: JournallingGateway
    private let feed: any TransactionFeed
    private let timers: any TimerScheduler
    private let bootID: String
    private var reconnect: (any ScheduledTimer)?
    private var askAgain: (any ScheduledTimer)?
    private var askFeedAgain: (any ScheduledTimer)?

    init(
        bridge: ReaderBridge, journal: Journal, gateway: JournallingGateway, feed: any TransactionFeed,
        timers: any TimerScheduler, bootID: String
    ) {
        self.bridge = bridge
        self.journal = journal
        self.gateway = gateway
        self.feed = feed
        self.timers = timers
        self.bootID = bootID
    }

    func run(_ effect: DeskEffect) {
        switch effect {
        case .connect(let device):
            CrashPoint.beforeConnect.reach()
            reconnect?.cancel()
            bridge.connect(to: device)
        case .disconnect:
            reconnect?.cancel()
            bridge.disconnect()
        case .dropLink: bridge.dropLink()
        case .recordIntent(let request, let reader): recordIntent(request, reader)
        case .start(let operation): start(operation)
        case .cancelOperation:
            bridge.cancel()
            CrashPoint.cancelSent.reach()
        case .answerSignature(let isAccepted): bridge.answerSignature(isAccepted: isAccepted)
        case .recordOutcome(let outcome, let sequence): recordOutcome(outcome, sequence)
        case .recordLate(let late): recordLate(late)
        case .note(let event, let sequence): note(event, sequence)
        case .loadInDoubt: loadInDoubt()
        case .recordDecision(let decision, let sequence): recordDecision(decision, sequence)
        case .askFeed(let serial, let from, let to, let sequence):
            search(FeedSearch(readerSerial: serial, from: from, to: to, sequence: sequence))
        case .askFeedAgain(let seconds): askFeedAgain(afterSeconds: seconds)
        case .askAgain(let seconds): askAgain(afterSeconds: seconds)
        case .reconnect(let seconds): reconnect(afterSeconds: seconds)
        case .notify(let notice): notify(notice)
        }
    }

    private func start(_ operation: ReaderOperation) {
        if operation == .recoverPendingResult {
            CrashPoint.beforeRecovery.reach()
            bridge.start(operation)
            CrashPoint.afterRecovery.reach()
        } else {
            CrashPoint.beforeRequest.reach()
            bridge.start(operation)
            CrashPoint.afterRequest.reach()
        }
    }

    private func reconnect(afterSeconds seconds: Int) {
        CrashPoint.beforeReconnect.reach()
        reconnect?.cancel()
        reconnect = timers.schedule(after: .seconds(seconds), on: .main) { [weak self] in
            MainActor.assumeIsolated { self?.post(.reconnectDue) }
        }
    }

    private func askAgain(afterSeconds seconds: Int) {
        askAgain?.cancel()
        askAgain = timers.schedule(after: .seconds(seconds), on: .main) { [weak self] in
            MainActor.assumeIsolated { self?.post(.askAgainDue) }
        }
    }

    // MARK: The transaction feed

    private func askFeedAgain(afterSeconds seconds: Int) {
        askFeedAgain?.cancel()
        askFeedAgain = timers.schedule(after: .seconds(seconds), on: .main) { [weak self] in
            MainActor.assumeIsolated { self?.post(.feedDue) }
        }
    }

    private func search(_ search: FeedSearch) {
        feed.transactions(of: search.query) { [weak self] result in
            DispatchQueue.main.async {
                MainActor.assumeIsolated { self?.found(result, search) }
            }
        }
    }

    private func found(_ result: Result<FeedAnswer, FeedError>, _ search: FeedSearch) {
        switch result {
        case .success(let answer): work { (store) throws(JournalError) in try search.event(answer, store) }
        case .failure(let error): post(.feedFailed(error, for: search.sequence))
        }
    }

    // MARK: The books

    private func recordIntent(_ request: OperationRequest, _ reader: ReaderIdentity) {
        CrashPoint.beforeIntent.reach()
        work { [gateway, bootID] (store) throws(JournalError) in
            let reference = try store.mintReference()
            CrashPoint.referenceMinted.reach()
            let intent = request.intent(
                reference: reference, reader: reader, bootID: bootID, at: SystemClock.now())
            if case .sale(let sale) = request, sale.isConfirmedAnew {
                try DeskRunner.noteAnotherCustomer(sale, at: intent.startedAt, store)
            }
            var isForeign = false
            if case .unlinkedRefund = request { isForeign = true }
            let record = try store.recordIntent(
                intent, allowsForeignOriginal: isForeign, charge: request.charge)
            if case .unlinkedRefund(_, let supervisor, let evidence) = request {
                let reason = OperationEvent.Kind.other(
                    name: OperationRequest.unlinkedRefundNote, code: 0, text: "\(supervisor): \(evidence)")
                try store.note(OperationEvent(at: intent.startedAt, kind: reason), of: record.sequence)
            }
            if case .sale(let sale) = request, sale.isConfirmedAnew {
                let supervisor = (sale.confirmation ?? .cashier).supervisor
                let event = OperationEvent(at: intent.startedAt, kind: .guardOverridden(by: supervisor))
                try store.note(event, of: record.sequence)
            }
            CrashPoint.afterIntent.reach()
            gateway.operationStarts(record.sequence)
            return DeskEvent.intentRecorded(record)
        }
    }

    /// Keeps with every operation in doubt that held the sale up what the cashier or a supervisor has said of it.
    private nonisolated static func noteAnotherCustomer(
        _ sale: SaleRequest, at now: Timestamp, _ store: JournalStore
    ) throws(JournalError) {
        let confirmation = sale.confirmation ?? .cashier
        for record in try store.operationsInDoubt(readerSerial: nil) where record.holdsUp(sale, at: now) {
            try store.decide(
                SupervisorDecision(
                    kind: .anotherCustomer, supervisor: confirmation.supervisor, evidence: confirmation.evidence,
                    at: now),
                of: record.sequence)
        }
    }

    private func recordOutcome(_ outcome: OperationOutcome, _ sequence: Int64) {
        CrashPoint.beforeOutcome.reach()
        work { (store) throws(JournalError) in
            let recording = try store.recordOutcome(outcome, of: sequence)
            CrashPoint.afterOutcome.reach()
            switch recording {
            case .recorded(let record), .alreadyRecorded(let record): return DeskEvent.outcomeRecorded(record)
            case .contradiction(let record, let unclaimed):
                return DeskEvent.contradictionKept(record, unclaimed.outcome)
            }
        }
    }

    private func loadInDoubt() {
        work { (store) throws(JournalError) in
            let records = try store.operationsInDoubt(readerSerial: nil)
            CrashPoint.inDoubtLoaded.reach()
            return DeskEvent.inDoubtLoaded(records)
        }
    }

    /// A decision that is refused is no failure of the books.
    private func recordDecision(_ decision: SupervisorDecision, _ sequence: Int64) {
        work { (store) throws(JournalError) in
            do throws(JournalError) {
                return DeskEvent.decisionRecorded(decision, try store.decide(decision, of: sequence))
            } catch {
                return DeskEvent.decisionRefused(error)
            }
        }
    }

    private func recordLate(_ late: LateResult) {
        work { (store) throws(JournalError) in
            switch try store.recordLate(late) {
            case .known: return nil
            case .kept(let unclaimed): return DeskEvent.unclaimedKept(unclaimed.outcome)
            case .beside(let record, let unclaimed): return DeskEvent.contradictionKept(record, unclaimed.outcome)
            }
        }
    }

    /// Steps are noted, not waited for. A note that fails is no reason to stop a payment that runs.
    private func note(_ event: OperationEvent, _ sequence: Int64) {
        if case .statusReported = event.kind { CrashPoint.statusReported.reach() }
        journal.async { (store) throws(JournalError) in
            Strain.slowDisk()
            try store.note(event, of: sequence)
            if case .statusReported = event.kind { CrashPoint.statusNoted.reach() }
        } then: { _ in
        }
    }

    private func work(_ body: @escaping @Sendable (JournalStore) throws(JournalError) -> DeskEvent?) {
        journal.async { (store) throws(JournalError) in
            Strain.slowDisk()
            return try body(store)
        } then: { [weak self] result in
            DispatchQueue.main.async {
                MainActor.assumeIsolated { self?.finish(result) }
            }
        }
    }

    private func finish(_ result: Result<DeskEvent?, JournalError>) {
        switch result {
        case .success(let event?):
            if case .outcomeRecorded = event { CrashPoint.outcomeKnown.reach() }
            post(event)
        case .success(nil): break
        case .failure(let error): post(.booksFailed(error))
        }
    }
}

extension OperationRecord {
    /// Whether a sale of the same amount has to wait until the cashier was asked.
    fileprivate func holdsUp(_ sale: SaleRequest, at now: Timestamp) -> Bool {
        intent.amount == sale.amount
            && now.millisecondsSince1970 - intent.startedAt.millisecondsSince1970 < Desk.sameAmountWindow
    }
}
