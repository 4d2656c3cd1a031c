// Pseudo-terminals for tests. fork() must be followed by C alone until execve, so it cannot stand in Swift.
#ifndef CPTY_H
#define CPTY_H
#include <sys/types.h>

/// Starts a program on a new pseudo-terminal, with exactly this environment and no other descriptor.
/// Returns its process and, in `master`, our non-blocking end; or -1.
pid_t cpty_spawn(
    const char *_Nonnull path, char *_Nullable const *_Nonnull arguments, char *_Nullable const *_Nonnull environment,
    int rows, int columns, int *_Nonnull master);

/// Opens a pseudo-terminal without a program: 0, or -1. `master` is non-blocking.
int cpty_open(int rows, int columns, int *_Nonnull master, int *_Nonnull slave);

/// Sets the window's size; the foreground process gets SIGWINCH.
int cpty_resize(int master, int rows, int columns);

enum { CPTY_RUNNING = -1000 };

/// The exit status 0...255, minus the number of the signal that ended it, or `CPTY_RUNNING`.
int cpty_wait(pid_t process, int no_hang);

/// 1 when lines are edited and echoed by the kernel, as a shell finds them; 0 when not; -1 on error.
int cpty_is_cooked(int master);
#endif
