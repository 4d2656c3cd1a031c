/// What an element of HTML means to a receipt.
enum HTMLElement: Equatable {
    /// Neither it nor anything in it is text of the receipt.
    case dropped
    case lineBreak
    case rule
    case image
    case table
    case rowGroup
    case row
    case cell(ReceiptDocument.Emphasis)
    case listItem
    case centered
    case preformatted
    case block(ReceiptDocument.Emphasis)
    case inline(ReceiptDocument.Emphasis)

    init(name: String) {
        self = Self.meanings[name] ?? .inline([])
    }

    static let nameLengthMax = 16

    /// Whether a name of HTML, in lower case; other names may stand in plain text between angle brackets.
    static func isKnown(_ name: String) -> Bool {
        meanings[name] != nil
    }

    private static let meanings: [String: HTMLElement] = {
        var meanings: [String: HTMLElement] = [
            "br": .lineBreak, "hr": .rule, "img": .image, "table": .table, "tr": .row, "td": .cell([]),
            "th": .cell(.bold), "li": .listItem, "center": .centered, "pre": .preformatted, "listing": .preformatted,
            "xmp": .preformatted, "plaintext": .preformatted,
        ]
        func add(_ names: String, _ meaning: HTMLElement) {
            for name in names.split(separator: " ") { meanings[String(name)] = meaning }
        }
        add("head title script style template iframe object embed applet audio video svg math", .dropped)
        add("meta link base", .dropped)
        add("thead tbody tfoot", .rowGroup)
        add("h1 h2 h3 h4 h5 h6", .block(.bold))
        add("html body p div ul ol dl dt dd section article header footer main nav aside address", .block([]))
        add("blockquote form fieldset legend caption figure figcaption details summary option", .block([]))
        add("b strong", .inline(.bold))
        add("i em cite dfn var", .inline(.italic))
        add("u ins", .inline(.underline))
        add("a abbr big code del font kbd label mark noscript q s samp small span strike sub sup tt", .inline([]))
        add("button col colgroup input select textarea time wbr", .inline([]))
        return meanings
    }()
}
