import FoundationEssentials

/// What a cardholder draws on a reader with a screen for it.
package enum SignaturePicture {
    /// A PNG of 64 by 24 points, black on white.
    static let base64 = """
        iVBORw0KGgoAAAANSUhEUgAAAEAAAAAYAQAAAABiz8bpAAAAdklEQVR42mP4DwUMeBnzYYx+GEMfxkj///P/ZxCj/P+v/w9BjOL/\
        Yv/fAhn/qv+5158BMX78+19/7z/D339/bP5b3rNn+Pvn/97/G+YDRf7+n/t/uz2Q8fj/zf/tQAP/nf9/+v95EGP+/8dgK/7Z/39O\
        2IVoDAB2hrCvmPiBCwAAAABJRU5ErkJggg==
        """

    /// The same as a file.
    package static let file = Data(base64Encoded: base64).map { Array($0) } ?? []
}

extension TestHost {
    /// Where the host keeps the pictures of signatures.
    package static let signaturesPath = "/signatures/"

    /// Where the signature of a payment lies.
    package static func signaturePath(of payment: String) -> String { "\(signaturesPath)\(payment).png" }

    /// The payment whose signature lies under a path; nil where the path is none of these.
    package static func payment(ofSignature path: String) -> String? {
        guard path.hasPrefix(signaturesPath), path.hasSuffix(".png") else { return nil }
        let name = path.dropFirst(signaturesPath.count).dropLast(4)
        return name.isEmpty || name.contains("/") ? nil : String(name)
    }
}
