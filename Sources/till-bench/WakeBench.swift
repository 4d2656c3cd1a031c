import Glibc
import PtyHarness

/// How often a till that nobody uses wakes up.
enum WakeBench {
    private static let seconds = 120

    static func run() -> String {
        do {
            let counter = try KeyBench.Counter([:])
            guard counter.connect() else { return "no sale page:\n\(counter.till.screen.text)" }
            // The threads that came up for the start go to sleep for good.
            _ = counter.till.wait(10) { false }
            let before = switches(counter.till.process)
            let busy = counter.till.processorSeconds
            _ = counter.till.wait(Double(seconds)) { false }
            let wakes = switches(counter.till.process).reduce(0) { $0 + $1.value - (before[$1.key] ?? 0) }
            let used = counter.till.processorSeconds - busy
            return
                "\(wakes) in \(seconds) s, of all threads together, and \(Bench.rounded(used * 1000)) ms of processor"
        } catch {
            return "the till could not be started; build it first, in the same configuration: \(error)"
        }
    }

    /// How often each thread of a process has gone to sleep of its own accord, by its number.
    private static func switches(_ process: pid_t) -> [Int: Int] {
        guard let folder = opendir("/proc/\(process)/task") else { return [:] }
        defer { closedir(folder) }
        var counts: [Int: Int] = [:]
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard let number = Int(name), let file = fopen("/proc/\(process)/task/\(name)/status", "r") else {
                continue
            }
            defer { fclose(file) }
            var bytes = [UInt8](repeating: 0, count: 4096)
            let read = fread(&bytes, 1, bytes.count, file)
            let lines = String(decoding: bytes[..<read], as: UTF8.self).split(separator: "\n")
            let line = lines.first { $0.hasPrefix("voluntary_ctxt_switches:") }
            counts[number] = line?.split(whereSeparator: { " \t".contains($0) }).last.flatMap { Int($0) } ?? 0
        }
        return counts
    }
}
