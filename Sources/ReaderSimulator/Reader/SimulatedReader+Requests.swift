internal import HeftWire

extension SimulatedReader {
    /// A message was acknowledged before anyone looked at it.
    mutating func receive(message bytes: [UInt8], _ outputs: inout OutputQueue) {
        guard state != .deaf else { return }
        let message: POSMessage
        do throws(WireError) {
            message = try POSMessage(bytes)
        } catch {
            outputs.add(.activity(.problem(error)))
            refuseUnreadable(bytes, &outputs)
            return
        }
        outputs.add(.activity(.received(message)))
        switch message {
        case .answer, .hostData, .challengeAnswer:
            answered(message, &outputs)
        case .idle:
            cancel(&outputs)
        case .initialise(let request):
            initialise(request, &outputs)
        case .finance, .day, .tokenise, .xmlCommand, .setLogLevel, .resetLog, .getLog:
            start(message, &outputs)
        }
    }

    /// A request whose payload makes no sense is invalid data; what is no request at all is passed over.
    private mutating func refuseUnreadable(_ bytes: [UInt8], _ outputs: inout OutputQueue) {
        let name = String(decoding: bytes.prefix(4), as: UTF8.self)
        guard let command = Command(rawValue: name), let answer = command.response else { return }
        refuse(answer, .invalidData, &outputs)
    }

    /// Answers with a status and nothing else.
    mutating func refuse(_ answer: Command, _ status: Status, _ outputs: inout OutputQueue) {
        switch answer {
        case .initialised: send(.initialised(InitResponse(status: status, body: nil)), &outputs)
        case .idled: send(.idled(status, xml: []), &outputs)
        case .xmlAnswered: send(.xmlAnswered(status, xml: []), &outputs)
        case .tokenised: send(.tokenised(status, xml: []), &outputs)
        case .log: send(.log(status, text: []), &outputs)
        case .logLevelSet, .logWasReset: send(.plain(answer, status), &outputs)
        case .saleFinished, .refundFinished, .saleReversalFinished, .refundReversalFinished, .startOfDayFinished,
            .endOfDayFinished, .hostInitFinished, .recovered:
            send(.financeFinished(FinanceResponse(command: answer, status: status)), &outputs)
        default:
            break
        }
    }

    // MARK: Init

    private mutating func initialise(_ request: InitRequest, _ outputs: inout OutputQueue) {
        if configuration.profile == .old, !request.xml.isEmpty {
            refuse(.initialised, .invalidData, &outputs)
            return
        }
        // A till that starts anew on an open link has lost what was under way.
        outputs.add(.stopTimer(.step))
        state = .ready
        settle(&outputs)
        note("init")
        let size = configuration.effectiveBufferSize
        let body = InitResponse.Body(
            bufferSize: UInt16(size), serialNumber: books.serialNumber, publicKeyVersion: 1, emvParameterVersion: 2,
            generalParameterVersion: 3, manufacturerCode: 0,
            modelCode: configuration.model == .hiLite ? 1 : 2,
            applicationName: Array(InitResponse.Body.simulatedApplication.utf8),
            applicationVersion: 0x0107, xml: initXML)
        let frameSize = min(size, tillsBufferSize(request.xml, &outputs) ?? size)
        send(
            .initialised(InitResponse(status: .success, body: body)),
            as: .initialised(frameSize: max(frameSize, FrameEncoder.smallestMaximum)), &outputs)
        outputs.add(.display(Screen.idle))
    }

    private var initXML: [UInt8] {
        let fields: [PayloadXML.Element] = [
            .init("StatusMessage", text: "Success"), .init("SerialNumber", text: books.serialNumber),
            .init("TransactionResultPending", text: "\(books.pending != nil)"),
        ]
        return PayloadXML.document(PayloadXML.Element("InitResponse", children: fields))
    }

    private func tillsBufferSize(_ xml: [UInt8], _ outputs: inout OutputQueue) -> Int? {
        guard !xml.isEmpty else { return nil }
        do throws(WireError) {
            let root = try PayloadXML.parse(PayloadXML.escapingRawAmpersands(xml))
            return root.value(of: "ComBufSize").flatMap { Int($0) }
        } catch {
            outputs.add(.activity(.problem(error)))
            return nil
        }
    }

    // MARK: Requests

