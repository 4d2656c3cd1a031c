import HeftKit
import Money
import SeededRandom
import Testing
import TillJournal

@testable import HeftWire
@testable import TillCore

@Suite("Every page") struct EveryPageTests {
    enum Start: CaseIterable {
        case simulator, simulatorPaying, simulatorSeed
        case scanner, scanning, readerLog, emptyLog
        case menu, menuAtStartOfDay, palette, startDay
        case chooseReader, connecting, sale, saleWithAmount, saleOffline, askAgain, anotherCustomer, payment, signature
        case approved, declined, unknown, stillUnknown, unfinished, receipt, quit, helpOnSale, helpOnPayment
        case history, find, detail, refund, refundChoices, void, day, closeDay, inDoubt, setAside, decide, support
        case partlyPaid, tender, tenderAsked, rest, tip, tipAsked
        case unlinkedRefund, unlinkedRefundReason
        case ticket, saleTip, saleTipAmount, saleFields, tickets
        case settings, settingTyped
        case saveCopy, notPrinted
        case pairing, pairingPIN, pairingNumber, pairingStopped, pairingLost, pairingAgain
        case charge, chargeTyped, notTold, unsent, email

        var till: Till {
            switch self {
            case .scanner: return after(.ready(), .barcode)
            case .scanning: return after(.ready(), .barcode, .confirm)
            case .readerLog:
                var till = after(.ready(), .menu, .digit(1), .digit(5), .confirm)
                till.give(.finished(completion(.log(.success, text: Array("one\ntwo".utf8)), of: .getLog)))
                return till
            case .emptyLog: return after(Start.readerLog.till, .forget)
            case .pairing: return PairingPageTests.pairing()
            case .pairingPIN: return PairingPageTests.pairing(.enterPIN)
            case .pairingNumber: return PairingPageTests.pairing(.confirmPasskey(4711))
            case .pairingLost: return PairingPageTests.lost()
            case .pairingAgain: return after(PairingPageTests.lost(), .confirm)
            case .pairingStopped: return after(PairingPageTests.pairing(), .back)
            case .unsent: return ChargePageTests.unsent()
            case .email: return after(ChargePageTests.paid(["sendmail"]), .email, .text("a"))
            case .menu: return after(.ready(), .menu)
            case .menuAtStartOfDay: return after(.ready(), .menu, .digit(1), .digit(3))
            case .palette: return after(.ready(), .palette)
            case .startDay: return after(.ready(), .menu, .digit(1), .digit(3), .confirm)
            case .chooseReader: return Till()
            case .connecting: return after(Till(), .confirm)
            case .sale: return .ready()
            case .saleWithAmount: return after(.ready(), .digit(1), .digit(2), .digit(5), .digit(0))
            case .ticket:
                var till = Till.ready()
                till.type("500+3*250+")
                return till
            case .saleTip: return after(Start.ticket.till, .tip)
            case .saleTipAmount: return after(Start.ticket.till, .tip, .digit(4), .confirm, .digit(9))
            case .saleFields: return after(Start.ticket.till, .details, .text("x"))
            case .tickets:
                return after(Start.ticket.till, .setAside, .confirm, .digit(5), .add, .setAside)
            case .saleOffline:
                var till = Start.saleWithAmount.till
                till.give(.linkEnded(.broken))
                return till
            case .askAgain:
                return after(.ready(), .digit(9), .digit(9), .digit(9), .digit(9), .digit(9), .digit(9), .confirm)
            case .anotherCustomer:
                return after(Start.stillUnknown.till, .back, .digit(1), .digit(2), .digit(5), .digit(0), .confirm)
            case .charge: return ChargePageTests.asked()
            case .chargeTyped: return after(ChargePageTests.asked("returnURL=a%3A"), .digit(1))
            case .notTold: return ChargePageTests.notTold()
            case .simulator: return after(.simulated(), .digit(5), .digit(0), .simulator)
            case .simulatorPaying: return after(.simulated(), .digit(5), .confirm, .simulator, .otherPanel)
            case .simulatorSeed:
                return after(
                    .simulated(), .digit(5), .simulator, .otherPanel, .otherPanel, .otherPanel, .digit(5), .confirm)
            case .payment: return .paying()
            case .signature:
                var till = Till.paying()
                till.give(.signatureRequested(aSignature))
                return till
            case .approved: return .showing(.authorised)
            case .declined: return .showing(.declined)
            case .unknown: return .showing(.undefined)
            case .stillUnknown:
                var till = after(.showing(.undefined), .confirm)
                till.give(recovery(nothingHeld))
                return till
            case .unfinished:
                var till = Till([.inDoubt()])
                till.connect()
                return till
            case .receipt: return after(.showing(.authorised), .receipt)
            case .saveCopy: return after(.showing(.authorised), .receipt, .save)
            case .notPrinted: return after(PrintingTests.failed(), .attention)
            case .quit: return after(.ready(), .quit)
            case .history: return .showingHistory([.paid(2), .inDoubt(1)])
            case .detail: return .showingDetail(.paid(2))
            case .refund: return after(.showingDetail(.paid(2)), .refund)
            case .refundChoices: return after(.showingDetail(.paid(2)), .refund, .confirm)
            case .void: return after(.showingDetail(.paid(2)), .void)
            case .day: return after(.showingHistory([.paid(2)]), .otherPanel)
            case .closeDay: return after(.showingHistory([.paid(2)]), .otherPanel, .closeDay)
            case .inDoubt: return .withTwoInDoubt()
            case .setAside: return after(.showing(.undefined), .setAside)
            case .decide: return after(.showing(.undefined), .otherPayment)
            case .support: return after(.showing(.undefined), .supportSheet)
            case .partlyPaid: return TenderPageTests.partlyPaid()
            case .tender: return after(TenderPageTests.partlyPaid(), .otherPayment)
            case .tenderAsked: return after(TenderPageTests.partlyPaid(), .otherPayment, .confirm)
            case .rest: return after(TenderPageTests.later(), .attention)
            case .tip: return TipPageTests.tip()
            case .unlinkedRefund: return after(UnlinkedRefundTests.amount(), .digit(5))
            case .unlinkedRefundReason: return after(UnlinkedRefundTests.amount(), .digit(5), .confirm)
            case .tipAsked: return after(TipPageTests.tip(), .digit(5), .confirm)
            case .settings: return after(.ready(), .settings, .digit(2))
            case .settingTyped: return after(.ready(), .settings, .digit(2), .confirm)
            case .find: return after(.showingHistory([.paid(2)]), .find)
            case .helpOnSale: return after(Start.saleWithAmount.till, .help)
            case .helpOnPayment: return after(.paying(), .help)
            }
        }

