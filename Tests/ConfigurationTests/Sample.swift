import Configuration
import FoundationEssentials
import Testing

/// The sample that comes with the till.
let sample: String = {
    let path = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/Resources/config.yaml"
    return FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
}()

@Suite("The sample configuration") struct SampleTests {
    @Test("it sets everything to the defaults") func defaults() throws {
        #expect(try configuration(sample) == Configuration())
    }

    @Test("every key is in it, with a comment above", arguments: ConfigurationKey.allCases)
    func everyKey(key: ConfigurationKey) throws {
        let lines = sample.split(separator: "\n", omittingEmptySubsequences: false)
        let section = try #require(lines.firstIndex(of: "\(key.section):"))
        let keys = lines[(section + 1)...].prefix { $0.hasPrefix("  ") }
        let place = try #require(keys.firstIndex { $0.hasPrefix("  \(key.name): ") }, "\(key.rawValue) is missing")
        // The footer shares the header's comment.
        #expect(keys[..<place].contains { $0.hasPrefix("  #") })
    }

    @Test("the sections stand in it in the order of the keys") func order() {
        let sections = sample.split(separator: "\n").filter {
            $0.hasSuffix(":") && !$0.hasPrefix(" ") && !$0.hasPrefix("#")
        }
        #expect(sections.map { String($0.dropLast()) } == ConfigurationKey.sections)
    }
}
