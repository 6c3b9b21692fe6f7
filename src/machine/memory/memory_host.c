/* SPDX-License-Identifier: MIT */
/* Reads and writes by the host: device memory that is allocated is read, written and borrowed. */
#include "machine/memory/device_memory.h"

#include <string.h>

/* HW_ERR_RANGE unless all of the range is allocated. */
static hw_status expect_allocated(const struct hw_memory *memory, uint64_t address, uint64_t bytes,
                                  struct hw_error *error)
{
    if (hw_memory_allocated(memory, address, bytes))
        return HW_OK;
    return hw_fail(error, HW_ERR_RANGE, "memory", "%llu bytes at 0x%llx are not all allocated device memory",
                   (unsigned long long)bytes, (unsigned long long)address);
}

hw_status hw_memory_write(struct hw_memory *memory, uint64_t address, const void *data, uint64_t bytes,
                          struct hw_error *error)
{
    hw_status status = expect_allocated(memory, address, bytes, error);
    if (status == HW_OK && bytes > 0) {
        memcpy(hw_memory_reservation(memory)->base + address, data, bytes);
        hw_dirty_map_note_write(hw_memory_dirty_map(memory), address, bytes);
    }
    return status;
}

hw_status hw_memory_read(const struct hw_memory *memory, uint64_t address, void *data, uint64_t bytes,
                         struct hw_error *error)
{
    hw_status status = expect_allocated(memory, address, bytes, error);
    if (status == HW_OK && bytes > 0)
        memcpy(data, hw_memory_reservation(memory)->base + address, bytes);
    return status;
}

hw_status hw_memory_fill(struct hw_memory *memory, uint64_t address, uint8_t value, uint64_t bytes,
                         struct hw_error *error)
{
    hw_status status = expect_allocated(memory, address, bytes, error);
    if (status == HW_OK && bytes > 0) {
        memset(hw_memory_reservation(memory)->base + address, value, bytes);
        hw_dirty_map_note_write(hw_memory_dirty_map(memory), address, bytes);
    }
    return status;
}

void hw_memory_lend(struct hw_memory *memory, uint64_t address, uint64_t bytes)
{
    hw_dirty_map_lend(hw_memory_dirty_map(memory), address, bytes);
}

void hw_memory_reclaim(struct hw_memory *memory, uint64_t address, uint64_t bytes)
{
    hw_dirty_map_reclaim(hw_memory_dirty_map(memory), address, bytes);
}
