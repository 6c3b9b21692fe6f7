/* SPDX-License-Identifier: MIT */
/* See jit_publish.h. */
#include "jit/symbols/jit_publish.h"

#include <sys/statvfs.h>
#include <unistd.h>

#include "environment.h"
#include "jit/symbols/jit_gdb_object.h"
#include "jit/symbols/jit_listing.h"
#include "jit/symbols/jit_perf_dump.h"
#include "jit/symbols/jit_perf_map.h"

/* Perf learns of a dump from a mapping that may be executed, which noexec forbids. */
static bool is_usable(const char *folder)
{
    struct statvfs file_system;

    return access(folder, W_OK | X_OK) == 0 && statvfs(folder, &file_system) == 0 &&
           !(file_system.f_flag & ST_NOEXEC);
}

hw_status hw_jit_publish_check(struct hw_error *error)
{
    const char *folder = hw_environment(HW_ENVIRONMENT_JIT_SYMBOLS);

    if (!folder || is_usable(folder))
        return HW_OK;
    return hw_fail(error, HW_ERR_ARGUMENT, "jit",
                   "HALFWARP_JIT_SYMBOLS is `%.80s`; expected a folder that can be written to, in a file "
                   "system that is not mounted with noexec",
                   folder);
}

bool hw_jit_publishes_lines(void)
{
    return hw_environment(HW_ENVIRONMENT_JIT_SYMBOLS) != NULL;
}

bool hw_jit_publishes_symbols(void)
{
    return hw_jit_publishes_lines() || hw_jit_gdb_traces();
}

struct hw_jit_gdb_entry *hw_jit_publish(const struct hw_jit_loaded *loaded,
                                        const struct hw_compile_input *source,
                                        const struct hw_jit_symbols *symbols)
{
    const char *folder = hw_environment(HW_ENVIRONMENT_JIT_SYMBOLS);
    struct hw_jit_listing listing = {.path = ""};
    size_t size;

    hw_jit_perf_map_add(loaded, source);
    if (!symbols->symbol_count)
        return NULL;
    if (folder) {
        hw_jit_listing_write(&listing, folder, source->program);
        hw_jit_perf_dump_add(folder, loaded, source, symbols, &listing);
    }
    uint8_t *object = hw_jit_gdb_object(loaded, source, symbols, &listing, &size);
    return object ? hw_jit_gdb_register(object, size) : NULL;
}
