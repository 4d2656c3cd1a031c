import Dispatch
import Glibc

/// Tells when a descriptor can be read or written. Confined to its queue.
///
/// It watches copies of the descriptor, one for each direction: the owner may close its own at any moment, while a number
/// that is watched must stay open until the watching has ended; and two dispatch sources on one number lose their footing
/// when the other side hangs up.
final class BusWatch {
    private let reading: any DispatchSourceRead
    private let writing: any DispatchSourceWrite
    /// A source that is suspended must be resumed before it is released.
    private var isWritingArmed = false
    private var isCancelled = false

    /// - Parameter body: called on the queue when bytes, or room for bytes, may be there.
    init(_ descriptor: Int32, on queue: DispatchQueue, _ body: @escaping @Sendable () -> Void) throws(BusError) {
        let input = try BusWatch.copy(descriptor)
        let output: Int32
        do throws(BusError) {
            output = try BusWatch.copy(descriptor)
        } catch {
            close(input)
            throw error
        }
        reading = DispatchSource.makeReadSource(fileDescriptor: input, queue: queue)
        reading.setEventHandler(handler: body)
        reading.setCancelHandler { _ = close(input) }
        writing = DispatchSource.makeWriteSource(fileDescriptor: output, queue: queue)
        writing.setEventHandler(handler: body)
        writing.setCancelHandler { _ = close(output) }
        reading.resume()
    }

    private static func copy(_ descriptor: Int32) throws(BusError) -> Int32 {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
        guard copy >= 0 else { throw .system(errno) }
        return copy
    }

    /// Whether it is told when there is room for bytes.
    func watchWriting(_ isWanted: Bool) {
        guard isWanted != isWritingArmed, !isCancelled else { return }
        isWritingArmed = isWanted
        if isWanted { writing.resume() } else { writing.suspend() }
    }

    func cancel() {
        guard !isCancelled else { return }
        watchWriting(true)
        isCancelled = true
        reading.cancel()
        writing.cancel()
    }

    deinit {
        cancel()
    }
}
