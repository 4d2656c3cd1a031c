import HeftKit
import Pictures
import Receipts
import TillJournal

/// The signature that the cashier judges.
package struct SignaturePage: Equatable, Sendable {
    /// What there is to judge it by.
    package enum Slip: Equatable, Sendable {
        /// It is being fetched or decoded.
        case awaited
        /// The merchant's receipt, to be held against the slip.
        case receipt(String)
        case picture(Picture)
        /// There is no picture to be shown.
        case missing(Reason)

        package enum Reason: CaseIterable, Equatable, Sendable {
            /// The host did not give it.
            case notFetched
            /// The host has none, also after a while.
            case notThere
            /// The host did not answer in time.
            case noAnswer
            /// The host cannot prove who it is.
            case notTrusted
            /// The host sends the till to another one.
            case movedAway
            /// It is longer than any picture of a signature.
            case tooLarge
            /// What came is no picture that can be shown.
            case notReadable
            /// Where it lies is not safe.
            case notSafe
            /// Pictures are switched off.
            case off
        }
    }

    /// Nothing is marked until a digit or letter chooses.
    package var accept: Bool?
    package var slip: Slip {
        didSet { card = SignaturePage.card(on: slip) }
    }
    /// The card, where the reader tells of it.
    package private(set) var card: PrintedCard?
    /// Which part of the picture is shown.
    package var view = PictureView.whole
    /// The picture has the page for itself.
    package var isAlone = false
    /// The picture as the terminal shows it; nil until it was drawn.
    package internal(set) var drawing: DrawnPicture?
    /// Which reading, and which drawing, is awaited: an answer to another one is not shown.
    var number = 0

    /// The largest zoom: beyond it a signature is a handful of blocks.
    package static let zoomMax = 8

    package init(accept: Bool? = nil, slip: Slip) {
        self.accept = accept
        self.slip = slip
        card = SignaturePage.card(on: slip)
    }

    /// A reader tells of the card before its result on the receipt that it sends to be signed, and nowhere else.
    private static func card(on slip: Slip) -> PrintedCard? {
        guard case .receipt(let html) = slip else { return nil }
        do throws(ReceiptError) {
            return try ReceiptDocument(html: html).card
        } catch {
            return nil
        }
    }

    package var hasPicture: Bool {
        if case .picture = slip { true } else { false }
    }

    /// Whether the arrows move the part that is shown.
    package var pans: Bool { hasPicture && view.zoom > 1 }

    /// How many columns and rows there are for the picture; nil where the window has room for it only when it is alone.
    package static func room(in window: WindowSize, isAlone: Bool) -> WindowSize? {
        let isList = window.columns < 60 || window.rows < 18
        if isAlone {
            // Below the amount and above the two choices, in a frame where there is room for one.
            return isList
                ? WindowSize(columns: window.columns - 2, rows: window.rows - 8)
                : WindowSize(columns: window.columns - 8, rows: window.rows - 9)
        }
        guard window.columns >= 80, window.rows >= 24 else { return nil }
        return WindowSize(columns: window.columns - 45, rows: window.rows - 13)
    }
}

extension SignaturePage.Slip.Reason {
    /// Why what stands behind a link was not fetched.
    package init(_ error: LinkedDocumentError) {
        self =
            switch error {
            case .notAllowed: .notSafe
            case .notThere: .notThere
            case .tooLong: .tooLarge
            case .cancelled: .notFetched
            case .unavailable(let failure):
                switch failure {
                case .timedOut: .noAnswer
                case .untrusted: .notTrusted
                case .redirected: .movedAway
                case .notAllowed: .notSafe
                case .tooLong: .tooLarge
                case .unreadable, .unreachable, .broken, .cancelled, nil: .notFetched
                }
            }
    }
}

/// A picture as it is put on the screen.
package enum DrawnPicture: Equatable, Sendable {
    /// In characters.
    case characters(PictureDrawing)
    /// By the terminal itself.
    case graphics(PictureGraphics, PictureGraphics.Method)

    package var columns: Int {
        switch self {
        case .characters(let drawing): drawing.rows.first?.count ?? 0
        case .graphics(let graphics, _): graphics.columns
        }
    }

    package var rows: Int {
        switch self {
        case .characters(let drawing): drawing.rows.count
        case .graphics(let graphics, _): graphics.rows
        }
    }
}

