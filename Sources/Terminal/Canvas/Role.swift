/// What a cell is for. The theme alone knows how a role looks; each role also has a word, a mark or a place on the
/// screen, so that nothing is lost without colour.
package enum Role: UInt8, CaseIterable, Sendable {
    case text
    /// Less important than `text`.
    case quiet
    /// The header row of a live till.
    case title
    /// The header row when no real money moves.
    case simulated
    /// The row or field that keys act on.
    case focus
    /// A key's name in the row of keys.
    case key
    /// An amount in large letters.
    case money
    /// What is bold, underlined or both on a receipt; its words are enough without.
    case strong
    case underlined
    case strongUnderlined
    case good
    case refused
    /// Somebody must do something.
    case needs
    case unknown
    /// A picture in characters: dark on light whatever the theme.
    case picture
    /// Lines around and between things.
    case frame
}
