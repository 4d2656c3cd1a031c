internal import HeftWire

extension SimulatedReader {
    /// What the reader is doing.
    enum State: Equatable, Sendable {
        /// No till has initialised the reader on this link. Next: `ready`.
        case uninitialised
        /// Nothing is asked of it. Next: `operating`.
        case ready
        case operating(Operation)
        /// The link is lost, dropped, or plays a fault: nothing is heard or said until it is closed.
        case deaf
    }

    /// An operation and what is left to do for it.
    struct Operation: Equatable, Sendable {
        var subject: Subject
        /// Deliveries of an earlier operation's statuses are told apart by it.
        var number: Int
        /// The steps after the one that is under way.
        var steps: ArraySlice<Step> = []
        var wait = Wait.none
        /// Whether the last status that the till acknowledged allowed a cancel.
        var isCancelAllowed = false
        var hostReply: HostReply?
        /// The host approved and the signature was rejected: the reversal that takes the payment back.
        var reversal: HostRequest?
        /// How often a wrong PIN was typed.
        var wrongPINs = 0
        /// The challenge that was sent.
        var challenge: [UInt8] = []
    }

    enum Subject: Equatable, Sendable {
        case payment(PaymentInFlight)
        case tokenise(TokenOrder)
        /// `F040` or `F050`.
        case day(Command)
        case update
        case scan(ScanOrder)
    }

    /// A card that is to be tokenised without a payment.
    struct TokenOrder: Equatable, Sendable {
        var reference: String
        /// Nil until one was read.
        var card: TestCard?
    }

    /// What `enableScanner` asks for.
    struct ScanOrder: Equatable, Sendable {
        /// Goes on after the first code.
        var isMultiScan: Bool
        /// Scans only while the button is pressed.
        var isButtonMode: Bool
        /// Seconds without a code until the scanner switches itself off.
        var timeoutSeconds: Int
    }

    enum Step: Equatable, Sendable {
        case challenge
        /// Looks at what was asked, and plans the rest.
        case check
        /// Tells the till a status, then lets the beat pass.
        case status(Status, isCancelAllowed: Bool, Beat)
        case hostConnect
        case hostSend
        case hostReceive
        case hostDisconnect
        /// All of it in one request.
        case hostPost
        /// The cardholder confirms at the PIN without a digit.
        case bypassPIN
        /// The cardholder takes the card out at the PIN.
        case pullCard
        /// The card that was left in the slot is out.
        case slotCleared
        /// Where the host approved a part: the cardholder learns it.
        case amountDue
        /// The scanner looks for a code.
        case scan
        /// Where the host approved: the signature is to be judged.
        case signature
        case signatureRequest
        /// The link goes while the bank has the request.
        case loseLink
        /// The result is kept, and the wire goes wrong in place of it.
        case fault(LinkFault)
        /// Ends it with this verdict.
        case end(Verdict)
        /// Ends it by what the host said.
        case finish
    }

    enum Wait: Equatable, Sendable {
        case none
        /// For the acknowledgement of a status, after which the beat passes.
        case delivery(isCancelAllowed: Bool, Beat)
        /// For the step timer, or the cardholder.
        case beat(Beat)
        /// For the till's answer to a request of the reader.
        case answer(Command)
    }

    /// What a message means once its last frame is acknowledged.
    enum Delivery: Equatable, Sendable {
        case status(operation: Int)
        /// The pending result of this GUID has arrived.
        case result(id: String, isRestarting: Bool)
        /// The init response has arrived: frames may be as long as both sides take.
        case initialised(frameSize: Int)
        /// The answer to an update has arrived: the reader restarts.
        case restart
        /// The request is with the till, and nothing is acknowledged any more.
        case mute
        case other
    }
}
