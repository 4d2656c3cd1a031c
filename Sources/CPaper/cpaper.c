#define _GNU_SOURCE 1
#include "cpaper.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { PANGO_SCALE = 1024, PANGO_DIRECTION_LTR = 0, PANGO_WEIGHT_BOLD = 700, PANGO_STYLE_ITALIC = 2 };
enum { PANGO_UNDERLINE_SINGLE = 1, CAIRO_STATUS_SUCCESS = 0, CAIRO_STATUS_NO_MEMORY = 1, CAIRO_HINT_METRICS_OFF = 1 };
enum { CAIRO_PDF_METADATA_TITLE = 0, CAIRO_PDF_METADATA_CREATOR = 4, CAIRO_PDF_METADATA_CREATE_DATE = 5 };

typedef int (*write_function)(void *closure, const unsigned char *bytes, unsigned int count);

// Every function that is used: what it returns, its name, what it takes.
#define FUNCTIONS(F)                                                                                                   \
    F(void *, cairo_pdf_surface_create_for_stream, (write_function, void *, double, double))                           \
    F(void, cairo_pdf_surface_set_size, (void *, double, double))                                                      \
    F(void, cairo_pdf_surface_set_metadata, (void *, int, const char *))                                               \
    F(void *, cairo_create, (void *))                                                                                  \
    F(void, cairo_destroy, (void *))                                                                                   \
    F(int, cairo_status, (void *))                                                                                     \
    F(void, cairo_save, (void *))                                                                                      \
    F(void, cairo_restore, (void *))                                                                                   \
    F(void, cairo_translate, (void *, double, double))                                                                 \
    F(void, cairo_scale, (void *, double, double))                                                                     \
    F(void, cairo_move_to, (void *, double, double))                                                                   \
    F(void, cairo_line_to, (void *, double, double))                                                                   \
    F(void, cairo_set_line_width, (void *, double))                                                                    \
    F(void, cairo_stroke, (void *))                                                                                    \
    F(void, cairo_show_page, (void *))                                                                                 \
    F(void, cairo_surface_finish, (void *))                                                                            \
    F(int, cairo_surface_status, (void *))                                                                             \
    F(void, cairo_surface_destroy, (void *))                                                                           \
    F(void *, pango_cairo_font_map_new, (void))                                                                        \
    F(void, pango_cairo_font_map_set_resolution, (void *, double))                                                     \
    F(void *, pango_font_map_create_context, (void *))                                                                 \
    F(void, pango_context_set_base_dir, (void *, int))                                                                 \
    F(void, pango_context_set_round_glyph_positions, (void *, int))                                                    \
    F(void, pango_cairo_context_set_font_options, (void *, const void *))                                              \
    F(void *, cairo_font_options_create, (void))                                                                       \
    F(void, cairo_font_options_set_hint_metrics, (void *, int))                                                        \
    F(void, cairo_font_options_destroy, (void *))                                                                      \
    F(void *, pango_layout_new, (void *))                                                                              \
    F(void, pango_layout_set_auto_dir, (void *, int))                                                                  \
    F(void, pango_layout_set_single_paragraph_mode, (void *, int))                                                     \
    F(void, pango_layout_set_text, (void *, const char *, int))                                                        \
    F(void, pango_layout_set_font_description, (void *, const void *))                                                 \
    F(void, pango_layout_set_attributes, (void *, void *))                                                             \
    F(void, pango_layout_get_size, (void *, int *, int *))                                                             \
    F(int, pango_layout_get_baseline, (void *))                                                                        \
    F(int, pango_layout_get_unknown_glyphs_count, (void *))                                                            \
    F(void, pango_cairo_show_layout, (void *, void *))                                                                 \
    F(void *, pango_font_description_from_string, (const char *))                                                      \
    F(void, pango_font_description_set_absolute_size, (void *, double))                                                \
    F(void, pango_font_description_set_weight, (void *, int))                                                          \
    F(void, pango_font_description_set_style, (void *, int))                                                           \
    F(void, pango_font_description_free, (void *))                                                                     \
    F(void *, pango_attr_list_new, (void))                                                                             \
    F(void, pango_attr_list_insert, (void *, void *))                                                                  \
    F(void, pango_attr_list_unref, (void *))                                                                           \
    F(void *, pango_attr_underline_new, (int))                                                                         \
    F(void *, pango_attr_letter_spacing_new, (int))                                                                    \
    F(void, g_object_unref, (void *))

