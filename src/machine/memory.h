/* What the executor sees of device memory: the window's start and the list of allocated ranges. */
#ifndef HW_MACHINE_MEMORY_H
#define HW_MACHINE_MEMORY_H

#include <halfwarp/memory.h>

#include "machine/heap.h"

struct hw_window {
    uint8_t *base;          /* host address of device address 0 */
    uint64_t bytes;         /* that are reserved: device addresses end here */
    struct hw_range *range; /* the allocations, by address */
    size_t count;
};

const struct hw_window *hw_memory_window(const struct hw_memory *memory);

/* The heap of device code: empty until hw_memory_make_heap has given it a range. */
struct hw_heap *hw_memory_heap(struct hw_memory *memory);

#endif
