/* SPDX-License-Identifier: MIT */
/* Runs clang as a child process: see clang_process.h.
 *
 * The process may be a child of any program, since NVRTC's calls come from one.  Such a program may ignore
 * SIGCHLD, or wait for all of its children; then the exit status cannot be queried, and clang's output tells
 * whether it succeeded. */
#include "compiler/clang/clang_process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define WITHOUT_LIMIT (24u * 3600)      /* the default, in seconds */
#define MAX_TEXT      ((size_t)1 << 29) /* of one stream */
#define MIN_CAPACITY  65536u

/* --- the environment --- */

/* Variables of the loader that are meant for the program that asks, not for a compiler. */
static bool is_left_out(const char *variable)
{
    return strncmp(variable, "LD_AUDIT=", 9) == 0 || strncmp(variable, "LD_PRELOAD=", 11) == 0;
}

static char **environment(void)
{
    size_t count = 0, kept = 0;

    while (environ && environ[count])
        count++;
    char **list = calloc(count + 1, sizeof *list);
    for (size_t i = 0; list && i < count; i++)
        if (!is_left_out(environ[i]))
            list[kept++] = environ[i];
    return list;
}

/* --- starting --- */

/* The two pipes; [0] is our end. */
struct pipes {
    int out[2], messages[2];
};

static void close_file(int *file)
{
    if (*file >= 0)
        close(*file);
    *file = -1;
}

static void close_pipes(struct pipes *pipes)
{
    for (int i = 0; i < 2; i++) {
        close_file(&pipes->out[i]);
        close_file(&pipes->messages[i]);
    }
}

static bool open_pipes(struct pipes *pipes)
{
    *pipes = (struct pipes){{-1, -1}, {-1, -1}};
    return pipe2(pipes->out, O_CLOEXEC) == 0 && pipe2(pipes->messages, O_CLOEXEC) == 0;
}

/* The number of what went wrong, as of errno; 0: it runs. */
static int spawn_with(char *const *arguments, char *const *variables, const struct pipes *pipes, pid_t *child)
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    sigset_t none, default_signals;

    sigemptyset(&none);
    sigemptyset(&default_signals);
    sigaddset(&default_signals, SIGPIPE);
    sigaddset(&default_signals, SIGCHLD);
    if (posix_spawn_file_actions_init(&files) != 0)
        return ENOMEM;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &default_signals);
    int failed = posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    if (!failed)
        failed = posix_spawn_file_actions_adddup2(&files, pipes->out[1], STDOUT_FILENO);
    if (!failed)
        failed = posix_spawn_file_actions_adddup2(&files, pipes->messages[1], STDERR_FILENO);
    if (!failed)
        failed = posix_spawn(child, arguments[0], &files, &attributes, arguments, variables);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    return failed;
}

static int start_process(char *const *arguments, struct pipes *pipes, pid_t *child)
{
    char **variables = environment();
    const int failed = !variables           ? ENOMEM
                       : !open_pipes(pipes) ? errno
                                            : spawn_with(arguments, variables, pipes, child);

    free(variables);
    if (failed)
        close_pipes(pipes);
    close_file(&pipes->out[1]);
    close_file(&pipes->messages[1]);
    return failed;
}

/* --- reading --- */

static double read_clock(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* Read what is there; false: there is no memory, or it is too much. */
static bool read_some(int *file, struct hw_clang_text *to, size_t *capacity)
{
    if (to->length + 1 >= *capacity) {
        const size_t wanted = *capacity ? 2 * *capacity : MIN_CAPACITY;
        char *grown = wanted <= MAX_TEXT ? realloc(to->text, wanted) : NULL;
        if (!grown)
            return false;
        to->text = grown;
        *capacity = wanted;
    }
    const ssize_t got = read(*file, to->text + to->length, *capacity - to->length - 1);
    if (got > 0)
        to->length += (size_t)got;
    else if (got == 0 || errno != EINTR)
        close_file(file);
    to->text[to->length] = '\0';
    return true;
}

/* Until both streams end. */
static hw_status read_all(struct pipes *pipes, double deadline, struct hw_clang_result *result)
{
    size_t capacity[2] = {0, 0};

    while (pipes->out[0] >= 0 || pipes->messages[0] >= 0) {
        struct pollfd files[2] = {{pipes->out[0], POLLIN, 0}, {pipes->messages[0], POLLIN, 0}};
        const double left = deadline - read_clock();
        if (left <= 0)
            return HW_ERR_LIMIT;
        if (poll(files, 2, (int)(left * 1000) + 1) < 0)
            continue;
        if ((files[0].revents && !read_some(&pipes->out[0], &result->out, &capacity[0])) ||
            (files[1].revents && !read_some(&pipes->messages[0], &result->messages, &capacity[1])))
            return HW_ERR_NO_MEMORY;
    }
    return HW_OK;
}

/* --- the end --- */

static int exit_status(int status, const struct hw_clang_result *result, bool known)
{
    if (!known)
        return result->out.length == 0;
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

/* A process may close its streams and continue. */
static hw_status wait_for(pid_t child, double deadline, struct hw_clang_result *result)
{
    const struct timespec moment = {.tv_nsec = 1000000};
    int status = 0;
    pid_t ended;

    while ((ended = waitpid(child, &status, WNOHANG)) == 0 || (ended < 0 && errno == EINTR)) {
        if (read_clock() >= deadline)
            return HW_ERR_LIMIT;
        nanosleep(&moment, NULL);
    }
    result->status = exit_status(status, result, ended == child);
    return HW_OK;
}

static void end_process(pid_t child)
{
    kill(child, SIGKILL);
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
        ;
}

static bool has_texts(struct hw_clang_result *result)
{
    if (!result->out.text)
        result->out.text = calloc(1, 1);
    if (!result->messages.text)
        result->messages.text = calloc(1, 1);
    return result->out.text && result->messages.text;
}

hw_status hw_clang_run(char *const *arguments, unsigned seconds, struct hw_clang_result *result,
                       struct hw_error *error)
{
    const double deadline = read_clock() + (seconds ? seconds : WITHOUT_LIMIT);
    struct pipes pipes;
    pid_t child;

    memset(result, 0, sizeof *result);
    const int failed = start_process(arguments, &pipes, &child);
    if (failed)
        return hw_fail(error, HW_ERR_IO, "clang", "%.200s cannot be run: %s", arguments[0], strerror(failed));
    hw_status status = read_all(&pipes, deadline, result);
    close_pipes(&pipes);
    if (status == HW_OK)
        status = wait_for(child, deadline, result);
    if (status != HW_OK)
        end_process(child);
    else if (!has_texts(result))
        status = HW_ERR_NO_MEMORY;
    if (status == HW_ERR_LIMIT)
        return hw_fail(error, status, "clang", "%.200s took more than %u seconds and was ended", arguments[0],
                       seconds);
    return status == HW_OK ? status : hw_fail(error, status, "clang", "no memory for what clang writes");
}

void hw_clang_result_free(struct hw_clang_result *result)
{
    free(result->out.text);
    free(result->messages.text);
    memset(result, 0, sizeof *result);
}
