/* SPDX-License-Identifier: MIT */
/* See registered_pages.h. */
#include "cuda/core/memory/registered_pages.h"

#include "cuda/core/cuda_core.h"
#include "cuda/core/log/reason.h"

#include <fcntl.h>
#include <stdbool.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#define ADDRESSES ((off_t)1 << 47) /* of a program on x86-64 */

static int file = -1;

/* A file over the limit of `ulimit -f` would end the program. */
static bool may_be_made(void)
{
    struct rlimit limit;

    if (getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur >= (rlim_t)ADDRESSES)
        return true;
    hw_cuda_fail(cudaErrorMemoryAllocation, "the limit of files (`ulimit -f`) is %llu bytes; expected none",
                 (unsigned long long)limit.rlim_cur);
    return false;
}

int hw_registered_file(void)
{
    if (file >= 0 || !may_be_made())
        return file;
    file = memfd_create("halfwarp", MFD_CLOEXEC);
    if (file >= 0 && ftruncate(file, ADDRESSES) != 0) {
        close(file);
        file = -1;
    }
    return file;
}

void hw_registered_release(const uint8_t *first, size_t bytes)
{
    (void)fallocate(file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, (off_t)(uintptr_t)first, (off_t)bytes);
}
