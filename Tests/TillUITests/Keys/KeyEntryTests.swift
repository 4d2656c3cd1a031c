import Terminal
import Testing
import TillCore
import TillJournal

@testable import TillUI

@Suite("The keys of a page") struct KeyEntryTests {
    @Test("every key that is listed works on its page, and no other does", arguments: AllPages.names)
    func listed(name: String) throws {
        let shop = try AllPages.shop(name)
        let states = variations(of: shop)
        let table = KeyEntry.table(for: shop.state.page, shop.state)
        for entry in table {
            for command in entry.commands {
                #expect(states.contains { answers(command, $0) }, "\(entry.keys) does nothing: \(command)")
            }
        }
        for state in states {
            let listed = KeyEntry.table(for: state.page, state).reduce(into: Set<AppCommand>()) {
                $0.formUnion($1.commands)
            }
            for command in AppCommand.keys where !listed.contains(command) {
                #expect(!changes(command, state), "\(command) works and is not listed")
            }
        }
    }

    @Test("the row of keys names what the table holds", arguments: AllPages.names) func row(name: String) throws {
        let shop = try AllPages.shop(name)
        let table = KeyEntry.table(for: shop.state.page, shop.state)
        var canvas = Canvas(size: Size(columns: 400, rows: 1))
        KeyRow(entries: table, isWaiting: false).draw(on: &canvas, row: 0)
        let written = table.filter { !$0.label.isEmpty }.map { "\($0.keys) \($0.label)" }
        #expect(canvas.lines == [" " + written.joined(separator: "  ")])
    }

    @Test("the help shows every key with its sentence", arguments: AllPages.names) func help(name: String) throws {
        var shop = try AllPages.shop(name)
        let table = KeyEntry.table(for: shop.state.page, shop.state)
        guard name != "help" else { return }
        shop.press(.help)
        guard table.contains(where: { $0.commands.contains(.help) }) else { return }
        var seen: [String] = []
        repeat {
            seen += shop.picture().lines.dropFirst(3).dropLast(3)
            shop.press(.pageDown)
        } while !shop.picture().lines[1].contains(" part 1 of ") && shop.picture().lines[1].contains(" part ")
        let expected = table.map { entry in
            "  " + entry.keys + String(repeating: " ", count: 10 - entry.keys.count) + entry.explanation
        }
        #expect(seen.filter { !$0.isEmpty } == expected)
    }

    @Test("a narrow row keeps the keys without which one is stuck", arguments: AllPages.names)
    func narrow(name: String) throws {
        let shop = try AllPages.shop(name)
        let table = KeyEntry.table(for: shop.state.page, shop.state)
        let row = try #require(shop.picture(40, 12).lines.last)
        for entry in table where entry.isEssential { #expect(row.contains("\(entry.keys) \(entry.label)")) }
    }

    @Test("no keys are named while they do not count yet") func waiting() throws {
        var shop = Shop.ready()
        shop.charge()
        shop.finish(.approved)
        #expect(shop.picture().lines.last == " …")
        shop.wait()
        #expect(shop.picture().lines.last?.hasPrefix(" Enter Go on") == true)
    }

    // MARK: What a key does

    /// The page as it is, and with other choices marked or lines scrolled.
    private func variations(of shop: Shop) -> [AppState] {
        let others: [AppCommand] = [.down, .digit(1), .digit(2), .bottom, .top]
        let moved = others.map { command in
            var other = shop
            other.press(command)
            return other.state
        }
        return [shop.state] + moved.filter { $0.page.name == shop.state.page.name }
    }

    /// As far apart as a person's keys.
    private func aMomentLater(_ state: AppState) -> Timestamp {
        Timestamp(millisecondsSince1970: state.now.millisecondsSince1970 + 40, offsetFromUTC: 0)
    }

    private func answers(_ command: AppCommand, _ state: AppState) -> Bool {
        var after = state
        let effects = after.handle(.command(command), at: aMomentLater(after))
        return !effects.isEmpty || after.hint != nil || changes(command, state)
    }

    /// A bell and a sentence alone change nothing.
    private func changes(_ command: AppCommand, _ state: AppState) -> Bool {
        var after = state
        let effects = after.handle(.command(command), at: aMomentLater(after)).filter { effect in
            if case .bell = effect { false } else { true }
        }
        return !effects.isEmpty || after.page != state.page || after.ticket != state.ticket || after.desk != state.desk
    }
}
