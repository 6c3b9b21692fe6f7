/* SPDX-License-Identifier: MIT */
/* Results are added to a tracefile.
 *
 * Many processes may do so at once: each locks the file, reads it, and puts another in its place.  Who has
 * waited for the lock of a file that was replaced meanwhile begins anew. */
#include "coverage/coverage_listing.h"
#include "coverage/coverage_records.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static hw_status fail_with(const char *path, const char *what, struct hw_error *error)
{
    return hw_fail(error, HW_ERR_IO, "coverage", "%.160s cannot be %s: %s", path, what, strerror(errno));
}

/* --- the lock --- */

static bool is_file_at(int file, const char *path)
{
    struct stat own, there;

    return fstat(file, &own) == 0 && stat(path, &there) == 0 && own.st_ino == there.st_ino &&
           own.st_dev == there.st_dev;
}

static bool is_regular(int file)
{
    struct stat status;

    return fstat(file, &status) == 0 && S_ISREG(status.st_mode);
}

/* Open and lock the file that is there; -1: it cannot be. */
static int lock_file(const char *path)
{
    for (;;) {
        const int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0666);
        if (file < 0)
            return -1;
        if (!is_regular(file)) {
            close(file);
            errno = ENOTSUP;
            return -1;
        }
        while (flock(file, LOCK_EX) != 0)
            if (errno != EINTR) {
                close(file);
                return -1;
            }
        if (is_file_at(file, path))
            return file;
        close(file);
    }
}

static char *read_text(int file)
{
    struct stat status;
    char *text = fstat(file, &status) == 0 ? malloc((size_t)status.st_size + 1) : NULL;
    ssize_t got = 0;

    for (off_t at = 0; text && at < status.st_size; at += got) {
        got = pread(file, text + at, (size_t)(status.st_size - at), at);
        if (got <= 0) {
            free(text);
            return NULL;
        }
    }
    if (text)
        text[status.st_size] = '\0';
    return text;
}

/* --- records --- */

static hw_status add_function(struct hw_tracefile *tracefile, const struct hw_covered_module *module,
                              const struct hw_covered_function *function, const char *folder,
                              enum hw_coverage_by by, struct hw_error *error)
{
    char path[HW_COVERAGE_PATH];

    if (by == HW_COVERAGE_BY_LINE && function->row_count) {
        return hw_covered_add_lines(tracefile, module, function)
                   ? HW_OK
                   : hw_fail(error, HW_ERR_NO_MEMORY, "coverage", "no memory for the lines of a kernel");
    }
    const hw_status status = hw_coverage_list(module, function, folder, path, error);
    if (status == HW_OK)
        hw_covered_add_instructions(tracefile, module, function, path);
    return status;
}

static hw_status add_all(struct hw_tracefile *tracefile, const struct hw_coverage *coverage, const char *path,
                         enum hw_coverage_by by, struct hw_coverage_summary *summary, struct hw_error *error)
{
    char folder[HW_COVERAGE_PATH];
    hw_status status = HW_OK;

    hw_coverage_folder(path, folder);
    for (const struct hw_covered_module *module = coverage->modules; module; module = module->next)
        for (size_t i = 0; i < module->function_count && status == HW_OK; i++) {
            status = add_function(tracefile, module, &module->function[i], folder, by, error);
            hw_covered_add_branches(summary, module, &module->function[i]);
        }
    return status;
}

/* --- the file --- */

/* The draft of what replaces a file, with that one's permissions. */
static FILE *open_draft(const char *draft, int replaced)
{
    struct stat status;
    FILE *out = fopen(draft, "we");

    if (out && fstat(replaced, &status) == 0 && fchmod(fileno(out), status.st_mode & 07777) == 0)
        return out;
    if (out) {
        fclose(out);
        unlink(draft);
    }
    return NULL;
}

/* Links that lead to the file stay. */
static hw_status replace(struct hw_tracefile *tracefile, int file, const char *path,
                         struct hw_coverage_summary *summary, struct hw_error *error)
{
    char target[PATH_MAX], draft[PATH_MAX + 16];

