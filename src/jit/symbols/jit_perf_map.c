/* SPDX-License-Identifier: MIT */
/* A line of the perf map is written when its code is loaded.  A profiler reads the map after the program has
 * ended. */
#include "jit/symbols/jit_perf_map.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "environment.h"
#include "jit/symbols/jit_code_name.h"

void hw_jit_perf_map_add(const struct hw_jit_loaded *loaded, const struct hw_compile_input *source)
{
    char path[64], title[HW_JIT_CODE_NAME];

    if (!hw_environment_is_on(HW_ENVIRONMENT_PERF_MAP))
        return;
    snprintf(path, sizeof path, "/tmp/perf-%d.map", (int)getpid());
    /* Anyone may write to /tmp, so the path may be a link of another user. */
    const int file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (file < 0)
        return;
    hw_jit_code_title(source, title);
    dprintf(file, "%" PRIxPTR " %zx %s\n", (uintptr_t)loaded->memory, loaded->size, title);
    close(file);
}
