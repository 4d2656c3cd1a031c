import Configuration
import Files
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
        do throws(RegularFile.Failure) {
            bytes = try RegularFile.read(path, limit: Configuration.bytesMax + 1)
        } catch {
            switch error {
            case .missing: break
            case .noFile: throw SaveFailure(sentence: "\(path) is no file. Nothing was saved. Take it away first.")
            case .system(let error):
                throw SaveFailure(sentence: "\(path) cannot be read: \(error.reason). Nothing was saved.")
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

    /// Who may read the file stays as it was; a new one is for this user alone.
    private func replace(_ path: String, by bytes: [UInt8]) throws(SaveFailure) {
        var status = stat()
        let mode = stat(path, &status) == 0 ? status.st_mode & 0o777 : 0o600
        do throws(FileError) {
            try Folder.make(Folder.of(path))
            try RegularFile.replace(path, with: bytes, mode: mode)
        } catch {
            throw SaveFailure(sentence: "\(path) cannot be written: \(error.reason). Nothing was saved.")
        }
    }
}
