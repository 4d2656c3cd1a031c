/// Why nothing, or not all, came onto paper.
package enum PrintingError: Error, Equatable, Sendable {
    // MARK: Making what is printed

    /// The system's library has no such code page.
    case codePageMissing(CodePage)
    /// The libraries that draw pages are not installed.
    case pagesUnavailable
    /// They gave no document, which happens only when memory runs out.
    case pageFailed

    // MARK: Sending it

    /// More than ``PrinterConnection/bytesMax``; nothing was sent.
    case tooLong(bytes: Int, limit: Int)

    /// No device with that path, or no host of that name.
    case notFound(String)
    /// The program that takes it to the printer is not installed.
    case programMissing(String)
    /// What has that path is no printer but a file or a folder.
    case notAPrinter(String)
    /// The system does not let us.
    case notAllowed(String)
    /// Another program is printing.
    case busy
    /// Switched off, not plugged in, or nothing listens.
    case notConnected
    /// Not all was taken within the time; what was taken may have been printed.
    case timedOut(sent: Int, of: Int)
    /// The connection ended early; what was taken may have been printed.
    case lost(sent: Int, of: Int)
    /// What the system says, as an `errno`.
    case failed(errorNumber: Int32)
    /// The program that takes it to the printer ended with this status.
    case programFailed(status: Int32, said: String)
}
