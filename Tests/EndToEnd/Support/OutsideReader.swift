import Testing

/// `till-reader` as a program of its own, beside the till of a shop.
final class OutsideReader {
    /// How the till reaches it.
    enum Place: String, CaseIterable, CustomTestStringConvertible, Sendable {
        case tcp
        case serialLine

        var testDescription: String { rawValue }
    }

    let process: TillProcess
    /// Where it is, as `--reader` takes it.
    let address: String

    /// Starts it and waits until it waits for a till. Its books outlive it in the shop's folder.
    convenience init(at place: Place, of shop: Shop, _ arguments: String...) throws {
        let link =
            switch place {
            case .tcp: ["--tcp", "0"]
            case .serialLine: ["--pty", shop.folder + "/line"]
            }
        try self.init(link + arguments, of: shop)
    }

    /// Starts it at a port where it was before.
    convenience init(again port: String, of shop: Shop) throws {
        try self.init(["--tcp", port], of: shop)
    }

    private init(_ arguments: [String], of shop: Shop) throws {
        let options = ["--headless", "--speed", "instant", "--books", shop.folder + "/reader.json"]
        process = try TillProcess(
            arguments + options, program: "till-reader", environment: shop.environment)
        address = try #require(try process.waitForOutput("waiting at "))
    }

    /// What a till is started with for it.
    var arguments: [String] { ["--reader", address, "--simulated"] }
}
