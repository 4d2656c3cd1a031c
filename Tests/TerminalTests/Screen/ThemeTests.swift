import Terminal
import Testing

@Suite("Theme") struct ThemeTests {
    private static let colorDepths: [ColorDepth] = [.eight, .sixteen, .palette256]
    private static let outcomes: [Role] = [.good, .refused, .needs, .unknown]

    @Test("the look of every role in the automatic theme")
    func automatic() {
        let theme = Theme(.auto, depth: .palette256)
        let expected: [Role: Style] = [
            .text: Style(), .quiet: Style(), .frame: Style(), .title: Style(.reverse), .focus: Style(.reverse),
            .strong: Style(.bold), .underlined: Style(.underline), .strongUnderlined: Style([.bold, .underline]),
            .key: Style(.bold), .money: Style(.bold), .simulated: Style(foreground: 16, background: 220),
            .good: Style(foreground: 231, background: 22, .bold),
            .refused: Style(foreground: 231, background: 88, .bold),
            .picture: Style(foreground: 16, background: 231),
            .needs: Style(foreground: 16, background: 220), .unknown: Style(foreground: 231, background: 90, .bold),
        ]
        for role in Role.allCases { #expect(theme.style(for: role) == expected[role], "\(role)") }
    }

    @Test("without colour every theme is the same, and roles differ by attributes", arguments: Theme.Name.allCases)
    func mono(name: Theme.Name) {
        let theme = Theme(name, depth: .none)
        for role in Role.allCases {
            let style = theme.style(for: role)
            #expect(style.foreground == nil && style.background == nil)
        }
        for role in [Role.title, .simulated, .focus, .needs, .unknown] {
            #expect(theme.style(for: role) == Style(.reverse))
        }
        #expect(theme.style(for: .key) == Style(.underline))
        #expect(theme.style(for: .money) == Style())
        #expect(Theme(.mono, depth: .palette256) == Theme(.mono, depth: .none))
    }

    @Test("a receipt's own emphasis is the same in every theme", arguments: Theme.Name.allCases, ColorDepth.allCases)
    func emphasis(name: Theme.Name, depth: ColorDepth) {
        let theme = Theme(name, depth: depth)
        #expect(theme.style(for: .strong) == Style(.bold))
        #expect(theme.style(for: .underlined) == Style(.underline))
        #expect(theme.style(for: .strongUnderlined) == Style([.bold, .underline]))
    }

    @Test("the automatic theme sets no foreground without a background", arguments: colorDepths)
    func pairs(depth: ColorDepth) {
        for role in Role.allCases {
            let style = Theme(.auto, depth: depth).style(for: role)
            #expect((style.foreground == nil) == (style.background == nil), "\(role)")
        }
    }

    @Test("the high-contrast theme needs no known background", arguments: colorDepths)
    func strongPairs(depth: ColorDepth) {
        for role in Role.allCases {
            let style = Theme(.highContrast, depth: depth).style(for: role)
            #expect((style.foreground == nil) == (style.background == nil), "\(role)")
        }
    }

    @Test("what is bold and black is not turned grey by terminals that brighten bold", arguments: Theme.Name.allCases)
    func boldBlack(name: Theme.Name) {
        for depth in ThemeTests.colorDepths {
            for role in Role.allCases {
                let style = Theme(name, depth: depth).style(for: role)
                #expect(style.foreground != 0 || !style.attributes.contains(.bold), "\(role) at \(depth)")
            }
        }
    }

    @Test("amounts keep the terminal's own colours", arguments: Theme.Name.allCases, ColorDepth.allCases)
    func money(name: Theme.Name, depth: ColorDepth) {
        let style = Theme(name, depth: depth).style(for: .money)
        #expect(style.foreground == nil && style.background == nil)
    }

    @Test("colours stay within the terminal's palette, and blue never stands on black", arguments: Theme.Name.allCases)
    func palette(name: Theme.Name) {
        for (depth, count) in [(ColorDepth.eight, 8), (.sixteen, 16), (.palette256, 256)] {
            for role in Role.allCases {
                let style = Theme(name, depth: depth).style(for: role)
                #expect((style.foreground.map(Int.init) ?? 0) < count)
                #expect((style.background.map(Int.init) ?? 0) < count)
                #expect(![4, 12, 21].contains(style.foreground))
            }
        }
    }

    @Test("colours have the contrast they need", arguments: Theme.Name.allCases)
    func contrast(name: Theme.Name) {
        let needed = name == .highContrast ? 7.0 : 4.5
        for depth in ThemeTests.colorDepths {
            for role in Role.allCases {
                let style = Theme(name, depth: depth).style(for: role)
                guard var foreground = style.foreground else { continue }
                // Where there are eight colours, bold is how the bright ones are had.
                if depth == .eight, style.attributes.contains(.bold) { foreground += 8 }
                let ground: UInt8? = style.background ?? (name == .light ? 15 : name == .dark ? 0 : nil)
                guard let ground else {
                    Issue.record("\(role) stands on an unknown background")
                    continue
                }
                let ratio = Palette.contrast(foreground, ground)
                #expect(ratio >= needed, "\(role) at \(depth): \(ratio)")
            }
        }
    }

    @Test("outcomes look different from each other where there is colour", arguments: colorDepths)
    func outcomes(depth: ColorDepth) {
        for name in Theme.Name.allCases where name != .mono {
            let theme = Theme(name, depth: depth)
            #expect(Set(ThemeTests.outcomes.map(theme.style(for:))).count == ThemeTests.outcomes.count)
        }
    }

    @Test("the number of colours decides the depth")
    func depths() {
        let counts = [-1, 0, 2, 8, 15, 16, 88, 256, 16_777_216]
        let depths: [ColorDepth] = [
            .none, .none, .none, .eight, .eight, .sixteen, .sixteen, .palette256, .palette256,
        ]
        #expect(counts.map(ColorDepth.init(count:)) == depths)
    }
}

/// xterm's palette and WCAG's contrast.
private enum Palette {
    private static let standard: [(Double, Double, Double)] = [
        (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229),
        (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255), (255, 0, 255), (0, 255, 255),
        (255, 255, 255),
    ]

    static func contrast(_ one: UInt8, _ other: UInt8) -> Double {
        let (a, b) = (luminance(Int(one)), luminance(Int(other)))
        return (max(a, b) + 0.05) / (min(a, b) + 0.05)
    }

    private static func luminance(_ index: Int) -> Double {
        let (red, green, blue) = rgb(index)
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    private static func rgb(_ index: Int) -> (Double, Double, Double) {
        if index < 16 { return standard[index] }
        if index >= 232 {
            let gray = Double(8 + 10 * (index - 232))
            return (gray, gray, gray)
        }
        let steps: [Double] = [0, 95, 135, 175, 215, 255]
        return (steps[(index - 16) / 36], steps[(index - 16) / 6 % 6], steps[(index - 16) % 6])
    }

    /// x^2.4 within a thousandth, from square roots: the standard library has no power.
    private static func linear(_ value: Double) -> Double {
        let part = value / 255
        if part <= 0.04045 { return part / 12.92 }
        let base = (part + 0.055) / 1.055
        // 2.4 is 2 + 1/4 + 1/8 + 1/64 + 1/128 + 1/1024, nearly.
        var root = base
        var roots: [Double] = []
        for _ in 0..<10 {
            root = root.squareRoot()
            roots.append(root)
        }
        return base * base * roots[1] * roots[2] * roots[5] * roots[6] * roots[9]
    }
}
