/* SPDX-License-Identifier: MIT */
/* See find_compiler.h. */
#include "engine/tiers/find_compiler.h"

#include <halfwarp/version.h>

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static const struct hw_compiler *found;

enum hw_engine hw_engine_wanted(void)
{
    const char *wanted = getenv("HALFWARP_ENGINE");

    if (wanted && strcmp(wanted, "interpreter") == 0)
        return HW_ENGINE_INTERPRETER;
    return wanted && strcmp(wanted, "jit") == 0 ? HW_ENGINE_JIT : HW_ENGINE_AUTO;
}

/* The compiler of a library; NULL: it is none of this build. */
static const struct hw_compiler *compiler_of(void *library)
{
    hw_compiler_fn *get = NULL;

    if (library)
        *(void **)&get = dlsym(library, HW_COMPILER_ENTRY);
    const struct hw_compiler *compiler = get ? get() : NULL;
    if (compiler && strcmp(compiler->version, HW_VERSION_STRING) == 0 &&
        compiler->layout == HW_COMPILER_LAYOUT)
        return compiler;
    if (library)
        dlclose(library);
    return NULL;
}

/* The library in a folder that is named from the one where this code lies. */
static void *open_near(const char *folder)
{
    char path[4096];
    Dl_info self;

    if (!dladdr((const void *)&once, &self) || !self.dli_fname || !strrchr(self.dli_fname, '/'))
        return NULL;
    const int directory = (int)(strrchr(self.dli_fname, '/') - self.dli_fname);
    if (snprintf(path, sizeof path, "%.*s/%s" HW_COMPILER_LIBRARY, directory, self.dli_fname, folder) >=
        (int)sizeof path)
        return NULL;
    return dlopen(path, RTLD_NOW | RTLD_LOCAL);
}

static void find(void)
{
    static const char *const folders[] = {"", "../", HW_TOOL_TO_LIBRARIES "/"};

    for (unsigned i = 0; i < sizeof folders / sizeof *folders && !found; i++)
        found = compiler_of(open_near(folders[i]));
    if (!found)
        found = compiler_of(dlopen(HW_COMPILER_LIBRARY, RTLD_NOW | RTLD_LOCAL));
}

const struct hw_compiler *hw_find_compiler(void)
{
    pthread_once(&once, find);
    return found;
}
