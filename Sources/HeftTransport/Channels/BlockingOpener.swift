import Dispatch

/// Opens by calls that block, on a thread of their own.
package struct BlockingOpener: DescriptorOpener {
    private let body: @Sendable () throws(CloseReason) -> OpenDescriptor

    /// - Parameter body: opens; it must come to an end by itself. What it opens after the channel was closed is closed.
    package init(_ body: @escaping @Sendable () throws(CloseReason) -> OpenDescriptor) {
        self.body = body
    }

    package func open(completion: @escaping @Sendable (Result<OpenDescriptor, CloseReason>) -> Void) {
        // A serial queue has a thread of its own while it works.
        DispatchQueue(label: "till.opening").async { [body] in
            let result: Result<OpenDescriptor, CloseReason>
            do throws(CloseReason) {
                result = .success(try body())
            } catch {
                result = .failure(error)
            }
            completion(result)
        }
    }

    package func cancel() {}
}
