import Testing

@Suite("Architecture") struct ArchitectureTests {
    @Test("every module imports only what the import rule allows it")
    func imports() throws {
        let sources = try Repository.sources()
        #expect(sources.contains { $0.path.hasPrefix("Sources/Money/") }, "the sources were not found")
        #expect(sources.flatMap(ImportRule.violations) == [])
    }

    @Test("every folder in Sources is a module that the import rule knows")
    func folders() throws {
        let names = try Repository.names(in: "Sources")
        #expect(names.contains("Money"))
        #expect(ImportRule.unknownFolders(names) == [])
    }

    @Test("the top of the repository holds what the README describes and nothing else")
    func topLevel() throws {
        let described: Set = [
            "Package.swift", "README.md", "Sources", "Tests", "Resources", "LICENSE", ".ci", ".gitignore",
            ".swift-format",
        ]
        // Git's own folder and the build's are not part of the repository.
        let names = try Set(Repository.names(in: "")).subtracting([".git", ".build"])
        #expect(names.subtracting(described).sorted() == [])
        #expect(described.subtracting(names).sorted() == [])
    }

    @Test("nothing in Sources can trap on what comes from outside", arguments: ["try!", "as!", "fatalError("])
    func traps(word: String) throws {
        #expect(try Repository.sources().flatMap { TrapRule.lines(with: word, in: $0) } == [])
    }

    @Test("whatever the compiler does not check has its proof above it")
    func unchecked() throws {
        let unproven = try Repository.sources().flatMap { source in
            UncheckedRule.unprovenLines(in: source).map { "\(source.path):\($0)" }
        }
        #expect(unproven == [])
    }
}
