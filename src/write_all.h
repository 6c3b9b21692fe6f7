/* SPDX-License-Identifier: MIT */
/* hw_write_all writes all bytes to a file: it goes on after a part, and after a signal. */
#ifndef HW_WRITE_ALL_H
#define HW_WRITE_ALL_H

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <unistd.h>

/* False: they are not all written; errno says why. */
static inline bool hw_write_all(int file, const void *bytes, size_t size)
{
    const char *at = bytes;

    while (size > 0) {
        const ssize_t written = write(file, at, size);
        if (written > 0) {
            at += written;
            size -= (size_t)written;
        } else if (written == 0 || errno != EINTR) {
            return false;
        }
    }
    return true;
}

#endif
