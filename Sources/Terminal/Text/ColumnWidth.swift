import CCurses

extension Unicode.Scalar {
    /// Columns on a terminal: 0, 1 or 2, or `nil` when the scalar cannot be printed. Characters of ambiguous width
    /// are narrow. The process's locale has no say.
    var columns: Int? {
        if value >= 0x20 && value < 0x7F { return 1 }
        let width = Int(cc_column_width(value))
        return width < 0 ? nil : width
    }
}
