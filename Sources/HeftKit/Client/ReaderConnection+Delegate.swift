import HeftWire

extension ReaderConnection {
    /// Tells a delegate what an event means in the reference's calls.
    func tell(_ delegate: any HeftStatusReportDelegate, _ event: Event, wasConnected: Bool) {
        switch event {
        case .connected:
            delegate.didConnect(self)
            delegate.responseStatus(StatusResponseInfo(.initialisationComplete))
        case .status(let status):
            delegate.responseStatus(StatusResponseInfo(status))
        case .signatureRequest(let request):
            delegate.requestSignature(request.receipt)
        case .signatureWithdrawn:
            delegate.cancelSignature()
        case .finished(let completion):
            tell(delegate, completion)
        case .unclaimed(let result):
            delegate.responseRecoveredTransactionStatus(FinanceResponseInfo(result))
        case .over(let failure):
            if !wasConnected { delegate.responseError(StatusResponseInfo(failure)) }
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
            delegate.responseStatus(StatusResponseInfo(status))
        case .log(let status, _), .xml(let status, _):
            delegate.responseStatus(StatusResponseInfo(status))
        case .failed(let failure, _):
            delegate.responseError(StatusResponseInfo(failure))
        }
    }
}
