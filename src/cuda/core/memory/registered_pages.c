/* SPDX-License-Identifier: MIT */
/* See registered_pages.h. */
#include "cuda/core/memory/registered_pages.h"

#include "cuda/core/cuda_core.h"
#include "cuda/core/log/reason.h"

#include "own_descriptor.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
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
    file = hw_own_descriptor(memfd_create("halfwarp", MFD_CLOEXEC));
    if (file >= 0 && ftruncate(file, ADDRESSES) != 0) {
        close(file);
        file = -1;
    }
    return file;
}

/* A line of /proc/self/maps (proc(5)): whether it is of the file, each page where its address says. */
static bool is_ours(const char *line, const struct stat *about, uint64_t *first, uint64_t *end)
{
    unsigned long long from, to, offset, inode;
    unsigned major, minor;

    if (sscanf(line, "%llx-%llx %*s %llx %x:%x %llu", &from, &to, &offset, &major, &minor, &inode) != 6)
        return false;
    *first = from;
    *end = to;
    return offset == from && inode == about->st_ino && makedev(major, minor) == about->st_dev;
}

bool hw_registered_find(const uint8_t *first, size_t bytes, uint8_t **run, size_t *run_bytes)
{
    const uint64_t begin = (uintptr_t)first, last = begin + bytes;
    FILE *maps = fopen("/proc/self/maps", "re");
    char line[4096 + 128]; /* a path, and what is in front of it */
    struct stat about;
    uint64_t from, to;
    bool found = false;

    while (maps && !found && fstat(file, &about) == 0 && fgets(line, sizeof line, maps))
        found = is_ours(line, &about, &from, &to) && from < last && begin < to;
    if (maps)
        fclose(maps);
    if (found) {
        *run = (uint8_t *)(uintptr_t)(from < begin ? begin : from);
        *run_bytes = (size_t)((to < last ? to : last) - (uintptr_t)*run);
    }
    return found;
}

void hw_registered_release(const uint8_t *first, size_t bytes)
{
    (void)fallocate(file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, (off_t)(uintptr_t)first, (off_t)bytes);
}
