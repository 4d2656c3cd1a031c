import FoundationEssentials

/// The repository that these tests were built from.
enum Repository {
    /// This file is `Tests/ArchitectureTests/Repository.swift`.
    static let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()

    /// The names in a folder, which is named from the root; hidden ones too.
    static func names(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "\(root)/\(folder)").sorted()
    }

    static func isFolder(_ path: String) -> Bool {
        var isFolder = false
        return FileManager.default.fileExists(atPath: "\(root)/\(path)", isDirectory: &isFolder) && isFolder
    }

    /// Every Swift file below `Sources`.
    static func sources() throws -> [SwiftSource] {
        try FileManager.default.subpathsOfDirectory(atPath: root + "/Sources").sorted()
            .filter { $0.hasSuffix(".swift") && !isFolder("Sources/" + $0) }
            .map { path in
                let text = try String(contentsOfFile: "\(root)/Sources/\(path)", encoding: .utf8)
                return SwiftSource(path: "Sources/" + path, text: text)
            }
    }
}
