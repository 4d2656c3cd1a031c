import CChafa

/// A picture as characters, for a terminal without graphics: rows of cells, dark on light whatever the theme.
package struct PictureDrawing: Equatable, Sendable {
    package enum Style: Equatable, Sendable {
        /// Half blocks (`▀ ▄ ▌ ▐ █`) in the 240 colours of the 256 that no theme changes.
        case halfBlocksInColour
        /// Half blocks, dark and light only.
        case halfBlocks
        /// Printable ASCII, dark and light only.
        case ascii
    }

    package enum Colour: Hashable, Sendable {
        /// Black, or the darkest there is.
        case dark
        /// White, or the lightest there is.
        case light
        /// Of the terminal's 256 colours, one from 16.
        case palette(UInt8)
    }

    package struct Cell: Equatable, Sendable {
        /// One column wide.
        package var character: Character
        package var ink: Colour
        package var paper: Colour

        package init(_ character: Character, ink: Colour = .dark, paper: Colour = .light) {
            self.character = character
            self.ink = ink
            self.paper = paper
        }
    }

    /// The largest drawing that is made.
    package static let columnsMax = 500
    package static let rowsMax = 250

    /// From the top; all rows are as long as the first.
    package let rows: [[Cell]]

    /// Draws what is shown of the picture as large as `columns` and `rows` let it be without changing its shape: so the
    /// drawing may be narrower or lower than asked for.
    ///
    /// Paper around what is drawn is cut off first.
    /// - Parameter cellAspect: how many times higher than wide a cell of the terminal is, in tenths.
    /// - Throws: ``PictureError/outOfMemory``.
    package init(
        _ picture: Picture, view: PictureView = .whole, style: Style, columns: Int, rows: Int, cellAspect: Int = 20
    ) throws(PictureError) {
        let part = view.part(of: picture.inkBounds)
        let size = CellSize(
            columns: min(max(1, columns), Self.columnsMax), rows: min(max(1, rows), Self.rowsMax)
        ).fitting(part, cellAspect: cellAspect)
        // As many points as the style can tell apart in a cell.
        let detail = style == .ascii ? 8 : 2
        let scaled = ScaledPicture(
            picture, part: part, widthMax: size.columns * detail, heightMax: size.rows * detail)
        let canvas = try ChafaCanvas(size: size) { configuration in
            Self.configure(configuration, style)
        }
        canvas.draw(scaled)
        self.rows = (0..<size.rows).map { row in
            (0..<size.columns).map { column in canvas.cell(column: column, row: row, style) }
        }
    }

    private static func configure(_ configuration: OpaquePointer, _ style: Style) {
        let symbols = chafa_symbol_map_new()
        defer { chafa_symbol_map_unref(symbols) }
        let tags =
            switch style {
            case .ascii: CHAFA_SYMBOL_TAG_ASCII.rawValue
            case .halfBlocks, .halfBlocksInColour:
                CHAFA_SYMBOL_TAG_SPACE.rawValue | CHAFA_SYMBOL_TAG_SOLID.rawValue | CHAFA_SYMBOL_TAG_HALF.rawValue
            }
        chafa_symbol_map_add_by_tags(symbols, ChafaSymbolTags(rawValue: tags))
        chafa_canvas_config_set_symbol_map(configuration, symbols)
        let isInColour = style == .halfBlocksInColour
        chafa_canvas_config_set_canvas_mode(
            configuration, isInColour ? CHAFA_CANVAS_MODE_INDEXED_240 : CHAFA_CANVAS_MODE_FGBG)
        chafa_canvas_config_set_fg_color(configuration, 0x00_0000)
        chafa_canvas_config_set_bg_color(configuration, 0xFF_FFFF)
    }
}

/// A place on a terminal, in cells; from one each way.
struct CellSize: Equatable {
    var columns: Int
    var rows: Int

    /// The largest part of this place with the shape of `part`.
    func fitting(_ part: PictureBounds, cellAspect: Int) -> CellSize {
        let aspect = min(max(cellAspect, 5), 40)
        // Twice as many rows would be needed were cells square.
        let rowsWanted =
            (columns * part.rows.count * 10 + part.columns.count * aspect - 1) / (part.columns.count * aspect)
        guard rowsWanted > rows else { return CellSize(columns: columns, rows: max(1, rowsWanted)) }
        let columnsWanted = rows * part.columns.count * aspect / (part.rows.count * 10)
        return CellSize(columns: min(columns, max(1, columnsWanted)), rows: rows)
    }
}

/// One drawing by the library.
struct ChafaCanvas: ~Copyable {
    private let canvas: OpaquePointer

    /// A picture is small and drawn once: threads of the library's own would cost more than they give.
    private static let isAlone: Void = chafa_set_n_threads(1)

    init(size: CellSize, configure: (OpaquePointer) -> Void) throws(PictureError) {
        _ = Self.isAlone
        guard let configuration = chafa_canvas_config_new() else { throw .outOfMemory }
        defer { chafa_canvas_config_unref(configuration) }
        chafa_canvas_config_set_geometry(configuration, Int32(size.columns), Int32(size.rows))
        configure(configuration)
        guard let canvas = chafa_canvas_new(configuration) else { throw .outOfMemory }
        self.canvas = canvas
    }

    deinit { chafa_canvas_unref(canvas) }

    func draw(_ picture: ScaledPicture) {
        chafa_canvas_draw_all_pixels(
            canvas, CHAFA_PIXEL_RGBA8_UNASSOCIATED, picture.points, Int32(picture.width), Int32(picture.height),
            Int32(picture.width * 4))
    }

    func cell(column: Int, row: Int, _ style: PictureDrawing.Style) -> PictureDrawing.Cell {
        let scalar = Unicode.Scalar(chafa_canvas_get_char_at(canvas, Int32(column), Int32(row)))
        let character = Character(scalar ?? " ")
        guard style == .halfBlocksInColour else { return PictureDrawing.Cell(character) }
        var ink: Int32 = 0
        var paper: Int32 = 0
        chafa_canvas_get_raw_colors_at(canvas, Int32(column), Int32(row), &ink, &paper)
        return PictureDrawing.Cell(
            character, ink: Self.colour(ink, else: .dark), paper: Self.colour(paper, else: .light))
    }

    private static func colour(_ index: Int32, else other: PictureDrawing.Colour) -> PictureDrawing.Colour {
        UInt8(exactly: index).flatMap { $0 >= 16 ? .palette($0) : nil } ?? other
    }

    /// The whole drawing as the terminal is to get it.
    func printed() throws(PictureError) -> [UInt8] {
        let terminal = chafa_term_db_get_fallback_info(chafa_term_db_get_default())
        defer { chafa_term_info_unref(terminal) }
        guard let text = chafa_canvas_print(canvas, terminal) else { throw .outOfMemory }
        defer { g_string_free(text, 1) }
        guard let characters = text.pointee.str else { throw .outOfMemory }
        return [UInt8](UnsafeRawBufferPointer(start: characters, count: Int(text.pointee.len)))
    }
}
