/// The fields that a golden reader message must yield. Runs of bytes stand as hexadecimal, or by their length alone.
struct GoldenFields: Decodable, Sendable {
    var type: String
    var status: UInt16?
    // init
    var buffer_size: UInt16?
    var serial_number: String?
    var public_key_version: UInt16?
    var emv_param_version: UInt16?
    var general_param_version: UInt16?
    var manufacturer_code: UInt8?
    var model_code: UInt8?
    var app_name_hex: HexBytes?
    var app_version: UInt16?
    // finance
    var financial_status: UInt8?
    var restarting: Bool?
    var amount: UInt32?
    var transaction_id_length: Int?
    var transaction_id_hex: HexBytes?
    var merchant_receipt_length: Int?
    var merchant_receipt_hex: HexBytes?
    var customer_receipt_length: Int?
    var customer_receipt_hex: HexBytes?
    var recovered_flag: Bool?
    var xml_length: Int?
    var xml_hex: HexBytes?
    // log, signature, challenge, host
    var data_length: Int?
    var data_hex: HexBytes?
    var receipt_length: Int?
    var receipt_hex: HexBytes?
    var random_length: Int?
    var random_hex: HexBytes?
    var address_hex: HexBytes?
    var port: UInt16?
    var timeout: UInt16?
    var data_len: UInt16?
    var main_host_hex: HexBytes?
    var main_port: UInt16?
}

struct GoldenResponse: GoldenEntry {
    /// What a sound parser makes of the payload.
    enum Right: Decodable, Sendable {
        case fields(GoldenFields)
        case refuse
        /// There is no one right answer.
        case open

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .open
            } else if let word = try? container.decode(String.self) {
                guard word == "refuse" else {
                    throw DecodingError.dataCorruptedError(in: container, debugDescription: word)
                }
                self = .refuse
            } else {
                self = .fields(try container.decode(GoldenFields.self))
            }
        }
    }

    enum CodingKeys: String, CodingKey {
        case id, payload_hex, right, till
    }

    var id: String
    var payload_hex: HexBytes
    var right: Right
    var till: String?

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        payload_hex = try container.decode(HexBytes.self, forKey: .payload_hex)
        // A null stands for an answer of its own, so it must not read as "missing".
        right = try container.decodeNil(forKey: .right) ? .open : container.decode(Right.self, forKey: .right)
        till = try container.decodeIfPresent(String.self, forKey: .till)
    }
}
