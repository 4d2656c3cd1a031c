import HeftWire

extension ReaderConnection {
    /// Tells a delegate what an event means in the reference's calls.
    func tell(_ delegate: any HeftStatusReportDelegate, _ event: Event, isErrorAtEnd: Bool) {
        switch event {
        case .connected:
            delegate.didConnect(self)
            delegate.responseStatus(StatusResponseInfo(.initialisationComplete))
        case .status(let status):
            if let code = status.scannedCode {
                delegate.responseScannerEvent(ScannerEventResponseInfo(status, code: code))
            } else {
                delegate.responseStatus(StatusResponseInfo(status))
            }
        case .signatureRequest(let request):
            delegate.requestSignature(request.receipt)
        case .signatureWithdrawn:
            delegate.cancelSignature()
        case .finished(let completion):
            tell(delegate, completion)
        case .unclaimed(let result):
            delegate.responseRecoveredTransactionStatus(FinanceResponseInfo(result))
        case .over(let failure):
            if isErrorAtEnd { delegate.responseError(StatusResponseInfo(failure)) }
        case .cancelSent, .cancelAnswered, .activity:
            break
        }
    }

    private func tell(_ delegate: any HeftStatusReportDelegate, _ completion: ReaderSession.Completion) {
        switch completion.result {
        case .finance(let result):
            delegate.responseFinanceStatus(FinanceResponseInfo(result))
        case .answeredByEarlier(let result):
            delegate.responseRecoveredTransactionStatus(FinanceResponseInfo(result))
            delegate.responseError(
                StatusResponseInfo(code: 0, text: "The reader answered an earlier operation in place of this one"))
        case .recovery(.recovered, let result):
            delegate.responseRecoveredTransactionStatus(FinanceResponseInfo(result))
        case .recovery(.nothingPending, _):
            delegate.responseRecoveredTransactionStatus(nil)
        case .recovery(.undecided, let result):
            delegate.responseError(StatusResponseInfo(code: Int(result.response.status.code), text: result.statusText))
        case .plain(let status):
            switch completion.operation {
            case .enableScanner, .getEMVReport: delegate.responseError(StatusResponseInfo(status))
            default: delegate.responseStatus(StatusResponseInfo(status))
            }
        case .log(let status, let text):
            if status == .success || status == .noDataAvailable {
                delegate.responseLogInfo(LogInfo(status, text: text))
            } else {
                delegate.responseError(StatusResponseInfo(status))
            }
        case .xml(let status, let element):
            tell(delegate, status, element, completion.reportText)
        case .failed(let failure, _):
            delegate.responseError(StatusResponseInfo(failure))
        }
    }

    /// The answer to an XML command; a root that nobody knows is one error.
    private func tell(
        _ delegate: any HeftStatusReportDelegate, _ status: Status, _ element: PayloadXML.Element, _ report: String?
    ) {
        switch element.name {
        case "enableScannerResponse":
            delegate.responseScannerDisabled(ScannerDisabledResponseInfo(status, element))
        case "getReportResponse" where status == .success:
            delegate.responseEMVReport(report ?? "")
        default:
            delegate.responseError(StatusResponseInfo(status))
        }
    }
}
