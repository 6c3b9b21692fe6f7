/* SPDX-License-Identifier: MIT */
/* The device files of NVIDIA's kernel module, /dev/nvidia0 and the like.
 *
 * Some programs look for them and, where there are none, do without CUDA and without a word (JAX).  `halfwarp
 * run` sets LD_PRELOAD to this library, which has the functions of the C library that look for files: where
 * there is no such device file, /dev/null answers in its place.  So one can be opened, and does nothing. */
#include "cuda/nodes/nodes.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define INSTEAD "/dev/null"

/* As many as HALFWARP_CHIP names; without it, one. */
static unsigned long device_count(void)
{
    const char *chips = getenv("HALFWARP_CHIP");
    unsigned long count = 1;

    for (; chips && *chips; chips++)
        count += *chips == ',';
    return count;
}

/* Whether a file that was not found is one of the module's. */
static bool is_node(const char *path)
{
    static const char front[] = "/dev/nvidia";
    const char *rest;

    if (errno != ENOENT || strncmp(path, front, sizeof front - 1) != 0)
        return false;
    rest = path + sizeof front - 1;
    if (strcmp(rest, "ctl") == 0 || strcmp(rest, "-uvm") == 0)
        return true;
    const size_t digits = strspn(rest, "0123456789");
    return digits > 0 && digits < 3 && !rest[digits] && strtoul(rest, NULL, 10) < device_count();
}

/* The function of that name that comes after ours: the C library's. */
static void *find_next(const char *name)
{
    void *found = dlsym(RTLD_NEXT, name);

    if (!found)
        abort(); /* a C library without `open` */
    return found;
}

#define FIND(name)                        \
    static __typeof__(name) *next = NULL; \
    if (!next)                            \
    next = (__typeof__(next))(uintptr_t)find_next(#name)

/* A function: what it is called with, and what it is called with next where a file is missing. */
#define ANSWER(name, parameters, asked, instead)                    \
    int name parameters                                             \
    {                                                               \
        FIND(name);                                                 \
        const int result = next asked;                              \
        return result < 0 && is_node(path) ? next instead : result; \
    }

/* One of `open`: the mode is there only where a file may be made. */
#define ANSWER_OPEN(name, parameters, asked, instead)                          \
    int name parameters                                                        \
    {                                                                          \
        va_list arguments;                                                     \
        va_start(arguments, flags);                                            \
        const mode_t mode = makes_file(flags) ? va_arg(arguments, mode_t) : 0; \
        va_end(arguments);                                                     \
        FIND(name);                                                            \
        const int result = next asked;                                         \
        return result < 0 && is_node(path) ? next instead : result;            \
    }

static bool makes_file(int flags)
{
    return (flags & O_CREAT) || (flags & O_TMPFILE) == O_TMPFILE;
}

ANSWER(access, (const char *path, int mode), (path, mode), (INSTEAD, mode))
ANSWER(faccessat, (int folder, const char *path, int mode, int flags), (folder, path, mode, flags),
       (folder, INSTEAD, mode, flags))
ANSWER(stat, (const char *path, struct stat *about), (path, about), (INSTEAD, about))
ANSWER(stat64, (const char *path, struct stat64 *about), (path, about), (INSTEAD, about))
ANSWER(lstat, (const char *path, struct stat *about), (path, about), (INSTEAD, about))
ANSWER(lstat64, (const char *path, struct stat64 *about), (path, about), (INSTEAD, about))
ANSWER(fstatat, (int folder, const char *path, struct stat *about, int flags), (folder, path, about, flags),
       (folder, INSTEAD, about, flags))
ANSWER(fstatat64, (int folder, const char *path, struct stat64 *about, int flags),
       (folder, path, about, flags), (folder, INSTEAD, about, flags))
ANSWER(statx, (int folder, const char *path, int flags, unsigned mask, struct statx *about),
       (folder, path, flags, mask, about), (folder, INSTEAD, flags, mask, about))

ANSWER_OPEN(open, (const char *path, int flags, ...), (path, flags, mode), (INSTEAD, flags, mode))
ANSWER_OPEN(open64, (const char *path, int flags, ...), (path, flags, mode), (INSTEAD, flags, mode))
ANSWER_OPEN(openat, (int folder, const char *path, int flags, ...), (folder, path, flags, mode),
            (folder, INSTEAD, flags, mode))
ANSWER_OPEN(openat64, (int folder, const char *path, int flags, ...), (folder, path, flags, mode),
            (folder, INSTEAD, flags, mode))

ANSWER(__open_2, (const char *path, int flags), (path, flags), (INSTEAD, flags))
ANSWER(__open64_2, (const char *path, int flags), (path, flags), (INSTEAD, flags))
ANSWER(__openat_2, (int folder, const char *path, int flags), (folder, path, flags), (folder, INSTEAD, flags))
ANSWER(__openat64_2, (int folder, const char *path, int flags), (folder, path, flags),
       (folder, INSTEAD, flags))

int __xstat(int version, const char *path, struct stat *about)
{
    (void)version;
    return stat(path, about);
}

int __xstat64(int version, const char *path, struct stat64 *about)
{
    (void)version;
    return stat64(path, about);
}

int __lxstat(int version, const char *path, struct stat *about)
{
    (void)version;
    return lstat(path, about);
}

int __lxstat64(int version, const char *path, struct stat64 *about)
{
    (void)version;
    return lstat64(path, about);
}

int __fxstatat(int version, int folder, const char *path, struct stat *about, int flags)
{
    (void)version;
    return fstatat(folder, path, about, flags);
}

int __fxstatat64(int version, int folder, const char *path, struct stat64 *about, int flags)
{
    (void)version;
    return fstatat64(folder, path, about, flags);
}
