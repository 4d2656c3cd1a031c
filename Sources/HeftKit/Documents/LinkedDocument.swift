/// What stands behind a link that a reader or a host gave: the picture of a signature, a receipt.
package struct LinkedDocument: Equatable, Sendable {
    /// As the host says, `image/png`; empty where it says nothing.
    package var contentType: String
    package var bytes: [UInt8]

    package init(contentType: String, bytes: [UInt8]) {
        self.contentType = contentType
        self.bytes = bytes
    }
}

/// Why a document was not fetched. No payment depends on one.
package enum LinkedDocumentError: Error, Equatable, Sendable {
    /// The text is no address that can be fetched, or of a host that is not allowed.
    case notAllowed
    /// The host has no such document, also after a while.
    case notThere
    /// The host did not answer, or not with the document.
    case unavailable(HTTPFailure?)
    /// It is longer than allowed.
    case tooLong
    case cancelled
}

/// A link, as a text gives it.
struct DocumentLink: Equatable {
    var address: HostAddress
    /// Path and query.
    var target: String

    /// Nil for what is no `https` link, and `http` beyond this machine.
    init?(_ text: String) {
        guard let scheme = text.firstRange(of: "://"), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return nil
        }
        let rest = text[scheme.upperBound...]
        let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
        do throws(HostAddress.Refusal) {
            address = try HostAddress(String(text[..<end]))
        } catch {
            return nil
        }
        // What stands behind a # is for whoever shows the document.
        let target = rest[end...].prefix { $0 != "#" }
        self.target = target.hasPrefix("/") ? String(target) : "/" + target
    }

    /// What a host asks for when it moves a document; nil where that is at another host, port or scheme, and for what is
    /// neither a whole address nor a path from the root.
    static func target(of location: String, on address: HostAddress) -> String? {
        if location.hasPrefix("/"), !location.hasPrefix("//") {
            guard location.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
            return String(location.prefix { $0 != "#" })
        }
        guard let link = DocumentLink(location), link.address == address else { return nil }
        return link.target
    }
}
