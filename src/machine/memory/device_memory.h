/* SPDX-License-Identifier: MIT */
/* Device memory as the engines see it: the window's start, the list of allocated ranges, the pages mapped
 * beside them (memory_pages.c) or shared with other processes (memory_shared_map.c), and the clean marks of
 * dirty tracking (memory_dirty.c). */
#ifndef HW_MACHINE_MEMORY_DEVICE_MEMORY_H
#define HW_MACHINE_MEMORY_DEVICE_MEMORY_H

#include <halfwarp/memory.h>

#include "machine/memory/heap.h"
#include "machine/memory/memory_dirty.h"

/* Pages that are those of one file, each at its own address and `skip` more. */
struct hw_shared_mapping {
    int file;
    uint64_t skip;
    uint8_t *pages; /* a bit each; NULL: nothing was ever shared */
};

struct hw_reservation {
    uint8_t *base;          /* host address of device address 0 */
    uint64_t bytes;         /* that are reserved: device addresses end here */
    struct hw_range *range; /* the allocations, by address */
    size_t count;
    struct hw_range *file; /* pages that are those of files, in no order */
    size_t file_count;
    struct hw_range
        *read_only; /* of these, those that kernels may not write, by address; `range` lacks them */
    size_t read_only_count;
    struct hw_shared_mapping share;
    uint32_t page; /* that mappings are rounded to; 0: nothing is mapped beside allocations */
};

const struct hw_reservation *hw_memory_reservation(const struct hw_memory *memory);

/* As hw_memory_host, for reading, and for launches: no mark of dirty tracking is cleared. */
void *hw_memory_translate(const struct hw_memory *memory, uint64_t address, uint64_t bytes);

/* The host address of a range that is not all allocated, if all of it is mapped, which is noted as a stray
 * access; else NULL. */
void *hw_memory_beside(const struct hw_memory *memory, uint64_t address, uint64_t bytes);

/* Whether all of a range is mapped for reading only. */
bool hw_memory_is_read_only(const struct hw_memory *memory, uint64_t address, uint64_t bytes);

/* The host address of a range as a kernel finds it: as hw_memory_translate, or beside allocations. */
void *hw_memory_reach(const struct hw_memory *memory, uint64_t address, uint64_t bytes);

/* The marks of dirty tracking. */
struct hw_dirty_map *hw_memory_dirty_map(const struct hw_memory *memory);

/* The host keeps a pointer to an allocated range and may write there at any time, until it is taken back
 * (page-locked memory). */
void hw_memory_lend(struct hw_memory *memory, uint64_t address, uint64_t bytes);
void hw_memory_reclaim(struct hw_memory *memory, uint64_t address, uint64_t bytes);

/* Make all pages of an allocation those of a file, with what they hold, until it is freed: at their own
 * address and `skip` more.  The file is as long as that and it is the same each time.  False: the host
 * refuses. */
bool hw_memory_share(struct hw_memory *memory, int file, uint64_t skip, const struct hw_range *range);
/* The same for a window; and pages that lie in a range alone are its own again, and empty. */
bool hw_reservation_share(struct hw_reservation *window, int file, uint64_t skip,
                          const struct hw_range *range);
void hw_reservation_unshare(struct hw_reservation *window, const struct hw_range *range);

/* Where the pool of parameters is kept (parameter_pool.h); NULL in it: there is none yet. */
struct hw_parameter_pool;
struct hw_parameter_pool **hw_memory_parameter_pool(struct hw_memory *memory);

/* The heap of device code: empty until hw_memory_make_heap has given it a range. */
struct hw_heap *hw_memory_heap(struct hw_memory *memory);

#endif
