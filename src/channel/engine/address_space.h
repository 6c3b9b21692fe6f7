/* SPDX-License-Identifier: MIT */
/* A channel's address space has what its addresses can lead to: video memory, the host's memory, and virtual
 * addresses by page tables.
 *
 * Kernels run on a device memory.  That of virtual addresses, `view`, shows the pages that the page tables
 * map, by the host's own memory management, and follows each change.  Pages that a user's channel may not
 * touch are not in it. */
#ifndef HW_CHANNEL_ENGINE_ADDRESS_SPACE_H
#define HW_CHANNEL_ENGINE_ADDRESS_SPACE_H

#include "channel/engine/linear_memory.h"
#include "channel/engine/page_table.h"

/* Neighbouring pages that are mapped as one. */
struct hw_mapped_run {
    uint64_t virtual, bytes;
    struct hw_page page; /* the first */
};

struct hw_address_space {
    struct hw_linear vram, host;
    struct hw_page_tables tables;
    struct hw_memory *view;
    struct hw_mapped_run *run; /* by address */
    size_t run_count, run_capacity;
};

hw_status hw_address_space_create(struct hw_address_space *space, const struct hw_channel_setup *setup,
                                  struct hw_error *error);
void hw_address_space_destroy(struct hw_address_space *space);

/* The memory of a target (enum hw_linear_target); NULL: there is no such target. */
const struct hw_linear *hw_address_space_linear(const struct hw_address_space *space, unsigned target);

/* As hw_channel_map and hw_channel_unmap. */
hw_status hw_address_space_map(struct hw_address_space *space, uint64_t virtual, uint64_t bytes,
                               const struct hw_page *page, struct hw_error *error);
hw_status hw_address_space_unmap(struct hw_address_space *space, uint64_t virtual, uint64_t bytes,
                                 struct hw_error *error);

/* The host address of a virtual address, whatever its rights, and how many bytes there are up to the end of
 * its page; NULL: it is not mapped. */
uint8_t *hw_address_space_page_bytes(const struct hw_address_space *space, uint64_t virtual, uint64_t *bytes);

#endif
