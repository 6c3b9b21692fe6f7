/* SPDX-License-Identifier: MIT */
/* halfwarp-jit is searched for beside this program or library, and where it is installed. */
#include "jit/jit_locate.h"

#include "own_file.h"

#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define PROGRAM "halfwarp-jit"

static pthread_once_t found = PTHREAD_ONCE_INIT, hashed = PTHREAD_ONCE_INIT;
static char self[PATH_MAX]; /* the folder of the program or library that this code is part of */
static char path[PATH_MAX]; /* of halfwarp-jit; empty: it is missing */
static struct hw_cache_hash hash;

static void find_compiler(void)
{
    /* Of a build, an installed program, a library, a CUDA library. */
    static const char *const folders[] = {"", "../", HW_PROGRAMS_TO_JIT "/", HW_LIBRARIES_TO_JIT "/",
                                          "../" HW_LIBRARIES_TO_JIT "/"};

    if (!hw_own_file(self))
        return;
    *strrchr(self, '/') = '\0';
    for (unsigned i = 0; i < sizeof folders / sizeof *folders; i++) {
        char tried[PATH_MAX];
        if (snprintf(tried, sizeof tried, "%s/%s" PROGRAM, self, folders[i]) < (int)sizeof tried &&
            access(tried, X_OK) == 0 && realpath(tried, path))
            return;
    }
    path[0] = 0;
}

const char *hw_jit_compiler_path(void)
{
    pthread_once(&found, find_compiler);
    return path[0] ? path : NULL;
}

hw_status hw_jit_compiler_installed(struct hw_error *error)
{
    if (hw_jit_compiler_path())
        return HW_OK;
    return hw_fail(error, HW_ERR_NOT_FOUND, "jit",
                   "there is no " PROGRAM " beside %.150s or where that installs it; it is a Debian package "
                   "of its own, and a build without llvm-" HW_JIT_LLVM "-dev has none",
                   self[0] ? self : "halfwarp");
}

static void hash_compiler(void)
{
    struct stat status;
    const int file = hw_jit_compiler_path() ? open(path, O_RDONLY | O_CLOEXEC) : -1;

    if (file < 0)
        return;
    if (fstat(file, &status) == 0 && status.st_size > 0) {
        const size_t size = (size_t)status.st_size;
        void *bytes = mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0);
        if (bytes != MAP_FAILED) {
            hash = hw_cache_hash_of(bytes, size);
            munmap(bytes, size);
        }
    }
    close(file);
}

const struct hw_cache_hash *hw_jit_compiler_hash(void)
{
    pthread_once(&hashed, hash_compiler);
    return &hash;
}
