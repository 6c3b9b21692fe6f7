/* SPDX-License-Identifier: MIT */
/* The device files of NVIDIA's kernel module, /dev/nvidia0 and the like.
 *
 * Some programs look for them and, where there are none, do without CUDA and without a word (JAX).  `halfwarp
 * run` sets LD_PRELOAD to this library, which has the functions of the C library that look for files and open
 * them: where there is no such device file, they are given /dev/null in its place.  So one can be opened,
 * does nothing, and no file is made in /dev by a program that opens it to write. */
#include "cuda/nodes/nodes.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>

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

/* Whether a file of the module has that name. */
static bool is_name(const char *name)
{
    static const char front[] = "nvidia";
    const char *rest = name + sizeof front - 1;

    if (strncmp(name, front, sizeof front - 1) != 0)
        return false;
    if (strcmp(rest, "ctl") == 0 || strcmp(rest, "-uvm") == 0)
        return true;
    const size_t digits = strspn(rest, "0123456789");
    return digits > 0 && digits < 3 && !rest[digits] && (*rest != '0' || digits == 1) &&
           strtoul(rest, NULL, 10) < device_count();
}

static const char *name_in(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

static bool find_folder(int from, const char *path, struct stat *folder)
{
    return syscall(SYS_newfstatat, from, path, folder, 0) == 0;
}

/* Whether a file is in /dev, however its path says that. */
static bool is_in_dev(int from, const char *path)
{
    const size_t length = (size_t)(name_in(path) - path);
    char folder[PATH_MAX] = ".";
    struct stat dev, own;

    if (length >= sizeof folder)
        return false;
    if (length > 0)
        snprintf(folder, sizeof folder, "%.*s", (int)length, path);
    return find_folder(AT_FDCWD, "/dev", &dev) && find_folder(from, folder, &own) &&
           dev.st_dev == own.st_dev && dev.st_ino == own.st_ino;
}

/* Whether a path, from a folder on if it is relative, is of a file of the module that the host lacks. */
static bool is_node(int from, const char *path)
{
    if (!path || !is_name(name_in(path)))
        return false;
    const int before = errno;
    const bool lacks = is_in_dev(from, path) && syscall(SYS_faccessat, from, path, F_OK) != 0;
    errno = before;
    return lacks;
}

/* The file to take for a path. */
static const char *taken_at(int from, const char *path)
{
    return is_node(from, path) ? INSTEAD : path;
}

static const char *taken(const char *path)
{
    return taken_at(AT_FDCWD, path);
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

/* A function: its result, what it is called with, and what the next one is called with. */
#define ANSWER(result, name, parameters, given) \
    result name parameters                      \
    {                                           \
        FIND(name);                             \
        return next given;                      \
    }

/* One of `open`: the mode is there only where a file may be made. */
#define ANSWER_OPEN(name, parameters, given)                                   \
    int name parameters                                                        \
    {                                                                          \
        va_list arguments;                                                     \
        va_start(arguments, flags);                                            \
        const mode_t mode = makes_file(flags) ? va_arg(arguments, mode_t) : 0; \
        va_end(arguments);                                                     \
        FIND(name);                                                            \
        return next given;                                                     \
    }

static bool makes_file(int flags)
{
    return (flags & O_CREAT) || (flags & O_TMPFILE) == O_TMPFILE;
}

ANSWER(int, access, (const char *path, int mode), (taken(path), mode))
ANSWER(int, faccessat, (int folder, const char *path, int mode, int flags),
       (folder, taken_at(folder, path), mode, flags))
ANSWER(int, stat, (const char *path, struct stat *about), (taken(path), about))
ANSWER(int, stat64, (const char *path, struct stat64 *about), (taken(path), about))
ANSWER(int, lstat, (const char *path, struct stat *about), (taken(path), about))
ANSWER(int, lstat64, (const char *path, struct stat64 *about), (taken(path), about))
ANSWER(int, fstatat, (int folder, const char *path, struct stat *about, int flags),
       (folder, taken_at(folder, path), about, flags))
ANSWER(int, fstatat64, (int folder, const char *path, struct stat64 *about, int flags),
       (folder, taken_at(folder, path), about, flags))
ANSWER(int, statx, (int folder, const char *path, int flags, unsigned mask, struct statx *about),
       (folder, taken_at(folder, path), flags, mask, about))
ANSWER(int, euidaccess, (const char *path, int mode), (taken(path), mode))
ANSWER(int, eaccess, (const char *path, int mode), (taken(path), mode))
ANSWER(ssize_t, readlink, (const char *path, char *text, size_t bytes), (taken(path), text, bytes))
ANSWER(ssize_t, readlinkat, (int folder, const char *path, char *text, size_t bytes),
       (folder, taken_at(folder, path), text, bytes))
ANSWER(ssize_t, getxattr, (const char *path, const char *name, void *value, size_t bytes),
       (taken(path), name, value, bytes))
ANSWER(ssize_t, lgetxattr, (const char *path, const char *name, void *value, size_t bytes),
       (taken(path), name, value, bytes))

ANSWER_OPEN(open, (const char *path, int flags, ...), (taken(path), flags, mode))
ANSWER_OPEN(open64, (const char *path, int flags, ...), (taken(path), flags, mode))
ANSWER_OPEN(openat, (int folder, const char *path, int flags, ...),
            (folder, taken_at(folder, path), flags, mode))
ANSWER_OPEN(openat64, (int folder, const char *path, int flags, ...),
            (folder, taken_at(folder, path), flags, mode))
ANSWER(int, creat, (const char *path, mode_t mode), (taken(path), mode))
ANSWER(int, creat64, (const char *path, mode_t mode), (taken(path), mode))

ANSWER(FILE *, fopen, (const char *path, const char *mode), (taken(path), mode))
ANSWER(FILE *, fopen64, (const char *path, const char *mode), (taken(path), mode))
ANSWER(FILE *, freopen, (const char *path, const char *mode, FILE *file), (taken(path), mode, file))
ANSWER(FILE *, freopen64, (const char *path, const char *mode, FILE *file), (taken(path), mode, file))

ANSWER(int, __open_2, (const char *path, int flags), (taken(path), flags))
ANSWER(int, __open64_2, (const char *path, int flags), (taken(path), flags))
ANSWER(int, __openat_2, (int folder, const char *path, int flags), (folder, taken_at(folder, path), flags))
ANSWER(int, __openat64_2, (int folder, const char *path, int flags), (folder, taken_at(folder, path), flags))

/* --- the path itself --- */

/* Of a node; the place is the caller's, or memory. */
static char *whole_path(const char *path, char *place)
{
    if (!place)
        place = malloc(PATH_MAX);
    if (place)
        snprintf(place, PATH_MAX, "/dev/%s", name_in(path));
    return place;
}

char *realpath(const char *path, char *place)
{
    FIND(realpath);
    return is_node(AT_FDCWD, path) ? whole_path(path, place) : next(path, place);
}

char *canonicalize_file_name(const char *path)
{
    FIND(canonicalize_file_name);
    return is_node(AT_FDCWD, path) ? whole_path(path, NULL) : next(path);
}

char *__realpath_chk(const char *path, char *place, size_t bytes)
{
    FIND(__realpath_chk);
    return is_node(AT_FDCWD, path) ? whole_path(path, place) : next(path, place, bytes);
}

/* --- older programs --- */

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
