/// What a response or a status event says: a number of 16 bits with a name. Unknown numbers are kept.
///
/// Source: `ReaderProtocol.md` §5.
package struct Status: Hashable, Sendable {
    package let code: UInt16

    package init(code: UInt16) {
        self.code = code
    }

    package static let success = Status(code: 0x0001)
    package static let invalidData = Status(code: 0x0002)
    package static let processingError = Status(code: 0x0003)
    package static let commandNotAllowed = Status(code: 0x0004)
    package static let notInitialised = Status(code: 0x0005)
    package static let connectTimeout = Status(code: 0x0006)
    package static let connectError = Status(code: 0x0007)
    package static let sendingError = Status(code: 0x0008)
    package static let receivingError = Status(code: 0x0009)
    package static let noDataAvailable = Status(code: 0x000A)
    package static let transactionNotAllowed = Status(code: 0x000B)
    package static let unsupportedCurrency = Status(code: 0x000C)
    package static let noHostAvailable = Status(code: 0x000D)
    package static let cardReaderError = Status(code: 0x000E)
    package static let cardReadingFailed = Status(code: 0x000F)
    package static let invalidCard = Status(code: 0x0010)
    package static let inputTimeout = Status(code: 0x0011)
    package static let userCancelled = Status(code: 0x0012)
    package static let invalidSignature = Status(code: 0x0013)
    package static let waitingForCard = Status(code: 0x0014)
    package static let cardInserted = Status(code: 0x0015)
    package static let applicationSelection = Status(code: 0x0016)
    package static let applicationConfirmation = Status(code: 0x0017)
    package static let amountValidation = Status(code: 0x0018)
    package static let pinInput = Status(code: 0x0019)
    package static let manualCardInput = Status(code: 0x001A)
    package static let waitingForCardRemoval = Status(code: 0x001B)
    package static let tipInput = Status(code: 0x001C)
    package static let sharedSecretInvalid = Status(code: 0x001D)
    package static let sharedSecretAuthentication = Status(code: 0x001E)
    package static let waitingSignature = Status(code: 0x001F)
    package static let waitingHostConnect = Status(code: 0x0020)
    package static let waitingHostSend = Status(code: 0x0021)
    package static let waitingHostReceive = Status(code: 0x0022)
    package static let waitingHostDisconnect = Status(code: 0x0023)
    package static let pinInputCompleted = Status(code: 0x0024)
    package static let posCancelled = Status(code: 0x0025)
    package static let requestInvalid = Status(code: 0x0026)
    package static let cardCancelled = Status(code: 0x0027)
    package static let cardBlocked = Status(code: 0x0028)
    package static let requestAuthorisationTimeout = Status(code: 0x0029)
    package static let requestPaymentTimeout = Status(code: 0x002A)
    package static let responseAuthorisationTimeout = Status(code: 0x002B)
    package static let responsePaymentTimeout = Status(code: 0x002C)
    package static let chipCardSwiped = Status(code: 0x002D)
    package static let removeCard = Status(code: 0x002E)
    package static let scannerIsNotSupported = Status(code: 0x002F)
    package static let scannerEvent = Status(code: 0x0030)
    package static let batteryTooLow = Status(code: 0x0031)
    package static let partialApproval = Status(code: 0x0035)
    /// Made by the SDK after a successful init, never on the wire.
    package static let initialisationComplete = Status(code: 0x9999)

    /// The name in the table of §5; nil for a number that the table lacks.
    package var name: String? { Status.table[code]?.name }

    /// A sentence for the cashier: the table's own, or one that names the unknown number.
    package var sentence: String { Status.table[code]?.sentence ?? "Unknown status \(number)" }

    /// The number as it is written, `0x07F3`.
    package var number: String { "0x\(Hex.text([UInt8(code >> 8), UInt8(code & 0xFF)]))" }

    /// Every status of the table, in order of its number.
    package static let all: [Status] = table.keys.sorted().map(Status.init(code:))

    private static let table: [UInt16: (name: String, sentence: String)] = {
        var table: [UInt16: (name: String, sentence: String)] = [:]
        for line in StatusTable.text.split(separator: "\n") {
            let fields = line.split(separator: "|", maxSplits: 2)
            guard fields.count == 3, let code = UInt16(fields[0], radix: 16) else { continue }
            table[code] = (String(fields[1]), String(fields[2]))
        }
        return table
    }()
}

