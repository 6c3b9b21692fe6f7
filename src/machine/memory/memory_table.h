/* SPDX-License-Identifier: MIT */
/* The dispatch tables of memory lane functions, by build: loads and stores of each space, atomics, and the
 * fast paths for compiled code. */
#ifndef HW_MACHINE_MEMORY_MEMORY_TABLE_H
#define HW_MACHINE_MEMORY_MEMORY_TABLE_H

#include <stdbool.h>

#include "ops/select/alu.h"
#include "ops/uop.h"
#include "ops/value_types.h"

enum hw_lanes_atomic {
    HW_LANES_ATOMIC_ATOMIC,     /* any, at an offset in a segment */
    HW_LANES_ATOMIC_REDUCE_ADD, /* RED.ADD of words, likewise */
    HW_LANES_ATOMIC_DEVICE,     /* the same two at 64-bit addresses */
    HW_LANES_ATOMIC_REDUCE_ADD_DEVICE,
    HW_LANES_ATOMIC_GENERIC, /* any at 64-bit addresses, which may be of shared memory */
    HW_LANES_ATOMIC_SHARED,
    HW_LANES_ATOMIC_ADD_SHARED,
    HW_LANES_ATOMIC_COUNT
};

/* Fast paths for compiled code: accesses whose addresses are all valid.  Contiguous and broadcast accesses
 * are tried first (lanes_mem_usual.h), then gather and scatter (lanes_mem_places.h).  They load `data`, a
 * register and those after it, or store it.  `low` is the register of addresses; of generic ones the next
 * register has the high words.  `range` is the micro-operation's entry of the range cache.  False: the access
 * needs the slow path, and nothing is done; the micro-operation's own function does all of it. */
enum hw_mem_fast {
    HW_MEM_FAST_LOAD_GLOBAL, /* at offsets in a segment */
    HW_MEM_FAST_STORE_GLOBAL,
    HW_MEM_FAST_LOAD_GENERIC, /* at 64-bit addresses, of device memory, too */
    HW_MEM_FAST_STORE_GENERIC,
    HW_MEM_FAST_LOAD_SHARED,
    HW_MEM_FAST_STORE_SHARED,
    HW_MEM_FAST_LOAD_LOCAL,
    HW_MEM_FAST_STORE_LOCAL,
    HW_MEM_FAST_LOAD_CONST,
    HW_MEM_FAST_COUNT
};
struct hw_range;
typedef bool hw_mem_fast_fn(struct hw_regs *regs, const struct hw_uop *uop, uint32_t *data,
                            const uint32_t *low, const struct hw_range *range);

/* Each space has a load and a store, in this order; constant memory has only a load. */
static inline bool hw_mem_fast_loads(enum hw_mem_fast function)
{
    return function % 2 == HW_MEM_FAST_LOAD_GLOBAL % 2;
}

static inline bool hw_mem_fast_is_global(enum hw_mem_fast function)
{
    return function <= HW_MEM_FAST_STORE_GENERIC;
}

/* Whether addresses have 64 bits. */
static inline bool hw_mem_fast_is_wide(enum hw_mem_fast function)
{
    return function == HW_MEM_FAST_LOAD_GENERIC || function == HW_MEM_FAST_STORE_GENERIC;
}

/* The functions of one build; loads and stores by enum hw_width. */
struct hw_memory_table {
    const struct hw_memory_table *narrow; /* functions for uop->narrow; atomics have none of their own */
    hw_uop_fn *const *load_shared, *const *store_shared, *const *load_local, *const *store_local;
    hw_uop_fn *const *load_global, *const *store_global, *const *load_device, *const *store_device;
    hw_uop_fn *const *load_generic, *const *store_generic, *const *load_const, *const *atomic;
    hw_mem_fast_fn *const (*mem_fast)[HW_WIDTHS];
};

/* The table of the same build as `alu`. */
const struct hw_memory_table *hw_memory_table_of(const struct hw_alu_table *alu);

#define HW_MEMORY_DECLARE(build)                                       \
    extern hw_uop_fn *const hw_lanes_load_shared_##build[HW_WIDTHS];   \
    extern hw_uop_fn *const hw_lanes_store_shared_##build[HW_WIDTHS];  \
    extern hw_uop_fn *const hw_lanes_load_local_##build[HW_WIDTHS];    \
    extern hw_uop_fn *const hw_lanes_store_local_##build[HW_WIDTHS];   \
    extern hw_uop_fn *const hw_lanes_load_global_##build[HW_WIDTHS];   \
    extern hw_uop_fn *const hw_lanes_store_global_##build[HW_WIDTHS];  \
    extern hw_uop_fn *const hw_lanes_load_device_##build[HW_WIDTHS];   \
    extern hw_uop_fn *const hw_lanes_store_device_##build[HW_WIDTHS];  \
    extern hw_uop_fn *const hw_lanes_load_generic_##build[HW_WIDTHS];  \
    extern hw_uop_fn *const hw_lanes_store_generic_##build[HW_WIDTHS]; \
    extern hw_uop_fn *const hw_lanes_load_const_##build[HW_WIDTHS];
#define HW_MEMORY_BUILD(build)                                              \
    HW_MEMORY_DECLARE(build)                                                \
    HW_MEMORY_DECLARE(narrow_##build)                                       \
    extern hw_uop_fn *const hw_lanes_atomic_##build[HW_LANES_ATOMIC_COUNT]; \
    extern hw_mem_fast_fn *const hw_lanes_usual_##build[HW_MEM_FAST_COUNT][HW_WIDTHS];

HW_MEMORY_BUILD(base)
HW_MEMORY_BUILD(v3)
HW_MEMORY_BUILD(v4)

#endif
