import ReaderSimulator
import Terminal

extension FaceState {
    /// The reader's screen and what can be done with it.
    func view(_ size: Size) -> Canvas {
        var canvas = Canvas(size: size)
        guard size.columns >= 40, size.rows >= 12 else {
            canvas.write("Window too small", row: 0, align: .leading, role: .needs)
            canvas.write(screen.joined(separator: " "), row: 1, align: .leading)
            return canvas
        }
        header(&canvas)
        if showsHelp {
            help(&canvas)
        } else {
            mirror(&canvas)
            settings(&canvas)
            wire(&canvas)
        }
        canvas.write(status, row: size.rows - 2, align: .leading, role: isLinked ? .good : .quiet)
        canvas.write(
            "1 Insert 2 Swipe 3 Tap 4 Green 5 Red 6 Remove  n Next  d Drop  ? Help  q Quit", row: size.rows - 1,
            align: .leading, role: .key)
        canvas.cursor = Position(row: size.rows - 2, column: 0)
        return canvas
    }

    private var status: String {
        if let said { return said }
        if isFrozen { return "Frozen: the reader answers nothing. z restarts it." }
        return isLinked ? "A till is linked." : "Waiting for a till: till --reader \(address) --simulated"
    }

    private func header(_ canvas: inout Canvas) {
        canvas.paint(Area(row: 0, column: 0, rows: 1, columns: canvas.size.columns), role: .simulated)
        canvas.write(" Card reader", row: 0, align: .leading, role: .simulated)
        let battery = "\(batteryPercent)%\(isCharging ? " charging" : "")"
        canvas.write("*** SIMULATED ***   \(battery) ", row: 0, align: .trailing, role: .simulated)
    }

    private func mirror(_ canvas: inout Canvas) {
        let area = Area(row: 2, column: 2, rows: 6, columns: 34)
        canvas.box(area, title: "Reader")
        for (index, line) in screen.prefix(4).enumerated() {
            canvas.write(
                line, row: 3 + index, in: area.inside.columnRange, align: .center, role: index == 0 ? .text : .focus)
        }
    }

    private func settings(_ canvas: inout Canvas) {
        let lines = [
            ("n", "Next payment", setup?.nextPayment.map(\.face) ?? "as its amount says"),
            ("c", "Card", setup?.card.face ?? ""),
            ("t", "Tip", setup?.tip.face ?? ""),
            ("h", "Customer", setup?.cardholder == .manual ? "by hand" : "by itself"),
            ("x", "Checksum", setup?.faults.corruptsNextFrame == true ? "wrong once" : "right"),
            ("l", "Charging", isCharging ? "yes" : "no"),
        ]
        for (index, line) in lines.enumerated() {
            canvas.write(line.0, row: 2 + index, column: 40, role: .key)
            canvas.write(line.1, row: 2 + index, column: 43, role: .quiet)
            canvas.write(line.2, row: 2 + index, column: 57)
        }
    }

    private func wire(_ canvas: inout Canvas) {
        canvas.rule(row: 9)
        let rows = canvas.size.rows - 13
        for (index, line) in log.suffix(max(0, rows)).enumerated() {
            canvas.write(line, row: 10 + index, column: 2, role: line.hasPrefix("!") ? .needs : .text)
        }
    }

    private func help(_ canvas: inout Canvas) {
        let lines = [
            "1 2 3   insert, swipe, tap the card          4 Enter   green key     5 Esc   red key",
            "6       take the card out                    w p       a wrong PIN, no PIN",
            "g       give the tip that is set             n         how the next payment ends",
            "c       which card                           t         whether a tip is asked for",
            "h       customer by hand or by itself        - +       battery     l   charging",
            "d       drop the link                        x         wrong checksum, once",
            "f       freeze                               z         restart",
            "q       quit                                 any key   back",
        ]
        for (index, line) in lines.enumerated() { canvas.write(line, row: 2 + index, column: 2) }
    }
}

extension NextPayment {
    /// In a cashier's words.
    fileprivate var face: String {
        switch self {
        case .approved: "approved"
        case .approvedWithSignature: "approved, signature"
        case .declined: "declined"
        case .partlyApproved: "partly approved"
        case .cancelledByCardholder: "red key"
        case .linkLost: "link lost after send"
        case .bankSilent: "bank never answers"
        case .batteryTooLow: "battery too low"
        }
    }
}

extension TestCard {
    fileprivate var face: String {
        let way =
            switch entry {
            case .chip: "chip"
            case .contactless: "contactless"
            case .stripe: "stripe"
            case .typed: "typed"
            }
        return "\(scheme.rawValue.capitalized) \(maskedNumber.suffix(4)) \(way)"
    }
}

extension Tip {
    fileprivate var face: String {
        switch self {
        case .notAsked: "not asked for"
        case .none: "asked for, none given"
        case .percentage(let percent): "\(percent)%"
        case .amount(let minorUnits): "\(minorUnits) minor units"
        }
    }
}
