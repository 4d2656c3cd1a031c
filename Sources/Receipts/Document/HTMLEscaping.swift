/// `text` as it must stand in HTML, between tags or in a quoted attribute, to be shown and not obeyed.
///
/// For the fields we write into receipts ourselves: shop and item names, titles, descriptions.
package func htmlEscaped(_ text: String) -> String {
    var escaped = ""
    escaped.reserveCapacity(text.utf8.count)
    // By scalar: a combining mark after a `<` would hide it from a walk over characters.
    for scalar in text.unicodeScalars {
        switch scalar {
        case "&": escaped += "&amp;"
        case "<": escaped += "&lt;"
        case ">": escaped += "&gt;"
        case "\"": escaped += "&quot;"
        case "'": escaped += "&#39;"
        default: escaped.unicodeScalars.append(scalar)
        }
    }
    return escaped
}
