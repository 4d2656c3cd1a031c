#define _GNU_SOURCE 1
#include <locale.h>
#include <pthread.h>
#include <wchar.h>

#include "ccurses.h"

static locale_t utf8_locale;
static pthread_once_t utf8_once = PTHREAD_ONCE_INIT;

static void make_locale(void) { utf8_locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0); }

int cc_column_width(uint32_t scalar) {
    pthread_once(&utf8_once, make_locale);
    if (!utf8_locale) return scalar >= 0x20 && scalar < 0x7F ? 1 : -1;
    // uselocale is for the calling thread alone, so no other thread sees the change.
    locale_t before = uselocale(utf8_locale);
    int width = wcwidth((wchar_t)scalar);
    uselocale(before);
    return width;
}
