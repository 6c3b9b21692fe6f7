/* SPDX-License-Identifier: MIT */
/* Functions by name: cuGetProcAddress.
 *
 * A name stands for several functions, whose arguments differ: which one a program means, the version of the
 * toolkit says that it was compiled with.  A form that this library does not have is not replaced by an older
 * one, except that of a per-thread default stream by the form of the legacy one. */
#include "cuda/core/log/reason.h"
#include "cuda/driver/driver_work.h"

#include <dlfcn.h>
#include <string.h>

/* The functions of the table, cuda.api, that have a name to ask for. */
static const struct cu_entry {
    int since; /* the toolkit that it came with */
    const char *name, *symbol;
    bool per_thread;
} entries[] = {
#include "generated/api/cuda_entries.h"
};

/* The latest form of a name that a toolkit knows; NULL: none.  `known`: in some version. */
static const struct cu_entry *look_up(const char *name, int version, bool per_thread, bool *known)
{
    const struct cu_entry *best = NULL;

    *known = false;
    for (size_t i = 0; i < sizeof entries / sizeof *entries; i++) {
        const struct cu_entry *entry = &entries[i];
        if (strcmp(entry->name, name) != 0)
            continue;
        *known = true;
        if (entry->since > version || (entry->per_thread && !per_thread))
            continue;
        if (!best || entry->since > best->since || !best->per_thread)
            best = entry;
    }
    return best;
}

/* This library, by the place that the loader has it from. */
static void *open_self(void)
{
    Dl_info self;

    return dladdr((const void *)entries, &self) ? dlopen(self.dli_fname, RTLD_LAZY | RTLD_NOLOAD) : NULL;
}

static void *exported(const char *symbol)
{
    void *self = open_self();
    void *function = self ? dlsym(self, symbol) : NULL;

    if (self)
        dlclose(self);
    return function;
}

enum entry_found { FOUND_SYMBOL, FOUND_NO_SYMBOL, FOUND_LATER_ONLY };

static enum entry_found find(const char *name, int version, bool per_thread, void **function)
{
    bool known;
    const struct cu_entry *entry = look_up(name, version, per_thread, &known);

    *function = entry ? exported(entry->symbol) : NULL;
    if (!*function && entry && entry->per_thread)
        return find(name, version, false, function);
    if (*function)
        return FOUND_SYMBOL;
    return known && !entry ? FOUND_LATER_ONLY : FOUND_NO_SYMBOL;
}

/* The flags are CU_GET_PROC_ADDRESS_*: default, legacy stream, per-thread default stream. */
static CUresult get(const char *name, void **function, int version, uint64_t flags, bool per_thread,
                    enum entry_found *found)
{
    if (!name || !function || flags > 2 || version > HW_CUDA_DRIVER_VERSION)
        return hw_cuda_fail(
            CUDA_ERROR_INVALID_VALUE,
            "function %.64s for version %d with flags %llu; expected a name, a version up to %d, "
            "flags up to 2",
            name ? name : "(null)", version, (unsigned long long)flags, HW_CUDA_DRIVER_VERSION);
    *found = find(name, version, flags == 2 || (flags == 0 && per_thread), function);
    if (*found != FOUND_SYMBOL)
        hw_cuda_fail(CUDA_ERROR_NOT_FOUND, "function %.64s for version %d %s", name, version,
                     *found == FOUND_LATER_ONLY ? "came with a later one" : "is not known");
    return CUDA_SUCCESS;
}

/* Of CUDA 11.3. */
CUresult hw_cu_entry_point_or_fail(const char *name, void **function, int version, uint64_t flags,
                                   bool per_thread)
{
    enum entry_found found;
    const CUresult result = get(name, function, version, flags, per_thread, &found);

    return result == CUDA_SUCCESS && found != FOUND_SYMBOL ? CUDA_ERROR_NOT_FOUND : result;
}

/* Of CUDA 12: what is not there is no error, but in the log, since programs do without in silence. */
CUresult cuGetProcAddress_v2(const char *symbol, void **function, int version, uint64_t flags, int *status)
{
    enum entry_found found;
    const CUresult result = get(symbol, function, version, flags, false, &found),
                   told = result == CUDA_SUCCESS && found != FOUND_SYMBOL ? CUDA_ERROR_NOT_FOUND : result;

    if (result == CUDA_SUCCESS && status)
        *status = (int)found;
    hw_cuda_log_call("cuGetProcAddress_v2", told, hw_cu_error_name(told));
    return result;
}
