/// How many colours a terminal has, in the steps that make a difference to us.
package enum ColorDepth: Sendable, CaseIterable {
    case none, eight, sixteen, palette256

    /// - Parameter count: what terminfo says.
    package init(count: Int) {
        switch count {
        case ..<8: self = .none
        case ..<16: self = .eight
        case ..<256: self = .sixteen
        default: self = .palette256
        }
    }
}

/// How cells of a role look.
package struct Style: Hashable, Sendable {
    package struct Attributes: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        package static let bold = Attributes(rawValue: 1)
        package static let underline = Attributes(rawValue: 2)
        package static let reverse = Attributes(rawValue: 4)
    }

    /// Palette index; `nil` for the terminal's own foreground.
    package var foreground: UInt8?
    /// Palette index; `nil` for the terminal's own background.
    package var background: UInt8?
    package var attributes: Attributes

    package init(foreground: UInt8? = nil, background: UInt8? = nil, _ attributes: Attributes = []) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }

    static let plain = Style()
}

/// Maps roles to looks.
///
/// The terminal's background stays. `auto` does not know it, so there a colour of ours always comes as a pair of
/// foreground and background; `dark` and `light` are the user's word for it and may set a foreground alone. Amounts are
/// in the terminal's own foreground everywhere. Nothing blinks, and blue never stands on black.
package struct Theme: Equatable, Sendable {
    package enum Name: String, CaseIterable, Sendable {
        case auto, dark, light, mono
        case highContrast = "high-contrast"
    }

    package let name: Name
    package let depth: ColorDepth

    /// - Parameter depth: without colour every theme is `mono`.
    package init(_ name: Name, depth: ColorDepth) {
        self.name = depth == .none ? .mono : name
        self.depth = name == .mono ? .none : depth
    }

    package func style(for role: Role) -> Style {
        switch name {
        case .mono: Theme.mono(role)
        case .auto: pair(role) ?? Theme.common(role)
        case .dark: onDark(role) ?? pair(role) ?? Theme.common(role)
        case .light: onLight(role) ?? pair(role) ?? Theme.common(role)
        case .highContrast: strongPair(role) ?? Theme.common(role)
        }
    }

    // MARK: Without colour

    private static func mono(_ role: Role) -> Style {
        switch role {
        case .strong, .underlined, .strongUnderlined: emphasis(role)
        case .text, .quiet, .money, .good, .refused, .frame: .plain
        case .title, .simulated, .focus, .needs, .unknown, .picture: Style(.reverse)
        case .key: Style(.underline)
        }
    }

    private static func common(_ role: Role) -> Style {
        switch role {
        case .strong, .underlined, .strongUnderlined: emphasis(role)
        case .text, .quiet, .frame: .plain
        case .title, .focus, .needs, .unknown, .simulated, .picture: Style(.reverse)
        case .key, .money, .good, .refused: Style(.bold)
        }
    }

    /// As the receipt has it, whatever the theme.
    private static func emphasis(_ role: Role) -> Style {
        var attributes: Style.Attributes = []
        if role != .underlined { attributes.insert(.bold) }
        if role != .strong { attributes.insert(.underline) }
        return Style(attributes)
    }

    // MARK: Pairs, which need no known background

    private func pair(_ role: Role) -> Style? {
        switch (role, depth) {
        case (.picture, .palette256): Style(foreground: 16, background: 231)
        case (.picture, .sixteen): Style(foreground: 0, background: 15)
        case (.picture, _): Style(foreground: 0, background: 7)
        case (.simulated, .palette256), (.needs, .palette256): Style(foreground: 16, background: 220)
        case (.simulated, _), (.needs, _): Style(foreground: 0, background: 3)
        case (.good, .palette256): Style(foreground: 231, background: 22, .bold)
        case (.good, _): Style(foreground: 0, background: 2)
        case (.refused, .palette256): Style(foreground: 231, background: 88, .bold)
        case (.refused, .sixteen): Style(foreground: 15, background: 1, .bold)
        // Eight colours have no white that is white: bold brightens it on the terminals that have no more.
        case (.refused, _): Style(foreground: 7, background: 1, .bold)
        case (.unknown, .palette256): Style(foreground: 231, background: 90, .bold)
        // As bright as a sixteen-colour magenta gets; the darker one has too little contrast with black and white.
        case (.unknown, .sixteen): Style(foreground: 0, background: 13)
        case (.unknown, _): Style(foreground: 7, background: 5, .bold)
        case (.title, .eight): Style(foreground: 7, background: 4, .bold)
        case (.text, _), (.quiet, _), (.title, _), (.focus, _), (.key, _), (.money, _), (.frame, _),
            (.strong, _), (.underlined, _), (.strongUnderlined, _):
            nil
        }
    }

    /// Contrast of at least 7:1.
    ///
    /// Of the first sixteen colours only green, yellow and white have it, so there what is refused and what is unknown
    /// are white on black and black on white.
    private func strongPair(_ role: Role) -> Style? {
        switch (role, depth) {
        case (.picture, .palette256): Style(foreground: 16, background: 231)
        case (.picture, .sixteen): Style(foreground: 0, background: 15)
        case (.picture, _): Style(foreground: 0, background: 7)
        case (.simulated, .palette256), (.needs, .palette256): Style(foreground: 16, background: 226, .bold)
        case (.good, .palette256): Style(foreground: 16, background: 46, .bold)
        case (.refused, .palette256): Style(foreground: 231, background: 88, .bold)
        case (.unknown, .palette256): Style(foreground: 231, background: 53, .bold)
        case (.simulated, .sixteen), (.needs, .sixteen): Style(foreground: 0, background: 11)
        case (.good, .sixteen): Style(foreground: 0, background: 10)
        case (.refused, .sixteen): Style(foreground: 15, background: 0, .bold)
        case (.unknown, .sixteen): Style(foreground: 0, background: 15)
        case (.simulated, _), (.needs, _): Style(foreground: 0, background: 3)
        case (.good, _): Style(foreground: 0, background: 2)
        case (.refused, _): Style(foreground: 7, background: 0, .bold)
        case (.unknown, _): Style(foreground: 0, background: 7)
        case (.title, _), (.focus, _): Style(.reverse)
        case (.text, _), (.quiet, _), (.key, _), (.money, _), (.frame, _), (.strong, _), (.underlined, _),
            (.strongUnderlined, _):
            nil
        }
    }

    // MARK: Foregrounds for a known background

    private func onDark(_ role: Role) -> Style? {
        switch (role, depth) {
        case (.quiet, .palette256): Style(foreground: 248)
        case (.frame, .palette256): Style(foreground: 248)
        case (.good, .palette256): Style(foreground: 120, .bold)
        case (.refused, .palette256): Style(foreground: 210, .bold)
        case (.good, .sixteen): Style(foreground: 10, .bold)
        case (.key, .eight): Style(foreground: 3, .bold)
        default: nil
        }
    }

    private func onLight(_ role: Role) -> Style? {
        switch (role, depth) {
        case (.quiet, .palette256), (.frame, .palette256): Style(foreground: 240)
        case (.good, .palette256): Style(foreground: 22, .bold)
        case (.refused, .palette256): Style(foreground: 88, .bold)
        default: nil
        }
    }
}
