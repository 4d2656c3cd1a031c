package import HeftWire
import Money

extension SimulatedReader {
    /// What kind of reader it is and how it behaves.
    package struct Configuration: Sendable {
        /// Which generation of reader it plays.
        package enum Profile: Sendable {
            /// A reader as sold today.
            case current
            /// A reader that refuses an init with XML, and takes frames of 256 bytes.
            case old
        }

        /// What a new payment does to a result that the till has not fetched.
        package enum PendingPolicy: Sendable {
            /// The result is dropped.
            case discard
            /// The result comes back at once in place of the new payment's, flagged as recovered.
            case answerWithIt
        }

        /// When a result that was sent leaves the books.
        package enum ResultClearing: Sendable {
            /// As its last frame is acknowledged, like real readers. A till that is killed between its acknowledgement
            /// and its own journal has lost the result then.
            case whenAcknowledged
            /// As the till's next request arrives on the same connection; until then it can be recovered.
            case whenNextRequestArrives
        }

        /// Who holds the card and presses the keys.
        package enum Cardholder: Sendable {
            /// The reader plays the cardholder, at the pace of its ``Configuration/speed``.
            case automatic
            /// Everything waits for ``SimulatedReader/press(_:)``.
            case manual
        }

        package var secret: SharedSecret
        package var profile = Profile.current
        /// The longest frame in bytes that the init response names; 8–32,767. An old reader has its own.
        package var bufferSize = 1024
        package var speed = Speed.instant
        package var cardholder = Cardholder.automatic
        package var pendingPolicy = PendingPolicy.discard
        package var resultClearing = ResultClearing.whenAcknowledged
        /// Seconds for the cashier to judge a signature.
        package var signatureSeconds = 90
        /// Seconds for a whole exchange with the host.
        package var hostSeconds = 30
        package var hostName = "simulated.bank.example"
        package var hostPort: UInt16 = 443
        /// Numbers of ISO 4217 that it takes; nil for every currency in use.
        package var currencies: Set<Int>?
        /// Whether an update ends in a restart.
        package var restartsAfterUpdate = false
        /// Whether the till is told to have the chip card removed before the result comes.
        package var asksToRemoveCard = false
        package var merchant = MerchantPlate()
        package var bluetoothName = "Simulated reader"
        /// 0–100
        package var batteryPercent = 87

        package init(secret: SharedSecret) {
            self.secret = secret
        }

        var effectiveBufferSize: Int {
            switch profile {
            case .current: min(max(bufferSize, FrameEncoder.smallestMaximum), 32_767)
            case .old: 256
            }
        }

        func takes(currency: Int) -> Bool {
            guard let known = Currency(numericCode: currency) else { return false }
            return currencies?.contains(currency) ?? !known.isHistoric
        }
    }

    /// How long things take: cardholders, and the way to the bank.
    package enum Speed: String, CaseIterable, Sendable {
        /// No time at all.
        case instant
        /// Three to four seconds a sale, for demos.
        case brisk
        /// As at a counter.
        case real

        func duration(of beat: Beat) -> Duration {
            switch (self, beat) {
            case (.instant, _): .zero
            case (.brisk, .card): .milliseconds(900)
            case (.brisk, .reading): .milliseconds(300)
            case (.brisk, .amount): .milliseconds(500)
            case (.brisk, .pin): .milliseconds(1000)
            case (.brisk, .host), (.brisk, .none): .milliseconds(200)
            case (.real, .card): .seconds(4)
            case (.real, .reading): .seconds(1)
            case (.real, .amount): .seconds(2)
            case (.real, .pin): .seconds(5)
            case (.real, .host), (.real, .none): .milliseconds(700)
            }
        }
    }

    /// What the time after a status is spent on.
    enum Beat: Equatable, Sendable {
        /// The cardholder presents a card.
        case card
        /// The reader reads it.
        case reading
        /// The cardholder checks the amount.
        case amount
        /// The cardholder types the PIN.
        case pin
        /// The way to the bank.
        case host
        case none

        /// Whether the reader waits for the cardholder.
        var isCardholders: Bool {
            switch self {
            case .card, .amount, .pin: true
            case .reading, .host, .none: false
            }
        }
    }

    /// What a cardholder does with the reader.
    package enum CardholderAction: String, CaseIterable, Sendable {
        case insertCard
        case swipeCard
        case tapCard
        case greenKey
        case redKey
        case removeCard
    }

    /// What goes wrong, chosen in a test or at the panel. Each is used up by happening once.
    package struct Faults: Equatable, Sendable {
        /// The next frame goes out with a wrong checksum.
        package var corruptsNextFrame = false
        /// The link is dropped in place of this status.
        package var dropsLinkAt: Status?
        /// The next result is sent twice.
        package var answersTwice = false

        package init() {}
    }
}
