/* SPDX-License-Identifier: MIT */
/* See subprocess.h. */
#include "sweep/subprocess.h"

#include "clock.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define REPORT_MAX     ((size_t)8 << 20)
#define ERROR_MAX      ((size_t)4096) /* of what a child complains, its last bytes */
#define LINE_MAX_SIZE  400u           /* of the line that is made of that */
#define PROGRAM_REPORT 3              /* a program's descriptor for it */
#define CHILDREN_MAX   1024u

/* --- the start --- */

/* The arguments with the tool's name before them; a program's report has a descriptor. */
static const char **make_arguments(const struct hw_subprocess_options *options, const struct hw_task *task)
{
    static char log_file[] = "--log-file=/proc/self/fd/3";
    size_t count = 0, made = 0;

    while (task->argument[count])
        count++;
    const char **list = calloc(count + 3, sizeof *list);
    if (!list || !count)
        return list;
    list[made++] = options->tool;
    list[made++] = task->argument[0];
    if (task->is_program)
        list[made++] = log_file;
    for (size_t i = 1; i < count; i++)
        list[made++] = task->argument[i];
    return list;
}

/* In the child: everything is set, then halfwarp replaces it (exec).  What fails is said on standard
 * error. */
static void become(const struct hw_subprocess_options *options, const struct hw_task *task,
                   const char *const *arguments, int report, int error, pid_t parent)
{
    const int nothing = open("/dev/null", O_RDWR);

    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(127);
    dup2(error, STDERR_FILENO);
    dup2(nothing, STDIN_FILENO);
    dup2(task->is_program ? nothing : report, STDOUT_FILENO);
    if (task->is_program && report == PROGRAM_REPORT)
        fcntl(report, F_SETFD, 0);
    else if (task->is_program)
        dup2(report, PROGRAM_REPORT);
    if (chdir(options->folder) != 0)
        fprintf(stderr, "%s: %s\n", options->folder, strerror(errno));
    else
        execv(options->tool, (char *const *)arguments);
    fprintf(stderr, "%s cannot be run: %s\n", options->tool, strerror(errno));
    _exit(127);
}

/* Pipes above the descriptors that children use. */
static bool make_pipe(int ends[2])
{
    int low[2];

    if (pipe2(low, O_CLOEXEC) != 0)
        return false;
    for (unsigned i = 0; i < 2; i++) {
        ends[i] = fcntl(low[i], F_DUPFD_CLOEXEC, PROGRAM_REPORT + 1);
        close(low[i]);
    }
    if (ends[0] >= 0 && ends[1] >= 0)
        return fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0;
    close(ends[0]);
    close(ends[1]);
    return false;
}

hw_status hw_subprocess_start(struct hw_subprocess *child, const struct hw_subprocess_options *options,
                              const struct hw_task *task, struct hw_error *error)
{
    const char **arguments = make_arguments(options, task);
    const pid_t parent = getpid();
    int report[2], said[2];

    memset(child, 0, sizeof *child);
    if (!arguments)
        return hw_fail(error, HW_ERR_NO_MEMORY, "sweep", "no memory for a point");
    if (!make_pipe(report)) {
        free(arguments);
        return hw_fail(error, HW_ERR_IO, "sweep", "no pipe: %s", strerror(errno));
    }
    const bool both = make_pipe(said);
    child->pid = both ? fork() : -1;
    if (child->pid == 0)
        become(options, task, arguments, report[1], said[1], parent);
    const int reason = errno;
    free(arguments);
    close(report[1]);
    if (both)
        close(said[1]);
    if (child->pid > 0) {
        setpgid(child->pid, child->pid);
        child->report.from = report[0];
        child->error.from = said[0];
        child->begin = hw_seconds();
        child->timeout = options->timeout;
        return HW_OK;
    }
    close(report[0]);
    if (both)
        close(said[0]);
    child->pid = 0;
    return hw_fail(error, HW_ERR_IO, "sweep", "a process cannot be started: %s", strerror(reason));
}

/* --- what it writes --- */

static bool grow(struct hw_stream *stream)
{
    const size_t wanted = stream->room ? 2 * stream->room : 8192;
    char *grown = realloc(stream->data, wanted);

    if (!grown)
        return false;
    stream->data = grown;
    stream->room = wanted;
    return true;
}

/* Of more than twice `most` bytes the last `most` stay. */
static void keep_last(struct hw_stream *stream, size_t most)
{
    if (stream->size <= 2 * most)
        return;
    memmove(stream->data, stream->data + stream->size - most, most);
    stream->size = most;
}

