import Dispatch
import FoundationEssentials
import HeftKit
import HeftTransport
import HeftWire
import ReaderSimulator
import Synchronization
import Testing

@Suite("Source compatibility", .timeLimit(.minutes(1))) struct SourceCompatibilityTests {
    private static let secret = "0102030405060708091011121314151617181920212223242526272829303132"
    private static let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()

    /// Relays to the reader's test host.
    private struct Gateway: HostGateway {
        struct Call: HostCall {
            func cancel() {}
        }

        let port: SimulatedReaderPort

        func perform(_ exchange: HostExchange, completion: @escaping @Sendable (HostAnswer) -> Void) -> any HostCall {
            port.respond(host: exchange.host, port: exchange.port, request: exchange.request) { answer in
                if case .response(let bytes) = answer { completion(.response(bytes)) }
            }
            return Call()
        }
    }

    private struct Generator: RandomNumberGenerator {
        var state: UInt64 = 7

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state
        }
    }

    private func manager() throws -> HeftManager {
        let reader = SimulatedReader(
            configuration: SimulatedReader.Configuration(secret: try SharedSecret(SourceCompatibilityTests.secret)),
            random: Generator(), now: { "20261004143205" })
        let port = SimulatedReaderPort(reader, scheduler: DispatchTimers())
        let manager = HeftManager()
        manager.environment.gateway = Gateway(port: port)
        manager.register(SimulatedReaderSource(port: port))
        return manager
    }

    @Test(
        "the reference's walk-through runs as it was written",
        arguments: [
            (1250, ["found Simulated reader", "WaitingForCard", "fulfil Table 4"]),
            (1000, ["found Simulated reader", "WaitingForCard", "declined"]),
            (2000, ["found Simulated reader", "WaitingForCard", "cancelled"]),
            (3757, ["found Simulated reader", "WaitingForCard", "due 1757"]),
            (3000, ["found Simulated reader", "WaitingForCard", "signature here", "fulfil Table 4"]),
            (0, ["found Simulated reader", "not sent"]),
        ])
    func walkThrough(amount: Int, expected: [String]) async throws {
        let manager = try manager()
        let (lines, shown) = AsyncStream.makeStream(of: String.self)
        let controller = ViewController(
            manager: manager, sharedSecret: SourceCompatibilityTests.secret, amount: amount
        ) { shown.yield($0) }
        var seen: [String] = []
        for await line in lines {
            seen.append(line)
            if seen.count == expected.count { break }
        }
        #expect(seen == expected)
        #expect(controller.heftClient != nil)
    }

    private func code(_ article: String) throws -> String {
        let path = "\(SourceCompatibilityTests.root)/Sources/HeftKit/HeftKit.docc/\(article).md"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let start = try #require(text.firstRange(of: "```swift\n"))
        let rest = text[start.upperBound...]
        let end = try #require(rest.firstRange(of: "```"))
        return String(rest[..<end.lowerBound])
    }

    private func source(_ name: String) throws -> String {
        let path = "\(SourceCompatibilityTests.root)/Tests/SourceCompatibility/\(name).swift"
        return try String(contentsOfFile: path, encoding: .utf8)
    }

    @Test("the sale of the article is the one that is compiled here, and has about thirty lines") func sale() throws {
        let code = try code("ASaleInThirtyLines")
        #expect(try source("Counter") == code)
        let lines = code.split(separator: "\n")
        #expect((25...37).contains(lines.count))
    }

    @Test("the options of the article are compiled here") func options() throws {
        let lines = try code("FromIOSToLinux").split(separator: "\n")
        let compiled = lines.map { "    " + $0 }.joined(separator: "\n")
        #expect(lines.count == 10)
        #expect(try source("WalkThrough").contains(compiled))
    }

    @Test("the article's sale reaches the reader") func counter() async throws {
        let manager = try manager()
        let (results, ended) = AsyncStream.makeStream(of: String.self)
        manager.activityObserver = { _, activity in
            if case .message(.received, let message) = activity { ended.yield(message.command) }
        }
        let counter = Counter(manager: manager, secret: SourceCompatibilityTests.secret)
        #expect(await results.contains("F001"))
        #expect(manager.delegate === counter)
    }
}
