/// What a reader sends for the cashier to judge a signature by: it is one text, in one of three forms.
package enum SignatureContent: Equatable, Sendable {
    /// Where a picture lies, by `https:`. It is to be fetched with ``Picture/bytesMax`` as the limit.
    case address(String)
    /// A file for ``Picture/init(file:)``.
    case file([UInt8])
    /// A merchant's receipt, HTML or plain text, to be held against the slip.
    case receipt(String)
    /// A picture that is not shown: its address is not safe, or it is too long.
    case refused(Refusal)

    package enum Refusal: Equatable, Sendable {
        /// The scheme, in lower case. Over `http:` anybody on the way can change the picture.
        case scheme(String)
        case text(PictureError)
    }

    /// An address is no longer than this, in bytes.
    package static let addressBytesMax = 2048
    /// No picture file is shorter as base64; a word may well be.
    private static let pictureTextMin = 64

    package init(_ text: String) {
        let words = text.utf8.split(maxSplits: 1) { $0 == 0x20 || (0x09...0x0D).contains($0) }
        guard let word = words.first, !text.utf8.contains(UInt8(ascii: "<")) else {
            self = .receipt(text)
            return
        }
        let isWord = words.count == 1
        let scheme = String(Substring(word.prefix(16).prefix { $0 != UInt8(ascii: ":") })).lowercased()
        if isWord, word.count <= Self.addressBytesMax, Substring(word).contains("://") {
            self = scheme == "https" ? .address(String(Substring(word))) : .refused(.scheme(scheme))
            return
        }
        do throws(PictureError) {
            let file = try Base64Text.bytes(of: text)
            // A word or two without a full stop are base64 too.
            let isLong = isWord && word.count >= Self.pictureTextMin
            let isPicture = scheme == "data" || PictureType(firstBytesOf: file) != nil || isLong
            self = isPicture ? .file(file) : .receipt(text)
        } catch {
            if case .tooManyBytes = error {
                self = .refused(.text(error))
            } else {
                self = scheme == "data" ? .refused(.text(error)) : .receipt(text)
            }
        }
    }
}
