// ICU's transliteration. The library's names end in its version, by macros that Swift does not read.
#include <unicode/utrans.h>

/// NULL where the library has no such transliteration. To be closed by till_icu_close.
static inline UTransliterator *_Nullable till_icu_open(const UChar *_Nonnull name, int32_t length) {
    UErrorCode status = U_ZERO_ERROR;
    UTransliterator *transliterator =
        utrans_openU(name, length, UTRANS_FORWARD, NULL, 0, NULL, &status);
    if (U_SUCCESS(status)) {
        return transliterator;
    }
    if (transliterator) {
        utrans_close(transliterator);
    }
    return NULL;
}

static inline void till_icu_close(UTransliterator *_Nonnull transliterator) { utrans_close(transliterator); }

/// Turns the text, UTF-16 of `length` units in room for `capacity`, in its place. Returns its new length, or -1 if it
/// does not fit.
static inline int32_t till_icu_transliterate(
    const UTransliterator *_Nonnull transliterator, UChar *_Nonnull text, int32_t length, int32_t capacity) {
    UErrorCode status = U_ZERO_ERROR;
    int32_t limit = length;
    utrans_transUChars(transliterator, text, &length, capacity, 0, &limit, &status);
    return U_SUCCESS(status) ? length : -1;
}