/// A picture that is to be drawn for the screen.
package struct PictureOrder: Equatable, Sendable {
    package var number: Int
    package var picture: Picture
    package var view: PictureView
    package var columns: Int
    package var rows: Int
}

extension AppState {
    /// Seconds until the reader gives up waiting for the signature; nil where none is waited for.
    package var signatureTimeLeft: Int? {
        guard let running = desk.running, let request = running.signature, let asked = running.signatureAskedAt else {
            return nil
        }
        return max(0, request.timeout - now.seconds(since: asked))
    }

    /// Whether the arrows go to the sides as well.
    package var pansPicture: Bool {
        if case .signature(let signature) = page { signature.pans } else { false }
    }

    // MARK: Asked and drawn

    mutating func askForSignature(_ request: SignatureRequest) -> [AppEffect] {
        var signature = SignaturePage(slip: .awaited)
        pictureNumber += 1
        signature.number = pictureNumber
        // Markup is no picture: it is there at once.
        let isReceipt = request.receipt.contains("<")
        if isReceipt { signature.slip = .receipt(request.receipt) }
        let reading = isReceipt ? [] : [AppEffect.readSignature(request.receipt, number: pictureNumber)]
        return turn(to: .signature(signature)) + reading
    }

    /// What was read belongs to the signature that it was asked for.
    mutating func signatureRead(_ number: Int, _ slip: SignaturePage.Slip) -> [AppEffect] {
        var isShown = false
        page.changeSignature { signature in
            guard signature.number == number, signature.slip == .awaited else { return }
            signature.slip = slip
            isShown = true
        }
        return isShown ? drawSignature() : []
    }

    mutating func pictureDrawn(_ number: Int, _ drawing: DrawnPicture?) -> [AppEffect] {
        page.changeSignature { signature in
            guard signature.number == number else { return }
            signature.drawing = drawing
            if drawing == nil { signature.slip = .missing(.notReadable) }
        }
        return []
    }

    /// The picture is drawn anew for the part, the place and the window that it is shown in.
    mutating func drawSignature() -> [AppEffect] {
        pictureNumber += 1
        let number = pictureNumber
        let window = window
        var effects: [AppEffect] = []
        page.changeSignature { signature in
            guard case .picture(let picture) = signature.slip else { return }
            signature.number = number
            guard let room = SignaturePage.room(in: window, isAlone: signature.isAlone) else {
                signature.drawing = nil
                return
            }
            effects = [
                .drawPicture(
                    PictureOrder(
                        number: number, picture: picture, view: signature.view, columns: max(1, room.columns),
                        rows: max(1, room.rows)))
            ]
        }
        return effects
    }

    // MARK: Keys

    /// Nothing is marked. A digit or a letter chooses, and Enter runs what was chosen; alone it answers nothing, and
    /// Esc never does. When the reader's time is over its answer counts, and keys do nothing.
    mutating func takeSignature(_ command: AppCommand, _ signature: SignaturePage) -> [AppEffect] {
        if command == .help { return turn(to: .help(under: page)) }
        guard signatureTimeLeft != 0 else { return [] }
        var changed = signature
        switch command {
        case .digit(1), .yes: changed.accept = true
        case .digit(2), .no: changed.accept = false
        case .confirm:
            guard let accept = signature.accept else { return [] }
            let effects = pass(.judgeSignature(isAccepted: accept))
            return turn(to: .payment) + effects
        case .print: return printSlip(signature)
        case .otherPanel where signature.hasPicture: changed.isAlone.toggle()
        case .larger where signature.hasPicture:
            changed.view =
                signature.view.zoom < SignaturePage.zoomMax ? signature.view.zoomed(by: 1) : PictureView.whole
        case .up where pansPicture: changed.view = signature.view.panned(down: -1)
        case .down where pansPicture: changed.view = signature.view.panned(down: 1)
        case .left where pansPicture: changed.view = signature.view.panned(right: -1)
        case .right where pansPicture: changed.view = signature.view.panned(right: 1)
        default: return []
        }
        guard changed != signature else { return [] }
        page = .signature(changed)
        return changed.view == signature.view && changed.isAlone == signature.isAlone ? [] : drawSignature()
    }

    /// The slip to sign, where the reader sent one.
    private mutating func printSlip(_ signature: SignaturePage) -> [AppEffect] {
        guard let record = desk.running?.record, case .receipt(let html) = signature.slip else {
            hint = .noReceipt
            return [.bell(1)]
        }
        return print(ReceiptCopy(slip: html, of: record, shop: settings.shop))
    }
}