    private mutating func start(_ message: POSMessage, _ outputs: inout OutputQueue) {
        guard let answer = message.command.response else { return }
        switch state {
        case .deaf: return
        case .uninitialised: return refuse(answer, .notInitialised, &outputs)
        case .operating: return refuse(answer, .commandNotAllowed, &outputs)
        case .ready: break
        }
        clearAcknowledgedResult(&outputs)
        noteRequest(message)
        switch message {
        case .finance(.recover, _): recover(&outputs)
        case .finance(let command, let request): startPayment(command, request, &outputs)
        case .day(.hostInit): begin(.update, [.check], &outputs)
        case .day(let command): begin(.day(command), [], &outputs)
        case .tokenise(let xml): startTokenising(xml, &outputs)
        case .xmlCommand(let xml): answerXML(xml, &outputs)
        case .setLogLevel(let level):
            logLevel = level
            send(.plain(.logLevelSet, .success), &outputs)
        case .resetLog:
            log = []
            send(.plain(.logWasReset, .success), &outputs)
        case .getLog: sendLog(&outputs)
        case .answer, .hostData, .challengeAnswer, .idle, .initialise: break
        }
    }

    /// What concerns the log alone is not written into it: a log that was emptied stays empty.
    private mutating func noteRequest(_ message: POSMessage) {
        switch message {
        case .setLogLevel, .resetLog, .getLog: break
        default: note(message.command.rawValue)
        }
    }

    /// Stops what runs where the last status that the till has seen allowed it.
    private mutating func cancel(_ outputs: inout OutputQueue) {
        guard case .operating(let operation) = state else {
            if state != .uninitialised { send(.idled(.success, xml: idleXML(.success)), &outputs) }
            return
        }
        guard operation.isCancelAllowed else {
            send(.idled(.commandNotAllowed, xml: idleXML(.commandNotAllowed)), &outputs)
            return
        }
        send(.idled(.success, xml: idleXML(.success)), &outputs)
        end(Verdict(.posCancelled, .cancelled, "CANCELLED"), &outputs)
    }

    private func idleXML(_ status: Status) -> [UInt8] {
        PayloadXML.document(
            PayloadXML.Element(
                "EventInfoResponse", children: [.init("StatusMessage", text: status.sentence)] + device.xml))
    }

    // MARK: XML commands

    private mutating func answerXML(_ xml: [UInt8], _ outputs: inout OutputQueue) {
        let root: PayloadXML.Element
        do throws(WireError) {
            root = try PayloadXML.parse(PayloadXML.escapingRawAmpersands(xml))
        } catch {
            outputs.add(.activity(.problem(error)))
            refuse(.xmlAnswered, .invalidData, &outputs)
            return
        }
        switch root.name {
        case "enableScanner":
            startScanning(root, &outputs)
        case "getReport" where root.value(of: "name") == "EMVConfiguration":
            let report = EMVReport(serialNumber: books.serialNumber, currencies: configuration.currencies).text
            let fields: [PayloadXML.Element] =
                [.init("StatusMessage", text: "Success"), .init("Data", text: report)] + device.xml
            let answer = PayloadXML.document(PayloadXML.Element("getReportResponse", children: fields))
            send(.xmlAnswered(.success, xml: answer), &outputs)
        default:
            refuse(.xmlAnswered, .requestInvalid, &outputs)
        }
    }

    // MARK: Log

    /// How many lines the log holds.
    private static let logLinesMax = 200

    /// Writes a line, where the level that the till has set takes it.
    mutating func note(_ line: String, _ level: POSMessage.LogLevel = .info) {
        guard level.rawValue <= logLevel.rawValue else { return }
        log.append("\(now()) \(line)")
        if log.count > SimulatedReader.logLinesMax { log.removeFirst(log.count - SimulatedReader.logLinesMax) }
    }

    private mutating func sendLog(_ outputs: inout OutputQueue) {
        guard !log.isEmpty else {
            send(.log(.noDataAvailable, text: []), &outputs)
            return
        }
        send(.log(.success, text: Array(log.joined(separator: "\n").utf8)), &outputs)
    }

    var device: DeviceState {
        var device = DeviceState(serialNumber: books.serialNumber)
        device.bluetoothName = configuration.model == .hiLite ? configuration.bluetoothName : ""
        device.batteryPercent = configuration.batteryPercent
        device.isCharging = configuration.isCharging
        device.hasExternalPower = configuration.hasExternalPower
        return device
    }
}
