import CCurl

/// One exchange in libcurl's hands.
// Unchecked because every stored `var` is touched on the client's queue alone, from where the library calls back too.
final class HTTPTransfer: @unchecked Sendable {
    let id: Int
    private(set) var handle: UnsafeMutableRawPointer?
    private let request: HTTPRequest
    private let authorities: CertificateAuthorities
    private let completion: HTTPClient.Completion
    private var lines: UnsafeMutablePointer<curl_slist>?
    private var head = HTTPHead()
    private var body: [UInt8] = []
    private var isTooLong = false

    init(
        id: Int, _ request: HTTPRequest, _ authorities: CertificateAuthorities,
        _ completion: @escaping HTTPClient.Completion
    ) {
        self.id = id
        self.request = request
        self.authorities = authorities
        self.completion = completion
    }

    deinit { release() }

    private func release() {
        ccurl_easy_cleanup(handle)
        ccurl_slist_free_all(lines)
        handle = nil
        lines = nil
    }

    /// - Returns: false where it is over already.
    func begin(in multi: UnsafeMutableRawPointer) -> Bool {
        guard let handle = ccurl_easy_init() else {
            completion(.failure(.broken("no memory")))
            return false
        }
        self.handle = handle
        guard setUp(handle), ccurl_multi_add_handle(multi, handle) == CURLM_OK else {
            release()
            completion(.failure(.broken("the request cannot be sent")))
            return false
        }
        return true
    }

    /// Ends it before it began.
    func fail(_ failure: HTTPFailure) { completion(.failure(failure)) }

    /// Takes it out of the library's hands and tells what came of it.
    func end(_ result: Result<HTTPResponse, HTTPFailure>, in multi: UnsafeMutableRawPointer) {
        if let handle { ccurl_multi_remove_handle(multi, handle) }
        release()
        completion(result)
    }

    /// What the library's word for the end means.
    func result(_ code: CURLcode) -> Result<HTTPResponse, HTTPFailure> {
        let text = String(cString: ccurl_easy_strerror(code))
        switch code {
        case CURLE_OK:
            guard let response = head.response(body) else { return .failure(.broken("no status line")) }
            return .success(response)
        case CURLE_OPERATION_TIMEDOUT: return .failure(.timedOut)
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_CONNECT: return .failure(.unreachable(text))
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CERTPROBLEM,
            CURLE_SSL_CIPHER, CURLE_SSL_ISSUER_ERROR:
            return .failure(.untrusted(text))
        case CURLE_WRITE_ERROR where isTooLong: return .failure(.tooLong)
        default: return .failure(.broken(text))
        }
    }

    // MARK: Options

