import Configuration
import Dispatch
import HeftKit
import Pictures
import Terminal
import TillCore

/// Reads, fetches and draws signature pictures while the screen and the payment go on.
@MainActor final class SignaturePictures {
    /// The bytes of a picture, or why there are none.
    typealias File = Result<[UInt8], Missing>
    /// Gives the bytes behind a link; called back from any thread, once.
    typealias Fetch = @Sendable (_ link: String, _ then: @escaping @Sendable (File) -> Void) -> Void

    struct Missing: Error {
        var reason: SignaturePage.Slip.Reason
    }

    /// What is known of the terminal's graphics.
    private enum Knowledge {
        case none
        /// It was asked; these wait for what it says.
        case asked([@MainActor (TerminalGraphics) -> Void])
        case known(TerminalGraphics)
    }

    /// A terminal that has not answered by then has no graphics.
    private static let patience = DispatchTimeInterval.milliseconds(200)

    private let screen: CursesScreen
    private let fetch: Fetch?
    private let queue = DispatchQueue(label: "till.pictures", qos: .userInitiated)
    private var knowledge = Knowledge.none
    private var answer: [UInt8] = []
    /// The last of the answers has not come yet.
    private var isListening = false
    /// Told when a terminal on a slow line answered after the first picture was drawn.
    var onLateAnswer: @MainActor () -> Void = {}

    /// - Parameter fetch: nil where nothing is fetched.
    init(_ screen: CursesScreen, fetch: Fetch?) {
        self.screen = screen
        self.fetch = fetch
    }

    // MARK: Reading

    /// - Parameters:
    ///   - text: as the reader sent it: a link, base64, or a receipt.
    ///   - then: called on the main queue.
    func read(
        _ text: String, _ pictures: Configuration.Screen.Pictures,
        then: @escaping @MainActor @Sendable (SignaturePage.Slip) -> Void
    ) {
        let fetch = fetch
        let finish: @Sendable (SignaturePage.Slip) -> Void = { slip in
            DispatchQueue.main.async { MainActor.assumeIsolated { then(slip) } }
        }
        queue.async { [queue] in
            let content = SignatureContent(text)
            switch content {
            case .receipt(let text): finish(.receipt(text))
            case .refused(.scheme): finish(.missing(.notSafe))
            case .refused(.text): finish(.missing(.notReadable))
            case .address, .file:
                guard pictures != .off else { return finish(.missing(.off)) }
                SignaturePictures.fetch(content, fetch) { file in
                    queue.async { finish(SignaturePictures.slip(file)) }
                }
            }
        }
    }

    /// The picture's file, from the text itself or from where it lies.
    private nonisolated static func fetch(
        _ content: SignatureContent, _ fetch: Fetch?, then: @escaping @Sendable (File) -> Void
    ) {
        let nothing = File.failure(Missing(reason: .notFetched))
        switch content {
        case .file(let file): then(.success(file))
        case .address(let link):
            guard let fetch else { return then(nothing) }
            fetch(link, then)
        case .receipt, .refused: then(nothing)
        }
    }

    private nonisolated static func slip(_ file: File) -> SignaturePage.Slip {
        switch file {
        case .failure(let missing): return .missing(missing.reason)
        case .success(let bytes):
            do throws(PictureError) {
                return .picture(try Picture(file: bytes))
            } catch {
                return .missing(.notReadable)
            }
        }
    }

    // MARK: Drawing

    /// - Parameter then: called on the main queue; nil where it could not be drawn.
    func draw(
        _ order: PictureOrder, _ pictures: Configuration.Screen.Pictures,
        then: @escaping @MainActor @Sendable (DrawnPicture?) -> Void
    ) {
        switch pictures {
        case .kitty: draw(order, method: .kitty, PictureGraphics.CellPoints(), then)
        case .sixel: draw(order, method: .sixel, PictureGraphics.CellPoints(), then)
        case .blocks: draw(order, style: .halfBlocks, then)
        case .ascii, .off: draw(order, style: .ascii, then)
        case .auto:
            askTerminal { [weak self] graphics in
                guard let self else { return }
                guard let method = graphics.method else {
                    return self.draw(order, style: self.screen.glyphs == .ascii ? .ascii : .halfBlocks, then)
                }
                self.draw(order, method: method, graphics.cell, then)
            }
        }
    }

    private func draw(
        _ order: PictureOrder, style: PictureDrawing.Style,
        _ then: @escaping @MainActor @Sendable (DrawnPicture?) -> Void
    ) {
        draw(then) { () throws(PictureError) in
            .characters(
                try PictureDrawing(
                    order.picture, view: order.view, style: style, columns: order.columns, rows: order.rows))
        }
    }

    private func draw(
        _ order: PictureOrder, method: PictureGraphics.Method, _ cell: PictureGraphics.CellPoints,
        _ then: @escaping @MainActor @Sendable (DrawnPicture?) -> Void
    ) {
        draw(then) { () throws(PictureError) in
            .graphics(
                try PictureGraphics(
                    order.picture, view: order.view, method: method, columns: order.columns, rows: order.rows,
                    cell: cell), method)
        }
    }

    private func draw(
        _ then: @escaping @MainActor @Sendable (DrawnPicture?) -> Void,
        _ make: @escaping @Sendable () throws(PictureError) -> DrawnPicture
    ) {
        queue.async {
            var drawn: DrawnPicture?
            do throws(PictureError) { drawn = try make() } catch { drawn = nil }
            DispatchQueue.main.async { [drawn] in MainActor.assumeIsolated { then(drawn) } }
        }
    }

    // MARK: What the terminal can

    /// Asks the terminal once, when the first picture is to be drawn.
    private func askTerminal(_ then: @escaping @MainActor (TerminalGraphics) -> Void) {
        switch knowledge {
        case .known(let graphics): then(graphics)
        case .asked(let waiting): knowledge = .asked(waiting + [then])
        case .none:
            guard screen.ask(TerminalGraphics.query) else {
                knowledge = .known(TerminalGraphics(answer: []))
                return then(TerminalGraphics(answer: []))
            }
            knowledge = .asked([then])
            isListening = true
            DispatchQueue.main.asyncAfter(deadline: .now() + SignaturePictures.patience) { [weak self] in
                MainActor.assumeIsolated { self?.conclude() }
            }
        }
    }

    /// Takes what the terminal sends, while it may be an answer.
    func heard(_ bytes: [UInt8]) {
        guard isListening else { return }
        answer += bytes.prefix(max(0, TerminalGraphics.answerMax - answer.count))
        let graphics = TerminalGraphics(answer: answer)
        guard graphics.isComplete else { return }
        isListening = false
        guard case .known = knowledge else { return conclude() }
        knowledge = .known(graphics)
        if graphics.method != nil { onLateAnswer() }
    }

    private func conclude() {
        guard case .asked(let waiting) = knowledge else { return }
        let graphics = TerminalGraphics(answer: answer)
        knowledge = .known(graphics)
        // A terminal that knows no such question may have written it down.
        screen.redrawAll()
        for then in waiting { then(graphics) }
    }
}

extension HTTPDocuments {
    /// The bytes behind links.
    var pictures: SignaturePictures.Fetch {
        { link, then in
            _ = self.fetch(link) { result in
                then(result.map(\.bytes).mapError { SignaturePictures.Missing(reason: .init($0)) })
            }
        }
    }
}
