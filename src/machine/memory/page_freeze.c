/* SPDX-License-Identifier: MIT */
/* See page_freeze.h.  Nobody reads the messages about who waits: when the descriptor is closed, the kernel
 * lifts the protection and lets all of them try again. */
#include "machine/memory/page_freeze.h"

#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef UFFD_USER_MODE_ONLY
#define UFFD_USER_MODE_ONLY 1
#endif
/* Features by their numbers: older headers lack the names. */
#define WRITE_PROTECTION ((uint64_t)1 << 0)
#define SHARED_MEMORY    ((uint64_t)1 << 12) /* of shared memory, too */
#define UNPOPULATED      ((uint64_t)1 << 13) /* of pages that are not there yet, too */

static int ask(uint64_t features)
{
    struct uffdio_api api = {.api = UFFD_API, .features = features};
    int file = (int)syscall(SYS_userfaultfd, O_CLOEXEC);

    if (file < 0)
        file = (int)syscall(SYS_userfaultfd, O_CLOEXEC | UFFD_USER_MODE_ONLY); /* allowed to more programs */
    if (file >= 0 && ioctl(file, UFFDIO_API, &api) != 0) {
        close(file);
        return -1;
    }
    return file;
}

#ifdef UFFDIO_WRITEPROTECT
static bool protect(int file, void *first, size_t bytes)
{
    const struct uffdio_range range = {(uintptr_t)first, bytes};
    struct uffdio_register registration = {.range = range, .mode = UFFDIO_REGISTER_MODE_WP};
    struct uffdio_writeprotect protection = {.range = range, .mode = UFFDIO_WRITEPROTECT_MODE_WP};

    return ioctl(file, UFFDIO_REGISTER, &registration) == 0 &&
           ioctl(file, UFFDIO_WRITEPROTECT, &protection) == 0;
}
#else
static bool protect(int file, void *first, size_t bytes)
{
    (void)file, (void)first, (void)bytes;
    return false;
}
#endif

int hw_pages_freeze(void *first, size_t bytes)
{
    const int file = ask(WRITE_PROTECTION | SHARED_MEMORY | UNPOPULATED);

    if (file >= 0 && !protect(file, first, bytes)) {
        close(file);
        return -1;
    }
    return file;
}

void hw_pages_thaw(int frozen)
{
    if (frozen >= 0)
        close(frozen);
}
