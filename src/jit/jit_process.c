/* SPDX-License-Identifier: MIT */
/* See jit_process.h.
 *
 * The program whose kernels run may have children of its own and wait for any of them; the compiler must not
 * be one.  So a child that tells nobody of its end (its exit signal is 0) starts it and ends at once, and the
 * compiler becomes init's.  The C library has no call for that; and handlers of fork would not serve here. */
#include "jit/jit_process.h"

#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define LARGEST_FILE 4096 /* where there is no close_range */

/* A child, as of fork, whose end that signal tells of; 0: none does. */
static pid_t begin_child(int signal)
{
    return (pid_t)syscall(SYS_clone, signal, NULL, NULL, NULL, 0);
}

static void close_from(int first)
{
    if (syscall(SYS_close_range, first, ~0u, 0) != 0)
        for (int file = first; file < LARGEST_FILE; file++)
            close(file);
}

static void become_compiler(const char *path, int socket, const sigset_t *signals)
{
    char *const arguments[] = {(char *)(uintptr_t)path, NULL};
    const int nothing = open("/dev/null", O_WRONLY);

    if (nothing < 0 || dup2(nothing, STDOUT_FILENO) < 0 || dup2(socket, STDERR_FILENO) < 0 ||
        dup2(socket, STDIN_FILENO) < 0)
        return;
    close_from(STDERR_FILENO + 1);
    sigprocmask(SIG_SETMASK, signals, NULL);
    execve(path, arguments, environ);
}

/* With all signals blocked: no handler of the program may run in a child that is not the program's. */
static bool start(const char *path, int socket)
{
    sigset_t all, before;
    int status = 1;

    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const pid_t between = begin_child(0);
    if (between == 0) {
        const pid_t compiler = begin_child(SIGCHLD);
        if (compiler == 0)
            become_compiler(path, socket, &before);
        syscall(SYS_exit_group, compiler <= 0); /* in no way that a sanitizer has a part in */
    }
    if (between > 0)
        waitpid(between, &status, __WCLONE);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return status == 0;
}

int hw_jit_process_start(const char *path)
{
    int ends[2];

    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return -1;
    const bool ok = start(path, ends[1]);
    close(ends[1]);
    if (ok)
        return ends[0];
    close(ends[0]);
    return -1;
}
