/* SPDX-License-Identifier: MIT */
/* See host_library.h. */
#include "cuda/core/host_library.h"

#include "cuda/base/message.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static bool find_entries(void *handle, const struct hw_cuda_host_library *library)
{
    char *to = library->table;

    for (const char *const *entry = library->entry; *entry; entry++, to += sizeof(void *)) {
        void *address = dlsym(handle, *entry);
        if (!address)
            return false;
        memcpy(to, &address, sizeof address);
    }
    return true;
}

static bool try(void *handle, const struct hw_cuda_host_library *library)
{
    if (handle && find_entries(handle, library))
        return true;
    if (handle)
        dlclose(handle);
    return false;
}

static bool find(const struct hw_cuda_host_library *library)
{
    for (const char *const *name = library->names; *name; name++)
        if (try(open_name(*name), library))
            return true;
    hw_cuda_message(
        "%s needs %s of this machine, which is not there or lacks functions; Debian's package is %s",
        library->of, library->names[0], library->package);
    return false;
}

const void *hw_cuda_host_library_get(struct hw_cuda_host_library *library)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of `tried` and `found` */

    pthread_mutex_lock(&lock);
    if (!library->tried)
        library->found = find(library);
    library->tried = true;
    const bool found = library->found;
    pthread_mutex_unlock(&lock);
    return found ? library->table : NULL;
}
