/* SPDX-License-Identifier: MIT */
/* The dispatch tables of memory lane functions, one for each build of them. */
#include "machine/memory/memory_table.h"

#define LIST(list, build) .list = hw_lanes_##list##_##build
#define LISTS(build)                                                                                        \
    LIST(load_shared, build), LIST(store_shared, build), LIST(load_local, build), LIST(store_local, build), \
        LIST(load_global, build), LIST(store_global, build), LIST(load_device, build),                      \
        LIST(store_device, build), LIST(load_generic, build), LIST(store_generic, build),                   \
        LIST(load_const, build)
#define TABLE(build)                                                            \
    static const struct hw_memory_table narrow_##build = {                      \
        .narrow = &narrow_##build, LISTS(narrow_##build), LIST(atomic, build)}; \
    static const struct hw_memory_table table_##build = {                       \
        .narrow = &narrow_##build, LISTS(build), LIST(atomic, build), .mem_fast = hw_lanes_usual_##build};

/* HW_LANES_FOR_*: which there are in this program (cmake/Compiler.cmake). */
TABLE(base)
#ifdef HW_LANES_FOR_v3
TABLE(v3)
#endif
#ifdef HW_LANES_FOR_v4
TABLE(v4)
#endif

const struct hw_memory_table *hw_memory_table_of(const struct hw_alu_table *alu)
{
    switch (alu->build) {
#ifdef HW_LANES_FOR_v4
    case HW_HOST_LEVEL_V4: return &table_v4;
#endif
#ifdef HW_LANES_FOR_v3
    case HW_HOST_LEVEL_V3: return &table_v3;
#endif
    default: return &table_base;
    }
}
