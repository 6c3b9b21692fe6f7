/* SPDX-License-Identifier: MIT */
/* See linear_memory.h. */
#include "channel/engine/linear_memory.h"

#include <sys/mman.h>
#include <unistd.h>

hw_status hw_linear_create(struct hw_linear *linear, const char *name, uint64_t bytes, struct hw_error *error)
{
    *linear = (struct hw_linear){.bytes = bytes, .file = -1};
    hw_status status = hw_memory_create(&linear->memory, error);
    if (status == HW_OK && bytes > hw_memory_end(linear->memory))
        status = hw_fail(error, HW_ERR_ARGUMENT, "channel", "%llu bytes of memory; at most %llu can be had",
                         (unsigned long long)bytes, (unsigned long long)hw_memory_end(linear->memory));
    if (status != HW_OK)
        return status;
    linear->file = memfd_create(name, MFD_CLOEXEC);
    if (linear->file < 0 || ftruncate(linear->file, (off_t)bytes) != 0)
        return hw_fail(error, HW_ERR_NO_MEMORY, "channel", "the host has no file in memory for %llu bytes",
                       (unsigned long long)bytes);
    return hw_memory_map_file(linear->memory, 0, linear->file, 0, bytes, false, error);
}

void hw_linear_adopt(struct hw_linear *linear, struct hw_memory *memory)
{
    *linear =
        (struct hw_linear){.memory = memory, .bytes = hw_memory_end(memory), .file = -1, .adopted = true};
}

void hw_linear_destroy(struct hw_linear *linear)
{
    if (!linear->adopted)
        hw_memory_destroy(linear->memory);
    if (linear->file >= 0)
        close(linear->file);
}

uint8_t *hw_linear_bytes(const struct hw_linear *linear, uint64_t address, uint64_t bytes)
{
    return hw_memory_host(linear->memory, address, bytes);
}
