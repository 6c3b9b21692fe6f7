/* SPDX-License-Identifier: MIT */
/* The process of the compiler is started as a child of init.
 *
 * The program whose kernels run may wait for any of its children, so the compiler must not be one of them. An
 * intermediate child, created with exit signal 0 so that no SIGCHLD is sent, starts the compiler and exits.
 * The compiler is then a child of init.  The C library has no function for that, and its handlers of fork
 * must not run here. */
#include "jit/jit_process.h"

#include "own_descriptor.h"

#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define LARGEST_FILE 4096 /* where there is no close_range */

/* Fork a child whose exit sends this signal; 0: none. */
static pid_t fork_child(int signal)
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

/* All signals are blocked: no handler of the program may run in a child that the program does not know of. */
static bool start_compiler(const char *path, int socket)
{
    sigset_t all, before;
    int status = 1;

    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const pid_t intermediate = fork_child(0);
    if (intermediate == 0) {
        const pid_t compiler = fork_child(SIGCHLD);
        if (compiler == 0)
            become_compiler(path, socket, &before);
        syscall(SYS_exit_group, compiler <= 0); /* not by _exit, which sanitizers intercept */
    }
    if (intermediate > 0)
        waitpid(intermediate, &status, __WCLONE);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return status == 0;
}

int hw_jit_process_start(const char *path)
{
    int ends[2];

    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return -1;
    ends[0] = hw_own_descriptor(ends[0]);
    ends[1] = hw_own_descriptor(ends[1]);
    const bool ok = ends[0] >= 0 && ends[1] >= 0 && start_compiler(path, ends[1]);
    if (ends[1] >= 0)
        close(ends[1]);
    if (ok)
        return ends[0];
    if (ends[0] >= 0)
        close(ends[0]);
    return -1;
}