        /// Whether one key may begin a sale here.
        var mayCharge: Bool { self == .saleWithAmount || self == .ticket }

        private func after(_ till: Till, _ commands: AppCommand...) -> Till {
            var till = till
            for command in commands { till.press(command, after: 1000) }
            return till
        }
    }

    @Test("no key begins a sale but Enter on the sale's page", arguments: Start.allCases)
    func oneKey(start: Start) {
        let started = start.till
        for command in AppCommand.keys {
            var till = started
            till.advance(by: 1000)
            let effects = till.press(command)
            #expect(effects.intents == (start.mayCharge && command == .confirm ? 1 : 0), "\(command)")
            #expect(!effects.contains(.quit))
            #expect(till.rules.violations.isEmpty)
        }
    }

    @Test("two keys begin a sale only where the second answers a question that was asked", arguments: Start.allCases)
    func twoKeys(start: Start) {
        let started = start.till
        for first in AppCommand.keys {
            var pressed = started
            pressed.press(first, after: 1000)
            let between = pressed.state.page
            for second in AppCommand.keys {
                var till = pressed
                let effects = till.press(second, after: 1000)
                guard effects.intents > 0 else { continue }
                #expect(second == .confirm)
                switch between {
                case .sale: break
                case .askAgain(_, let yes), .anotherCustomer(_, _, let yes): #expect(yes, "\(first) \(second)")
                case .refund(let refund): #expect(refund.isChoosing && refund.yes, "\(first) \(second)")
                case .void(let void): #expect(void.yes, "\(first) \(second)")
                case .closeDay(let question): #expect(question.yes, "\(first) \(second)")
                case .service(let question): #expect(question.yes, "\(first) \(second)")
                case .charge(let charge): #expect(charge.yes && !charge.isTyping, "\(first) \(second)")
                default: Issue.record("\(first), \(second) on \(between)")
                }
            }
        }
    }

