/* SPDX-License-Identifier: MIT */
/* The SM location of a thread, and the addresses that the hardware derives from it: the physid register,
 * local memory and the spilled SIMT stack.
 *
 * The machine has local memory and stacks in memory of its own, except where a launch gives them an area
 * (hw_launch_placement).
 * @see the NV50 CUDA page of the nouveau wiki, "Thread hierarchy" and "Stack and local memory" */
#ifndef HW_MACHINE_CHIP_SM_LOCATION_H
#define HW_MACHINE_CHIP_SM_LOCATION_H

#include <halfwarp/chip.h>

#include <stdbool.h>
#include <stdint.h>

/* A thread's location. */
struct hw_sm_location {
    uint32_t tp, mp, warp, lane;
};

/* physid: lane in bits 0-4, warp in 8-12, multiprocessor in 16-17, cluster in 20-23. */
uint32_t hw_physid(struct hw_sm_location location);
struct hw_sm_location hw_physid_location(uint32_t physid);

/* Which multiprocessor block number `block` of a grid runs on, as the machine deals them out: clusters
 * first, then the multiprocessors within each, again and again. */
struct hw_sm_location hw_sm_location_of_block(const struct hw_chip_info *chip, uint64_t block);

/* Number of active units with a smaller id: unit i is active if bit i of `active` is set. */
uint32_t hw_compressed_id(uint32_t active, uint32_t id);

/* The parts of a chip's configuration that the address formulas need. */
struct hw_layout {
    uint32_t tp_active; /* mask of the active clusters */
    uint32_t mp_active; /* mask of the active multiprocessors of a cluster */
    uint32_t warps_log; /* LOCAL_WARPS_LOG_ALLOC or STACK_WARPS_LOG_ALLOC: 0..4, or 7 for 5 */
    uint32_t halfwarps; /* WARP_HALVES: 1 or 2 */
    bool power_of_two;  /* chips before NVA0 count clusters up to a power of two */
};

/* A warp's part of an area: blocks of `block_bytes` (of local memory, or four stack entries), the first at
 * this offset, the others at distances of `step`. */
struct hw_area_part {
    uint32_t first, step;
};
struct hw_area_part hw_area_part_of(const struct hw_layout *layout, uint32_t block_bytes,
                                    struct hw_sm_location location);

/* Bytes of a block of local memory. */
static inline uint32_t hw_local_block(const struct hw_layout *layout)
{
    return 0x100 * layout->halfwarps;
}

/* Offset from the start of its part of byte `address` of a lane's l[]. */
static inline uint32_t hw_local_offset(struct hw_area_part part, uint32_t address, uint32_t lane)
{
    return (address >> 4) * part.step + (lane >> 4) * 0x100 +
           ((address & 0xc) << 4 | (lane & 0xf) << 2 | (address & 3));
}

/* Offset in the local memory area of byte `address` of a thread's l[]. */
uint32_t hw_local_address(const struct hw_layout *layout, uint32_t address, struct hw_sm_location location);

/* Offset in the stack area of stack entry number `entry`; the lane does not matter. */
uint32_t hw_stack_address(const struct hw_layout *layout, uint32_t entry, struct hw_sm_location location);

/* The inverse: the thread whose byte lies at an offset in the local memory area.  False: there is none.  Of
 * warps that share a part it is the lowest. */
bool hw_local_location(const struct hw_layout *layout, uint32_t offset, uint32_t *address,
                       struct hw_sm_location *location);
/* The same for the stack area: which entry, and which of its bytes. */
bool hw_stack_location(const struct hw_layout *layout, uint32_t offset, uint32_t *entry, uint32_t *byte,
                       struct hw_sm_location *location);

/* Bytes of an area in which each thread has `bytes` of local memory, or each warp `entries` of the stack. */
uint64_t hw_local_area_bytes(const struct hw_layout *layout, uint32_t bytes);
uint64_t hw_stack_area_bytes(const struct hw_layout *layout, uint32_t entries);

/* A stack of 2^n entries is configured as n + 1, an l[] of 16 * 2^n bytes as n + 1; 0 bytes as 0. */
uint32_t hw_stack_size_log(uint32_t entries);
uint32_t hw_local_size_log(uint32_t bytes);

/* Entries that a multiprocessor holds per warp before it spills: three blocks of four. */
#define HW_STACK_BLOCK       4
#define HW_STACK_ON_CHIP     12
#define HW_STACK_ENTRY_BYTES 8

/* Kinds of control-flow stack entries that Tesla spills, as in the top three bits of an entry: 2, 3 and 6 are
 * known from dumps, the others from envytools' list. */
enum hw_spilled_kind {
    HW_SPILLED_BRANCH = 1,
    HW_SPILLED_CALL = 2,
    HW_SPILLED_LIMITED_CALL = 3,
    HW_SPILLED_BREAK = 4,
    HW_SPILLED_QUADON = 5,
    HW_SPILLED_JOIN = 6
};

/* A spilled entry: its two words. */
struct hw_stack_words {
    uint32_t word[2];
};
struct hw_stack_words hw_stack_entry_pack(uint32_t pc, uint32_t mask, unsigned kind, uint32_t number,
                                          uint32_t warp);
void hw_stack_entry_unpack(struct hw_stack_words entry, uint32_t *pc, uint32_t *mask, unsigned *kind,
                           uint32_t *number_bits, uint32_t *warp);

#endif
