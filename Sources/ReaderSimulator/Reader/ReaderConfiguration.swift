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

        /// Which reader it plays.
        package enum Model: String, CaseIterable, Sendable {
            /// At Bluetooth, without a scanner.
            case hiLite
            /// At a wire, with a scanner.
            case hiPro
        }

        /// How the reader reaches its host through the till.
        package enum HostTraffic: String, CaseIterable, Sendable {
            /// Connects, sends, receives and disconnects, one request each.
            case connection
            /// One request that does all of it, for tills that take it.
            case post
        }

        /// What the till is shown of a signature.
        package enum SignatureForm: String, CaseIterable, Sendable {
            /// The merchant's receipt as HTML, to be printed and signed.
            case receipt
            /// The `https` address of a picture.
            case address
            /// The picture itself, as base64.
            case picture
        }

        /// Where the books of the reader's host are.
        package enum HostBooks: Sendable {
            /// With the reader's own: a payment whose answer was lost is looked up there.
            case shared
            /// With another program, which the till's relay reaches: what the reader is not told it does not know.
            case elsewhere
        }

        /// Steps of some readers that most do without.
        package enum Prompt: String, CaseIterable, Sendable {
            case applicationConfirmation
            case amountValidation
            case accountType
            case paymentCode
            /// Says when the PIN is done.
            case pinCompleted
            /// Says that the host approved a part, and has the cardholder check what is still due.
            case amountDue
            case customerReceipt
            /// Prints both copies.
            case printing
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

        /// The secret that simulated readers and development tills share, 64 hexadecimal digits.
        /// Source: `ReaderProtocol.md` §7.
        package static let developmentSecret = "0102030405060708091011121314151617181920212223242526272829303132"

        package var secret: SharedSecret
        package var model = Model.hiLite
        package var profile = Profile.current
        /// The longest frame in bytes that the init response names; 8–32,767. An old reader has its own.
        package var bufferSize = 1024
        package var speed = Speed.instant
        package var cardholder = Cardholder.automatic
        package var pendingPolicy = PendingPolicy.discard
        package var resultClearing = ResultClearing.whenAcknowledged
        /// Whether the reader asks for a tip, and what the automatic cardholder gives.
        package var tip = Tip.notAsked
        package var prompts: Set<Prompt> = []
        package var signatureForm = SignatureForm.receipt
        /// Seconds for the cashier to judge a signature.
        package var signatureSeconds = 90
        /// Seconds for a whole exchange with the host.
        package var hostSeconds = 30
        package var hostName = "simulated.bank.example"
        package var hostPort: UInt16 = 443
        /// Name and port as an `https` address has them.
        var hostAuthority: String { hostPort == 443 ? hostName : "\(hostName):\(hostPort)" }
        /// Numbers of ISO 4217 that it takes; nil for every currency in use.
        package var currencies: Set<Int>?
        package var hostTraffic = HostTraffic.connection
        package var hostBooks = HostBooks.shared
        /// Whether an update ends in a restart.
        package var restartsAfterUpdate = false
        /// Seconds from the drop of the link to the reader's return after a restart; with 0 it is back at once.
        package var restartSeconds = 0
        /// Whether the till is told to have the chip card removed before the result comes.
        package var asksToRemoveCard = false
        package var merchant = MerchantPlate()
        package var bluetoothName = "Simulated reader"
        /// 0–100
        package var batteryPercent = 87
        /// Below this, and without power from outside, it refuses what needs a card, a host or an update.
        package var leastBatteryPercent = 5
        package var isCharging = false
        package var hasExternalPower = false

        package init(secret: SharedSecret) {
            self.secret = secret
        }

        /// With the secret as 64 hexadecimal digits; nil for a text that is none.
        package init?(secret text: String) {
            do throws(SharedSecret.Refusal) {
                secret = try SharedSecret(text)
            } catch {
                return nil
            }
        }

        var isBatteryTooLow: Bool { batteryPercent < leastBatteryPercent && !hasExternalPower && !isCharging }

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
}