    @Test("any keys and events keep the rules of the books", arguments: UInt64(1)...60)
    func anything(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var till = Start.allCases.randomElement(using: &random)?.till ?? Till()
        for step in 0..<400 {
            let before = till.state.page
            let effects: [AppEffect]
            till.holdsBooks = Int.random(in: 0..<4, using: &random) == 0
            if Int.random(in: 0..<30, using: &random) == 0 { till.books.refusals = 1 }
            if Int.random(in: 0..<3, using: &random) > 0, let command = AppCommand.keys.randomElement(using: &random) {
                effects = till.press(command, after: Int64.random(in: 0..<2000, using: &random))
                let mayCharge =
                    switch before {
                    case .charge(let charge): command == .confirm && charge.yes && !charge.isTyping
                    case .sale, .askAgain, .anotherCustomer, .refund, .void, .closeDay, .service: command == .confirm
                    default: false
                    }
                // A page may turn while time passes, so a key on another page proves nothing.
                if effects.intents > 0, till.state.page == .payment, !mayCharge {
                    Issue.record("step \(step): \(command) on \(before)")
                }
            } else {
                effects = till.give(event(&random, till))
                if effects.intents > 0 { Issue.record("step \(step): an event began a sale") }
            }
            if !till.rules.violations.isEmpty {
                Issue.record("step \(step): \(till.rules.violations)")
                return
            }
            if effects.contains(.quit), till.state.desk.isBusyWithMoney { Issue.record("step \(step): quit") }
        }
    }

    private func event(_ random: inout SplitMix64, _ till: Till) -> AppEvent {
        let running = till.state.desk.running?.record
        let reference = running?.intent.customerReference ?? till.books.records.last?.intent.customerReference ?? ""
        let outcome = FinancialStatus.allCases.randomElement(using: &random) ?? .undefined
        let result = answer(
            outcome, Status.all.randomElement(using: &random) ?? .success, reference: reference,
            isRecovered: running == nil, id: outcome == .authorised ? "\(guid)\(till.clock)" : "")
        switch Int.random(in: 0..<20, using: &random) {
        case 0, 1, 2: return .desk(.connected(.counter, isResultPending: Bool.random(using: &random)))
        case 3, 4: return .desk(.finished(completion(.finance(result), wasRelayed: Bool.random(using: &random))))
        case 5, 6: return .desk(recovery(Bool.random(using: &random) ? nothingHeld : result))
        case 7: return .desk(.linkEnded(.broken))
        case 8: return .desk(.status(status(.waitingForCard, canCancel: Bool.random(using: &random))))
        case 9: return .desk(.signatureRequested(aSignature))
        case 10: return .desk(.signatureWithdrawn)
        case 11: return .desk(.unclaimed(result))
        case 12: return .desk(.startRefused(.busy))
        case 18:
            let query = [ChargePageTests.usual, "returnURL=a%3A", "amount=x"].randomElement(using: &random) ?? ""
            return .charge(.arrived(number: Int(till.clock), url: ChargePageTests.base + query))
        case 19: return .charge(.notDelivered(ChargePageTests.anAnswer, reason: "It did not."))
        case 13: return .paste("1250\n")
        case 16: return .simulator(.setup(SimulatorSetup()))
        case 17: return .simulator(Bool.random(using: &random) ? .passedOver : .carriedOut([.answerTwice]))
        case 14: return .day(DayBooks(last: till.books.records.last, isLastUnseen: Bool.random(using: &random)))
        default: return Bool.random(using: &random) ? .suspendWanted(canResume: true) : .tick
        }
    }
}
