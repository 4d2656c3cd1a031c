internal import HeftWire

/// What a reader asks of the test host.
///
/// It travels as a whole HTTP/1.1 request: a request line with the path of its kind, `Host`, `Content-Type` and
/// `Content-Length`, an empty line, and as body one XML document without white space between its elements:
///
///     POST /viscus/cr/v1/authorization HTTP/1.1
///
///     <HostRequest><Kind>sale</Kind><ID>GUID</ID><Amount>1250</Amount><Gratuity>0</Gratuity><Currency>826</Currency>
///     <OriginalID/><Batch>1</Batch><Date>20261004143205</Date><Terminal>000012348421</Terminal><Reference/>
///     <Choice/></HostRequest>
///
/// The end of a day has `<Close>true</Close>` besides.
package struct HostRequest: Equatable, Sendable {
    /// What is asked; each kind has a path.
    package enum Kind: String, CaseIterable, Sendable {
        case sale
        case refund
        case saleReversal
        case refundReversal
        /// A start or end of day.
        case day
        /// The reader looks for new software and configuration.
        case update

        package var path: String {
            switch self {
            case .sale, .refund: "/viscus/cr/v1/authorization"
            case .saleReversal, .refundReversal: "/viscus/cr/v1/reversal"
            case .day: "/viscus/cr/v1/reconciliation"
            case .update: "/viscus/cr/v1/init"
            }
        }

        init(_ kind: PaymentOrder.Kind) {
            switch kind {
            case .sale: self = .sale
            case .refund: self = .refund
            case .saleReversal: self = .saleReversal
            case .refundReversal: self = .refundReversal
            }
        }
    }

    package var kind: Kind
    /// The payment's GUID; a second request with the same one is the same payment. Empty for days and updates.
    package var id = ""
    package var amountMinor: UInt32 = 0
    /// What the cardholder adds to it; the amount alone decides.
    package var gratuityMinor: UInt32 = 0
    package var currency = 0
    /// The GUID of the payment that is returned or reversed; empty for none.
    package var originalID = ""
    package var batch: Int
    /// `yyyyMMddHHmmss`
    package var date: String
    /// The reader's serial number.
    package var terminal: String
    /// What the till named the payment; empty for none.
    package var customerReference = ""
    /// What the test panel chose, which the test host obeys.
    package var choice: NextPayment?
    /// Of a day: it ends, and its batch with it.
    package var closesBatch = false

    package init(kind: Kind, batch: Int, date: String, terminal: String) {
        self.kind = kind
        self.batch = batch
        self.date = date
        self.terminal = terminal
    }

    init(_ payment: PaymentInFlight, terminal: String) {
        kind = Kind(payment.order.kind)
        id = payment.id
        amountMinor = payment.order.amountMinor
        gratuityMinor = payment.totalMinor - payment.order.amountMinor
        currency = payment.order.currency
        originalID = payment.order.originalID
        batch = payment.batch
        date = payment.startedAt
        self.terminal = terminal
        customerReference = payment.order.customerReference
        choice = payment.choice
    }

    /// Takes a payment back that the host has approved for so much.
    init(reversalOf payment: PaymentInFlight, id: String, authorisedMinor: UInt32, terminal: String) {
        self.init(
            kind: payment.order.kind == .refund ? .refundReversal : .saleReversal, batch: payment.batch,
            date: payment.startedAt, terminal: terminal)
        self.id = id
        amountMinor = authorisedMinor
        currency = payment.order.currency
        originalID = payment.id
        customerReference = payment.order.customerReference
    }

    /// The amount with what was added to it.
    var totalMinor: UInt32 {
        let (sum, isTooMuch) = amountMinor.addingReportingOverflow(gratuityMinor)
        return isTooMuch ? .max : sum
    }

    /// The whole HTTP request.
    package func http(host: String) -> [UInt8] {
        let body = document
        let head =
            "POST \(kind.path) HTTP/1.1\r\nHost: \(host)\r\nContent-Type: application/octet-stream\r\n"
            + "Content-Length: \(body.count)\r\n\r\n"
        return Array(head.utf8) + body
    }

    private var document: [UInt8] {
        let closing = closesBatch ? [PayloadXML.Element("Close", text: "true")] : []
        return PayloadXML.Element(
            "HostRequest",
            children: closing + [
                .init("Kind", text: kind.rawValue), .init("ID", text: id), .init("Amount", text: "\(amountMinor)"),
                .init("Gratuity", text: "\(gratuityMinor)"), .init("Currency", text: "\(currency)"),
                .init("OriginalID", text: originalID),
                .init("Batch", text: "\(batch)"), .init("Date", text: date), .init("Terminal", text: terminal),
                .init("Reference", text: customerReference), .init("Choice", text: choice?.rawValue ?? ""),
            ]
        ).bytes
    }

    /// Why a host does not look at a request, in the words of a status line.
    package enum Refusal: String, Error, Sendable {
        case badRequest = "400 Bad Request"
        case notFound = "404 Not Found"
    }

    /// Reads a request that a web server has taken apart.
    package init(path: String, body: [UInt8]) throws(Refusal) {
        guard Kind.allCases.contains(where: { $0.path == path }) else { throw .notFound }
        guard let request = HostRequest(body: body), request.kind.path == path else { throw .badRequest }
        self = request
    }

    /// Reads the body of a request; nil when it makes no sense.
    private init?(body: [UInt8]) {
        guard let root = HostXML.root(body, named: "HostRequest"),
            let kind = root.value(of: "Kind").flatMap(Kind.init(rawValue:)),
            let amountMinor = root.value(of: "Amount").flatMap({ UInt32($0) }),
            let currency = root.value(of: "Currency").flatMap({ Int($0) }),
            let batch = root.value(of: "Batch").flatMap({ Int($0) }), let date = root.value(of: "Date")
        else { return nil }
        self.init(kind: kind, batch: batch, date: date, terminal: root.value(of: "Terminal") ?? "")
        id = root.value(of: "ID") ?? ""
        // A payment is told from others by it.
        guard !id.isEmpty || kind == .day || kind == .update else { return nil }
        self.amountMinor = amountMinor
        gratuityMinor = root.value(of: "Gratuity").flatMap { UInt32($0) } ?? 0
        self.currency = currency
        originalID = root.value(of: "OriginalID") ?? ""
        customerReference = root.value(of: "Reference") ?? ""
        choice = root.value(of: "Choice").flatMap(NextPayment.init(rawValue:))
        closesBatch = kind == .day && root.value(of: "Close") == "true"
    }
}

