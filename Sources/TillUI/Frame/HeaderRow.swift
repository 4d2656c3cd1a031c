import Terminal
import TillCore

/// The first row: till, page, reader, what is in doubt, whether money is real, and the time.
struct HeaderRow {
    let till: String
    let page: String
    /// The reader and its link.
    let link: String
    /// The link with the battery, where the reader told of it.
    let reader: String
    /// How long nothing was heard of the reader; empty while that is not worth a word.
    let age: String
    /// A result waits on the reader, or requests of other programs wait here.
    let waiting: String
    let currency: String
    let inDoubt: String
    let mode: String
    let clock: String
    let role: Role

    init(_ state: AppState) {
        till = shortened(state.settings.tillName, columns: 16)
        page = state.pageName
        link = HeaderRow.link(state)
        reader = link + HeaderRow.battery(state)
        age = HeaderRow.age(state)
        waiting = state.desk.isResultPending ? "1 waiting" : HeaderRow.requests(state)
        currency = (state.page == .sale ? state.ticket.currency : state.settings.currency).alphaCode
        let count = state.desk.inDoubt.count
        inDoubt = count == 0 ? "" : "?? \(count) unknown"
        mode = state.isSimulated ? "*** SIMULATED ***" : "LIVE"
        clock = state.now.clock
        role = state.isSimulated ? .simulated : .title
    }

    /// Draws what has room. The word for real or simulated money and what is in doubt come before anything else.
    func draw(on canvas: inout Canvas) {
        let columns = canvas.size.columns
        canvas.fill(Area(row: 0, column: 0, rows: 1, columns: columns), role: role)
        let right = [inDoubt, mode].filter { !$0.isEmpty }
        let all = [waiting, inDoubt, mode].filter { !$0.isEmpty }
        var candidates: [(left: [String], right: [String])] = [
            ([till, page], [reader + age] + all + [clock]), ([page], [reader + age] + all + [clock]),
            ([till, page], [reader] + all + [clock]), ([page], [reader] + all + [clock]),
            ([till, page], [reader] + right + [clock]), ([page], [reader] + right + [clock]),
            ([page], [link] + right + [clock]), ([page], right + [clock]), ([page], right), ([], right), ([], [mode]),
        ]
        // What is wide enough for a list and its details side by side has room for everything.
        if columns >= 100 { candidates.insert(([till, page], [reader + age] + all + [currency, clock]), at: 0) }
        let gap = columns >= 80 ? "   " : "  "
        for (left, right) in candidates {
            let leftText = left.joined(separator: gap)
            let rightText = right.filter { !$0.isEmpty }.joined(separator: gap)
            let width = PrintableText(leftText).columns + PrintableText(rightText).columns
            guard width + 3 <= columns else { continue }
            canvas.write(leftText, row: 0, column: 1, role: role)
            canvas.write(rightText, row: 0, in: 0..<(columns - 1), align: .trailing, role: role)
            return
        }
        canvas.write(mode, row: 0, column: 0, role: role)
    }

    /// Requests of other programs that wait.
    private static func requests(_ state: AppState) -> String {
        let count = state.charges.waiting.count
        return count == 0 ? "" : count == 1 ? "1 request" : "\(count) requests"
    }

    private static func link(_ state: AppState) -> String {
        guard let device = state.desk.device else { return "no reader" }
        let name = shortened(state.desk.reader?.name ?? device.name, columns: 20)
        return switch state.desk.phase {
        case .offline: "\(name) \(state.lostLink == nil ? "off" : "LOST")"
        case .connecting: "\(name) ..."
        case .recordingIntent(nil, _), .recordingOutcome(nil, _): "\(name) LOST"
        default: "\(name) OK"
        }
    }

    private static func battery(_ state: AppState) -> String {
        guard state.desk.reader != nil, let percent = state.condition.batteryPercent else { return "" }
        return " \(percent)%\(state.condition.isCharging == true ? " charging" : "")"
    }

