import HeftWire

/// What a reader says of itself when it is connected. Source: `ReaderProtocol.md` §3.
package struct ReaderParticulars: Equatable, Sendable {
    /// 12 digits.
    package var serialNumber: String
    package var publicKeyVersion: Int
    package var emvParameterVersion: Int
    package var generalParameterVersion: Int
    package var manufacturerCode: Int
    package var modelCode: Int
    package var applicationName: String
    /// `1.7`
    package var applicationVersion: String
    package var xml: String
    /// The reader holds the result of an earlier operation.
    package var isResultPending: Bool

    init(_ body: InitResponse.Body, isResultPending: Bool) {
        serialNumber = body.serialNumber
        publicKeyVersion = Int(body.publicKeyVersion)
        emvParameterVersion = Int(body.emvParameterVersion)
        generalParameterVersion = Int(body.generalParameterVersion)
        manufacturerCode = Int(body.manufacturerCode)
        modelCode = Int(body.modelCode)
        applicationName = body.applicationNameText
        applicationVersion = body.applicationVersionText
        xml = String(decoding: body.xml, as: UTF8.self)
        self.isResultPending = isResultPending
    }

    /// Whether it says that it is a simulated one. No money moves.
    package var isSimulated: Bool { applicationName == InitResponse.Body.simulatedApplication }

    /// By the `k…InfoKey` constants.
    var dictionary: [String: String] {
        [
            kSerialNumberInfoKey: serialNumber, kPublicKeyVersionInfoKey: "\(publicKeyVersion)",
            kEMVParamVersionInfoKey: "\(emvParameterVersion)", kGeneralParamInfoKey: "\(generalParameterVersion)",
            kManufacturerCodeInfoKey: "\(manufacturerCode)", kModelCodeInfoKey: "\(modelCode)",
            kAppNameInfoKey: applicationName, kAppVersionInfoKey: applicationVersion, kXMLDetailsInfoKey: xml,
        ]
    }
}
