import Dispatch
import Glibc

/// The one link that standard input and output are. It is there from the start.
package final class StandardStreamsListener: LinkListener {
    package init() {}

    package var address: String { "the standard streams" }

    package func start(on queue: DispatchQueue, handler: @escaping @Sendable (any ByteChannel) -> Void) {
        for descriptor in [STDIN_FILENO, STDOUT_FILENO] {
            let flags = fcntl(descriptor, F_GETFL)
            if flags >= 0 { _ = fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) }
        }
        let link = OpenDescriptor(STDIN_FILENO, output: STDOUT_FILENO, .pipes)
        queue.async { handler(DescriptorChannel(link)) }
    }

    package func stop() {}
}
