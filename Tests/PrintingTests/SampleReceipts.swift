import FoundationEssentials
import Receipts

@testable import Printing

enum Sample {
    static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
        .filter { $0.hasSuffix(".html") }.map { String($0.dropLast(5)) }.sorted()

    private static var folder: URL {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Resources/receipts")
    }

    /// Of the receipts that come with the program.
    static func document(_ name: String) throws -> ReceiptDocument {
        try ReceiptDocument(htmlBytes: Array(Data(contentsOf: folder.appending(path: "\(name).html"))))
    }

    static func receipt(_ html: String, reprint: PrintedReceipt.Reprint? = nil, code: String? = nil) throws
        -> PrintedReceipt
    {
        PrintedReceipt(try ReceiptDocument(html: html), reprint: reprint, isSimulated: false, code: code)
    }

    /// The Japanese one on paper of 32 columns, as its first copy. Its minus sign is read back as the sign's twin.
    static let japaneseOnPaper = """
                 寿司処 さくら

        [double]     COPY 1
            Printed 2026-10-05 09:00

                 喫茶 ﾓｶ & ラテ
           大阪市北区梅田３丁目１－１
        --------------------------------
              売上票（お客様控え）
        ブレンドコーヒー         ￥1,100
        ２点
        季節のフルーツを           ￥780
        たっぷり使った自
        家製ショートケー
        キ
        消費税１０％               ￥188
        合計                     ￥2,068
        カード            VISA **** 1111
        読取                        ＩＣ
                 承認されました
        暗証番号                確認済み
        承認番号            ４５５１２３
        取引日時     2026/10/17 15:20:08
        端末番号            13-0000-0001
        ありがとうございました。またお越
                しくださいませ。
        ※この控えは大切に保管してくださ
                       い
        [cut]
        """

    static let shop = ShopLines(
        logo: " /\\_/\\\n( o.o )\n > ^ <", header: "The Corner Shop\\n12 High Street", footer: "Thank you\r\nCome again"
    )
}

/// Two columns for East Asian scripts, none for a mark without a letter.
func displayWidth(_ character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    switch first.value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
        0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
        return 2
    default: return 1
    }
}
