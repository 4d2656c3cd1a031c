import TillCore

/// What the reader does now, by its status.
enum ReaderStep: Equatable, Sendable {
    case presentCard, insertChip, startAgain, typeCardNumber
    case cardRead
    case chooseApplication, confirmApplication, checkAmount, chooseTip, chooseAccount, chooseHowToPay, checkDue
    case typePIN, donePIN
    case secretCheck
    case signature
    case bank
    case removeCard, receipt
    case ready, done, partlyApproved, nothingHeld, scanned
    case trouble(ReaderTrouble)
    /// A status without words of ours: the reader's own are shown.
    case other

    init(_ status: StatusEvent) {
        let code = status.status.code
        self = ReaderStep.steps[code] ?? ReaderTrouble(code: code).map(ReaderStep.trouble) ?? .other
    }

    private static let steps: [UInt16: ReaderStep] = [
        0x0014: .presentCard, 0x002D: .insertChip, 0x001B: .startAgain, 0x001A: .typeCardNumber, 0x0015: .cardRead,
        0x0016: .chooseApplication, 0x0017: .confirmApplication, 0x0018: .checkAmount, 0x001C: .chooseTip,
        0x0032: .chooseAccount, 0x0034: .chooseHowToPay, 0x0036: .checkDue, 0x0019: .typePIN, 0x0024: .donePIN,
        0x001E: .secretCheck, 0x001F: .signature, 0x0020: .bank, 0x0021: .bank, 0x0022: .bank, 0x0023: .bank,
        0x0040: .bank, 0x0041: .bank, 0x002E: .removeCard, 0x0038: .receipt, 0x0039: .receipt, 0x003A: .receipt,
        0x0001: .done, 0x000A: .nothingHeld, 0x0030: .scanned, 0x0035: .partlyApproved, 0x9999: .ready,
    ]

    /// Whether the cardholder acts at the reader, so that the red key is theirs.
    var isCustomers: Bool {
        switch self {
        case .presentCard, .insertChip, .startAgain, .typeCardNumber, .chooseApplication, .confirmApplication,
            .checkAmount, .chooseTip, .chooseAccount, .chooseHowToPay, .checkDue, .typePIN:
            true
        case .cardRead, .donePIN, .secretCheck, .signature, .bank, .removeCard, .receipt, .ready, .done,
            .partlyApproved, .nothingHeld, .scanned, .trouble, .other:
            false
        }
    }

    /// Whether it must be read before the next status takes its place.
    var isWarning: Bool {
        switch self {
        case .insertChip, .startAgain, .trouble: true
        case .presentCard, .typeCardNumber, .cardRead, .chooseApplication, .confirmApplication, .checkAmount,
            .chooseTip, .chooseAccount, .chooseHowToPay, .checkDue, .typePIN, .donePIN, .secretCheck, .signature,
            .bank, .removeCard, .receipt, .ready, .done, .partlyApproved, .nothingHeld, .scanned, .other:
            false
        }
    }

    /// What the cashier is to do, after "Do now:".
    var advice: String {
        switch self {
        case .presentCard: "ask the customer to tap, insert or swipe the card."
        case .insertChip: "the card has a chip: ask the customer to insert it."
        case .startAgain: "ask the customer to take the card out. Then it starts again."
        case .typeCardNumber: "wait. The card number is typed on the reader."
        case .cardRead: "wait. Leave the card in the reader."
        case .chooseApplication: "wait. The customer chooses the application on the reader."
        case .confirmApplication: "wait. The customer confirms the application on the reader."
        case .checkAmount: "wait. The customer checks the amount on the reader."
        case .chooseTip: "wait. The customer chooses a tip on the reader."
        case .chooseAccount: "wait. The customer chooses the account on the reader."
        case .chooseHowToPay: "wait. The customer chooses how to pay on the reader."
        case .checkDue: "wait. The customer checks what is still due on the reader."
        case .typePIN: "wait. The customer is using the reader. Look away from the PIN."
        case .donePIN: "wait. The PIN is done."
        case .secretCheck: "wait. Reader and till check each other."
        case .signature: "check the signature."
        case .bank: "wait. The bank is being asked. Leave the card in the reader."
        case .removeCard: "ask the customer to remove the card."
        case .receipt: "wait. The reader takes care of the receipt."
        case .ready, .done: "wait. The result is on its way."
        case .partlyApproved: "wait. The bank approved a part."
        case .nothingHeld: "wait. The reader holds nothing."
        case .scanned: "wait. A code was scanned."
        case .trouble(let trouble): trouble.advice
        case .other: "look at the reader, and wait."
        }
    }