/* Read until there is no more for now; false: memory is out. */
static bool drain(struct hw_stream *stream, size_t most, bool last_only)
{
    while (stream->from >= 0 && stream->size <= most) {
        if (stream->size + 1 >= stream->room && !grow(stream))
            return false;
        const ssize_t got = read(stream->from, stream->data + stream->size, stream->room - stream->size - 1);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0 && errno == EAGAIN)
            break;
        if (got <= 0) {
            close(stream->from);
            stream->from = -1;
            break;
        }
        stream->size += (size_t)got;
        if (last_only)
            keep_last(stream, ERROR_MAX);
    }
    if (stream->data)
        stream->data[stream->size] = '\0';
    return true;
}

/* --- the end --- */

/* What the child complained of as one line, NULL where it was silent. */
static char *error_line(const struct hw_stream *error)
{
    char *line = malloc(LINE_MAX_SIZE + 1);
    size_t used = 0;
    bool gap = false;

    for (size_t i = 0; line && i < error->size && used < LINE_MAX_SIZE; i++) {
        const unsigned char c = (unsigned char)error->data[i];
        if (c <= ' ' || c == 0x7f) {
            gap = used > 0;
            continue;
        }
        if (gap && used + 1 < LINE_MAX_SIZE)
            line[used++] = ' ';
        gap = false;
        line[used++] = (char)c;
    }
    if (line)
        line[used] = '\0';
    if (used)
        return line;
    free(line);
    return NULL;
}

static char *format_message(const char *format, const char *what, long number)
{
    char *text = NULL;

    return asprintf(&text, format, what, number) < 0 ? NULL : text;
}

static void close_stream(struct hw_stream *stream)
{
    if (stream->from >= 0)
        close(stream->from);
    free(stream->data);
    memset(stream, 0, sizeof *stream);
    stream->from = -1;
}

static void conclude(struct hw_subprocess *child, int status, struct hw_point_result *result)
{
    memset(result, 0, sizeof *result);
    result->seconds = hw_seconds() - child->begin;
    if (child->timed_out) {
        result->state = HW_POINT_TIMEOUT;
        result->error = format_message("%s %ld seconds", "took longer than", (long)child->timeout);
    } else if (child->too_long) {
        result->state = HW_POINT_FAILED;
        result->error = format_message("%s %ld bytes", "reported more than", (long)REPORT_MAX);
    } else if (WIFSIGNALED(status)) {
        result->state = HW_POINT_CRASHED;
        result->error = format_message("%s (signal %ld)", strsignal(WTERMSIG(status)), WTERMSIG(status));
    } else if (WEXITSTATUS(status) != 0) {
        result->state = HW_POINT_FAILED;
        result->error = error_line(&child->error);
        if (!result->error)
            result->error = format_message("%s %ld", "ended with status", WEXITSTATUS(status));
    } else if (!child->report.size) {
        result->state = HW_POINT_FAILED;
        result->error = error_line(&child->error);
        if (!result->error)
            result->error = strdup("reported nothing");
    } else {
        result->state = HW_POINT_DONE;
        result->report = child->report.data;
        child->report.data = NULL;
    }
}

bool hw_subprocess_poll(struct hw_subprocess *child, struct hw_point_result *result)
{
    int status = 0;

    if (!child->pid)
        return false;
    drain(&child->report, REPORT_MAX, false);
    drain(&child->error, SIZE_MAX - 1, true);
    child->too_long |= child->report.size > REPORT_MAX;
    child->timed_out |= child->timeout > 0 && hw_seconds() - child->begin > child->timeout;
    if (child->too_long || child->timed_out)
        kill(-child->pid, SIGKILL);
    if (waitpid(child->pid, &status, WNOHANG) != child->pid)
        return false;
    kill(-child->pid, SIGKILL); /* what it has left behind */
    drain(&child->report, REPORT_MAX, false);
    drain(&child->error, SIZE_MAX - 1, true);
    conclude(child, status, result);
    close_stream(&child->report);
    close_stream(&child->error);
    child->pid = 0;
    return true;
}

void hw_subprocess_wait(const struct hw_subprocess *children, unsigned count, int milliseconds)
{
    struct pollfd polled[CHILDREN_MAX];
    nfds_t used = 0;

    for (unsigned i = 0; i < count && used + 2 <= CHILDREN_MAX; i++) {
        if (!children[i].pid)
            continue;
        if (children[i].report.from < 0 && children[i].error.from < 0)
            milliseconds = 1; /* it is about to end */
        if (children[i].report.from >= 0)
            polled[used++] = (struct pollfd){.fd = children[i].report.from, .events = POLLIN};
        if (children[i].error.from >= 0)
            polled[used++] = (struct pollfd){.fd = children[i].error.from, .events = POLLIN};
    }
    poll(polled, used, milliseconds);
}

void hw_subprocess_kill(struct hw_subprocess *child)
{
    if (!child->pid)
        return;
    kill(-child->pid, SIGKILL);
    waitpid(child->pid, NULL, 0);
    close_stream(&child->report);
    close_stream(&child->error);
    child->pid = 0;
}
