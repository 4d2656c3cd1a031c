import HeftWire
import Money
import ReaderSimulator

/// Sales from the first byte to the result, reader, till and bank in one thread and in memory.
enum SaleBench {
    private static let secret = "0102030405060708091011121314151617181920212223242526272829303132"
    private static let count = 2000

    static func run() -> String {
        guard let bench = Table() else { return "the table could not be set" }
        var table = bench
        var approved = 0
        let seconds = Bench.seconds {
            for _ in 0..<count where table.sell() { approved += 1 }
        }
        return "\(Int(Double(approved) / seconds)) a second, \(approved) of \(count) approved"
    }

    /// A till and a reader that hand each other bytes.
    private struct Table {
        var session: ReaderSession
        var reader: SimulatedReader
        private var toReader: [[UInt8]] = []
        private var toSession: [[UInt8]] = []
        private var firing: [SimulatedReader.TimerID] = []
        private var isApproved = false

        init?() {
            do throws(SharedSecret.Refusal) {
                let secret = try SharedSecret(SaleBench.secret)
                session = ReaderSession(
                    configuration: ReaderSession.Configuration(secret: secret), random: SystemRandomNumberGenerator())
                reader = SimulatedReader(
                    configuration: SimulatedReader.Configuration(secret: secret), random: SystemRandomNumberGenerator(),
                    now: { "20260101120000" })
            } catch {
                return nil
            }
            carryOut(reader.powerOn())
            carryOut(session.open(date: "20260101120000"))
            settle()
        }

        mutating func sell() -> Bool {
            isApproved = false
            let order = ReaderOperation.FinanceOrder(amountMinor: 1250, currency: CurrencyNumber(.gbp))
            do throws(ReaderSession.Refusal) {
                carryOut(try session.submit(.finance(.sale, order)))
            } catch {
                return false
            }
            settle()
            return isApproved
        }

        private mutating func settle() {
            while true {
                if !toReader.isEmpty {
                    carryOut(reader.receive(toReader.removeFirst()))
                } else if !toSession.isEmpty {
                    carryOut(session.receive(toSession.removeFirst()))
                } else if !firing.isEmpty {
                    carryOut(reader.timerFired(firing.removeFirst()))
                } else {
                    return
                }
            }
        }

        private mutating func carryOut(_ outputs: [SimulatedReader.Output]) {
            for output in outputs {
                switch output {
                case .send(let bytes): toSession.append(bytes)
                case .startTimer(.step, _): firing.append(.step)
                case .stopTimer(.step): firing.removeAll()
                default: break
                }
            }
        }

        private mutating func carryOut(_ outputs: [ReaderSession.Output]) {
            for output in outputs {
                switch output {
                case .send(let bytes): toReader.append(bytes)
                case .hostRequest(let exchange): askHost(exchange)
                case .finished(let completion):
                    if case .finance(let result) = completion.result { isApproved = result.outcome == .authorised }
                default: break
                }
            }
        }

        private mutating func askHost(_ exchange: ReaderSession.HostExchange) {
            let (outputs, answer, _) = reader.respondAsHost(to: exchange.request)
            carryOut(outputs)
            if case .response(let bytes) = answer {
                carryOut(session.answer(host: exchange.id, .response(bytes)))
            }
        }
    }
}
