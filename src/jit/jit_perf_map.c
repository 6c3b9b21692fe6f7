/* SPDX-License-Identifier: MIT */
/* A line of the perf map is written when its code is loaded.  A profiler reads the map after the program has
 * ended. */
#include "jit/jit_perf_map.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "environment.h"

static const char *const warps[HW_CODE_WARPS_COUNT] = {
    [HW_CODE_FULL_WARPS] = "full warps", [HW_CODE_PARTIAL_WARPS] = "partial warps"};

void hw_jit_perf_map_add(const struct hw_jit_loaded *loaded, const struct hw_compile_input *source)
{
    const char *kernel = source->program->name;
    char path[64];

    if (!hw_environment_is_on(HW_ENVIRONMENT_PERF_MAP))
        return;
    snprintf(path, sizeof path, "/tmp/perf-%d.map", (int)getpid());
    /* Anyone may write to /tmp, so the path may be a link of another user. */
    const int file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (file < 0)
        return;
    dprintf(file, "%" PRIxPTR " %zx %s (%s%s)\n", (uintptr_t)loaded->memory, loaded->size,
            kernel ? kernel : "a kernel", warps[source->lanes], source->is_baseline ? ", baseline" : "");
    close(file);
}
