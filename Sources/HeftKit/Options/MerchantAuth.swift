/// The merchant accounts of one payment, where a reader serves several. Source: reference, MerchantAuth / Credential.
public final class MerchantAuth {
    private var credentials: [Credential] = []

    public init() {}

    /// Adds an account; one for each acquirer.
    public func add(_ credential: Credential) {
        credentials.append(credential)
    }

    /// What was added, in order, as values.
    public var accounts: [MerchantAccount] { credentials.map(\.account) }
}

/// One merchant account. Source: reference, MerchantAuth / Credential.
public final class Credential {
    /// The acquirer; ``Acquirer/undefined`` leaves it to the reader.
    public var acquirer: Acquirer
    /// The merchant's number; readers take the first 23 characters.
    public var mid: String
    /// The terminal's number; readers take the first 23 characters.
    public var tid: String

    /// - Parameters:
    ///   - acquirer: ``Acquirer/undefined`` leaves it to the reader.
    ///   - mid: the first 23 characters count.
    ///   - tid: the first 23 characters count.
    public init(acquirer: Acquirer = .undefined, mid: String = "", tid: String = "") {
        self.acquirer = acquirer
        self.mid = mid
        self.tid = tid
    }

    /// The acquirer of that name, in any case; ``Acquirer/undefined`` for a name that readers do not know.
    public static func getAcquirer(from string: String) -> Acquirer {
        let name = string.uppercased()
        return Acquirer.allCases.first { $0.rawValue == name || $0.wireName?.uppercased() == name } ?? .undefined
    }

    var account: MerchantAccount { MerchantAccount(acquirer: acquirer, merchantID: mid, terminalID: tid) }
}

/// One merchant account as a value.
public struct MerchantAccount: Equatable, Sendable {
    /// ``Acquirer/undefined`` leaves it to the reader.
    public var acquirer: Acquirer
    /// The first 23 characters count.
    public var merchantID: String
    /// The first 23 characters count.
    public var terminalID: String

    /// - Parameters:
    ///   - acquirer: ``Acquirer/undefined`` leaves it to the reader.
    ///   - merchantID: the first 23 characters count.
    ///   - terminalID: the first 23 characters count.
    public init(acquirer: Acquirer = .undefined, merchantID: String = "", terminalID: String = "") {
        self.acquirer = acquirer
        self.merchantID = merchantID
        self.terminalID = terminalID
    }
}

/// The banks and processors that readers know by name. Source: `ReaderProtocol.md` §4.
public enum Acquirer: String, CaseIterable, Sendable {
    /// None named: the reader chooses.
    case undefined = "UNDEFINED"
    case amex = "AMEX"
    case borgun = "BORGUN"
    case evo = "EVO"
    case interac = "INTERAC"
    case omnipay = "OMNIPAY"
    case postbridge = "POSTBRIDGE"
    case sandbox = "SANDBOX"
    case tsys = "TSYS"
    case vantiv = "VANTIV"

    /// Its name on the wire; nil where none is sent.
    var wireName: String? {
        switch self {
        case .undefined: nil
        case .postbridge: "PostBridge"
        case .interac: "TNS"
        case .sandbox: "ViscusDummy"
        case .amex, .borgun, .evo, .omnipay, .tsys, .vantiv: rawValue
        }
    }
}
