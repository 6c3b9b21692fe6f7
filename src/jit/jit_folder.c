/* SPDX-License-Identifier: MIT */
/* See jit_folder.h. */
#include "jit/jit_folder.h"

#include <stdlib.h>
#include <string.h>

void hw_jit_folder_choose(struct hw_cache_folder *folder)
{
    const char *named = secure_getenv("HALFWARP_JIT_CACHE");
    const struct hw_cache_wish wish = {.is_off = named && strcmp(named, "off") == 0,
                                       .named = named,
                                       .limit = secure_getenv("HALFWARP_JIT_CACHE_SIZE"),
                                       .own = "jit"};

    hw_cache_folder_choose(folder, &wish);
}
