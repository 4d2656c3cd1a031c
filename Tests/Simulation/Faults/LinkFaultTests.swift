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

        static func all(_ kinds: [LineFault.Kind]) -> [Case] {
            Payment.allCases.flatMap { payment in
                Direction.allCases.flatMap { direction in
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
        "a link that ends or falls silent at any byte leaves the books right (inside a frame one byte in 97 is tried)",
        arguments: Case.all([.closes, .stalls, .fallsSilent]))
    func ends(with fault: Case) throws {
        let sweep = try fault.payment.sweep(fault.direction)
        #expect(sweep.problems(of: fault.kind, .ends) == [])
    }

    @Test(
        "a byte that is wrong, lost or from nobody leaves the books right (inside a frame one byte in 499 is tried)",
        arguments: Case.all([.flipsBit, .garbles, .inserts, .loses]))
    func garbage(_ fault: Case) throws {
        let sweep = try fault.payment.sweep(fault.direction)
        #expect(sweep.problems(of: fault.kind, .garbage) == [])
    }
}
