/* Special registers of Maxwell and Pascal: what each of the 256 reads on this machine.
 *
 * A row of the table says which programs have the register, whether CS2R reads it, and how its value comes about;
 * a register without a row is reserved and reads as 0, and so does one that this kind of program does not have.
 * Of those that only graphics or queued work fill, the ones that a compute program can read are 0 as well.
 *
 * A block runs alone here, so ids of warps and blocks within a multiprocessor are those that blocks would get
 * which fill it in turn.  Clocks count the warp instructions that the block has executed, and the global timer takes
 * each for a nanosecond: both are the same in every run, and only grow.
 * @see NVIDIA, "S2R, CS2R" (SPA 5.0), for the fields; where it contradicts itself tests/unit/test_maxwell_special*.c
 * says which reading is taken */
#include "machine/warp.h"

#include <halfwarp/isa.h>

#define MANY_BLOCKS 16u /* block numbers are in two fields: low four bits, then the others */

/* Blocks that a multiprocessor would hold at once. */
static uint32_t resident_blocks(const struct hw_block *block)
{
    const struct hw_chip_info *chip = block->launch->chip;
    uint32_t fit = chip->warps_per_mp / block->warp_count;

    fit = fit < chip->blocks_per_mp ? fit : chip->blocks_per_mp;
    return fit ? fit : 1;
}

static uint32_t multiprocessors(const struct hw_block *block)
{
    return block->launch->chip->tps * block->launch->chip->mps_per_tp;
}

/* The layout that SR_VIRTCFG and SR_VIRTID share. */
static uint32_t virtual_word(uint32_t lanes, uint32_t warps, uint32_t blocks, uint32_t mps)
{
    return (lanes & 0x3f) | (warps & 0x7f) << 8 | blocks % MANY_BLOCKS << 16 | (mps & 0x1ff) << 20 |
           (blocks / MANY_BLOCKS & 3) << 29;
}

static uint32_t virtual_config(const struct hw_warp *warp, unsigned number, unsigned lane)
{
    const struct hw_chip_info *chip = warp->block->launch->chip;
    (void)number;
    (void)lane;
    return virtual_word(HW_LANES, chip->warps_per_mp, chip->blocks_per_mp, multiprocessors(warp->block));
}

static uint32_t virtual_id(const struct hw_warp *warp, unsigned number, unsigned lane)
{
    const struct hw_block *block = warp->block;
    uint32_t mps = multiprocessors(block), slot = (uint32_t)(block->number / mps % resident_blocks(block));
    (void)number;
    return virtual_word(lane, slot * block->warp_count + warp->number, slot, (uint32_t)(block->number % mps));
}

static uint32_t lane_id(const struct hw_warp *warp, unsigned number, unsigned lane)
{
    (void)warp;
    (void)number;
    return lane;
}

static uint32_t counter_low(const struct hw_warp *warp, unsigned number, unsigned lane)
{
    (void)lane;
    return (uint32_t)warp->block->launch->pm[number - 4];
}

/* The upper eight bits, which stay at their highest value. */
static uint32_t counter_high(const struct hw_warp *warp, unsigned number, unsigned lane)
{
    uint64_t high = warp->block->launch->pm[number - 72] >> 32;
    (void)lane;
    return high < 0xff ? (uint32_t)high : 0xff;
}

static uint32_t affinity(const struct hw_warp *warp, unsigned number, unsigned lane)
{
    (void)number;
    (void)lane;
    return warp->block->place.tp & 0xff;
}

static uint32_t thread_id(const struct hw_warp *warp, unsigned number, unsigned lane)
{
    uint32_t all = warp->thread_ids[lane];
    uint32_t x = all & 0x7ff, y = all >> 16 & 0x3ff, z = all >> 26;

    switch (number) {
    case 33: return x;
    case 34: return y;
    case 35: return z;
    default: return x | y << 16 | z << 26;
    }
}

static uint32_t block_id(const struct hw_warp *warp, unsigned number, unsigned lane)
{
    (void)lane;
    return number == 37 ? warp->block->id[0] : warp->block->id[number - 37] & 0xffff;
}

/* The block's threads, less 32 for each warp that has ended. */
static uint32_t threads_left(const struct hw_warp *warp, unsigned number, unsigned lane)
{
    const struct hw_block *block = warp->block;
    (void)number;
    (void)lane;
    return (hw_launch_threads(block->launch) - (block->warp_count - block->warps_running) * HW_LANES) & 0x1fff;
}

static uint32_t lanes_alive(const struct hw_warp *warp, unsigned number, unsigned lane)
{
    (void)number;
    (void)lane;
    return warp->block->warps_running * HW_LANES & 0x1fff;
}

