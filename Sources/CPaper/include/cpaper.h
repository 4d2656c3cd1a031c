// Text on PDF pages, by cairo and pango.
//
// The two bring thirty-three shared libraries with them, which would cost every start of the program four milliseconds.
// So they are opened when the first page is made, and their few functions declared in cpaper.c: their binary interfaces
// have been stable since 2006, and pango's and cairo's development packages are not needed.
#ifndef CPAPER_H
#define CPAPER_H

#include <stdbool.h>
#include <stddef.h>

typedef struct cpaper cpaper;

typedef struct {
    /// Where it stands, in points from the page's left and top edge; `anchor` 0 means x is its left end, 1 its middle, 2
    /// its right end.
    double x, y;
    int anchor;
    /// It is made narrower rather than wider than this, in points.
    double width_max;
    /// Its letters are made a little wider, and then moved apart, until it is as wide as this, in points; 0 leaves them.
    double width_min;
    /// Of the font, in points.
    double size;
    bool bold, italic, underline;
} cpaper_style;

/// A document without a page. NULL where the libraries are not installed or there is no memory.
cpaper *_Nullable cpaper_new(const char *_Nonnull font);
void cpaper_free(cpaper *_Nonnull paper);

/// What the document's properties say. `date` is ISO 8601, or NULL.
void cpaper_describe(cpaper *_Nonnull paper, const char *_Nonnull title, const char *_Nullable date);

/// Starts a page; what is drawn next stands on it.
void cpaper_page(cpaper *_Nonnull paper, double width, double height);

/// UTF-8, as one line that begins at the left whatever its script.
void cpaper_text(cpaper *_Nonnull paper, const char *_Nonnull text, int length, const cpaper_style *_Nonnull style);
void cpaper_rule(cpaper *_Nonnull paper, double x, double y, double width);

/// How many characters of the text no installed font has.
int cpaper_missing(cpaper *_Nonnull paper, const char *_Nonnull text, int length);

/// How wide a digit is in points, in the font of this size.
double cpaper_column(cpaper *_Nonnull paper, double size);

/// Ends the document. The bytes stand until it is freed; NULL if anything went wrong.
const unsigned char *_Nullable cpaper_finish(cpaper *_Nonnull paper, size_t *_Nonnull count);

#endif
