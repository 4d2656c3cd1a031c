/// The pairs of a query, decoded, in their order.
struct QueryComponents {
    struct Pair {
        /// As it stood in the query, for errors and logs.
        let rawName: [UInt8]
        /// Decoded; nil where a `%` is not followed by two hexadecimal digits.
        let name: [UInt8]?
        /// Decoded, empty without a `=`; nil as ``name``.
        let value: [UInt8]?
    }

    let pairs: [Pair]

    /// Empty pairs, as in `a=1&&b=2`, are none.
    init(_ query: [UInt8]) {
        pairs = query.split(separator: ASCII.ampersand).map { pair in
            let rawName = pair.prefix { $0 != ASCII.equals }
            let rawValue = pair.dropFirst(rawName.count + 1)
            return Pair(
                rawName: Array(rawName), name: PercentEncoding.decoded(rawName),
                value: PercentEncoding.decoded(rawValue))
        }
    }
}
