extension HeftManager {
    /// Relays what readers have for their hosts, from the next connection on. Without a call, the vendor's own hosts are
    /// reached, with the certificates that the system trusts.
    ///
    ///     manager.relayHostTraffic(allowing: [.vendor, .domain("bank.example")])
    ///
    /// A reader names its hosts itself. One that is not allowed is not asked, and the reader's operation ends as it does
    /// when the bank cannot be reached. May be called from any thread.
    ///
    /// - Parameters:
    ///   - allowances: every host that may be reached; none for no traffic at all.
    ///   - certificateAuthorities: whom the hosts' certificates must come from.
    public func relayHostTraffic(
        allowing allowances: [HostAllowance], certificateAuthorities: CertificateAuthorities = .system
    ) {
        environment.gateway = HTTPHostGateway(allowing: allowances, certificateAuthorities: certificateAuthorities)
    }
}
