/* SPDX-License-Identifier: MIT */
/* See whole_file.h. */
#include "cli/whole_file.h"

#include "write_all.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static hw_status cannot_write(const char *name, int reason, struct hw_error *error)
{
    return hw_fail(error, HW_ERR_IO, "cli", "cannot write %.200s: %s", name, strerror(reason));
}

/* Write and close; errno says why not.  An incomplete file is removed. */
static bool fill(int file, const char *path, const void *data, size_t size)
{
    const bool written = hw_write_all(file, data, size);
    int reason = errno;
    const bool closed = close(file) == 0;
    if (written && !closed)
        reason = errno;
    if (!written || !closed)
        unlink(path);
    errno = reason;
    return written && closed;
}

hw_status hw_write_new_file(const char *name, const void *data, size_t size, struct hw_error *error)
{
    const int file = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    return file >= 0 && fill(file, name, data, size) ? HW_OK : cannot_write(name, errno, error);
}

hw_status hw_write_over_file(const char *name, mode_t mode, const void *data, size_t size,
                             struct hw_error *error)
{
    char target[PATH_MAX], path[PATH_MAX + 32];
    if (!realpath(name, target)) /* which follows links, so that they stay */
        snprintf(target, sizeof target, "%s", name);
    snprintf(path, sizeof path, "%s.%ld.part", target, (long)getpid());
    const int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0)
        return cannot_write(name, errno, error);
    if (fchmod(file, mode) != 0) {
        const int reason = errno;
        close(file);
        unlink(path);
        return cannot_write(name, reason, error);
    }
    if (!fill(file, path, data, size))
        return cannot_write(name, errno, error);
    if (rename(path, target) == 0)
        return HW_OK;
    const int reason = errno;
    unlink(path);
    return cannot_write(name, reason, error);
}