/// What the test host answers, as an XML document behind `HTTP/1.1 200 OK` and an empty line.
package struct HostReply: Equatable, Sendable {
    package enum Result: String, Codable, Sendable {
        case approved
        case partlyApproved
        case declined
        /// The reader gave the payment up before its request arrived: it is never performed.
        case abandoned
    }

    package var result: Result
    /// Of the payment that it answers; empty for days and updates, and where the host does not say.
    package var id = ""
    /// What was taken or given back, in minor units.
    package var authorisedMinor: UInt32 = 0
    /// Six digits; empty where nothing was authorised.
    package var authorisationCode = ""
    /// Why not, in a sentence; empty for an approval.
    package var reason = ""

    package init(_ result: Result) {
        self.result = result
    }

    /// The status line, an empty line and the body.
    package var http: [UInt8] { Array("HTTP/1.1 200 OK\r\n\r\n".utf8) + body }

    /// The XML document alone.
    package var body: [UInt8] {
        PayloadXML.Element(
            "HostReply",
            children: [
                .init("Result", text: result.rawValue), .init("ID", text: id),
                .init("Authorised", text: "\(authorisedMinor)"),
                .init("AuthorisationCode", text: authorisationCode), .init("Reason", text: reason),
            ]
        ).bytes
    }

    /// Reads a whole HTTP response; nil when it is none, or no success, or makes no sense.
    package init?(http bytes: [UInt8]) {
        guard let (head, body) = HTTPText.split(bytes), head.hasPrefix("HTTP/1."),
            head.split(separator: " ", maxSplits: 2).dropFirst().first == "200",
            let root = HostXML.root(body, named: "HostReply"),
            let result = root.value(of: "Result").flatMap(Result.init(rawValue:)),
            let authorisedMinor = root.value(of: "Authorised").flatMap({ UInt32($0) })
        else { return nil }
        self.result = result
        id = root.value(of: "ID") ?? ""
        self.authorisedMinor = authorisedMinor
        authorisationCode = root.value(of: "AuthorisationCode") ?? ""
        reason = root.value(of: "Reason") ?? ""
    }
}

/// The first line and the body of an HTTP message.
enum HTTPText {
    private static let emptyLine = Array("\r\n\r\n".utf8)

    /// Nil where no empty line ends the head.
    static func split(_ bytes: [UInt8]) -> (firstLine: String, body: [UInt8])? {
        var start = bytes.startIndex
        while let end = bytes[start...].firstIndex(of: emptyLine[0]) {
            guard bytes[end...].starts(with: emptyLine) else {
                start = end + 1
                continue
            }
            let line = bytes[..<end].prefix { $0 != emptyLine[0] }
            return (String(decoding: line, as: UTF8.self), Array(bytes[(end + emptyLine.count)...]))
        }
        return nil
    }
}

enum HostXML {
    static func root(_ bytes: [UInt8], named name: String) -> PayloadXML.Element? {
        do throws(WireError) {
            let root = try PayloadXML.parse(bytes)
            return root.name == name ? root : nil
        } catch {
            return nil
        }
    }
}
