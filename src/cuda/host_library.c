#include "cuda/host_library.h"

#include "cuda/state.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

static void *open_name(const char *name)
{
    const char *folder = getenv("HALFWARP_HOST_LIBRARIES");
    char path[PATH_MAX];

    if (folder && *folder) {
        if (snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path)
            return NULL;
        name = path;
    }
    return dlopen(name, RTLD_NOW | RTLD_LOCAL);
}

static bool find_entries(void *handle, const char *const *entry, void **address)
{
    for (size_t i = 0; entry[i]; i++) {
        address[i] = dlsym(handle, entry[i]);
        if (!address[i])
            return false;
    }
    return true;
}

bool hw_cuda_host_library_open(const struct hw_cuda_host_library *library, void **address)
{
    for (const char *const *name = library->names; *name; name++) {
        void *handle = open_name(*name);
        if (handle && find_entries(handle, library->entry, address))
            return true;
        if (handle)
            dlclose(handle);
    }
    hw_cuda_say("%s needs %s of this machine, which is not there or lacks functions; Debian's package is %s",
                library->of, library->names[0], library->package);
    return false;
}
