// ncurses draws into a file in memory; this file carries the bytes to the terminal. A terminal that takes no more
// therefore never holds up the program, ncurses never touches the terminal's modes, and it never reads from it.
#define _GNU_SOURCE 1
#define NCURSES_WIDECHAR 1
#define NCURSES_NOMACROS 1
#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <ncurses.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

#include "ccurses.h"

#define PASTE_ON "\033[?2004h"
#define PASTE_OFF "\033[?2004l"
#define INVERT_ON "\033[?5h"
#define INVERT_OFF "\033[?5l"
#define MOUSE_ON "\033[?1000h\033[?1006h"
#define MOUSE_OFF "\033[?1006l\033[?1000l"

enum { CLOSE_WAIT_MS = 500, EMERGENCY_WAIT_MS = 100, BLOCKING_SLICE = 256 };
enum { DEFAULT_ROWS = 24, DEFAULT_COLUMNS = 80 };

static SCREEN *screen;
static FILE *curses_out, *curses_in;
/// What ncurses writes to.
static int frame_file = -1;
/// Descriptors of the terminal: `modes_fd` for its settings, `tty_fd` for output.
static int modes_fd = -1, tty_fd = -1;
static bool tty_blocks, gone, with_color, xterm_like, with_mouse, in_utf8;
static struct termios shell_modes;
static bool have_shell_modes;

static char *backlog;
static size_t backlog_start, backlog_end, backlog_capacity;

/// What a crash writes. Filled before `active` is set, and not changed while it is.
static char restore_text[512];
static size_t restore_length;
static volatile sig_atomic_t active;

// MARK: Bytes to the terminal

static long now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000L + t.tv_nsec / 1000000L;
}

static cc_output_state drain(int wait_ms) {
    long deadline = wait_ms ? now_ms() + wait_ms : 0;
    while (backlog_start < backlog_end) {
        if (gone) break;
        struct pollfd p = {.fd = tty_fd, .events = POLLOUT};
        size_t count = backlog_end - backlog_start;
        ssize_t written = -1;
        errno = EAGAIN;
        if (!tty_blocks || (poll(&p, 1, 0) > 0 && (p.revents & POLLOUT))) {
            if (tty_blocks && count > BLOCKING_SLICE) count = BLOCKING_SLICE;
            written = write(tty_fd, backlog + backlog_start, count);
        } else if (p.revents & (POLLERR | POLLHUP | POLLNVAL)) {
            errno = EIO;
        }
        if (written > 0) {
            backlog_start += (size_t)written;
        } else if (errno == EAGAIN) {
            long left = wait_ms ? deadline - now_ms() : 0;
            if (left <= 0) return CC_BACKLOG;
            poll(&p, 1, (int)left);
        } else if (errno != EINTR) {
            gone = true;
        }
    }
    backlog_start = backlog_end = 0;
    return gone ? CC_GONE : CC_DRAINED;
}

static void append(const char *bytes, size_t count) {
    if (gone) return;
    if (backlog_end + count > backlog_capacity) {
        size_t wanted = backlog_end + count + 4096;
        char *larger = realloc(backlog, wanted);
        if (!larger) return;
        backlog = larger;
        backlog_capacity = wanted;
    }
    memcpy(backlog + backlog_end, bytes, count);
    backlog_end += count;
}

static void append_text(const char *text) { append(text, strlen(text)); }

/// Moves what ncurses wrote since the last call behind the backlog.
static void collect_frame(void) {
    char bytes[4096];
    off_t position = 0;
    for (;;) {
        ssize_t count = pread(frame_file, bytes, sizeof bytes, position);
        if (count <= 0) break;
        append(bytes, (size_t)count);
        position += count;
    }
    if (position > 0 && ftruncate(frame_file, 0) == 0) lseek(frame_file, 0, SEEK_SET);
}

// MARK: Modes