/// Number, name and sentence of every status that readers are known to send.
private enum StatusTable {
    static let text = """
        0001|Success|Done
        0002|InvalidData|The reader did not understand the request
        0003|ProcessingError|The reader could not process the request
        0004|CommandNotAllowed|The reader is busy
        0005|NotInitialised|The reader needs an update first
        0006|ConnectTimeout|The bank did not answer the call
        0007|ConnectError|The bank could not be reached
        0008|SendingError|Sending to the bank failed
        0009|ReceivingError|The bank's answer did not arrive
        000A|NoDataAvailable|The reader holds nothing
        000B|TransactionNotAllowed|The reader does not allow this transaction
        000C|UnsupportedCurrency|The reader is not set up for this currency
        000D|NoHostAvailable|The reader does not know its bank yet
        000E|CardReaderError|The reader could not read a card
        000F|CardReadingFailed|The card could not be read
        0010|InvalidCard|The card is not valid here
        0011|InputTimeout|Nobody answered on the reader
        0012|UserCancelled|The customer pressed the red key
        0013|InvalidSignature|The signature was rejected
        0014|WaitingForCard|Waiting for card
        0015|CardInserted|Card inserted
        0016|ApplicationSelection|The customer chooses the application
        0017|ApplicationConfirmation|The customer confirms the application
        0018|AmountValidation|The customer checks the amount
        0019|PinInput|Waiting for PIN entry
        001A|ManualCardInput|The card number is typed on the reader
        001B|WaitingForCardRemoval|Take the card out, then it starts again
        001C|TipInput|The customer chooses a tip
        001D|SharedSecretInvalid|Reader and till do not share the same secret
        001E|SharedSecretAuth|Reader and till check each other
        001F|WaitingSignature|Check the signature
        0020|WaitingHostConnect|Calling the bank
        0021|WaitingHostSend|Asking the bank
        0022|WaitingHostReceive|Waiting for the bank's answer
        0023|WaitingHostDisconnect|Closing the line to the bank
        0024|PinInputCompleted|PIN done
        0025|PosCancelled|Cancelled at the till
        0026|RequestInvalid|This card cannot be used for this
        0027|CardCancelled|The card was taken out too early
        0028|CardBlocked|The card is blocked
        0029|RequestAuthTimeout|The bank could not be asked in time
        002A|RequestPaymentTimeout|The payment could not be sent in time
        002B|ResponseAuthTimeout|The bank did not answer in time
        002C|ResponsePaymentTimeout|The payment's answer did not come in time
        002D|IccCardSwiped|The card has a chip: insert it
        002E|RemoveCard|Remove the card
        002F|ScannerIsNotSupported|The reader has no scanner
        0030|ScannerEvent|A code was scanned
        0031|BatteryTooLow|The reader's battery is too low
        0032|AccountTypeSelection|The customer chooses the account
        0033|BtIsNotSupported|The reader has no Bluetooth
        0034|PaymentCodeSelection|The customer chooses how to pay
        0035|PartialApproval|The bank approved a part
        0036|AmountDueValidation|The customer checks what is still due
        0037|InvalidUrl|The reader was given a wrong address
        0038|WaitingCustomerReceipt|The customer chooses a receipt
        0039|PrintingMerchantReceipt|Printing the merchant's receipt
        003A|PrintingCustomerReceipt|Printing the customer's receipt
        0040|WaitingHostMessageRequest|Asking the bank
        0041|WaitingHostMessageResponse|Waiting for the bank's answer
        9999|InitialisationComplete|The reader is ready
        """
}
