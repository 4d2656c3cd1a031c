import Configuration
import Glibc

extension ConfigurationFile {
    /// Why a change was not written down. The file is as it was.
    struct SaveFailure: Error, Equatable {
        /// What happened, and what to do.
        var sentence: String
    }

    /// Writes changes into the file as it is now, whoever changed it since; comments stay. A file that is not there is
    /// begun. It is replaced whole or not at all.
    ///
    /// - Returns: what the file sets then.
    func save(_ changes: [ConfigurationKey: ConfigurationValue]) throws(SaveFailure) -> Configuration {
        guard let path else {
            throw SaveFailure(sentence: "There is no home folder to keep settings in. Set HOME, or use --config.")
        }
        var editor = try editor(path)
        do throws(ConfigurationEditor.Refusal) {
            try editor.set(changes)
        } catch {
            throw SaveFailure(sentence: error.sentence)
        }
        // A link stays a link: what it points to is replaced.
        let target = realpath(path, nil).map { resolved in
            defer { free(resolved) }
            return String(cString: resolved)
        }
        try replace(target ?? path, by: editor.bytes)
        do throws(ConfigurationErrors) {
            return try Configuration(yaml: editor.bytes)
        } catch {
            throw SaveFailure(sentence: "What was written cannot be read again. Look at \(path).")
        }
    }

    private func editor(_ path: String) throws(SaveFailure) -> ConfigurationEditor {
        var bytes: [UInt8] = []
        do throws(SettingsFile.Failure) {
            bytes = try SettingsFile.read(path, limit: Configuration.bytesMax + 1)
        } catch {
            switch error {
            case .missing: break
            case .noFile: throw SaveFailure(sentence: "\(path) is no file. Nothing was saved. Take it away first.")
            case .system(let reason):
                throw SaveFailure(sentence: "\(path) cannot be read: \(reason). Nothing was saved.")
            }
        }
        do throws(ConfigurationErrors) {
            return try ConfigurationEditor(yaml: bytes)
        } catch {
            throw SaveFailure(
                sentence:
                    "The file was changed and cannot be used: \(error.errors.first?.sentence ?? "") Nothing was saved.")
        }
    }

    /// Writes beside the file, then puts it in its place: who reads it meanwhile sees the old one or the new one.
    private func replace(_ path: String, by bytes: [UInt8]) throws(SaveFailure) {
        let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        if path.contains("/") { ConfigurationFile.makeFolders(folder) }
        var template = Array("\(path).XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw Self.notSaved(path) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        let temporary = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        do throws(SaveFailure) {
            defer { close(descriptor) }
            var status = stat()
            // Who may read the file stays as it was; a new one is for this user alone.
            if stat(path, &status) == 0 { fchmod(descriptor, status.st_mode & 0o777) }
            guard Self.write(bytes, to: descriptor), fsync(descriptor) == 0 else { throw Self.notSaved(path) }
            guard rename(temporary, path) == 0 else { throw Self.notSaved(path) }
        } catch {
            unlink(temporary)
            throw error
        }
    }

    private static func notSaved(_ path: String) -> SaveFailure {
        let reason = String(cString: strerror(errno))
        return SaveFailure(sentence: "\(path) cannot be written: \(reason). Nothing was saved.")
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    private static func makeFolders(_ folder: String) {
        var path = folder.hasPrefix("/") ? "" : "."
        for part in folder.split(separator: "/") {
            path += "/" + part
            // What is missing in the end is told by the file that cannot be made in it.
            _ = mkdir(path, 0o700)
        }
    }
}
