import HeftKit
import Testing

@Suite("The address of a host") struct HostAddressTests {
    @Test(
        "is a scheme, a name and perhaps a port",
        arguments: [
            ("https://api.handpoint.com", "api.handpoint.com", 443, false),
            ("https://Bank.Example:8443/", "bank.example", 8443, false),
            ("http://127.0.0.1:8080", "127.0.0.1", 8080, true), ("HTTP://localhost", "localhost", 80, true),
            ("http://[::1]:9", "::1", 9, true), ("https://[2001:db8::1]", "2001:db8::1", 443, false),
        ] as [(String, String, UInt16, Bool)])
    func parts(text: String, name: String, port: UInt16, isPlain: Bool) throws {
        let address = try HostAddress(text)
        #expect(address.name == name)
        #expect(address.port == port)
        #expect(address.isPlain == isPlain)
    }

    @Test(
        "is refused when it is anything else",
        arguments: [
            ("", .scheme), ("bank.example", .scheme), ("ftp://bank.example", .scheme), ("https://", .name),
            ("https:///", .name), ("https://user@bank.example", .name), ("https://bank..example", .name),
            ("https://-bank.example", .name),
            ("https://bank.example\r\nX", .name), ("https://[::1", .name), ("https://[bank]", .name),
            ("https://::1", .port),
            ("https://bank.example:", .port), ("https://bank.example:0", .port), ("https://bank.example:65536", .port),
            ("https://bank.example:+1", .port), ("https://bank.example/path", .path), ("https://bank.example?a", .path),
            ("http://bank.example", .notEncrypted), ("http://127.0.0.1.bank.example", .notEncrypted),
            ("http://127.0.0.300", .notEncrypted),
        ] as [(String, HostAddress.Refusal)])
    func refused(text: String, refusal: HostAddress.Refusal) {
        #expect(throws: refusal) { try HostAddress(text) }
    }
}
