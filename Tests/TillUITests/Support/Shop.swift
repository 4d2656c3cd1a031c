import HeftKit
import Money
import Terminal
import TillCore
import TillJournal
import TillUI

@testable import HeftWire

/// A till that is led to a page by events, as the program would lead it.
struct Shop {
    var state: AppState
    private(set) var now: Timestamp
    var effects: [AppEffect] = []

    static let start = Timestamp(millisecondsSince1970: 1_767_362_520_000, offsetFromUTC: 0)
    static let hiLite = ReaderDevice(name: "HiLite 8421", address: "00:07:80:AB:84:21", kind: .bluetooth)
    static let simulator = ReaderDevice(name: "Simulated reader", address: "sim", kind: .simulated)

    init(_ settings: AppSettings = AppSettings(measure: .terminal)) {
        now = Shop.start
        state = AppState(settings: settings, bootID: "boot", now: now)
    }

    /// With a reader that takes sales.
    static func ready(
        _ device: ReaderDevice = Shop.hiLite, settings: AppSettings = AppSettings(measure: .terminal),
        inDoubt: [OperationRecord] = []
    ) -> Shop {
        var shop = Shop(settings)
        shop.send(.readers([device]))
        shop.send(.command(.confirm))
        shop.connect(device, inDoubt: inDoubt)
        return shop
    }

    mutating func connect(_ device: ReaderDevice = Shop.hiLite, inDoubt: [OperationRecord] = []) {
        send(.desk(.connected(Shop.identity(device), isResultPending: false)))
        send(.desk(.inDoubtLoaded(inDoubt)))
    }

    static func identity(_ device: ReaderDevice) -> ReaderIdentity {
        ReaderIdentity(
            serialNumber: "012345678421", name: device.name, address: device.address,
            isSimulated: device.kind == .simulated)
    }

    // MARK: Events

    mutating func send(_ event: AppEvent) {
        effects = state.handle(event, at: now)
        for case .arm(let page, _) in effects { pendingArm = page }
    }

    private var pendingArm: Int?

    /// Time passes, and a page that waited for silence takes keys.
    mutating func wait(seconds: Int = 1) {
        now = Timestamp(millisecondsSince1970: now.millisecondsSince1970 + Int64(seconds) * 1000, offsetFromUTC: 0)
        if let page = pendingArm {
            pendingArm = nil
            send(.armed(page))
        }
        send(.tick)
    }

    mutating func press(_ commands: AppCommand...) {
        for command in commands {
            // As far apart as a person's keys.
            now = Timestamp(millisecondsSince1970: now.millisecondsSince1970 + 40, offsetFromUTC: 0)
            send(.command(command))
        }
    }

    /// Types digits and points, slowly.
    mutating func type(_ text: String) {
        for character in text {
            wait()
            press(character == "." ? .point : .digit(character.wholeNumberValue ?? 0))
        }
        wait()
    }

    // MARK: A payment

    /// Charges 12.50 unless told otherwise, up to where the reader has the request.
    mutating func charge(_ typed: String = "1250") {
        type(typed)
        press(.confirm)
        if case .askAgain = state.page {
            wait()
            press(.yes, .confirm)
        }
        guard case .recordingIntent(let reader?, let request) = state.desk.phase else { return }
        send(.desk(.intentRecorded(record(request.amount ?? .init(minorUnits: 0, currency: .gbp), reader: reader))))
    }

    func record(_ amount: Amount, reader: ReaderIdentity, outcome: OperationOutcome? = nil) -> OperationRecord {
        OperationRecord(
            sequence: 418,
            intent: OperationIntent(
                kind: .sale, amount: amount, reference: "T1-000418", reader: reader, bootID: "boot", startedAt: now),
            outcome: outcome, wasRelayedToBank: false)
    }

    mutating func status(
        _ code: UInt16, _ message: String = "", cancel: Bool = false, elements: [String: String] = [:]
    ) throws {
        var event = try StatusEvent(status: ReaderStatus(code: code), xml: [])
        event.message = message
        event.isCancelAllowed = cancel
        event.elements = elements
        send(.desk(.status(event)))
    }

    mutating func askForSignature(_ receipt: String, timeout: Int = 90) throws {
        var request = try SignatureRequest(receipt: Array(receipt.utf8), xml: [])
        request.timeout = timeout
        send(.desk(.signatureRequested(request)))
    }

    /// The payment ends, and the books have it.
    mutating func finish(_ verdict: OperationOutcome.Verdict, _ change: (inout OperationOutcome) -> Void = { _ in }) {
        guard let running = state.desk.running else { return }
        send(.desk(.finished(Shop.lost)))
        var record = running.record
        record.outcome = outcome(verdict, record.intent.amount, change)
        send(.desk(.outcomeRecorded(record)))
    }

    /// Any end of the operation: what counts is the outcome that comes back from the books.
    static let lost = OperationCompletion(
        operation: .recoverPendingResult, result: .failed(.broken, .delivered), wasRelayedToBank: true,
        isAutomatic: false)

    func outcome(
        _ verdict: OperationOutcome.Verdict, _ amount: Amount?, _ change: (inout OperationOutcome) -> Void = { _ in }
    ) -> OperationOutcome {
        var outcome = OperationOutcome(
            verdict: verdict, message: "AUTHORISED", statusCode: 1, requested: amount,
            settledBy: .readerAnswer, finishedAt: now)
        if verdict == .approved || verdict == .declined || verdict == .partiallyApproved {
            outcome.cardScheme = "Visa"
            outcome.maskedCardNumber = "************1111"
            outcome.cardEntry = "ICC"
            outcome.verificationMethod = "PIN"
            outcome.customerReceipt = SampleReceipt.customer
            outcome.merchantReceipt = SampleReceipt.merchant
        }
        if verdict == .approved {
            outcome.total = amount
            outcome.authorised = amount
            outcome.authorisationCode = "091824"
            outcome.transactionID = "01234567-89ab-cdef-0123-456789abcdef"
            outcome.readerTransactionID = "0078"
        }
        change(&outcome)
        return outcome
    }

    /// The page in a window of another size, with what the books say of it.
    mutating func widen(_ columns: Int = 120, _ rows: Int = 40) {
        send(.window(WindowSize(columns: columns, rows: rows)))
    }

    func picture(_ columns: Int = 80, _ rows: Int = 24) -> Canvas {
        render(state, size: Size(columns: columns, rows: rows))
    }
}

enum SampleReceipt {
    static let customer = copy("Customer copy")
    static let merchant = copy("Merchant copy")

    private static func copy(_ title: String) -> String {
        """
        <center><b>CORNER CAFE</b><br>1 High Street<br>London</center><hr>
        <table width="100%"><tr><td>Card</td><td align="right">VISA **** 1111</td></tr>
        <tr><td>Entry</td><td align="right">Chip, PIN</td></tr>
        <tr><td>Auth</td><td align="right">091824</td></tr>
        <tr><td><b>TOTAL</b></td><td align="right"><b>GBP 12.50</b></td></tr></table>
        <p align=center>APPROVED<br>\(title)</p>
        """
    }
}

extension AppEvent {
    /// Readers that are there without a search.
    static func readers(_ devices: [ReaderDevice]) -> AppEvent {
        .reader(.listed(devices.map { ReaderSighting($0) }))
    }
}
