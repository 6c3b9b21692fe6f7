/* SPDX-License-Identifier: MIT */
/* The cache directory is chosen by environment variables. */
#include "jit/jit_cache_dir.h"

#include "environment.h"

#include <string.h>

hw_status hw_jit_cache_dir_check(struct hw_error *error)
{
    const char *text = hw_environment(HW_ENVIRONMENT_JIT_CACHE_SIZE);
    uint64_t bytes;

    if (!text || hw_cache_size_read(text, &bytes))
        return HW_OK;
    return hw_fail(
        error, HW_ERR_ARGUMENT, "jit",
        "HALFWARP_JIT_CACHE_SIZE is `%.80s`; expected a number of bytes, which K, M or G may follow", text);
}

void hw_jit_cache_dir_choose(struct hw_cache_dir *folder)
{
    const char *named = hw_environment(HW_ENVIRONMENT_JIT_CACHE);
    const struct hw_cache_options options = {.is_off = named && strcmp(named, "off") == 0,
                                             .named = named,
                                             .limit = hw_environment(HW_ENVIRONMENT_JIT_CACHE_SIZE),
                                             .own = "jit"};

    hw_cache_dir_choose(folder, &options);
}
