extension ReaderSession {
    /// A message makes sense or is a communication error; it was acknowledged before anyone looked.
    mutating func receive(message bytes: [UInt8], _ outputs: inout [Output]) {
        guard state != .closed else { return }
        outputs.append(.activity(.messageReceived(bytes)))
        let message: ReaderMessage
        do throws(WireError) {
            message = try ReaderMessage(bytes)
        } catch {
            end(.communication(error.description), &outputs)
            return
        }
        switch state {
        case .closed: break
        case .initialising(let date, let isRetry): receive(message, whileInitialising: date, isRetry, &outputs)
        case .settingLogLevel(let body): receive(message, whileSettingLogLevel: body, &outputs)
        case .idle: receiveWhileIdle(message, &outputs)
        case .operating(let operation): receive(message, during: operation, &outputs)
        }
    }

    // MARK: Init

    mutating func initialise(date: String, isRetry: Bool, _ outputs: inout [Output]) {
        state = .initialising(date: date, isRetry: isRetry)
        let request =
            isRetry
            ? InitRequest(date: date)
            : InitRequest(date: date, bufferSize: configuration.bufferSize, sdkVersion: configuration.sdkVersion)
        absorb(link.expectMessage(within: ReaderSession.initSeconds), &outputs)
        send(.initialise(request), &outputs)
    }

    private mutating func receive(
        _ message: ReaderMessage, whileInitialising date: String, _ isRetry: Bool, _ outputs: inout [Output]
    ) {
        guard case .initialised(let response) = message else {
            receive(message, whereDue: "the init response", &outputs)
            return
        }
        if response.status == .invalidData, !isRetry {
            // An old reader does not know the XML behind the date.
            initialise(date: date, isRetry: true, &outputs)
            return
        }
        guard response.status == .success, let body = response.body else {
            end(.communication("the reader refused the init: \(response.status.sentence)"), &outputs)
            return
        }
        adopt(body, &outputs)
    }

    private mutating func adopt(_ body: InitResponse.Body, _ outputs: inout [Output]) {
        let size = Int(body.bufferSize)
        // Old readers overstate their buffer, so a large one is not believed by a till whose own is small.
        if size < 2048 || configuration.bufferSize > 2048 {
            do throws(WireError) {
                link.encoder = try FrameEncoder(maximumFrameSize: size)
            } catch {
                end(.communication(error.description), &outputs)
                return
            }
        }
        if !body.xml.isEmpty {
            do throws(WireError) {
                let root = try PayloadXML.parse(body.xml)
                isResultPending = root.value(of: "TransactionResultPending") == "true"
            } catch {
                end(.communication(error.description), &outputs)
                return
            }
        }
        state = .settingLogLevel(body)
        send(.setLogLevel(.full), &outputs)
    }

    private mutating func receive(
        _ message: ReaderMessage, whileSettingLogLevel body: InitResponse.Body, _ outputs: inout [Output]
    ) {
        guard case .plain(.logLevelSet, _) = message else {
            receive(message, whereDue: "the log level's answer", &outputs)
            return
        }
        // A reader that refuses a log level takes payments all the same.
        absorb(link.expectMessage(within: nil), &outputs)
        state = .idle
        outputs.append(.connected(body))
    }

    /// A message of before, from a reader that has not noticed the new beginning. It was acknowledged, so the reader
    /// will not send it again: a result must not be lost.
    private mutating func receive(_ message: ReaderMessage, whereDue due: String, _ outputs: inout [Output]) {
        switch message {
        case .statusEvent, .idled, .financeFinished, .tokenised:
            receiveWhileIdle(message, &outputs)
        case .initialised, .xmlAnswered, .plain, .log, .request:
            end(.communication("\(message.command.rawValue) where \(due) is due"), &outputs)
        }
    }

    // MARK: Idle

    /// Nothing was asked: a late answer to a cancel, a late result or a status of the reader.
    private mutating func receiveWhileIdle(_ message: ReaderMessage, _ outputs: inout [Output]) {
        switch message {
        case .idled:
            cancelWasAnswered(&outputs)
        case .financeFinished(let response):
            keepUnclaimed(FinanceResult(response), &outputs)
        case .tokenised(let status, let xml):
            keepUnclaimed(FinanceResult(tokenised: status, xml: xml), &outputs)
        case .statusEvent(let status, let xml):
            report(status, xml, &outputs)
        case .request(let request):
            refuse(request, &outputs)
        case .plain, .log, .xmlAnswered, .initialised:
            break
        }
    }

    /// A request of the reader outside an operation gets an answer that lets it go on to its own end.
    private mutating func refuse(_ request: ReaderRequest, _ outputs: inout [Output]) {
        guard let response = request.command.response else { return }
        send(.answer(response, .commandNotAllowed), &outputs)
    }

    /// From here on nothing of the cancel is under way any more, also where the result came first.
    mutating func cancelWasAnswered(_ outputs: inout [Output]) {
        link.crossing = .refuse
        outputs.append(.cancelAnswered)
    }

    func report(_ status: Status, _ xml: [UInt8], _ outputs: inout [Output]) {
        outputs.append(.status(readEvent(status, xml, &outputs)))
    }

    /// A status whose XML makes no sense is still a status; what it allowed is not believed.
    func readEvent(_ status: Status, _ xml: [UInt8], _ outputs: inout [Output]) -> StatusEvent {
        do throws(WireError) {
            return try StatusEvent(status: status, xml: xml)
        } catch {
            outputs.append(.activity(.problem(error)))
            return StatusEvent(unreadable: status)
        }
    }
}

extension StatusEvent {
    /// A status without the document that came with it.
    init(unreadable status: Status) {
        self.status = status
        message = ""
        isCancelAllowed = false
        elements = [:]
    }
}
