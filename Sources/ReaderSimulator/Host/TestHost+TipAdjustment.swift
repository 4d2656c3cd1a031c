import FoundationEssentials
internal import HeftWire

extension TestHost {
    /// Answers a request of the service that changes tips, which no reader has a part in.
    ///
    /// A second adjustment of the same sale replaces the first. Source: `ReaderProtocol.md` §9.
    ///
    /// - Parameters:
    ///   - body: as it came.
    ///   - signature: the header `hmac`, base64.
    ///   - secret: the text of the shared secret; its case matters.
    /// - Returns: the HTTP code: 200 changed, 403 refused, 401 for a wrong signature, 400 for what cannot be read.
    package mutating func adjustTip(body: [UInt8], signature: String, secret: String) -> Int {
        let expected = HMACSHA256.code(key: Array(secret.utf8), message: body)
        guard let given = Data(base64Encoded: signature), TestHost.isSame(Array(given), expected) else { return 401 }
        guard let (id, tip) = TestHost.tip(in: body) else { return 400 }
        guard let index = index(of: id) else { return 403 }
        let sale = transactions[index]
        guard sale.kind == .sale, sale.stands, sale.refundedMinor == 0 else { return 403 }
        change(index) { $0.adjustedTipMinor = tip }
        return 200
    }

    /// The GUID of the sale that a request wants to change; nil where it cannot be read.
    package static func tippedSale(in body: [UInt8]) -> String? { tip(in: body)?.id }

    /// As long for one difference as for another.
    private static func isSame(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private static func tip(in body: [UInt8]) -> (id: String, tip: UInt32)? {
        do throws(WireError) {
            let root = try PayloadXML.parse(body)
            guard root.name == "tipadjustment" else { return nil }
            let text = { (name: String) in root.value(of: name) ?? "" }
            let id = text("originalGuid")
            guard !id.isEmpty, !text("timestamp").isEmpty, let tip = UInt32(text("tipAmount")) else { return nil }
            return (id, tip)
        } catch {
            return nil
        }
    }
}
