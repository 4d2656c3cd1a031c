/// Which card reader an operation went to.
package struct ReaderIdentity: Hashable, Sendable {
    package var serialNumber: String
    package var name: String
    /// Where it was reached: a Bluetooth address, a host and port, `sim`.
    package var address: String
    /// A simulated reader moves no money; it has books of its own.
    package var isSimulated: Bool

    package init(serialNumber: String, name: String, address: String, isSimulated: Bool) {
        self.serialNumber = serialNumber
        self.name = name
        self.address = address
        self.isSimulated = isSimulated
    }
}
