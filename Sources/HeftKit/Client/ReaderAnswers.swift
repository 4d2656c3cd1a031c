import HeftWire

extension ReaderSession.Completion {
    /// The reader's log, where that was asked for and given; empty where it holds none.
    package var logText: String? {
        guard case .log(let status, let text) = result, status == .success || status == .noDataAvailable else {
            return nil
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The report of the reader's chip configuration, where that was asked for and given. Some readers send it as a
    /// document within the answer, some as its text.
    package var reportText: String? {
        guard case .xml(.success, let element) = result, element.name == "getReportResponse" else { return nil }
        let data = element.child("Data")
        let nested = data?.children.flatMap(\.bytes) ?? []
        return nested.isEmpty ? data?.text ?? "" : String(decoding: nested, as: UTF8.self)
    }

    /// The status that an operation without a finance result ended with; nil where the link ended it.
    package var serviceStatus: Status? {
        switch result {
        case .plain(let status), .log(let status, _), .xml(let status, _): status
        case .finance, .answeredByEarlier, .recovery, .failed: nil
        }
    }
}