#define DECLARE(result, name, arguments) static result(*name) arguments;
FUNCTIONS(DECLARE)

static bool is_open;

static void open_libraries(void) {
    void *library = dlopen("libpangocairo-1.0.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        return;
    }
    bool has_all = true;
// A function's address comes as that of an object; POSIX has them be the same.
#define FIND(result, name, arguments)                                                                                  \
    *(void **)(&name) = dlsym(library, #name);                                                                         \
    has_all = has_all && name != NULL;
    FUNCTIONS(FIND)
    is_open = has_all;
}

struct cpaper {
    char *font;
    void *map, *context, *layout;
    void *surface, *cairo;
    bool has_page;
    char *title, *date;
    unsigned char *bytes;
    size_t count, capacity;
};

static int append(void *closure, const unsigned char *bytes, unsigned int count) {
    cpaper *paper = closure;
    if (count > paper->capacity - paper->count) {
        size_t capacity = (paper->count + count) * 2;
        unsigned char *grown = realloc(paper->bytes, capacity);
        if (!grown) {
            return CAIRO_STATUS_NO_MEMORY;
        }
        paper->bytes = grown;
        paper->capacity = capacity;
    }
    memcpy(paper->bytes + paper->count, bytes, count);
    paper->count += count;
    return CAIRO_STATUS_SUCCESS;
}

cpaper *cpaper_new(const char *font) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, open_libraries);
    if (!is_open) {
        return NULL;
    }
    cpaper *paper = calloc(1, sizeof *paper);
    if (!paper) {
        return NULL;
    }
    paper->font = strdup(font);
    // A map of its own, for maps are not shared between threads.
    paper->map = pango_cairo_font_map_new();
    if (!paper->font || !paper->map) {
        cpaper_free(paper);
        return NULL;
    }
    pango_cairo_font_map_set_resolution(paper->map, 72);
    paper->context = pango_font_map_create_context(paper->map);
    pango_context_set_base_dir(paper->context, PANGO_DIRECTION_LTR);
    // On paper letters stand where they belong, and not on the points of a screen.
    pango_context_set_round_glyph_positions(paper->context, false);
    void *options = cairo_font_options_create();
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    pango_cairo_context_set_font_options(paper->context, options);
    cairo_font_options_destroy(options);
    paper->layout = pango_layout_new(paper->context);
    pango_layout_set_auto_dir(paper->layout, false);
    pango_layout_set_single_paragraph_mode(paper->layout, true);
    return paper;
}

void cpaper_free(cpaper *paper) {
    if (paper->cairo) {
        cairo_destroy(paper->cairo);
    }
    if (paper->surface) {
        cairo_surface_finish(paper->surface);
        cairo_surface_destroy(paper->surface);
    }
    if (paper->layout) {
        g_object_unref(paper->layout);
    }
    if (paper->context) {
        g_object_unref(paper->context);
    }
    if (paper->map) {
        g_object_unref(paper->map);
    }
    free(paper->font);
    free(paper->title);
    free(paper->date);
    free(paper->bytes);
    free(paper);
}

void cpaper_describe(cpaper *paper, const char *title, const char *date) {
    free(paper->title);
    free(paper->date);
    paper->title = strdup(title);
    paper->date = date ? strdup(date) : NULL;
}

void cpaper_page(cpaper *paper, double width, double height) {
    if (paper->has_page) {
        cairo_show_page(paper->cairo);
        cairo_pdf_surface_set_size(paper->surface, width, height);
        return;
    }
    paper->surface = cairo_pdf_surface_create_for_stream(append, paper, width, height);
    paper->cairo = cairo_create(paper->surface);
    cairo_pdf_surface_set_metadata(paper->surface, CAIRO_PDF_METADATA_CREATOR, "Till");
    if (paper->title) {
        cairo_pdf_surface_set_metadata(paper->surface, CAIRO_PDF_METADATA_TITLE, paper->title);
    }
    if (paper->date) {
        cairo_pdf_surface_set_metadata(paper->surface, CAIRO_PDF_METADATA_CREATE_DATE, paper->date);
    }
    paper->has_page = true;
}

