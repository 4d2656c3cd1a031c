/// A URL as its bytes were given, cut at `:`, `?` and `#` and nowhere changed.
///
///     head                     query      fragment
///     com-your-app://action/ ? record=1 # paid
///
/// A type that normalises, as Foundation's does, would hand a caller back another address than the one it gave.
struct RawURL: Equatable, Sendable {
    /// In lower case, without its colon.
    let scheme: String
    /// Everything before the query and the fragment, the scheme and its colon included.
    let head: [UInt8]
    /// What stands between `?` and `#`; nil without a `?`.
    let query: [UInt8]?
    /// What stands after `#`; nil without one.
    let fragment: [UInt8]?

    /// - Throws: ``URLFault``.
    init(_ text: String, bytesMax: Int) throws(URLFault) {
        let bytes = Array(text.utf8.prefix(bytesMax + 1))
        guard bytes.count <= bytesMax else { throw .tooLong(bytesMax: bytesMax) }
        if let index = bytes.firstIndex(where: { !ASCII.visible.contains($0) }) {
            throw .unencodedByte(position: index + 1)
        }
        guard let scheme = Self.scheme(of: bytes) else { throw .noScheme }
        self.scheme = scheme

        let hash = bytes.firstIndex(of: ASCII.hash) ?? bytes.endIndex
        let mark = bytes[..<hash].firstIndex(of: ASCII.questionMark) ?? hash
        head = Array(bytes[..<mark])
        query = mark < hash ? Array(bytes[(mark + 1)..<hash]) : nil
        fragment = hash < bytes.endIndex ? Array(bytes[(hash + 1)...]) : nil
    }

    /// The bytes that were given, with `query` in place of ``query``.
    func text(withQuery query: [UInt8]?) -> String {
        var bytes = head
        if let query { bytes += [ASCII.questionMark] + query }
        if let fragment { bytes += [ASCII.hash] + fragment }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The bytes that were given.
    var text: String { text(withQuery: query) }

    /// The URL with more pairs at the end of its query, before the fragment. Nothing that was there changes. `pairs` are
    /// encoded already.
    func appending(_ pairs: [String]) -> String {
        guard !pairs.isEmpty else { return text }
        var query = self.query ?? []
        if let last = query.last, last != ASCII.ampersand { query.append(ASCII.ampersand) }
        query += pairs.joined(separator: "&").utf8
        return text(withQuery: query)
    }

    /// What follows the scheme's colon in ``head``.
    var afterScheme: ArraySlice<UInt8> { head.dropFirst(scheme.utf8.count + 1) }

    /// What stands between `//` and the next `/`; nil without `//`.
    var authority: ArraySlice<UInt8>? {
        guard afterScheme.starts(with: [ASCII.slash, ASCII.slash]) else { return nil }
        return afterScheme.dropFirst(2).prefix { $0 != ASCII.slash }
    }

    /// The part of ``head`` behind the scheme and the authority.
    var path: ArraySlice<UInt8> {
        guard let authority else { return afterScheme }
        return afterScheme.dropFirst(2 + authority.count)
    }

    private static func scheme(of bytes: [UInt8]) -> String? {
        guard let colon = bytes.firstIndex(of: ASCII.colon), let first = bytes.first, ASCII.isLetter(first) else {
            return nil
        }
        let name = bytes[..<colon]
        guard name.allSatisfy({ ASCII.isLetter($0) || ASCII.isDigit($0) || ASCII.schemeMarks.contains($0) }) else {
            return nil
        }
        return String(decoding: name.map(ASCII.lowercased), as: UTF8.self)
    }
}