/* What is the same in the whole launch. */
static uint32_t of_launch(const struct hw_warp *warp, unsigned number, unsigned lane)
{
    const struct hw_block *block = warp->block;
    (void)lane;

    switch (number) {
    case 48: return HW_SHARED_WINDOW;
    case 50: return (block->launch->shared_bytes + 127) & 0xffff80;
    case 51: return 32; /* banks */
    case 52: return HW_LOCAL_WINDOW;
    case 54: return 0; /* all local memory is at the high end */
    case 55: return HW_GENERIC_WINDOW_BYTES - block->local_bytes;
    case 61: return block->launch->registers & 0xff;
    default: return HW_GENERIC_WINDOW_BYTES; /* 49, 53 */
    }
}

static uint32_t lane_mask(const struct hw_warp *warp, unsigned number, unsigned lane)
{
    const uint32_t equal = 1u << lane, less = equal - 1;
    (void)warp;

    switch (number) {
    case 56: return equal;
    case 57: return less;
    case 58: return equal | less;
    case 59: return ~(equal | less);
    default: return ~less;
    }
}

static uint32_t clocks(const struct hw_warp *warp, unsigned number, unsigned lane)
{
    const uint64_t ticks = warp->block->instructions, timer = ticks & ~31ull; /* counts in steps of 32 ns */
    (void)lane;

    switch (number) {
    case 80: return (uint32_t)ticks;
    case 81: return (uint32_t)(ticks >> 32);
    case 82: return (uint32_t)timer;
    default: return (uint32_t)(timer >> 32);
    }
}

enum { EVERY = 0, COMPUTE };

static const struct {
    uint32_t (*value)(const struct hw_warp *warp, unsigned number, unsigned lane);
    uint8_t programs, coupled;
} table[256] = {
    [0] = {lane_id, EVERY, 0},
    [2] = {virtual_config, EVERY, 0},
    [3] = {virtual_id, EVERY, 0},
    [4] = {counter_low, EVERY, 1}, [5] = {counter_low, EVERY, 1},
    [6] = {counter_low, EVERY, 1}, [7] = {counter_low, EVERY, 1},
    [8] = {counter_low, EVERY, 1}, [9] = {counter_low, EVERY, 1},
    [10] = {counter_low, EVERY, 1}, [11] = {counter_low, EVERY, 1},
    [28] = {affinity, EVERY, 0},
    [32] = {thread_id, COMPUTE, 0}, [33] = {thread_id, COMPUTE, 0},
    [34] = {thread_id, COMPUTE, 0}, [35] = {thread_id, COMPUTE, 0},
    [37] = {block_id, COMPUTE, 0}, [38] = {block_id, COMPUTE, 0}, [39] = {block_id, COMPUTE, 0},
    [40] = {threads_left, COMPUTE, 0},
    [42] = {lanes_alive, COMPUTE, 0},
    [48] = {of_launch, COMPUTE, 0}, [49] = {of_launch, COMPUTE, 0},
    [50] = {of_launch, COMPUTE, 0}, [51] = {of_launch, COMPUTE, 0},
    [52] = {of_launch, EVERY, 0}, [53] = {of_launch, EVERY, 0},
    [54] = {of_launch, EVERY, 0}, [55] = {of_launch, EVERY, 0},
    [56] = {lane_mask, EVERY, 0}, [57] = {lane_mask, EVERY, 0}, [58] = {lane_mask, EVERY, 0},
    [59] = {lane_mask, EVERY, 0}, [60] = {lane_mask, EVERY, 0},
    [61] = {of_launch, EVERY, 0},
    [72] = {counter_high, EVERY, 1}, [73] = {counter_high, EVERY, 1},
    [74] = {counter_high, EVERY, 1}, [75] = {counter_high, EVERY, 1},
    [76] = {counter_high, EVERY, 1}, [77] = {counter_high, EVERY, 1},
    [78] = {counter_high, EVERY, 1}, [79] = {counter_high, EVERY, 1},
    [80] = {clocks, EVERY, 1}, [81] = {clocks, EVERY, 1},
    [82] = {clocks, EVERY, 1}, [83] = {clocks, EVERY, 1},
};

uint32_t hw_special_maxwell(const struct hw_warp *warp, unsigned number, unsigned lane)
{
    if (number >= sizeof table / sizeof *table || !table[number].value ||
        (table[number].programs == COMPUTE && warp->block->launch->target.program != HW_PROGRAM_CP))
        return 0;
    return table[number].value(warp, number, lane);
}

bool hw_special_is_coupled(unsigned number)
{
    return number < sizeof table / sizeof *table && table[number].coupled;
}
