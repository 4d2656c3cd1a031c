import BusDoubles
import Glibc
import HeftTransport

/// A folder as the kernel has one for the switches of radios, removed with it.
final class SwitchFolder {
    private let folder = ScratchFolder()
    private var files: [String] = []
    private var folders: [String] = []

    var switches: RadioSwitches { RadioSwitches(folder: folder.path) }

    init(type: String = "bluetooth", soft: String = "0", hard: String = "0") throws {
        try add("rfkill0", type: type, soft: soft, hard: hard)
    }

    func add(_ name: String, type: String, soft: String, hard: String) throws {
        let path = folder.file(name)
        guard mkdir(path, 0o700) == 0 else { throw ChildProgram.Failure.notStarted(errno) }
        folders.append(path)
        for (file, text) in [("type", type), ("soft", soft), ("hard", hard)] {
            let descriptor = open("\(path)/\(file)", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
            let bytes = Array((text + "\n").utf8)
            guard descriptor >= 0, write(descriptor, bytes, bytes.count) == bytes.count else {
                throw ChildProgram.Failure.notStarted(errno)
            }
            close(descriptor)
            files.append("\(path)/\(file)")
        }
    }

    deinit {
        for file in files { unlink(file) }
        for folder in folders { rmdir(folder) }
    }
}
