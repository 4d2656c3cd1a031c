import Glibc
import PtyHarness

/// How often a till that nobody uses wakes up.
enum WakeBench {
    private static let seconds = 120

    static func run() -> String {
        do {
            let counter = try KeyBench.Counter([:])
            guard counter.connect() else { return "no sale page:\n\(counter.till.screen.text)" }
            _ = counter.till.wait(3) { false }
            let before = switches(counter.till.process)
            let busy = counter.till.processorSeconds
            _ = counter.till.wait(Double(seconds)) { false }
            let wakes = switches(counter.till.process) - before
            let used = counter.till.processorSeconds - busy
            return
                "\(wakes) in \(seconds) s, of all threads together, and \(Bench.rounded(used * 1000)) ms of processor"
        } catch {
            return "the till could not be started; build it first, in the same configuration: \(error)"
        }
    }

    /// How often the threads of a process have gone to sleep of their own accord.
    private static func switches(_ process: pid_t) -> Int {
        guard let folder = opendir("/proc/\(process)/task") else { return 0 }
        defer { closedir(folder) }
        var count = 0
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard Int(name) != nil, let file = fopen("/proc/\(process)/task/\(name)/status", "r") else { continue }
            defer { fclose(file) }
            var bytes = [UInt8](repeating: 0, count: 4096)
            let read = fread(&bytes, 1, bytes.count, file)
            for line in String(decoding: bytes[..<read], as: UTF8.self).split(separator: "\n")
            where line.hasPrefix("voluntary_ctxt_switches:") {
                count += line.split(whereSeparator: { " \t".contains($0) }).last.flatMap { Int($0) } ?? 0
            }
        }
        return count
    }
}
