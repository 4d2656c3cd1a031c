#define _GNU_SOURCE 1
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "ccurses.h"

static const int crash_signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE};

static void on_crash(int number) {
    cc_emergency_restore();
    signal(number, SIG_DFL);
    raise(number);
}

void cc_install_crash_handlers(void) {
    // A stack overflow leaves no room on the thread's own stack.
    static char alternate[65536];
    stack_t current;
    if (sigaltstack(NULL, &current) == 0 && (current.ss_flags & SS_DISABLE)) {
        stack_t stack = {.ss_sp = alternate, .ss_size = sizeof alternate};
        sigaltstack(&stack, NULL);
    }
    for (size_t i = 0; i < sizeof crash_signals / sizeof *crash_signals; i++) {
        struct sigaction action;
        memset(&action, 0, sizeof action);
        action.sa_handler = on_crash;
        // SA_NODEFER lets raise() end the process from inside the handler.
        action.sa_flags = SA_ONSTACK | SA_NODEFER;
        sigemptyset(&action.sa_mask);
        sigaction(crash_signals[i], &action, NULL);
    }
}

enum { SIGNALS_MAX = 16 };

static volatile int pipe_write_end = -1;
static int pipe_read_end = -1;
static struct {
    int number;
    struct sigaction before;
} taken[SIGNALS_MAX];
static size_t taken_count;

static void on_signal(int number) {
    int saved = errno;
    unsigned char byte = (unsigned char)number;
    // A full pipe already holds enough to wake the reader.
    ssize_t ignored = write(pipe_write_end, &byte, 1);
    (void)ignored;
    errno = saved;
}

int cc_open_signal_pipe(const int *signals, size_t count) {
    if (pipe_read_end >= 0 || count > SIGNALS_MAX) return -1;
    int ends[2];
    if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) return -1;
    pipe_read_end = ends[0];
    pipe_write_end = ends[1];
    taken_count = 0;
    for (size_t i = 0; i < count; i++) {
        struct sigaction action;
        memset(&action, 0, sizeof action);
        action.sa_handler = on_signal;
        action.sa_flags = SA_RESTART;
        sigfillset(&action.sa_mask);
        taken[taken_count].number = signals[i];
        if (sigaction(signals[i], &action, &taken[taken_count].before) == 0) taken_count++;
    }
    return pipe_read_end;
}

void cc_close_signal_pipe(void) {
    if (pipe_read_end < 0) return;
    while (taken_count > 0) {
        taken_count--;
        sigaction(taken[taken_count].number, &taken[taken_count].before, NULL);
    }
    close(pipe_write_end);
    close(pipe_read_end);
    pipe_write_end = -1;
    pipe_read_end = -1;
}
