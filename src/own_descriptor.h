/* SPDX-License-Identifier: MIT */
/* hw_own_descriptor keeps a descriptor that stays open off the standard streams.  Where a program has closed
 * one of them, the next file that is opened has its number, and gets what the program prints. */
#ifndef HW_OWN_DESCRIPTOR_H
#define HW_OWN_DESCRIPTOR_H

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

/* The same file beyond them; -1 (and errno) for -1, and if there are no more. */
static inline int hw_own_descriptor(int file)
{
    if (file < 0 || file > STDERR_FILENO)
        return file;
    const int moved = fcntl(file, F_DUPFD_CLOEXEC, STDERR_FILENO + 1), reason = errno;
    close(file);
    errno = reason;
    return moved;
}

#endif
