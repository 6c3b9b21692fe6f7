/* SPDX-License-Identifier: MIT */
/* See jit_process.h.
 *
 * The program whose kernels run may have children of its own and wait for any of them; the compiler must not
 * be one.  So a child that tells nobody of its end (its exit signal is 0) starts it and ends at once, and the
 * compiler becomes init's.  Both share this process's memory until they are gone, as after vfork, because
 * copying the page tables of a large process takes long. */
#include "jit/jit_process.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define STACK      (64u << 10) /* bytes, of each of the two */
#define LARGEST_FD 4096        /* where there is no close_range */

struct start {
    const char *path;
    int socket; /* the compiler's end */
    sigset_t signals;
    char *stack; /* the compiler's */
    bool ok;
};

static void close_from(int first)
{
    if (syscall(SYS_close_range, first, ~0u, 0) != 0)
        for (int file = first; file < LARGEST_FD; file++)
            close(file);
}

static int become_compiler(void *argument)
{
    struct start *start = argument;
    char *const arguments[] = {(char *)(uintptr_t)start->path, NULL};
    const int nothing = open("/dev/null", O_WRONLY);

    if (nothing < 0 || dup2(nothing, STDOUT_FILENO) < 0 || dup2(nothing, STDERR_FILENO) < 0 ||
        dup2(start->socket, STDIN_FILENO) < 0)
        return 1;
    close_from(3);
    sigprocmask(SIG_SETMASK, &start->signals, NULL);
    execve(start->path, arguments, environ);
    return 1;
}

static int start_compiler(void *argument)
{
    struct start *start = argument;

    start->ok = clone(become_compiler, start->stack + STACK, CLONE_VM | CLONE_VFORK | SIGCHLD, start) > 0;
    return 0;
}

/* With all signals blocked: no handler of the program may run in what shares its memory. */
static bool run(struct start *start, char *stack)
{
    sigset_t all;

    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &start->signals);
    const pid_t between = clone(start_compiler, stack + STACK, CLONE_VM | CLONE_VFORK, start);
    if (between > 0)
        waitpid(between, NULL, __WCLONE);
    pthread_sigmask(SIG_SETMASK, &start->signals, NULL);
    return between > 0 && start->ok;
}

int hw_jit_process_start(const char *path)
{
    int ends[2];
    char *stacks = mmap(NULL, 2 * STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (stacks == MAP_FAILED)
        return -1;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0) {
        struct start start = {.path = path, .socket = ends[1], .stack = stacks + STACK};
        const bool ok = run(&start, stacks);
        close(ends[1]);
        if (!ok) {
            close(ends[0]);
            ends[0] = -1;
        }
    } else {
        ends[0] = -1;
    }
    munmap(stacks, 2 * STACK);
    return ends[0];
}