    if (!realpath(path, target))
        return fail_with(path, "written", error);
    snprintf(draft, sizeof draft, "%s.%d", target, (int)getpid());
    FILE *out = open_draft(draft, file);
    if (!out)
        return fail_with(draft, "written", error);
    hw_status status = hw_tracefile_write(tracefile, out, &summary->sums, error);
    if (fclose(out) != 0 && status == HW_OK)
        status = fail_with(draft, "written", error);
    if (status == HW_OK && rename(draft, target) != 0)
        status = fail_with(path, "written", error);
    if (status != HW_OK)
        unlink(draft);
    return status;
}

/* The records that are there. */
static hw_status read_records(int file, const char *path, struct hw_tracefile **tracefile,
                              struct hw_error *error)
{
    char *text = read_text(file);
    struct hw_error wrong;

    *tracefile = NULL;
    hw_status status = text ? hw_tracefile_create(tracefile, error) : fail_with(path, "read", error);
    if (status == HW_OK) {
        status = hw_tracefile_read(*tracefile, text, &wrong);
        if (status != HW_OK)
            hw_fail(error, status, "coverage", "%.160s is left as it is: %.160s", path, wrong.text);
    }
    free(text);
    return status;
}

hw_status hw_coverage_check(const char *path, struct hw_error *error)
{
    const int file = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    struct hw_tracefile *tracefile;

    if (file < 0)
        return errno == ENOENT ? HW_OK : fail_with(path, "written", error);
    const hw_status status = read_records(file, path, &tracefile, error);
    hw_tracefile_destroy(tracefile);
    close(file);
    return status;
}

static hw_status merge(int file, const struct hw_coverage *coverage, const char *path, enum hw_coverage_by by,
                       struct hw_coverage_summary *summary, struct hw_error *error)
{
    struct hw_tracefile *tracefile;
    hw_status status = read_records(file, path, &tracefile, error);

    if (status == HW_OK)
        status = add_all(tracefile, coverage, path, by, summary, error);
    if (status == HW_OK)
        status = replace(tracefile, file, path, summary, error);
    hw_tracefile_destroy(tracefile);
    return status;
}

hw_status hw_coverage_write(const struct hw_coverage *coverage, const char *path, enum hw_coverage_by by,
                            struct hw_coverage_summary *summary, struct hw_error *error)
{
    const int file = lock_file(path);

    *summary = (struct hw_coverage_summary){.branches = 0};
    if (file < 0)
        return fail_with(path, "written", error);
    const hw_status status = merge(file, coverage, path, by, summary, error);
    close(file);
    return status;
}

/* --- the sentence --- */

enum { SHARE_BYTES = 80 };

/* "73.7 % of lines (14 of 19)", "no lines".  Returns `text`. */
static const char *share(const char *what, uint64_t hit, uint64_t all, char text[SHARE_BYTES])
{
    if (all == 0)
        snprintf(text, SHARE_BYTES, "no %s", what);
    else
        snprintf(text, SHARE_BYTES, "%.1f %% of %s (%" PRIu64 " of %" PRIu64 ")",
                 100 * (double)hit / (double)all, what, hit, all);
    return text;
}

void hw_coverage_describe(const struct hw_coverage_summary *summary, const char *path, char *text,
                          size_t bytes)
{
    const struct hw_tracefile_sums *sums = &summary->sums;
    char lines[SHARE_BYTES], branches[SHARE_BYTES], functions[SHARE_BYTES];

    if (sums->lines == 0) {
        snprintf(text, bytes,
                 "coverage: nothing was counted in %.120s; `--coverage-by instruction` "
                 "(HALFWARP_COVERAGE_BY) counts code that does not say its lines",
                 path);
        return;
    }
    snprintf(text, bytes,
             "coverage: %s, %s, %s in %.120s; %" PRIu64 " of %" PRIu64 " executed branches diverged",
             share("lines", sums->lines_hit, sums->lines, lines),
             share("branches", sums->branches_hit, sums->branches, branches),
             share("functions", sums->functions_hit, sums->functions, functions), path, summary->divergent,
             summary->branches);
}
