#define _GNU_SOURCE 1
#include "cpty.h"

#include <errno.h>
#include <fcntl.h>
#include <pty.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

static struct winsize window(int rows, int columns) {
    return (struct winsize){.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
}

static void prepare_master(int master) {
    fcntl(master, F_SETFD, FD_CLOEXEC);
    fcntl(master, F_SETFL, O_NONBLOCK);
}

pid_t cpty_spawn(
    const char *path, char *const *arguments, char *const *environment, int rows, int columns, int *master) {
    struct winsize size = window(rows, columns);
    pid_t process = forkpty(master, NULL, NULL, &size);
    if (process < 0) return -1;
    if (process == 0) {
        sigset_t none;
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, NULL);
        for (int number = 1; number < 32; number++) signal(number, SIG_DFL);
        close_range(3, ~0U, 0);
        execve(path, arguments, environment);
        _exit(127);
    }
    prepare_master(*master);
    return process;
}

int cpty_open(int rows, int columns, int *master, int *slave) {
    struct winsize size = window(rows, columns);
    if (openpty(master, slave, NULL, NULL, &size) != 0) return -1;
    prepare_master(*master);
    fcntl(*slave, F_SETFD, FD_CLOEXEC);
    return 0;
}

int cpty_resize(int master, int rows, int columns) {
    struct winsize size = window(rows, columns);
    return ioctl(master, TIOCSWINSZ, &size);
}

int cpty_wait(pid_t process, int no_hang) {
    int status;
    pid_t ended;
    do {
        ended = waitpid(process, &status, no_hang ? WNOHANG : 0);
    } while (ended < 0 && errno == EINTR);
    if (ended != process) return CPTY_RUNNING;
    return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

int cpty_is_cooked(int master) {
    struct termios modes;
    if (tcgetattr(master, &modes) != 0) return -1;
    return (modes.c_lflag & ICANON) && (modes.c_lflag & ECHO) && (modes.c_oflag & OPOST);
}
