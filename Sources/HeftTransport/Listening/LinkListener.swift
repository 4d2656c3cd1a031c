import Dispatch

/// Waits for links that tills open: the side of a reader.
package protocol LinkListener: AnyObject, Sendable {
    /// Where a till finds it, as `--reader` takes it.
    var address: String { get }

    /// Begins to wait. Called once.
    ///
    /// - Parameter handler: called on the queue with each link, which is not opened yet. A link that is let go of closes.
    func start(on queue: DispatchQueue, handler: @escaping @Sendable (any ByteChannel) -> Void)

    /// Stops waiting. Links that were handed over stay.
    func stop()
}