static void set(cpaper *paper, const char *text, int length, const cpaper_style *style, double spacing) {
    void *font = pango_font_description_from_string(paper->font);
    pango_font_description_set_absolute_size(font, style->size * PANGO_SCALE);
    if (style->bold) {
        pango_font_description_set_weight(font, PANGO_WEIGHT_BOLD);
    }
    if (style->italic) {
        pango_font_description_set_style(font, PANGO_STYLE_ITALIC);
    }
    pango_layout_set_font_description(paper->layout, font);
    pango_font_description_free(font);
    void *attributes = pango_attr_list_new();
    if (style->underline) {
        pango_attr_list_insert(attributes, pango_attr_underline_new(PANGO_UNDERLINE_SINGLE));
    }
    if (spacing > 0) {
        pango_attr_list_insert(attributes, pango_attr_letter_spacing_new((int)(spacing * PANGO_SCALE)));
    }
    pango_layout_set_attributes(paper->layout, attributes);
    pango_attr_list_unref(attributes);
    pango_layout_set_text(paper->layout, text, length);
}

static double width_of_layout(cpaper *paper) {
    int width = 0, height = 0;
    pango_layout_get_size(paper->layout, &width, &height);
    return (double)width / PANGO_SCALE;
}

/// How many code points there are in UTF-8.
static int count_of(const char *text, int length) {
    int count = 0;
    for (int index = 0; index < length; index++) {
        count += (text[index] & 0xC0) != 0x80;
    }
    return count;
}

/// How much wider letters may be drawn than they are. What is moved further apart than a tenth of its size is taken for
/// words of its own by programs that read the text back.
static const double STRETCH_MAX = 1.13;

void cpaper_text(cpaper *paper, const char *text, int length, const cpaper_style *style) {
    if (!paper->has_page) {
        return;
    }
    set(paper, text, length, style, 0);
    double width = width_of_layout(paper);
    double scale = width > style->width_max && width > 0 ? style->width_max / width : 1;
    int count = count_of(text, length);
    if (width < style->width_min && width > 0 && count > 0) {
        scale = style->width_min / width < STRETCH_MAX ? style->width_min / width : STRETCH_MAX;
        set(paper, text, length, style, (style->width_min / scale - width) / count);
        width = width_of_layout(paper);
    }
    double baseline = (double)pango_layout_get_baseline(paper->layout) / PANGO_SCALE;
    cairo_save(paper->cairo);
    // A script from another font may stand higher, but on the same line.
    cairo_translate(paper->cairo, style->x - width * scale * style->anchor / 2, style->y - baseline);
    cairo_scale(paper->cairo, scale, 1);
    cairo_move_to(paper->cairo, 0, 0);
    pango_cairo_show_layout(paper->cairo, paper->layout);
    cairo_restore(paper->cairo);
}

void cpaper_rule(cpaper *paper, double x, double y, double width) {
    if (!paper->has_page) {
        return;
    }
    cairo_set_line_width(paper->cairo, 0.6);
    cairo_move_to(paper->cairo, x, y);
    cairo_line_to(paper->cairo, x + width, y);
    cairo_stroke(paper->cairo);
}

int cpaper_missing(cpaper *paper, const char *text, int length) {
    cpaper_style style = {.size = 10};
    set(paper, text, length, &style, 0);
    return pango_layout_get_unknown_glyphs_count(paper->layout);
}

double cpaper_column(cpaper *paper, double size) {
    cpaper_style style = {.size = size};
    set(paper, "0000000000", 10, &style, 0);
    return width_of_layout(paper) / 10;
}

const unsigned char *cpaper_finish(cpaper *paper, size_t *count) {
    *count = 0;
    if (!paper->has_page) {
        return NULL;
    }
    cairo_show_page(paper->cairo);
    bool is_drawn = cairo_status(paper->cairo) == CAIRO_STATUS_SUCCESS;
    cairo_surface_finish(paper->surface);
    if (!is_drawn || cairo_surface_status(paper->surface) != CAIRO_STATUS_SUCCESS) {
        return NULL;
    }
    *count = paper->count;
    return paper->bytes;
}
