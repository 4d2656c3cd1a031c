// The public face of the ncurses shim. It does not include <ncurses.h>: Swift cannot import the curses globals,
// macros and variadic functions, and nothing above this target may depend on them.
//
// One screen at a time, and one thread at a time, except where a function says otherwise.
#ifndef CCURSES_H
#define CCURSES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CC_MARKS_MAX = 4 };

enum { CC_BOLD = 1, CC_UNDERLINE = 2, CC_REVERSE = 4 };

/// One cell of a row: a base scalar and the zero-width marks on it.
typedef struct {
    uint32_t base;
    /// Zero ends the marks before their number does.
    uint32_t marks[CC_MARKS_MAX];
    /// Palette index, or -1 for the terminal's own colour.
    int16_t foreground, background;
    /// `CC_BOLD` and its kin.
    uint8_t attributes;
    /// Columns: 1 or 2, or 0 for the second half of the cell before it.
    uint8_t width;
} cc_cell;

typedef enum {
    CC_OPENED = 0,
    /// A screen is open already.
    CC_BUSY,
    /// terminfo has no usable entry of this name.
    CC_UNKNOWN_TERMINAL,
    /// A system call failed; `errno` has the reason.
    CC_SYSTEM_ERROR,
} cc_open_result;

typedef enum {
    /// The terminal has taken every byte.
    CC_DRAINED = 0,
    /// The terminal takes no more for now: call `cc_flush` when its descriptor is writable.
    CC_BACKLOG,
    /// The terminal has gone away. Whatever is written is thrown away from now on.
    CC_GONE,
} cc_output_state;

/// Opens a screen on a terminal: raw mode without echo or flow control, alternate screen, application keypad,
/// bracketed paste. `locale` is the name for LC_CTYPE; an unknown or ASCII locale becomes C.UTF-8.
cc_open_result cc_open(
    const char *_Nonnull term, const char *_Nonnull locale, int input, int output, bool color, bool mouse);

/// Leaves the alternate screen and restores the terminal modes found by `cc_open`.
void cc_close(void);

/// Colours the terminal has: 0 without colour.
int cc_colors(void);

/// The descriptor whose readiness for writing ends a backlog; -1 when no screen is open.
int cc_output_descriptor(void);

/// The window's size as the kernel has it; false, and nothing written, when it does not know.
bool cc_window_size(int descriptor, int *_Nonnull rows, int *_Nonnull columns);

void cc_resize(int rows, int columns);

/// Replaces the first cells of a row of the next frame. Cells outside the window are ignored.
void cc_put_row(int row, const cc_cell *_Nonnull cells, size_t count);

/// Ends a part of the frame with the cursor in the row's first column, so that what follows is placed anew, whatever
/// width the terminal takes for what was written. Nothing is sent yet.
void cc_stage(int row);

/// Where the hardware cursor stands after the next frame; a negative row hides it.
void cc_set_cursor(int row, int column);

/// Sends the difference between the last frame and this one. Never waits.
cc_output_state cc_present(void);

/// Sends what a backlog held back. Never waits.
cc_output_state cc_flush(void);

/// Makes the next frame begin with an empty screen: every row must be put again.
void cc_redraw_all(void);

/// Rings the terminal's bell. Never waits.
cc_output_state cc_bell(void);

/// Whether terminfo knows how to give this terminal a text to copy.
bool cc_can_copy(void);

/// Gives the terminal a text, in base64, to paste elsewhere. Never waits.
cc_output_state cc_copy(const char *_Nonnull base64);

/// Sends bytes as they are. Never waits.
cc_output_state cc_send(const uint8_t *_Nonnull bytes, size_t count);

/// Sends what draws a picture with its upper left corner in a place, behind the frames so far. The cursor comes back.
/// Never waits.
cc_output_state cc_draw(int row, int column, const uint8_t *_Nonnull bytes, size_t count);

/// Whether the terminal is of a kind that takes the command of `cc_invert`.
bool cc_can_invert(void);

/// Exchanges foreground and background of the whole screen, or puts them back, on terminals that can. Never waits.
cc_output_state cc_invert(bool inverted);

/// Gives the terminal back to the shell, before the process stops. Waits half a second at most.
void cc_suspend(void);
/// Takes the terminal again, after the process went on.
void cc_resume(void);

/// Restores modes and screen. Async-signal-safe, for any thread; does nothing without an open screen.
void cc_emergency_restore(void);

/// SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT and SIGFPE restore the terminal, then end the process by that signal.
void cc_install_crash_handlers(void);

/// From now on each of these signals writes its number, one byte, to a pipe. Returns the end to read, non-blocking,
/// or -1.
int cc_open_signal_pipe(const int *_Nonnull signals, size_t count);

/// Restores the handlers found by `cc_open_signal_pipe` and closes the pipe.
void cc_close_signal_pipe(void);

/// Columns of a scalar by Unicode alone, whatever the process's locale: 0, 1, 2, or -1 when it cannot be printed.
/// Any thread.
int cc_column_width(uint32_t scalar);

#endif
