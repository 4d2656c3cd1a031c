import Pictures
import TillCore
import TillUI

extension AllPages {
    /// A signature that came as a picture, drawn as the program would have it drawn.
    static func signaturePicture(_ commands: AppCommand..., style: PictureDrawing.Style = .halfBlocks) throws -> Shop {
        var shop = try paymentAtPIN()
        try shop.status(0x1F)
        try shop.askForSignature(SamplePicture.base64)
        try shop.drawSignature(style)
        shop.wait(seconds: 18)
        for command in commands {
            shop.press(command)
            try shop.drawSignature(style)
        }
        return shop
    }

    /// A signature whose picture is not there.
    static func signatureMissing(_ reason: SignaturePage.Slip.Reason = .notFetched) throws -> Shop {
        var shop = try paymentAtCard()
        try shop.status(0x1F)
        try shop.askForSignature("https://bank.example/signatures/7.png")
        for case .readSignature(_, let number) in shop.effects {
            shop.send(.signatureRead(number: number, .missing(reason)))
        }
        shop.wait(seconds: 18)
        return shop
    }

    /// A signature that nobody judged in its time.
    static func signatureOver() throws -> Shop {
        var shop = try signature()
        shop.wait(seconds: 100)
        return shop
    }
}

extension Shop {
    /// Carries out what is wanted of a picture.
    mutating func drawSignature(_ style: PictureDrawing.Style) throws {
        for case .readSignature(let text, let number) in effects {
            guard case .file(let file) = SignatureContent(text) else { continue }
            send(.signatureRead(number: number, .picture(try Picture(file: file))))
        }
        for case .drawPicture(let order) in effects {
            let drawing = try PictureDrawing(
                order.picture, view: order.view, style: style, columns: order.columns, rows: order.rows)
            send(.pictureDrawn(number: order.number, .characters(drawing)))
        }
    }
}

enum SamplePicture {
    /// A PNG of 64 by 24 points, black on white.
    static let base64 = """
        iVBORw0KGgoAAAANSUhEUgAAAEAAAAAYAQAAAABiz8bpAAAAdklEQVR42mP4DwUMeBnzYYx+GEMfxkj///P/ZxCj/P+v/w9BjOL/\
        Yv/fAhn/qv+5158BMX78+19/7z/D339/bP5b3rNn+Pvn/97/G+YDRf7+n/t/uz2Q8fj/zf/tQAP/nf9/+v95EGP+/8dgK/7Z/39O\
        2IVoDAB2hrCvmPiBCwAAAABJRU5ErkJggg==
        """
}
