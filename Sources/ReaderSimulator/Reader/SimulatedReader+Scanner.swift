internal import HeftWire

/// The scanner of a wired reader. Source: `ReaderProtocol.md` §5.
extension SimulatedReader {
    /// How long the scanner looks where the till leaves that to the reader, in seconds.
    private static let scanSeconds = 60
    /// How many codes may lie before the scanner.
    private static let barcodesMax = 1000

    mutating func startScanning(_ request: PayloadXML.Element, _ outputs: inout OutputQueue) {
        guard configuration.model == .hiPro else {
            sendScannerOff(.scannerIsNotSupported, &outputs)
            return
        }
        var seconds = SimulatedReader.scanSeconds
        if let text = request.value(of: "timeoutSeconds"), !text.isEmpty {
            guard let wanted = UInt16(text) else {
                sendScannerOff(.invalidData, &outputs)
                return
            }
            if wanted > 0 { seconds = Int(wanted) }
        }
        // Both modes are on where the till does not say otherwise.
        let order = ScanOrder(
            isMultiScan: request.value(of: "multiScan") != "false",
            isButtonMode: request.value(of: "buttonMode") != "false", timeoutSeconds: seconds)
        outputs.add(.display(Screen.lines(scanning: order)))
        begin(.scan(order), [.scan], isCancelAllowed: true, &outputs)
    }

    /// Looks for a code: reads the next one that lies there, or waits for one.
    mutating func awaitCode(_ outputs: inout OutputQueue) {
        guard case .operating(let operation) = state, case .scan(let order) = operation.subject else { return }
        change { $0.wait = .beat(.code) }
        guard !barcodes.isEmpty else {
            outputs.add(.startTimer(.step, .seconds(order.timeoutSeconds)))
            return
        }
        // With a button to press, the next code takes a hand's time.
        let duration = configuration.speed.duration(of: order.isButtonMode ? .card : .code)
        guard duration > .zero else {
            readCode(order, &outputs)
            return
        }
        outputs.add(.startTimer(.step, duration))
    }

    /// Someone holds a code before the scanner. A scanner that is off does not see it.
    mutating func scan(_ code: String, _ outputs: inout OutputQueue) {
        guard case .operating(let operation) = state, case .scan(let order) = operation.subject,
            barcodes.count < SimulatedReader.barcodesMax
        else { return }
        barcodes.append(code)
        guard operation.wait == .beat(.code) else { return }
        outputs.add(.stopTimer(.step))
        readCode(order, &outputs)
    }

    mutating func codeBeatPassed(_ outputs: inout OutputQueue) {
        guard case .operating(let operation) = state, case .scan(let order) = operation.subject else { return }
        if barcodes.isEmpty {
            finish(&outputs)
        } else {
            readCode(order, &outputs)
        }
    }

    private mutating func readCode(_ order: ScanOrder, _ outputs: inout OutputQueue) {
        guard !barcodes.isEmpty else { return }
        let code = barcodes.removeFirst()
        change {
            $0.steps = order.isMultiScan ? [.scan] : [.finish]
            $0.wait = .delivery(isCancelAllowed: true, .none)
        }
        let fields: [PayloadXML.Element] = [
            .init("code", text: code), .init("StatusMessage", text: Status.scannerEvent.sentence),
        ]
        let xml = PayloadXML.document(PayloadXML.Element("scannerEvent", children: fields))
        send(.statusEvent(.scannerEvent, xml: xml), as: .status(operation: operations), &outputs)
    }

    /// Scan mode is over, or was never on.
    mutating func sendScannerOff(_ status: Status, _ outputs: inout OutputQueue) {
        let fields: [PayloadXML.Element] = [.init("StatusMessage", text: status.sentence)] + device.xml
        let xml = PayloadXML.document(PayloadXML.Element("enableScannerResponse", children: fields))
        send(.xmlAnswered(status, xml: xml), &outputs)
    }
}
