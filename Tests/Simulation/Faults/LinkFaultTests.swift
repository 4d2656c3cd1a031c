import Money
import Testing
import TillCore
import TillJournal

@Suite("Link faults") struct LinkFaultTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var payment: Payment
        var direction: Direction
        var kind: LineFault.Kind

        var testDescription: String { "\(payment), \(direction), \(kind)" }

        static func all(
            _ payments: [Payment], _ directions: [Direction], _ kinds: [LineFault.Kind]
        ) -> [Case] {
            payments.flatMap { payment in
                directions.flatMap { direction in
                    kinds.map { Case(payment: payment, direction: direction, kind: $0) }
                }
            }
        }
    }

    @Test("without a fault a payment stands in the books as the bank has it", arguments: Payment.allCases)
    func noFault(payment: Payment) throws {
        var counter = try payment.counter()
        let before = counter.books.records.count
        payment.start(at: &counter)
        counter.settle()
        #expect(counter.books.records.count == before + 1)
        #expect(counter.books.records.last?.outcome?.verdict == (payment == .declinedSale ? .declined : .approved))
        #expect(counter.contradictions(isFinal: true) == [])
    }

    @Test(
        "a link that closes, stalls or carries garbage at any byte of a sale leaves the books right (each is tried)",
        arguments: Case.all([.sale], Direction.allCases, [.closes, .stalls, .fallsSilent, .garbles]))
    func everyByte(_ fault: Case) throws {
        let sweep = try fault.payment.sweep(fault.direction)
        #expect(sweep.problems(of: fault.kind, .everyByte) == [])
    }

    @Test("what goes on as without a fault is told from what does not") func sameState() throws {
        var counter = try Payment.sale.counter()
        Payment.sale.start(at: &counter)
        var end = counter
        end.settle()
        while !counter.isAtRest {
            let before = counter
            #expect(counter.goesOn(as: before, until: end))
            counter.goOn()
            #expect(!counter.goesOn(as: before, until: end))
            var other = counter
            other.clock += 1
            #expect(!counter.goesOn(as: other, until: end))
        }
    }

    @Test(
        "a link that ends or falls silent at any byte leaves the books right (inside a frame one byte in 97 is tried)",
        arguments: Case.all(
            Payment.allCases.filter { $0 != .sale }, Direction.allCases, [.closes, .stalls, .fallsSilent]))
    func ends(with fault: Case) throws {
        let sweep = try fault.payment.sweep(fault.direction)
        #expect(sweep.problems(of: fault.kind, .ends) == [])
    }

    @Test(
        "a byte that is wrong, lost or from nobody leaves the books right (inside a frame one byte in 499 is tried)",
        arguments: Case.all([.sale], Direction.allCases, [.flipsBit, .inserts, .loses])
            + Case.all(Payment.allCases.filter { $0 != .sale }, [.toReader], LineFault.Kind.garbage)
            + Case.all([.declinedSale, .signatureSale, .refund, .reversal], [.toTill], [.flipsBit, .loses]))
    func garbage(_ fault: Case) throws {
        let sweep = try fault.payment.sweep(fault.direction)
        #expect(sweep.problems(of: fault.kind, .garbage) == [])
    }

    @Test(
        "a computer that sleeps at any moment of a payment, with a link that dies or lives on, leaves the books right",
        arguments: Payment.allCases, [true, false])
    func sleep(payment: Payment, isLinkDead: Bool) throws {
        var counter = try payment.counter()
        payment.start(at: &counter)
        while !counter.isAtRest {
            var sleeping = counter
            sleeping.give(.sleepBegins)
            if isLinkDead { sleeping.line.silence() }
            // Longer than any wait of the reader.
            if isLinkDead { sleeping.clock += 3_600_000 }
            sleeping.give(.sleepIsOver)
            sleeping.settle()
            #expect(sleeping.isAtRest)
            #expect(sleeping.contradictions(isFinal: false) == [], "after happening \(counter.happenings)")
            counter.goOn()
        }
    }

    /// The ways in which a payment can be left behind by a link that ends.
    private func broken(_ payment: Payment) throws -> [Aftermath] {
        var found: [Aftermath] = []
        for direction in Direction.allCases {
            for aftermath in try payment.sweep(direction).aftermaths(of: .closes, .ends)
            where !found.contains(where: { $0.isSame(as: aftermath) }) {
                found.append(aftermath)
            }
        }
        return found
    }

    @Test(
        "a link that has a fault once more while the result is fetched leaves the books right",
        arguments: Case.all([.signatureSale], Direction.allCases, [.closes, .stalls, .loses]))
    func again(_ fault: Case) throws {
        let broken = try broken(fault.payment)
        // Before the bank was asked, while it was, and after it had decided.
        #expect(broken.count >= 3)
        for aftermath in broken {
            let sweep = FaultSweep(fault.direction, from: aftermath.counter)
            #expect(sweep.problems(of: fault.kind, .garbage) == [], "after byte \(aftermath.position)")
        }
    }
}
