/* SPDX-License-Identifier: MIT */
/* Device memory as the engines see it: the window's start, the lists of ranges, the pages mapped beside them
 * (memory_pages.c) or shared with other processes (memory_shared_map.c), and the clean marks of dirty
 * tracking (memory_dirty.c).
 *
 * Any thread may look addresses up at any time, without a lock (memory_lookup.c, range_list.h).  What changes
 * the lists or the pages (device_memory.c) holds the lock of the memory.  A range enters the list when its
 * pages are ready, and leaves it before they are cleared.  Pages that were accessible stay so: what replaces
 * them does it in one step, so that a kernel that still uses freed memory does no harm to the host.  Locks
 * under which no other is taken: those of the heap (heap.h) and of dirty tracking. */
#ifndef HW_MACHINE_MEMORY_DEVICE_MEMORY_H
#define HW_MACHINE_MEMORY_DEVICE_MEMORY_H

#include <halfwarp/memory.h>

#include "machine/memory/heap.h"
#include "machine/memory/memory_dirty.h"
#include "machine/memory/range_list.h"

/* Pages that are those of one file, each at its own address and `skip` more. */
struct hw_shared_mapping {
    int file;
    uint64_t skip;
    uint8_t *pages; /* a bit each; NULL: nothing was ever shared */
};

struct hw_reservation {
    uint8_t *base;                   /* host address of device address 0 */
    uint64_t bytes;                  /* that are reserved: device addresses end here */
    uint64_t sequence;               /* of changes of the three lists (range_list.h) */
    struct hw_range_list *allocated; /* what may be read and written */
    struct hw_range_list *file;      /* pages that are those of files */
    struct hw_range_list *read_only; /* of these, those that kernels may not write; `allocated` lacks them */
    struct hw_shared_mapping share;  /* changed and read under the lock only */
    uint32_t page; /* that mappings are rounded to; 0: nothing is mapped beside allocations */
};

const struct hw_reservation *hw_memory_reservation(const struct hw_memory *memory);

/* As hw_memory_host, for reading, and for launches: no mark of dirty tracking is cleared. */
void *hw_memory_translate(const struct hw_memory *memory, uint64_t address, uint64_t bytes);

/* How a kernel finds bytes. */
enum hw_reach {
    HW_REACH_NONE,
    HW_REACH_ALLOCATED,
    HW_REACH_BESIDE,   /* mapped, though not all allocated: a stray access, which is noted */
    HW_REACH_READ_ONLY /* mapped for reading only */
};
/* The answer is that of one moment.  Where the first byte is allocated, its stretch comes into `range`. */
enum hw_reach hw_memory_find(const struct hw_memory *memory, uint64_t address, uint64_t bytes,
                             struct hw_range *range);
/* Of bytes that are not allocated, while the lists do not change: whether they are mapped (memory_pages.c).
 */
bool hw_reservation_is_beside(const struct hw_reservation *window, uint64_t address, uint64_t bytes);

/* Whether all of a range is mapped for reading only. */
bool hw_memory_is_read_only(const struct hw_memory *memory, uint64_t address, uint64_t bytes);

/* The host address of a range as a kernel finds it: as hw_memory_translate, or beside allocations. */
void *hw_memory_reach(const struct hw_memory *memory, uint64_t address, uint64_t bytes);

/* The first allocation that ends at or behind `address`; false: there is none.  Who goes through all meets
 * those that are there the whole time, and may meet others; bytes that are freed meanwhile can be read. */
bool hw_memory_next(const struct hw_memory *memory, uint64_t address, struct hw_range *range);

/* All allocations at one moment, as far as there is room; returns how many there are. */
size_t hw_memory_list(const struct hw_memory *memory, struct hw_range *range, size_t room);

/* A launch begins to run on the memory, perhaps beside others, and has ended. */
void hw_memory_begin_launch(struct hw_memory *memory, bool beside_others);
void hw_memory_end_launch(struct hw_memory *memory);

/* The locks of words of global memory (locked_access.c) that launches share which run at the same time.  All
 * are free when a launch begins while no other runs. */
#define HW_GLOBAL_LOCK_WORDS 32
uint32_t *hw_memory_word_locks(struct hw_memory *memory);

/* The marks of dirty tracking. */
struct hw_dirty_map *hw_memory_dirty_map(const struct hw_memory *memory);

/* A mapping of a file, which begins at `address`, becomes one for reading only, or for reading and writing.
 * Kernels find it all the time.  False: none begins there, or there is no memory. */
bool hw_memory_set_read_only(struct hw_memory *memory, uint64_t address, bool read_only);

/* The host keeps a pointer to an allocated range and may write there at any time, until it is taken back
 * (page-locked memory). */
void hw_memory_lend(struct hw_memory *memory, uint64_t address, uint64_t bytes);
void hw_memory_reclaim(struct hw_memory *memory, uint64_t address, uint64_t bytes);

/* Make all pages of an allocation those of a file, with what they hold, until it is freed: at their own
 * address and `skip` more.  The file is as long as that and it is the same each time.  `nobody_writes`: to
 * these pages, until it is done; else they are frozen meanwhile, which some hosts cannot do (page_freeze.h).
 * False: the host refuses. */
bool hw_memory_share(struct hw_memory *memory, int file, uint64_t skip, const struct hw_range *range,
                     bool nobody_writes);
/* The same for a window; and pages that lie in a range alone are its own again, and empty. */
bool hw_reservation_share(struct hw_reservation *window, int file, uint64_t skip,
                          const struct hw_range *range, bool nobody_writes);
void hw_reservation_unshare(struct hw_reservation *window, const struct hw_range *range);

/* Where the pool of parameters is kept (parameter_pool.h); NULL in it: there is none yet. */
struct hw_parameter_pool;
struct hw_parameter_pool **hw_memory_parameter_pool(struct hw_memory *memory);

/* The heap of device code: empty until hw_memory_make_heap has given it a range. */
struct hw_heap *hw_memory_heap(struct hw_memory *memory);

#endif