    private static func age(_ state: AppState) -> String {
        guard state.desk.reader != nil, let minutes = state.condition.silentMinutes(at: state.now) else { return "" }
        return ", heard \(LinkWords.age(minutes: minutes))"
    }
}

extension AppState {
    /// Whether what the page shows moves no money.
    var isSimulated: Bool {
        if let record = page.record { return record.intent.reader.isSimulated }
        if let reader = desk.reader { return reader.isSimulated }
        if let device = desk.device, device.kind == .simulated { return true }
        return settings.areBooksSimulated || settings.isDemo
    }
}

extension Page {
    /// What the header calls the page.
    var name: String {
        switch self {
        case .chooseReader: "Choose reader"
        case .sale: "Sale"
        case .charge: "Charge request"
        case .notTold: "Answer not delivered"
        case .unsent: "Answers not sent"
        case .saleTip: "Tip"
        case .saleFields: "Details of the sale"
        case .tickets: "Tickets set aside"
        case .pairing: "Pair a reader"
        case .simulator: "Simulator"
        case .askAgain, .anotherCustomer: "Question"
        case .payment: "Taking a payment"
        case .signature: "Signature"
        case .result: "Result"
        case .receipt: "Receipt"
        case .email: "E-mail a receipt"
        case .copyOut(let copyOut): copyOut.failure == nil ? "Save a copy" : "Not printed"
        case .unfinished: "Unfinished sale"
        case .history: "History"
        case .detail: "Operation"
        case .inDoubt: "Unknown"
        case .day: "Day"
        case .closeDay: "Close the day"
        case .refund: "Refund"
        case .void: "Void"
        case .decision: "Supervisor"
        case .support: "Support sheet"
        case .rest: "Partly paid"
        case .tender: "Other payment"
        case .tip: "Change a tip"
        case .unlinkedRefund: "Refund without a sale"
        case .settings: "Settings"
        case .quit: "Quit"
        case .help: "Help"
        case .menu: "Menu"
        case .palette: "Commands"
        case .service(let question): question.kind.title
        case .scanner: "Barcode scanner"
        case .readerText(let text): text.kind.title
        }
    }

    /// The operation that the page is about, where it has its own.
    var record: OperationRecord? {
        switch self {
        case .result(let result): result.record
        case .simulator(let panel): panel.under.record
        case .receipt(let receipt): receipt.record
        case .email(let email): email.record
        case .copyOut(let copyOut): copyOut.copies.first?.record
        case .unfinished(let unfinished): unfinished.record
        case .detail(let detail): detail.row.record
        case .refund(let refund): refund.record
        case .void(let void): void.record
        case .decision(let decision): decision.record
        case .support(let support): support.record
        case .tip(let tip): tip.record
        case .help(let under, _), .quit(let under, _): under.record
        case .menu(let menu): menu.under.record
        case .palette(let palette): palette.under.record
        case .settings(let settings): settings.under.record
        case .scanner, .readerText, .chooseReader, .pairing, .unsent, .sale, .saleTip, .saleFields, .tickets, .askAgain,
            .anotherCustomer,
            .payment, .signature, .charge, .notTold,
            .history, .inDoubt, .day, .closeDay, .rest, .tender, .unlinkedRefund, .service:
            nil
        }
    }
}

extension Timestamp {
    /// Local time as `HH:mm`.
    var clock: String { String(localTime.dropFirst(11).prefix(5)) }
    /// Local time as `HH:mm:ss`.
    var clockWithSeconds: String { String(localTime.dropFirst(11)) }
    /// Local date as `yyyy-MM-dd`.
    var day: String { String(localTime.prefix(10)) }
}

/// Seconds as `m:ss`.
func minutes(_ seconds: Int) -> String {
    let rest = seconds % 60
    return "\(seconds / 60):\(rest < 10 ? "0" : "")\(rest)"
}