static void set_raw_modes(void) {
    if (!have_shell_modes) return;
    struct termios raw = shell_modes;
    raw.c_iflag &= ~(tcflag_t)(IXON | IXOFF | BRKINT | PARMRK | ICRNL | INLCR | IGNCR | ISTRIP | INPCK);
    // The kernel must not rewrite what ncurses computed.
    raw.c_oflag &= ~(tcflag_t)OPOST;
    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO | ECHONL | ISIG | IEXTEN);
    raw.c_cflag = (raw.c_cflag & ~(tcflag_t)CSIZE) | CS8;
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    tcsetattr(modes_fd, TCSANOW, &raw);
}

static void set_shell_modes(void) {
    if (have_shell_modes) tcsetattr(modes_fd, TCSANOW, &shell_modes);
}

/// Adds a capability to the crash text, without its padding marks such as `$<5>`.
static void add_restore_capability(const char *name) {
    const char *text = tigetstr(name);
    if (!text || text == (char *)-1) return;
    while (*text && restore_length < sizeof restore_text) {
        if (text[0] == '$' && text[1] == '<') {
            const char *end = strchr(text, '>');
            if (end) {
                text = end + 1;
                continue;
            }
        }
        restore_text[restore_length++] = *text++;
    }
}

static void prepare_restore_text(void) {
    restore_length = 0;
    if (xterm_like) {
        const char *off = MOUSE_OFF PASTE_OFF INVERT_OFF;
        memcpy(restore_text, off, strlen(off));
        restore_length = strlen(off);
    }
    add_restore_capability("sgr0");
    if (with_color) add_restore_capability("op");
    add_restore_capability("rmkx");
    add_restore_capability("cnorm");
    add_restore_capability("rmcup");
}

void cc_emergency_restore(void) {
    if (!active) return;
    active = 0;
    const char *text = restore_text;
    size_t left = restore_length;
    while (left > 0) {
        ssize_t written = write(tty_fd, text, left);
        if (written > 0) {
            text += written;
            left -= (size_t)written;
        } else if (errno == EAGAIN) {
            struct pollfd p = {.fd = tty_fd, .events = POLLOUT};
            if (poll(&p, 1, EMERGENCY_WAIT_MS) <= 0) break;
        } else if (errno != EINTR) {
            break;
        }
    }
    set_shell_modes();
}

// MARK: Opening and closing

