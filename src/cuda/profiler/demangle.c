/* SPDX-License-Identifier: MIT */
/* Names of C++ as people write them, by the C++ library that programs of nvcc have loaded anyway. */
#include "cuda/profiler/demangle.h"

#include <dlfcn.h>
#include <string.h>

typedef char *demangle_function(const char *symbol, char *buffer, size_t *bytes, int *status);

static demangle_function *find(void)
{
    void *found = dlsym(RTLD_DEFAULT, "__cxa_demangle");
    demangle_function *function = NULL;

    if (!found) {
        void *library = dlopen("libstdc++.so.6", RTLD_LAZY | RTLD_LOCAL);
        found = library ? dlsym(library, "__cxa_demangle") : NULL;
    }
    memcpy(&function, &found, sizeof function);
    return function;
}

char *hw_readable_name(const char *symbol)
{
    demangle_function *demangle = strncmp(symbol, "_Z", 2) == 0 ? find() : NULL;
    char *name = NULL;
    int status = 0;

    if (demangle)
        name = demangle(symbol, NULL, NULL, &status);
    return name ? name : strdup(symbol);
}