    private func setUp(_ handle: UnsafeMutableRawPointer) -> Bool {
        let numbers: [(CURLoption, Int)] = [
            (CURLOPT_NOSIGNAL, 1), (CURLOPT_TIMEOUT_MS, milliseconds), (CURLOPT_CONNECTTIMEOUT_MS, milliseconds),
            // Once, on a connection of its own, and to nowhere else.
            (CURLOPT_FRESH_CONNECT, 1), (CURLOPT_FORBID_REUSE, 1), (CURLOPT_FOLLOWLOCATION, 0),
            (CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1)), (CURLOPT_PATH_AS_IS, 1),
            (CURLOPT_SSL_VERIFYPEER, 1), (CURLOPT_SSL_VERIFYHOST, 2),
            (CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2)),
            // A name that is still looked up does not hold a cancel up.
            (CURLOPT_QUICK_EXIT, 1),
        ]
        let context = Unmanaged.passUnretained(self).toOpaque()
        var isGood = numbers.allSatisfy { ccurl_set_number(handle, $0, $1) == CURLE_OK }
        let texts: [(CURLoption, String)] = [
            (CURLOPT_URL, request.address.origin + request.target), (CURLOPT_PROXY, ""),
            (CURLOPT_PROTOCOLS_STR, request.address.isPlain ? "http" : "https"),
        ]
        isGood = isGood && texts.allSatisfy { ccurl_set_text(handle, $0, $1) == CURLE_OK }
        isGood = isGood && ccurl_set_pointer(handle, CURLOPT_WRITEDATA, context) == CURLE_OK
        isGood = isGood && ccurl_set_pointer(handle, CURLOPT_HEADERDATA, context) == CURLE_OK
        isGood = isGood && ccurl_set_sink(handle, CURLOPT_WRITEFUNCTION, takeBodyBytes) == CURLE_OK
        isGood = isGood && ccurl_set_sink(handle, CURLOPT_HEADERFUNCTION, takeHeadLine) == CURLE_OK
        return isGood && setAuthorities(handle) && setBody(handle) && setFields(handle)
    }

    private var milliseconds: Int {
        let (seconds, attoseconds) = request.timeout.components
        let whole = seconds.multipliedReportingOverflow(by: 1000)
        guard !whole.overflow, whole.partialValue < Int64(Int32.max) else { return Int(Int32.max) }
        // With 0 the library would wait for ever.
        return max(1, Int(whole.partialValue) + Int(attoseconds / 1_000_000_000_000_000))
    }

    private func setAuthorities(_ handle: UnsafeMutableRawPointer) -> Bool {
        guard let pem = authorities.pem else { return true }
        // The system's folder of certificates would be looked into beside them.
        return ccurl_set_pointer(handle, CURLOPT_CAPATH, nil) == CURLE_OK
            && pem.withUnsafeBytes { bytes in
                guard let start = bytes.baseAddress else { return false }
                return ccurl_set_blob(handle, CURLOPT_CAINFO_BLOB, start, bytes.count) == CURLE_OK
            }
    }

    private func setBody(_ handle: UnsafeMutableRawPointer) -> Bool {
        guard case .post(let body) = request.method else { return true }
        guard ccurl_set_number(handle, CURLOPT_POST, 1) == CURLE_OK else { return false }
        return body.withUnsafeBytes { bytes in
            // An empty body has no address of its own.
            withUnsafePointer(to: UInt8(0)) { nothing in
                let start = bytes.baseAddress ?? UnsafeRawPointer(nothing)
                return ccurl_set_body(handle, start, curl_off_t(bytes.count)) == CURLE_OK
            }
        }
    }

    private func setFields(_ handle: UnsafeMutableRawPointer) -> Bool {
        // The library would wait for the host's leave before it sends a long body, and send it again after a refusal.
        let own = ["Host: \(request.address.bracketedName)", "Expect:"]
        // An empty value is asked for by a semicolon.
        for line in own + request.fields.map({ $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }) {
            // A value that could begin a line of its own is not sent.
            guard line.utf8.allSatisfy({ $0 >= 0x20 || $0 == 0x09 }), let longer = ccurl_slist_append(lines, line)
            else {
                return false
            }
            lines = longer
        }
        return ccurl_set_pointer(handle, CURLOPT_HTTPHEADER, lines) == CURLE_OK
    }

    // MARK: What comes

    /// - Returns: whether more is wanted.
    fileprivate func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count <= request.answerMax - body.count else {
            isTooLong = true
            return false
        }
        body += bytes
        return true
    }

    fileprivate func takeHead(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard head.take(String(decoding: bytes, as: UTF8.self)) else {
            isTooLong = true
            return false
        }
        return true
    }
}

private func transfer(_ context: UnsafeMutableRawPointer?) -> HTTPTransfer? {
    context.map { Unmanaged<HTTPTransfer>.fromOpaque($0).takeUnretainedValue() }
}

private func takeBodyBytes(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
    let whole = UnsafeRawBufferPointer(start: bytes, count: size * count)
    return transfer(context)?.takeBody(whole) == true ? whole.count : 0
}

private func takeHeadLine(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
    let whole = UnsafeRawBufferPointer(start: bytes, count: size * count)
    return transfer(context)?.takeHead(whole) == true ? whole.count : 0
}

/// The head of an answer, line by line as it comes.
private struct HTTPHead {
    /// The most bytes that are kept of it.
    private static let longest = 65_536

    private var statusLine = ""
    private var fields: [HTTPRequest.Field] = []
    private var length = 0

    /// - Returns: false for a head that is too long.
    mutating func take(_ line: String) -> Bool {
        length += line.utf8.count
        guard length <= HTTPHead.longest else { return false }
        let text = line.filter { $0 != "\r" && $0 != "\n" && $0 != "\r\n" }
        if text.hasPrefix("HTTP/") {
            // After an answer that only announces another one.
            statusLine = text
            fields = []
        } else if let colon = text.firstIndex(of: ":") {
            let value = text[text.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
            fields.append(HTTPRequest.Field(name: String(text[..<colon]), value: String(value)))
        }
        return true
    }

    func response(_ body: [UInt8]) -> HTTPResponse? {
        let words = statusLine.split(separator: " ", maxSplits: 2)
        guard words.count > 1, words[1].utf8.count == 3, let code = Int(words[1]) else { return nil }
        let reason = words.count > 2 ? words[2].filter { $0.isASCII && $0 >= " " && $0 <= "~" } : ""
        return HTTPResponse(code: code, reason: reason, fields: fields, body: body)
    }
}