static void choose_locale(const char *name) {
    if (!setlocale(LC_CTYPE, name) || strcmp(nl_langinfo(CODESET), "ANSI_X3.4-1968") == 0)
        setlocale(LC_CTYPE, "C.UTF-8");
    in_utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

static void release(void) {
    if (curses_out) fclose(curses_out);
    if (curses_in) fclose(curses_in);
    if (frame_file >= 0) close(frame_file);
    if (tty_fd >= 0) close(tty_fd);
    if (modes_fd >= 0) close(modes_fd);
    free(backlog);
    curses_out = curses_in = NULL;
    frame_file = tty_fd = modes_fd = -1;
    backlog = NULL;
    backlog_start = backlog_end = backlog_capacity = 0;
}

/// A descriptor of our own for the terminal, so that non-blocking mode is not shared with the shell.
static bool open_descriptors(int input, int output) {
    char path[32];
    snprintf(path, sizeof path, "/proc/self/fd/%d", output);
    tty_fd = open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    tty_blocks = tty_fd < 0;
    if (tty_blocks) tty_fd = fcntl(output, F_DUPFD_CLOEXEC, 3);
    modes_fd = fcntl(input, F_DUPFD_CLOEXEC, 3);
    frame_file = memfd_create("frame", MFD_CLOEXEC);
    if (tty_fd < 0 || modes_fd < 0 || frame_file < 0) return false;
    int copy = fcntl(frame_file, F_DUPFD_CLOEXEC, 3);
    curses_out = copy < 0 ? NULL : fdopen(copy, "w");
    curses_in = fopen("/dev/null", "re");
    return curses_out && curses_in;
}

/// newterm() without the handlers that ncurses installs for signals nobody handles: they would draw and exit.
static SCREEN *open_screen(const char *term) {
    static const int numbers[] = {SIGINT, SIGTERM, SIGTSTP, SIGWINCH};
    enum { COUNT = sizeof numbers / sizeof *numbers };
    struct sigaction before[COUNT];
    for (int i = 0; i < COUNT; i++) sigaction(numbers[i], NULL, &before[i]);
    SCREEN *opened = newterm(term, curses_out, curses_in);
    for (int i = 0; i < COUNT; i++) sigaction(numbers[i], &before[i], NULL);
    return opened;
}

cc_open_result cc_open(const char *term, const char *locale, int input, int output, bool color, bool mouse) {
    if (screen) return CC_BUSY;
    gone = false;
    if (!open_descriptors(input, output)) {
        int reason = errno;
        release();
        errno = reason;
        return CC_SYSTEM_ERROR;
    }
    choose_locale(locale);
    screen = open_screen(term);
    if (!screen) {
        release();
        return CC_UNKNOWN_TERMINAL;
    }
    set_term(screen);
    typeahead(-1);
    nonl();
    leaveok(stdscr, FALSE);
    scrollok(stdscr, FALSE);
    idlok(stdscr, FALSE);
    // A terminal that takes another width for a character would shift the rest of the row by the wrong cells.
    idcok(stdscr, FALSE);
    keypad(stdscr, TRUE);
    with_color = color && has_colors();
    if (with_color) {
        start_color();
        use_default_colors();
    }
    const char *mouse_key = tigetstr("kmous");
    xterm_like = mouse_key && mouse_key != (char *)-1;
    with_mouse = mouse && xterm_like;
    // ncurses sees only the frame file, which has no window.
    int rows = DEFAULT_ROWS, columns = DEFAULT_COLUMNS;
    cc_window_size(output, &rows, &columns);
    resizeterm(rows, columns);
    have_shell_modes = tcgetattr(modes_fd, &shell_modes) == 0;
    prepare_restore_text();
    active = 1;
    set_raw_modes();
    if (xterm_like) append_text(PASTE_ON);
    if (with_mouse) append_text(MOUSE_ON);
    return CC_OPENED;
}

static void leave(void) {
    if (xterm_like) append_text(INVERT_OFF PASTE_OFF);
    if (with_mouse) append_text(MOUSE_OFF);
    endwin();
    collect_frame();
    drain(CLOSE_WAIT_MS);
    backlog_start = backlog_end = 0;
    active = 0;
    set_shell_modes();
}

void cc_suspend(void) {
    if (screen && active) leave();
}

void cc_resume(void) {
    if (!screen || active) return;
    have_shell_modes = tcgetattr(modes_fd, &shell_modes) == 0;
    active = 1;
    set_raw_modes();
    if (xterm_like) append_text(PASTE_ON);
    if (with_mouse) append_text(MOUSE_ON);
    cc_redraw_all();
}

void cc_close(void) {
    if (!screen) return;
    if (active) leave();
    delscreen(screen);
    screen = NULL;
    release();
}

int cc_colors(void) { return screen && with_color ? COLORS : 0; }

int cc_output_descriptor(void) { return tty_fd; }

bool cc_window_size(int descriptor, int *rows, int *columns) {
    struct winsize size;
    if (ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_row == 0 || size.ws_col == 0) return false;
    *rows = size.ws_row;
    *columns = size.ws_col;
    return true;
}

// MARK: Drawing

void cc_resize(int rows, int columns) {
    if (!screen || rows < 1 || columns < 1) return;
    resizeterm(rows, columns);
    cc_redraw_all();
}

static attr_t curses_attributes(uint8_t attributes) {
    attr_t result = A_NORMAL;
    if (attributes & CC_BOLD) result |= A_BOLD;
    if (attributes & CC_UNDERLINE) result |= A_UNDERLINE;
    if (attributes & CC_REVERSE) result |= A_REVERSE;
    return result;
}

static int pair_for(int foreground, int background) {
    if (!with_color || (foreground < 0 && background < 0)) return 0;
    if (foreground >= COLORS) foreground = -1;
    if (background >= COLORS) background = -1;
    int pair = alloc_pair(foreground, background);
    return pair < 0 ? 0 : pair;
}

/// In an eight-bit locale not every scalar can be sent.
static bool can_send(uint32_t scalar) {
    if (in_utf8 || scalar < 0x7F) return true;
    char bytes[16];
    mbstate_t state;
    memset(&state, 0, sizeof state);
    return wcrtomb(bytes, (wchar_t)scalar, &state) != (size_t)-1 && wcwidth((wchar_t)scalar) > 0;
}

void cc_put_row(int row, const cc_cell *cells, size_t count) {
    if (!screen || row < 0 || row >= LINES) return;
    for (size_t column = 0; column < count && column < (size_t)COLS; column++) {
        const cc_cell *cell = &cells[column];
        if (cell->width == 0 || column + cell->width > (size_t)COLS) continue;
        wchar_t text[CC_MARKS_MAX + 2] = {0};
        bool sendable = can_send(cell->base);
        text[0] = sendable ? (wchar_t)cell->base : L'?';
        // For the last cell of all ncurses turns the automatic margin off, and terminals disagree on where a mark goes
        // that follows a character there.
        bool last = row == LINES - 1 && column + cell->width == (size_t)COLS;
        if (sendable && in_utf8 && !last)
            for (size_t i = 0; i < CC_MARKS_MAX; i++) text[1 + i] = (wchar_t)cell->marks[i];
        cchar_t drawn;
        int pair = pair_for(cell->foreground, cell->background);
        if (setcchar(&drawn, text, curses_attributes(cell->attributes), 0, &pair) == ERR) continue;
        mvwadd_wch(stdscr, row, (int)column, &drawn);
        if (!sendable && cell->width == 2) mvwadd_wch(stdscr, row, (int)column + 1, &drawn);
    }
}

void cc_stage(int row) {
    if (!screen || !active || row < 0 || row >= LINES) return;
    wmove(stdscr, row, 0);
    wnoutrefresh(stdscr);
    doupdate();
    collect_frame();
}

void cc_set_cursor(int row, int column) {
    if (!screen) return;
    curs_set(row < 0 ? 0 : 1);
    if (row >= 0) wmove(stdscr, row, column);
}

cc_output_state cc_present(void) {
    if (!screen || !active) return CC_DRAINED;
    wnoutrefresh(stdscr);
    doupdate();
    collect_frame();
    return drain(0);
}

cc_output_state cc_flush(void) { return screen ? drain(0) : CC_DRAINED; }

cc_output_state cc_bell(void) {
    if (!screen || !active) return CC_DRAINED;
    append_text("\a");
    return drain(0);
}

bool cc_can_copy(void) {
    const char *text = screen ? tigetstr("Ms") : NULL;
    return text && text != (char *)-1;
}

cc_output_state cc_copy(const char *base64) {
    if (!screen || !active) return CC_DRAINED;
    append_text("\033]52;c;");
    append_text(base64);
    append_text("\a");
    return drain(0);
}

cc_output_state cc_send(const uint8_t *bytes, size_t count) {
    if (!screen || !active) return CC_DRAINED;
    append((const char *)bytes, count);
    return drain(0);
}

cc_output_state cc_draw(int row, int column, const uint8_t *bytes, size_t count) {
    if (!screen || !active || row < 0 || column < 0) return CC_DRAINED;
    char place[48];
    snprintf(place, sizeof place, "\0337\033[%d;%dH", row + 1, column + 1);
    append_text(place);
    append((const char *)bytes, count);
    append_text("\0338");
    return drain(0);
}

bool cc_can_invert(void) { return screen && xterm_like; }

cc_output_state cc_invert(bool inverted) {
    if (!screen || !active || !xterm_like) return CC_DRAINED;
    append_text(inverted ? INVERT_ON : INVERT_OFF);
    return drain(0);
}

void cc_redraw_all(void) {
    if (!screen) return;
    werase(stdscr);
    clearok(curscr, TRUE);
}
