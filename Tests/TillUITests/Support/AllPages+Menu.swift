import HeftKit
import Money
import TillJournal

@testable import HeftWire
@testable import TillCore

/// The menu, the palette, and the questions before what the reader does without money.
extension AllPages {
    static func menus() throws -> [(name: String, shop: Shop)] {
        [
            ("menu", menu()), ("menu without a reader", menuWithoutReader()), ("palette", palette()),
            ("palette that finds nothing", palette("xyz")), ("tokenize?", service("3")),
            ("start of day?", service("13")),
            ("update?", service("12")), ("update on battery?", updateOnBattery()), ("scanner", scanner()),
            ("scanning", try scanning()),
            ("no scanner", noScanner()), ("reader log", readerLog()), ("reader log found", readerLogFound()),
            ("reader log field", readerLogFound(isTyping: true)), ("reader log awaited", text("15")),
            ("empty the log?", emptyLog()), ("EMV report", emvReport()), ("updated", updated()),
            ("tokenized", tokenized()),
        ]
    }

    static let menuNames = [
        "menu", "menu without a reader", "palette", "palette that finds nothing", "tokenize?", "start of day?",
        "update?", "update on battery?", "scanner", "scanning", "no scanner", "reader log", "reader log found",
        "reader log field",
        "reader log awaited", "empty the log?", "EMV report", "updated", "tokenized",
    ]

    static func menu() -> Shop {
        var shop = Shop.ready()
        shop.press(.menu)
        return shop
    }

    static func menuWithoutReader() -> Shop {
        var shop = Shop()
        shop.send(.readers([Shop.hiLite]))
        shop.press(.menu)
        return shop
    }

    static func palette(_ text: String = "") -> Shop {
        var shop = Shop.ready()
        shop.press(.palette)
        shop.write(text)
        return shop
    }

    static func scanner() -> Shop {
        var shop = Shop.ready()
        shop.press(.barcode)
        return shop
    }

    static func scanning() throws -> Shop {
        var shop = scanner()
        shop.press(.confirm)
        for code in ["4006381333931", "5012345678900", "VOUCHER-7K2Q"] {
            shop.wait()
            var event = StatusEvent(unreadable: .scannerEvent)
            event.scannedCode = code
            shop.send(.desk(.status(event)))
        }
        return shop
    }

    static func noScanner() -> Shop {
        var shop = scanner()
        shop.press(.confirm)
        shop.answer(.plain(.scannerIsNotSupported))
        return shop
    }

    /// A long text that was asked for by its number in the menu.
    static func text(_ number: String) -> Shop {
        var shop = menu()
        shop.write(number)
        shop.press(.confirm)
        return shop
    }

    static func readerLog() -> Shop {
        var shop = text("15")
        let lines = (1...60).map { "\($0): 12:00:\($0 < 10 ? "0" : "")\($0) Waiting for card \($0 % 7)" }
        shop.answer(.log(.success, text: Array(lines.joined(separator: "\n").utf8)))
        return shop
    }

    static func readerLogFound(isTyping: Bool = false) -> Shop {
        var shop = readerLog()
        shop.press(.find)
        shop.write("card 3")
        if !isTyping { shop.press(.confirm) }
        return shop
    }

    static func emptyLog() -> Shop {
        var shop = readerLog()
        shop.press(.forget)
        shop.wait()
        return shop
    }

    static func emvReport() -> Shop {
        var shop = text("16")
        let report = "<EMVConfiguration><Terminal><SerialNumber>012345678421</SerialNumber></Terminal>"
        let data = PayloadXML.Element("Data", text: report + "</EMVConfiguration>")
        shop.answer(.xml(.success, PayloadXML.Element("getReportResponse", children: [data])))
        return shop
    }

    static func updated() -> Shop {
        var shop = service("12")
        shop.press(.yes, .confirm)
        shop.recordService(.update)
        shop.finish(.processed)
        shop.wait()
        return shop
    }

    static func updateOnBattery() -> Shop {
        var shop = service("12")
        shop.send(.power(isExternal: false))
        return shop
    }

    static func tokenized() -> Shop {
        var shop = service("3")
        shop.press(.yes, .confirm)
        shop.recordService(.tokenize)
        shop.finish(.processed) { $0.transactionID = "11111111-2222-3333-4444-555555555555" }
        shop.wait()
        return shop
    }

    /// Opened by its number in the menu.
    static func service(_ number: String) -> Shop {
        var shop = menu()
        shop.write(number)
        shop.wait()
        shop.press(.confirm)
        shop.wait()
        return shop
    }
}

extension Shop {
    /// The reader answers what it was asked beside the books.
    mutating func answer(_ result: ReaderSession.OperationResult) {
        guard case .serving(_, let service) = state.desk.phase else { return }
        send(
            .desk(
                .finished(
                    OperationCompletion(
                        operation: service.operation, result: result, wasRelayedToBank: false, isAutomatic: false))))
    }

    /// The books have the intent of an operation without money.
    mutating func recordService(_ kind: OperationKind) {
        guard case .recordingIntent(let reader?, _) = state.desk.phase else { return }
        var record = record(Amount(minorUnits: 0, currency: .gbp), reader: reader)
        record.intent.kind = kind
        record.intent.amount = nil
        send(.desk(.intentRecorded(record)))
    }
}
