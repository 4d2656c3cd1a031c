/// The constants of the charge protocol, version 1.0.0.
public enum ChargeProtocol {
    /// The scheme of a request.
    public static let scheme = "com-innerfence-ccterminal"
    /// The only version there is.
    public static let version = "1.0.0"
    /// What every request begins with.
    public static let baseURL = "\(scheme)://\(host)/\(version)/"
    /// What the name of every field of an answer begins with, after the `$` of FileMaker's form.
    public static let fieldPrefix = "ifcc_"
    /// The parameter that ``IFChargeRequest`` adds to its return address to know its answers by. It is the caller's own:
    /// a server hands it back and thinks nothing of it.
    public static let nonceName = "ifcc_request_nonce"

    /// The longest request, in bytes.
    public static let requestBytesMax = 64 * 1024
    /// The longest answer, in bytes: the longest return address and all that may be appended to it.
    public static let answerBytesMax = 80 * 1024

    static let host = "charge"
}