    /// What the reader shows its cardholder: a line above the amount and one below.
    var mirror: (top: String, bottom: String) {
        switch self {
        case .presentCard: ("TAP, INSERT OR SWIPE CARD", "C = red")
        case .insertChip: ("INSERT THE CARD", "C = red")
        case .startAgain: ("TAKE THE CARD OUT", "")
        case .typeCardNumber: ("CARD NUMBER:", "OK = green   C = red")
        case .cardRead: ("PLEASE WAIT", "")
        case .chooseApplication: ("CHOOSE APPLICATION", "OK = green   C = red")
        case .confirmApplication: ("CONFIRM APPLICATION", "OK = green   C = red")
        case .checkAmount: ("AMOUNT CORRECT?", "OK = green   C = red")
        case .chooseTip: ("TIP?", "OK = green   C = red")
        case .chooseAccount: ("CHOOSE ACCOUNT", "OK = green   C = red")
        case .chooseHowToPay: ("HOW TO PAY?", "OK = green   C = red")
        case .checkDue: ("STILL DUE: CORRECT?", "OK = green   C = red")
        case .typePIN: ("ENTER PIN:    ****", "OK = green   C = red")
        case .donePIN: ("PIN DONE", "")
        case .secretCheck: ("PLEASE WAIT", "")
        case .signature: ("SIGNATURE", "")
        case .bank: ("CONNECTING TO THE BANK", "")
        case .removeCard: ("REMOVE CARD", "")
        case .receipt: ("RECEIPT", "")
        case .ready: ("READY", "")
        case .done: ("DONE", "")
        case .partlyApproved: ("APPROVED IN PART", "")
        case .nothingHeld: ("NOTHING STORED", "")
        case .scanned: ("CODE READ", "")
        case .trouble(let trouble): (trouble.mirror, "")
        case .other: ("", "")
        }
    }
}

/// Whether the cashier can cancel the running payment.
enum CancelState: Equatable, Sendable {
    case possible
    /// Asked for, and not confirmed by the reader yet.
    case cancelling
    case customerOnly
    case notNow

    var sentence: String {
        switch self {
        case .possible: "Esc cancels."
        case .cancelling: "Cancelling… The reader has not confirmed yet."
        case .customerOnly: "Only the customer can cancel now: red key."
        case .notNow: "It cannot be cancelled now."
        }
    }
}

extension AppState {
    /// A warning stays so long, in milliseconds, unless a key goes on from it.
    private static let warningTime: Int64 = 3000
    /// A reader that chatters shows its last ones alone.
    private static let warningsMax = 3

    /// The warning that has not been on the screen long enough yet. One after the other: each has its time.
    ///
    /// - Parameter log: the statuses so far, oldest first.
    func heldWarning(in log: [RunningOperation.Entry]) -> StatusEvent? {
        let read = warningsReadAt?.millisecondsSince1970 ?? .min
        let unread = log.filter { $0.at.millisecondsSince1970 > read && ReaderStep($0.status).isWarning }
        var free = Int64.min
        for entry in unread.suffix(AppState.warningsMax) {
            free = max(free, entry.at.millisecondsSince1970) + AppState.warningTime
            if now.millisecondsSince1970 < free { return entry.status }
        }
        return nil
    }

    var cancelState: CancelState {
        guard case .running(_, let operation) = desk.phase else { return .notNow }
        if operation.isCancelling { return .cancelling }
        if operation.isCancelAllowed { return .possible }
        return operation.status.map { ReaderStep($0).isCustomers } == true ? .customerOnly : .notNow
    }
}
