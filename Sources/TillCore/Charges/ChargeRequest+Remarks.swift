import ChargeURL

extension ChargeRequest {
    /// The most unknown names that are told.
    private static let namesMax = 20

    /// What of it was not taken as it was written, in sentences for the log. They have names alone: a value may be
    /// somebody's secret.
    package var remarks: [String] {
        let names = unknownParameters.prefix(ChargeRequest.namesMax).map { "“\($0)”" }.joined(separator: ", ")
        let more = unknownParameters.count - ChargeRequest.namesMax
        let unknown =
            switch unknownParameters.count {
            case 0: [String]()
            case 1: ["\(names) is no parameter of charge requests; it was ignored."]
            default:
                [
                    "\(names)\(more > 0 ? " and \(more) more" : "") are no parameters of charge requests; they were ignored."
                ]
            }
        return unknown + adjustments.map(\.description)
    }
}
