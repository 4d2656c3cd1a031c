import HeftWire
import ReaderSimulator

extension Counter {
    /// Does what the reader wants, as its port does.
    mutating func carryOut(_ outputs: [SimulatedReader.Output]) {
        for output in outputs {
            switch output {
            case .send(let bytes): queue.append(.bytes(bytes, .toTill, connection: line.connection))
            case .startTimer(let timer, let duration):
                let milliseconds =
                    duration.components.seconds * 1000 + duration.components.attoseconds / 1_000_000_000_000_000
                timers.start(.reader(timer), due: clock + milliseconds)
            case .stopTimer(let timer): timers.stop(.reader(timer))
            case .dropLink:
                if line.carriesClosing {
                    queue.append(.closedAtTill("the reader closed the link", connection: line.connection))
                }
                closeAtReader()
            case .persist, .display, .activity: break
            }
        }
    }

    mutating func closeAtReader() {
        guard line.isReaderEndOpen else { return }
        line.isReaderEndOpen = false
        timers.stop { $0.isReaders }
        carryOut(reader.linkClosed())
    }

    /// The reader's power fails for a moment.
    mutating func cutReaderPower() {
        line.cut()
        queue.append(.closedAtTill("the link to the reader was lost", connection: line.connection))
        line.isReaderEndOpen = false
        timers.stop { $0.isReaders }
        carryOut(reader.restart())
        // Without a way to be away it is back at once, with its books as they were.
        carryOut(reader.powerOn())
    }

    /// The gateway notes that data goes to the bank, then asks the bank, unless the answer is of no use any more.
    mutating func relay(_ exchange: ReaderSession.HostExchange, _ connection: Int) {
        if let relayingFor { books.relay(relayingFor) }
        guard connection == line.connection, calls.contains(exchange.id) else { return }
        let (outputs, answer, _) = reader.respondAsHost(to: exchange.request)
        carryOut(outputs)
        guard case .response(let bytes) = answer else { return }
        queue.append(.hostAnswered(exchange.id, .response(bytes), connection: connection))
    }
}
