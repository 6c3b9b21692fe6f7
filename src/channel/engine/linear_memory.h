/* SPDX-License-Identifier: MIT */
/* Linear memory is the bytes of video memory and of the host's, by linear address.
 *
 * Each is a file in memory, so that page tables can show the same page at several virtual addresses: mapped
 * into a device memory that begins at linear address 0, and page by page into that of a channel's virtual
 * addresses (virtual_memory.h).  Video memory that a program brings along is a device memory without a file;
 * it has no pages to map. */
#ifndef HW_CHANNEL_ENGINE_LINEAR_MEMORY_H
#define HW_CHANNEL_ENGINE_LINEAR_MEMORY_H

#include <halfwarp/channel.h>

struct hw_linear {
    struct hw_memory *memory; /* linear address 0 is its address 0 */
    uint64_t bytes;
    int file;     /* -1: it has none */
    bool adopted; /* `memory` is somebody else's */
};

/* Make memory of `bytes`, a multiple of HW_MEMORY_FILE_PAGE; `name` is for people who look at the process. */
hw_status hw_linear_create(struct hw_linear *linear, const char *name, uint64_t bytes,
                           struct hw_error *error);
/* Take over the memory of somebody else, who must keep it. */
void hw_linear_adopt(struct hw_linear *linear, struct hw_memory *memory);
void hw_linear_destroy(struct hw_linear *linear);

/* The host address of bytes; NULL: not all of them exist. */
uint8_t *hw_linear_bytes(const struct hw_linear *linear, uint64_t address, uint64_t bytes);

#endif
