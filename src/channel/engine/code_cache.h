/* SPDX-License-Identifier: MIT */
/* The code cache of the compute object lies between memory and the multiprocessors.
 *
 * The channel reads what a start address can reach when a launch first needs it, and keeps it until
 * CODE_CB_FLUSH: code that changes in memory meanwhile is not seen, as on the card.  How much a chip keeps,
 * and where, is not known; here it is everything. */
#ifndef HW_CHANNEL_ENGINE_CODE_CACHE_H
#define HW_CHANNEL_ENGINE_CODE_CACHE_H

#include "channel/engine/dma.h"

/* A texture instruction names a texture and a sampler. */
struct hw_texture_pair {
    uint8_t texture, sampler;
};
#define HW_TEXTURE_PAIRS 128u

/* Code as a launch takes it: bytes from the segment's base on; those that no path reaches are zero. */
struct hw_cached_code {
    uint64_t base;
    uint32_t start;
    uint8_t *data; /* NULL: an empty line of the cache */
    uint32_t bytes;
    uint32_t constants, segments; /* a bit for each constant space and global segment that it names */
    struct hw_texture_pair pair[HW_TEXTURE_PAIRS];
    uint32_t pair_count;
    uint32_t pushes; /* instructions that may push an entry onto the control-flow stack */
    bool calls_back; /* a call leads backwards, so functions may call themselves */
    bool is_whole;   /* all words are there, whether a path reaches them or not */
};

#define HW_CODE_CACHE_ENTRIES 32u
struct hw_code_cache {
    struct hw_cached_code code[HW_CODE_CACHE_ENTRIES];
    uint32_t next; /* the line that is used next */
};

void hw_code_cache_clear(struct hw_code_cache *cache);

/* The code that begins at `start` of the segment at `base`.  A stack of `stack_entries` that leaves the chip
 * lies in memory, where the kernel may change a return address to any other: if that can happen, all code is
 * read. HW_ERR_FAULT, with the fault: the first instruction cannot be read; HW_ERR_NO_MEMORY is the host's.
 */
hw_status hw_code_cache_find(struct hw_code_cache *cache, const struct hw_address_space *space,
                             const struct hw_dma_object *dma, const struct hw_target *target, uint64_t base,
                             uint32_t start, uint32_t stack_entries, const struct hw_cached_code **code,
                             struct hw_dma_fault *fault);

#endif
