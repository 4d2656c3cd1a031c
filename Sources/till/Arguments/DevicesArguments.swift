import HeftTransport

/// `till devices`
struct DevicesArguments: Equatable {
    /// How long it searches, in seconds; 0 lists what is known.
    var searchSeconds: Int
    var json: Bool
    var reader: ReaderArguments

    init(_ words: ArraySlice<String>) throws(UsageError) {
        let scanner = try ArgumentScanner(
            words, command: "devices", options: ReaderArguments.options + [.flag("json"), .value("scan", "SECONDS")])
        _ = try scanner.operands()
        searchSeconds = try scanner.number("scan", 1...300) ?? 0
        json = scanner.has("json")
        reader = try ReaderArguments(scanner)
        if !reader.isReaderGiven { reader.offersAll = true }
    }
}

/// `till pair` and `till forget`
struct PairingArguments: Equatable {
    /// In its usual form, `00:07:80:AB:84:21`.
    var address: String
    var isForgetting: Bool
    var reader: ReaderArguments

    init(_ words: ArraySlice<String>, isForgetting: Bool) throws(UsageError) {
        let scanner = try ArgumentScanner(
            words, command: isForgetting ? "forget" : "pair",
            options: [.value("config", "FILE"), .value("time-scale", "N")])
        let text = try scanner.operands("a Bluetooth address, such as 00:07:80:AB:84:21")[0]
        guard let address = ReaderAddress.bluetoothAddress(text.hasPrefix("bt:") ? String(text.dropFirst(3)) : text)
        else {
            throw UsageError("\"\(text)\" is no Bluetooth address. Use six bytes such as 00:07:80:AB:84:21.")
        }
        self.address = address
        self.isForgetting = isForgetting
        reader = try ReaderArguments(scanner)
    }
}
