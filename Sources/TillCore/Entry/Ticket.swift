import Money

/// What a customer buys, as it is rung up: lines, what is being typed, tax and tip. Whole minor units throughout.
///
/// Keys change it as on a calculator: digits type a price, `*` takes what stands for a factor, `+` adds the line. A key
/// that cannot be taken throws, and what stands stays. The total is always the sum of its parts and never above what a
/// reader takes.
package struct Ticket: Equatable, Sendable {
    /// So many articles of a price.
    package struct Line: Equatable, Sendable {
        /// Empty for an amount without a name.
        package var description: String
        /// 1 to ``Ticket/quantityMax``.
        package var quantity: Int64
        /// In minor units of the ticket's currency.
        package var unitMinor: Int64

        package init(description: String = "", quantity: Int64 = 1, unitMinor: Int64) {
            self.description = description
            self.quantity = quantity
            self.unitMinor = unitMinor
        }

        /// In minor units.
        package var sumMinor: Int64 { quantity * unitMinor }
    }

    /// What of a ticket is kept when it is set aside.
    package struct Contents: Equatable, Sendable {
        package var lines: [Line] = []
        /// What the next line will be called.
        package var nextDescription = ""
        package var invoiceNumber = ""
        /// The cashier's own reference; empty to send the till's.
        package var customerReference = ""
        package var tip = Tip.none
        package var tax: TaxRule?
        /// The reader is asked for a token of the card too.
        package var tokenizesCard = false
        /// Its name in the books, once it was charged; the next attempt is numbered under it.
        package var name: String?

        package init(tax: TaxRule? = nil) {
            self.tax = tax
        }
    }

    /// What is to be paid, in its parts.
    package struct Sums: Equatable, Sendable {
        /// Of the lines and what is being typed.
        package var subtotal: Amount
        /// In ``subtotal`` where it is included, else on it. Nil without a tax rule.
        package var tax: Amount?
        package var tip: Amount
        /// ``subtotal``, the tax where it is added, and the tip.
        package var total: Amount
    }

    /// Why a key changed nothing.
    package enum Refusal: Error, Equatable, Sendable {
        case entry(AmountEntry.Refusal)
        /// The sum would be more than a reader takes.
        case tooLarge
        /// There is nothing that could be added or multiplied.
        case nothingTyped
        /// `*` stands already.
        case secondTimes
        /// Behind `*` nothing is typed.
        case priceMissing
        /// Both factors have a point, so neither is a quantity.
        case noQuantity
        case quantityTooLarge
        /// A line of nothing.
        case noAmount
        case tooManyLines
        /// The tip is above the cap, which is so much of this subtotal.
        case tipAboveCap(Amount)
    }

    /// What ``erase()`` took away.
    package enum Erased: Equatable, Sendable {
        case nothing
        case key
        /// The whole line; ``add()`` puts it back.
        case line(Line)
    }

    /// What ``add()`` did.
    package enum Added: Equatable, Sendable {
        case line
        /// What was taken off before is back.
        case restored
    }

    package static let quantityMax: Int64 = 9_999
    package static let linesMax = 99

    package let rules: TicketRules
    package private(set) var contents: Contents
    /// What is being typed: a price, or a quantity.
    package var entry: AmountEntry
    /// What stands before `*`.
    package private(set) var factor: AmountEntry?
    /// Filled in, not typed: the next digit begins a new amount.
    package private(set) var isFilledIn = false
    /// How it stood before lines were taken off, oldest first.
    private var before: [Contents] = []

    package init(_ rules: TicketRules) {
        self.rules = rules
        contents = Contents(tax: rules.tax)
        entry = AmountEntry(currency: rules.currency, keypad: rules.keypad)
    }

    /// One that was set aside.
    package init(_ contents: Contents, _ rules: TicketRules) {
        self.init(rules)
        self.contents = contents
    }

    /// Another attempt at what was charged before, under its name in the books. The next digit begins a new sale where
    /// nothing but an amount was rung up.
    package func again(as name: String) -> Ticket {
        var ticket = self
        ticket.contents.name = name
        ticket.before = []
        ticket.isFilledIn = ticket.factor == nil && !ticket.entry.isEmpty && ticket.lines.isEmpty
        return ticket
    }

    /// What is still due on a ticket of the books. Its tax and its tip stand with what was paid before.
    package init(due: Amount, on name: String, _ rules: TicketRules) {
        self.init(rules)
        contents.tax = nil
        contents.name = name
        entry = AmountEntry(due, keypad: rules.keypad)
        isFilledIn = !entry.isEmpty
    }

    package var lines: [Line] { contents.lines }
    package var currency: Currency { rules.currency }
    /// Nothing is rung up and nothing typed. Details and a tip may stand.
    package var isEmpty: Bool { lines.isEmpty && entry.isEmpty && factor == nil }
    /// Nothing at all stands.
    package var isBlank: Bool { isEmpty && contents == Contents(tax: rules.tax) }

    // MARK: Sums

    /// What is being typed, as a line; nil when nothing is.
    package func pendingLine() throws(Refusal) -> Line? {
        guard let factor else {
            guard !entry.isEmpty else { return nil }
            return Line(description: contents.nextDescription, unitMinor: entry.amount.minorUnits)
        }
        guard !entry.isEmpty else { throw .priceMissing }
        let (quantity, price) = try Ticket.split(factor, entry)
        guard quantity <= Ticket.quantityMax else { throw .quantityTooLarge }
        return Line(
            description: contents.nextDescription, quantity: quantity, unitMinor: price.amount.minorUnits)
    }

    /// Which of two factors is the quantity. One with a point is the price; else the smaller number is the quantity, in
    /// whatever order they were typed. What they come to is the same.
    private static func split(
        _ first: AmountEntry, _ second: AmountEntry
    ) throws(Refusal) -> (quantity: Int64, price: AmountEntry) {
        switch (first.wholeNumber, second.wholeNumber) {
        case (nil, nil): throw .noQuantity
        case (let quantity?, nil): return (quantity, second)
        case (nil, let quantity?): return (quantity, first)
        case (let left?, let right?): return left <= right ? (left, second) : (right, first)
        }
    }

    /// What is to be paid; without what is being typed where that is no line yet.
    package var sums: Sums {
        do throws(Refusal) {
            return try sums(with: try pendingLine())
        } catch {
            return sumsOfLines
        }
    }

    /// Whether the sum of the lines is one that a reader takes.
    var addsUp: Bool {
        do throws(Refusal) {
            _ = try sums(with: nil)
            return true
        } catch {
            return false
        }
    }

    private var sumsOfLines: Sums {
        do throws(Refusal) {
            return try sums(with: nil)
        } catch {
            // Lines whose sum is too large are not taken, so this is no ticket that was rung up.
            let zero = Amount(minorUnits: 0, currency: currency)
            return Sums(subtotal: zero, tip: zero, total: zero)
        }
    }

    private func sums(with pending: Line?) throws(Refusal) -> Sums {
        var subtotal = Amount(minorUnits: 0, currency: currency)
        var sums: Sums
        do throws(AmountError) {
            for line in lines + [pending].compactMap({ $0 }) {
                let price = Amount(minorUnits: line.unitMinor, currency: currency)
                subtotal = try subtotal.adding(price.multiplied(by: Int(line.quantity)))
            }
            let tip = try contents.tip.amount(on: subtotal)
            sums = Sums(subtotal: subtotal, tax: try contents.tax?.tax(on: subtotal), tip: tip, total: subtotal)
            if let tax = sums.tax, contents.tax?.isIncluded == false { sums.total = try sums.total.adding(tax) }
            sums.total = try sums.total.adding(tip)
        } catch {
            throw .tooLarge
        }
        guard (0...AmountEntry.largest).contains(sums.total.minorUnits) else { throw .tooLarge }
        return sums
    }

    /// The largest tip that may be keyed as an amount.
    package var tipLimit: Amount {
        do throws(AmountError) {
            return try rules.tipCap.of(sums.subtotal)
        } catch {
            return Amount(minorUnits: 0, currency: currency)
        }
    }

    // MARK: Keys

    package mutating func type(digit: Int) throws(Refusal) {
        try change { (ticket) throws(Refusal) in
            ticket.beginAnew()
            try ticket.typing { (entry) throws(AmountEntry.Refusal) in try entry.type(digit: digit) }
        }
    }

    package mutating func typePoint() throws(Refusal) {
        try change { (ticket) throws(Refusal) in
            ticket.beginAnew()
            if ticket.factor?.wholeNumber == nil, ticket.factor != nil { throw .noQuantity }
            try ticket.typing { (entry) throws(AmountEntry.Refusal) in try entry.typePoint() }
        }
    }

    /// Takes what was typed for a factor.
    package mutating func times() throws(Refusal) {
        guard factor == nil else { throw .secondTimes }
        guard !entry.isEmpty else { throw .nothingTyped }
        isFilledIn = false
        before = []
        factor = entry
        entry.clear()
    }

    /// Adds what was typed as a line. With nothing typed, what ``erase()`` or ``clear()`` took away comes back.
    @discardableResult
    package mutating func add() throws(Refusal) -> Added {
        if entry.isEmpty, factor == nil, let last = before.popLast() {
            contents = last
            return .restored
        }
        guard let line = try pendingLine() else { throw .nothingTyped }
        guard line.sumMinor > 0 else { throw .noAmount }
        guard lines.count < Ticket.linesMax else { throw .tooManyLines }
        contents.lines.append(line)
        contents.nextDescription = ""
        before = []
        clearEntry()
        return .line
    }

    /// Takes the last key back; with nothing typed, the last line.
    @discardableResult
    package mutating func erase() -> Erased {
        if !entry.isEmpty {
            entry.erase()
            isFilledIn = false
            return .key
        }
        if let factor {
            entry = factor
            self.factor = nil
            return .key
        }
        guard let line = lines.last else { return .nothing }
        keepForUndo()
        contents.lines.removeLast()
        return .line(line)
    }

    /// Takes away what is being typed.
    package mutating func clearEntry() {
        entry.clear()
        factor = nil
        isFilledIn = false
    }

    /// Begins a new ticket; ``add()`` brings the lines of this one back.
    package mutating func clear() {
        clearEntry()
        if contents != Contents(tax: rules.tax) { keepForUndo() }
        contents = Contents(tax: rules.tax)
    }

    /// Fills an amount in, as if it had been typed. The next digit begins a new one.
    package mutating func fill(in amount: Amount) throws(Refusal) {
        try change { (ticket) throws(Refusal) in
            ticket.clearEntry()
            ticket.before = []
            ticket.entry = AmountEntry(amount, keypad: ticket.rules.keypad)
            ticket.isFilledIn = !ticket.entry.isEmpty
        }
    }

    /// Changes what stands beside the lines.
    package mutating func edit(_ body: (inout Contents) -> Void) throws(Refusal) {
        try change { (ticket) throws(Refusal) in
            body(&ticket.contents)
            ticket.before = []
        }
    }

    /// Sets the tip.
    package mutating func set(_ tip: Tip) throws(Refusal) {
        try change { (ticket) throws(Refusal) in
            ticket.contents.tip = tip
            ticket.before = []
            try ticket.checkTip()
        }
    }

    /// What must hold before it is charged.
    ///
    /// - Returns: what is to be paid, and the lines with what was typed last.
    package func finished() throws(Refusal) -> (sums: Sums, lines: [Line]) {
        let pending = try pendingLine()
        let sums = try sums(with: pending)
        guard sums.total.minorUnits > 0 else { throw isEmpty ? .nothingTyped : .noAmount }
        try checkTip()
        return (sums, lines + [pending].compactMap { $0 })
    }

    // MARK: Parts

    /// Tries a change, and takes it where the sum stays within what a reader takes.
    private mutating func change(_ body: (inout Ticket) throws(Refusal) -> Void) throws(Refusal) {
        var changed = self
        try body(&changed)
        do throws(Refusal) {
            _ = try changed.sums(with: try changed.pendingLine())
        } catch {
            switch error {
            // It can still become a line.
            case .priceMissing: break
            case .entry, .tooLarge, .nothingTyped, .secondTimes, .noQuantity, .quantityTooLarge, .noAmount,
                .tooManyLines, .tipAboveCap:
                throw error
            }
        }
        self = changed
    }

    private mutating func typing(
        _ body: (inout AmountEntry) throws(AmountEntry.Refusal) -> Void
    ) throws(Refusal) {
        do throws(AmountEntry.Refusal) {
            try body(&entry)
        } catch {
            throw .entry(error)
        }
        before = []
    }

    /// A digit behind an amount that was filled in begins a new one; where that was another attempt at a sale, it begins
    /// a new sale.
    private mutating func beginAnew() {
        guard isFilledIn else { return }
        clearEntry()
        if lines.isEmpty, contents.name != nil { contents = Contents(tax: rules.tax) }
    }

    private mutating func keepForUndo() {
        before.append(contents)
        if before.count > Ticket.linesMax { before.removeFirst() }
    }

    private func checkTip() throws(Refusal) {
        guard case .minorUnits(let minorUnits) = contents.tip, minorUnits > tipLimit.minorUnits else { return }
        throw .tipAboveCap(tipLimit)
    }
}
