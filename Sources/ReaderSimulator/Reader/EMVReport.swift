internal import HeftWire

/// What `getReport` tells of the reader's configuration for chip cards: an XML document, which travels as text.
struct EMVReport {
    let serialNumber: String
    /// Nil for every currency in use.
    let currencies: Set<Int>?

    var text: String {
        let root = PayloadXML.Element("EMVConfiguration", children: [terminal] + applications + keys)
        return String(decoding: PayloadXML.document(root), as: UTF8.self)
    }

    private var terminal: PayloadXML.Element {
        let currency = currencies?.min().map { String(repeating: "0", count: max(0, 4 - "\($0)".count)) + "\($0)" }
        return EMVReport.element(
            "Terminal",
            [
                ("SerialNumber", serialNumber), ("TerminalType", "22"), ("TerminalCapabilities", "E0F8C8"),
                ("AdditionalTerminalCapabilities", "F000F0A001"), ("TerminalCountryCode", "0826"),
                ("TransactionCurrencyCode", currency ?? "0826"), ("ParameterVersion", "2"), ("KeyVersion", "1"),
            ])
    }

    private var applications: [PayloadXML.Element] {
        TestCard.Scheme.allCases.flatMap { scheme in
            ["CONTACT", "CONTACTLESS"].map { interface in
                EMVReport.element(
                    "Application",
                    [
                        ("AID", scheme.applicationID), ("Scheme", scheme.rawValue), ("Interface", interface),
                        ("PartialSelection", "true"), ("FloorLimit", "0"),
                        ("ContactlessLimit", interface == "CONTACT" ? "" : "10000"),
                        ("CVMLimit", interface == "CONTACT" ? "" : "5000"), ("TACDefault", "DC4000A800"),
                        ("TACDenial", "0010000000"), ("TACOnline", "DC4004F800"),
                    ])
            }
        }
    }

    /// Which of the schemes' public keys the reader knows: their provider and index.
    private var keys: [PayloadXML.Element] {
        Set(TestCard.Scheme.allCases.map { String($0.applicationID.prefix(10)) }).sorted().flatMap { provider in
            ["92", "94", "99"].map { EMVReport.element("PublicKey", [("RID", provider), ("Index", $0)]) }
        }
    }

    private static func element(_ name: String, _ fields: [(String, String)]) -> PayloadXML.Element {
        PayloadXML.Element(name, children: fields.map { PayloadXML.Element($0, text: $1) })
    }
}
