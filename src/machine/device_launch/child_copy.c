/* SPDX-License-Identifier: MIT */
/* Lines are copied one by one, as a kernel would find their bytes. */
#include "machine/device_launch/child_copy.h"

#include "machine/memory/device_memory.h"

#include <string.h>

/* A line of a box. */
static uint64_t line_of(uint64_t base, uint64_t pitch, uint64_t slice, uint64_t y, uint64_t z)
{
    return base + y * pitch + z * slice;
}

static bool reaches(const struct hw_memory *memory, uint64_t at, uint64_t width, bool writes,
                    uint64_t *address)
{
    *address = at;
    return hw_memory_reach(memory, at, width) && !(writes && hw_memory_is_read_only(memory, at, width));
}

bool hw_child_copy_reaches(const struct hw_memory *memory, const struct hw_child_box *box, uint64_t *address)
{
    for (uint64_t z = 0; box->width && z < box->depth; z++)
        for (uint64_t y = 0; y < box->height; y++)
            if (!reaches(memory, line_of(box->to, box->to_pitch, box->to_slice, y, z), box->width, true,
                         address) ||
                (!box->fills && !reaches(memory, line_of(box->from, box->from_pitch, box->from_slice, y, z),
                                         box->width, false, address)))
                return false;
    return true;
}

void hw_child_copy_run(struct hw_memory *memory, const struct hw_child_box *box)
{
    hw_dirty_map_begin_launch(hw_memory_dirty_map(memory)); /* it writes, as a launch does */
    for (uint64_t z = 0; box->width && z < box->depth; z++)
        for (uint64_t y = 0; y < box->height; y++) {
            void *to =
                hw_memory_reach(memory, line_of(box->to, box->to_pitch, box->to_slice, y, z), box->width);
            const void *from =
                box->fills
                    ? NULL
                    : hw_memory_reach(memory, line_of(box->from, box->from_pitch, box->from_slice, y, z),
                                      box->width);
            if (to && box->fills)
                memset(to, box->value, box->width);
            else if (to && from)
                memmove(to, from, box->width);
        }
    hw_dirty_map_end_launch(hw_memory_dirty_map(memory));
}
