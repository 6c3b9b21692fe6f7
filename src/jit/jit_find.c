/* SPDX-License-Identifier: MIT */
/* See jit_find.h. */
#include "jit/jit_find.h"

#include <dlfcn.h>
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
static char path[PATH_MAX]; /* empty: there is none */
static struct hw_cache_hash hash;

static void find(void)
{
    /* Of a build, an installed program, a library, a CUDA library. */
    static const char *const folders[] = {"", "../", HW_PROGRAMS_TO_JIT "/", HW_LIBRARIES_TO_JIT "/",
                                          "../" HW_LIBRARIES_TO_JIT "/"};
    Dl_info self;

    if (!dladdr((const void *)&found, &self) || !self.dli_fname || !strrchr(self.dli_fname, '/'))
        return;
    const int directory = (int)(strrchr(self.dli_fname, '/') - self.dli_fname);
    for (unsigned i = 0; i < sizeof folders / sizeof *folders; i++) {
        char tried[PATH_MAX];
        if (snprintf(tried, sizeof tried, "%.*s/%s" PROGRAM, directory, self.dli_fname, folders[i]) <
                (int)sizeof tried &&
            access(tried, X_OK) == 0 && realpath(tried, path))
            return;
    }
    path[0] = 0;
}

const char *hw_jit_compiler_path(void)
{
    pthread_once(&found, find);
    return path[0] ? path : NULL;
}

static void look(void)
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
    pthread_once(&hashed, look);
    return &hash;
}
