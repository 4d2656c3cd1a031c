import Configuration
import Files
import Glibc
import HeftKit
import HeftTransport

/// The hosts that are reached over the network: the reader's bank, the bank's list, and the service for tips.
struct HostNetwork {
    let gateway: any HostGateway
    let feed: any TransactionFeed
    let tips: any TipAdjustmentService
    /// Pictures of signatures.
    let documents: HTTPDocuments

    /// Of real readers: the vendor's hosts, and what the configuration allows beside them.
    ///
    /// - Throws: ``ReaderWorld/Failure`` when the configuration names what cannot be used.
    init(
        _ configuration: Configuration, _ timers: any TimerScheduler, _ clock: BankClockLine
    ) throws(ReaderWorld.Failure) {
        let authorities = try HostNetwork.authorities(configuration)
        gateway = HTTPHostGateway(
            allowing: [.vendor] + configuration.host.allowed.map { .domain($0) },
            certificateAuthorities: authorities, clock: clock.watch, observer: HostNetwork.log)
        feed = try HostNetwork.feed(configuration, authorities, timers)
        tips = HTTPTipAdjustment(certificateAuthorities: authorities)
        documents = HostNetwork.documents(
            [.vendor] + configuration.host.allowed.map { .domain($0) }, authorities, timers)
    }

    /// Of simulated readers: one test host does it all.
    ///
    /// - Throws: ``ReaderWorld/Failure`` as for real ones.
    init(
        testHost host: HostAddress, _ configuration: Configuration, _ timers: any TimerScheduler,
        _ clock: BankClockLine
    ) throws(ReaderWorld.Failure) {
        let authorities = try HostNetwork.authorities(configuration)
        gateway = HTTPHostGateway(
            allowing: [.address(host)], certificateAuthorities: authorities, clock: clock.watch,
            observer: HostNetwork.log)
        if let key = try HostNetwork.feedKey(configuration) {
            feed = HostNetwork.feed(at: host, key, authorities, timers)
        } else {
            feed = NoTransactionFeed()
        }
        tips = HTTPTipAdjustment(at: host, certificateAuthorities: authorities)
        documents = HostNetwork.documents([.address(host)], authorities, timers)
    }

    /// The longest picture, in bytes.
    private static let pictureMax = 2 << 20

    /// A signature is waited for no longer than the reader does.
    private static func documents(
        _ allowances: [HostAllowance], _ authorities: CertificateAuthorities, _ timers: any TimerScheduler
    ) -> HTTPDocuments {
        HTTPDocuments(
            allowing: allowances, certificateAuthorities: authorities, longest: pictureMax, timeout: .seconds(10),
            timers: timers)
    }

    /// On the full screen standard error is the log.
    @Sendable private static func log(_ exchange: HostExchange, _ failure: HTTPFailure) {
        StandardStreams.error(PlainText.printable("\(exchange.host): \(failure.sentence)"))
    }

    private static func authorities(
        _ configuration: Configuration
    ) throws(ReaderWorld.Failure) -> CertificateAuthorities {
        guard let path = configuration.host.authoritiesFile else { return .system }
        do throws(CertificateAuthorities.Failure) {
            return try CertificateAuthorities(file: whole(path))
        } catch {
            throw ReaderWorld.Failure(sentence: "\(error) It is host.certificate-authorities of the configuration.")
        }
    }

    private static func feed(
        _ configuration: Configuration, _ authorities: CertificateAuthorities, _ timers: any TimerScheduler
    ) throws(ReaderWorld.Failure) -> any TransactionFeed {
        guard let text = configuration.host.feed else { return NoTransactionFeed() }
        let host: HostAddress
        do throws(HostAddress.Refusal) {
            host = try HostAddress(text)
        } catch {
            throw ReaderWorld.Failure(sentence: "\(error) It is host.feed of the configuration.")
        }
        guard let key = try feedKey(configuration) else {
            throw ReaderWorld.Failure(
                sentence: "host.feed has no key. Name a file with it at host.feed-key-file of the configuration.")
        }
        return feed(at: host, key, authorities, timers)
    }

    private static func feed(
        at host: HostAddress, _ key: String, _ authorities: CertificateAuthorities, _ timers: any TimerScheduler
    ) -> any TransactionFeed {
        HTTPTransactionFeed(
            at: host, apiKey: key, certificateAuthorities: authorities, timers: timers,
            now: { SystemClock.now().millisecondsSince1970 })
    }

    /// The longest key, in bytes.
    private static let keyMax = 1024

    /// Nil where none is named. It is never shown.
    private static func feedKey(_ configuration: Configuration) throws(ReaderWorld.Failure) -> String? {
        guard let named = configuration.host.feedKeyFile else { return nil }
        let path = whole(named)
        let bytes: [UInt8]
        do throws(SecretFailure) {
            bytes = try RegularFile.read(
                path, limit: keyMax,
                check: { (status) throws(SecretFailure) in
                    guard status.isPrivate else { throw .readableByOthers(path) }
                },
                map: { .file(path, $0) })
        } catch {
            throw ReaderWorld.Failure(
                sentence:
                    "The key for the bank's list in \(path) cannot be used. It must be a file that you alone can read.")
        }
        let key = String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace }
        guard !key.isEmpty, key.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw ReaderWorld.Failure(sentence: "\(path) holds no key for the bank's list.")
        }
        return key
    }

    private static func whole(_ path: String) -> String {
        guard path.hasPrefix("~/"), let home = Environment.values(of: ["HOME"])["HOME"] else { return path }
        return home + path.dropFirst(1)
    }
}
