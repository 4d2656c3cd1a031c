import FoundationEssentials

/// A certificate that signs itself, and its key, made by `openssl` in a folder.
struct TestCertificate {
    enum Kind: String, CaseIterable {
        /// For this machine.
        case good
        /// For a host of another name.
        case otherName
        /// For this machine, and long over.
        case expired
    }

    let certificate: String
    let key: String

    init(_ kind: Kind, in folder: ScratchFolder) throws {
        certificate = "\(folder.path)/\(kind.rawValue).pem"
        key = "\(folder.path)/\(kind.rawValue).key"
        let names = kind == .otherName ? "DNS:bank.example" : "DNS:localhost,IP:127.0.0.1"
        let subject = ["-subj", "/CN=test", "-addext", "subjectAltName=\(names)"]
        let newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", key]
        switch kind {
        case .good, .otherName:
            try Self.openssl(["req", "-x509", "-days", "3650", "-out", certificate] + newKey + subject)
        case .expired:
            let request = "\(folder.path)/request.pem"
            let database = try folder.write("", to: "database")
            let settings = try folder.write(
                """
                [ca]
                default_ca = it
                [it]
                database = \(database)
                new_certs_dir = \(folder.path)
                default_md = sha256
                rand_serial = yes
                copy_extensions = copy
                policy = any
                [any]
                commonName = supplied
                """, to: "ca.conf")
            try Self.openssl(["req", "-new", "-out", request] + newKey + subject)
            try Self.openssl([
                "ca", "-batch", "-notext", "-config", settings, "-selfsign", "-keyfile", key, "-in", request, "-out",
                certificate, "-startdate", "20200101000000Z", "-enddate", "20200102000000Z",
            ])
        }
        // The program refuses a key that others can read.
        _ = try folder.write(try String(contentsOfFile: key, encoding: .utf8), to: "\(kind.rawValue).key")
    }

    private static func openssl(_ arguments: [String]) throws {
        let end = try ChildProcess("/usr/bin/openssl", arguments, environment: ["PATH": "/usr/bin:/bin"]).waitForEnd()
        guard end.status == 0 else { throw ScratchFolder.Failure(what: "openssl: \(end.error)") }
    }
}
