/// Opens a conversation: command `I000`.
///
/// | bytes | field | encoding |
/// |------:|-------|----------|
/// | 7 | `date` | BCD, `yyyyMMddHHmmss` of the till's local time |
/// | 4 | length n | `UInt32`; absent, with the XML, for an old reader |
/// | n | `xml` | UTF-8 |
///
/// Source: `ReaderProtocol.md` §3.
package struct InitRequest: Equatable, Sendable {
    /// 14 decimal digits.
    package var date: String
    /// Empty for an old reader.
    package var xml: [UInt8]

    package init(date: String, xml: [UInt8] = []) {
        self.date = date
        self.xml = xml
    }

    /// The request as a current reader takes it.
    ///
    /// - Parameter bufferSize: the longest frame that the till takes, in bytes.
    package init(date: String, bufferSize: Int, sdkVersion: String) {
        self.date = date
        // The line feed after the declaration stands in no other request.
        xml =
            PayloadXML.declaration + [0x0A]
            + PayloadXML.Element(
                "InitRequest",
                children: [
                    .init("ComBufSize", text: "\(bufferSize)"),
                    .init("SDKName", text: "iOS"),
                    .init("SDKVersion", text: sdkVersion),
                    .init("PostEnabled", text: "1"),
                ]
            ).bytes
    }

    init(from payload: inout ByteReader) throws(WireError) {
        // Readers ignore odd dates, so the digits are taken as they are.
        date = Hex.text(try payload.read(7))
        xml = payload.isAtEnd ? [] : try payload.readCounted32()
    }

    func payload() throws(WireError) -> [UInt8] {
        var writer = ByteWriter()
        writer.write(try BCD.encode(date, size: 7))
        if !xml.isEmpty { try writer.writeCounted32(xml) }
        return writer.bytes
    }
}

/// What a reader says of itself: command `I001`. Source: `ReaderProtocol.md` §3.
package struct InitResponse: Equatable, Sendable {
    package var status: Status
    /// Nil where the reader refused, with an empty body.
    package var body: Body?

    /// The reader's particulars.
    ///
    /// | bytes | field |
    /// |------:|-------|
    /// | 2 | `bufferSize`, the longest frame in bytes |
    /// | 6 | `serialNumber`, BCD |
    /// | 2, 2, 2 | versions of public keys, EMV parameters, general parameters |
    /// | 1, 1 | manufacturer, model |
    /// | 8 | application name, padded with spaces or NUL |
    /// | 2 | application version, major and minor |
    /// | 4 + n | XML behind its length |
    package struct Body: Equatable, Sendable {
        package var bufferSize: UInt16
        /// 12 digits; a half byte above 9 reads as a letter.
        package var serialNumber: String
        package var publicKeyVersion: UInt16
        package var emvParameterVersion: UInt16
        package var generalParameterVersion: UInt16
        package var manufacturerCode: UInt8
        package var modelCode: UInt8
        /// Eight bytes as they came.
        package var applicationName: [UInt8]
        package var applicationVersion: UInt16
        package var xml: [UInt8]

        package init(
            bufferSize: UInt16, serialNumber: String, publicKeyVersion: UInt16, emvParameterVersion: UInt16,
            generalParameterVersion: UInt16, manufacturerCode: UInt8, modelCode: UInt8, applicationName: [UInt8],
            applicationVersion: UInt16, xml: [UInt8]
        ) {
            self.bufferSize = bufferSize
            self.serialNumber = serialNumber
            self.publicKeyVersion = publicKeyVersion
            self.emvParameterVersion = emvParameterVersion
            self.generalParameterVersion = generalParameterVersion
            self.manufacturerCode = manufacturerCode
            self.modelCode = modelCode
            self.applicationName = applicationName
            self.applicationVersion = applicationVersion
            self.xml = xml
        }

        /// What a simulated reader calls its application, so that its sales are known wherever it is.
        package static let simulatedApplication = "SIMEFT"

        /// The application's name without its padding.
        package var applicationNameText: String {
            String(decoding: applicationName.prefix { $0 != 0 }, as: UTF8.self).trimmingSpaces()
        }

        /// `1.7` for the bytes `01 07`.
        package var applicationVersionText: String { "\(applicationVersion >> 8).\(applicationVersion & 0xFF)" }

        init(from payload: inout ByteReader) throws(WireError) {
            bufferSize = try payload.readUInt16()
            serialNumber = Hex.text(try payload.read(6))
            publicKeyVersion = try payload.readUInt16()
            emvParameterVersion = try payload.readUInt16()
            generalParameterVersion = try payload.readUInt16()
            manufacturerCode = try payload.readUInt8()
            modelCode = try payload.readUInt8()
            applicationName = Array(try payload.read(8))
            applicationVersion = try payload.readUInt16()
            xml = try payload.readCounted32()
        }

        func payload() throws(WireError) -> [UInt8] {
            var writer = ByteWriter()
            writer.writeUInt16(bufferSize)
            let serial = try Hex.bytes(serialNumber)
            writer.write((serial + [0, 0, 0, 0, 0, 0]).prefix(6))
            writer.writeUInt16(publicKeyVersion)
            writer.writeUInt16(emvParameterVersion)
            writer.writeUInt16(generalParameterVersion)
            writer.writeUInt8(manufacturerCode)
            writer.writeUInt8(modelCode)
            writer.write((applicationName + [UInt8](repeating: 0x20, count: 8)).prefix(8))
            writer.writeUInt16(applicationVersion)
            try writer.writeCounted32(xml)
            return writer.bytes
        }
    }

    package init(status: Status, body: Body?) {
        self.status = status
        self.body = body
    }

    init(status: Status, from payload: inout ByteReader) throws(WireError) {
        self.status = status
        body = payload.isAtEnd ? nil : try Body(from: &payload)
    }

    func payload() throws(WireError) -> [UInt8] {
        try body?.payload() ?? []
    }
}

extension String {
    /// Without the spaces at its end.
    fileprivate func trimmingSpaces() -> String {
        var text = self[...]
        while text.last == " " { text = text.dropLast() }
        return String(text)
    }
}
