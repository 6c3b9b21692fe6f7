/* SPDX-License-Identifier: MIT */
/* Functions of the driver API by name, for programs that know the runtime only.  The driver library that lies
 * beside this one is asked, which knows the versions; it is loaded when it is first needed. */
#include "cuda/runtime/runtime_work.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

typedef int find_fn(const char *symbol, void **function, int version, uint64_t flags, int *status);

static void *open_driver(void)
{
    char path[PATH_MAX];
    Dl_info self;

    if (!dladdr((const void *)&hw_soname, &self) || !strrchr(self.dli_fname, '/'))
        return dlopen("libcuda.so.1", RTLD_NOW);
    const int folder = (int)(strrchr(self.dli_fname, '/') - self.dli_fname);
    if (snprintf(path, sizeof path, "%.*s/libcuda.so.1", folder, self.dli_fname) >= (int)sizeof path)
        return NULL;
    return dlopen(path, RTLD_NOW);
}

/* The driver stays loaded, as long as anybody may call what it gave. */
static find_fn *driver_find(void)
{
    static void *driver;
    find_fn *find = NULL;

    if (!driver)
        driver = open_driver();
    void *address = driver ? dlsym(driver, "cuGetProcAddress_v2") : NULL;
    memcpy(&find, &address, sizeof find);
    return find;
}

cudaError_t hw_runtime_find_entry_point(const char *symbol, void **function, unsigned version,
                                        unsigned long long flags, int *status)
{
    find_fn *const ask = driver_find();
    int found = 0;

    if (!ask)
        return cudaErrorInsufficientDriver;
    if (version > INT_MAX || ask(symbol, function, (int)version, flags, &found) != 0)
        return cudaErrorInvalidValue;
    if (hw_soname.version < 12000) /* no fourth argument, and an error in its place */
        return found ? cudaErrorSymbolNotFound : cudaSuccess;
    if (status)
        *status = found;
    return cudaSuccess;
}

/* By default what the suffix says. */
unsigned long long hw_runtime_per_thread_flags(unsigned long long flags)
{
    return flags == 0 ? 2 : flags;
}
