/* SPDX-License-Identifier: MIT */
/* Special registers of Maxwell, Pascal and the chips from Volta to Ada: what each of the 256 reads on this
 * machine.
 *
 * Volta has counters at other numbers, and one of the multiprocessor alone; else an entry is for both.  An
 * entry of the table says which programs have the register, whether CS2R reads it, the lifetime of its
 * value, and how the value is computed; a register without an entry is reserved and reads as 0, and so does
 * one that this kind of program does not have. Of those that only graphics or queued work fill, the ones that
 * a compute program can read are 0 as well.
 *
 * Workers run blocks and no multiprocessor does, so ids of warps and blocks within a multiprocessor are those
 * that blocks would get that fill it one after the other.  The clock is one of the block's instructions
 * (events.c), and the global timer takes each for a nanosecond: both are the same in every run, and only
 * grow.
 * @see NVIDIA, "S2R, CS2R" (SPA 5.0), for the fields; where it contradicts itself
 * tests/unit/engine/test_engine_special*_maxwell.c says which reading is taken */
#include "machine/chip/resident_limit.h"
#include "machine/warp.h"
#include "machine/chip/sm_location.h"
#include "machine/device_clock.h"
#include "machine/events.h"
#include "machine/lane_writes.h"

#include <halfwarp/isa.h>

#define MANY_BLOCKS 16u /* block numbers are in two fields: low four bits, then the others */

/* --- uniform registers: the same value in all lanes of a warp --- */

/* Blocks that a multiprocessor would hold at once, whatever registers and shared memory they need. */
static uint32_t resident_blocks(const struct hw_block *block)
{
    return hw_resident_slots(block->launch->code.chip, block->warp_count);
}

static uint32_t multiprocessor_count(const struct hw_block *block)
{
    return block->launch->code.chip->tps * block->launch->code.chip->mps_per_tp;
}

/* The layout that SR_VIRTCFG and SR_VIRTID share. */
static uint32_t virtual_word(uint32_t lanes, uint32_t warps, uint32_t blocks, uint32_t mps)
{
    return (lanes & 0x3f) | (warps & 0x7f) << 8 | blocks % MANY_BLOCKS << 16 | (mps & 0x1ff) << 20 |
           (blocks / MANY_BLOCKS & 3) << 29;
}

static uint32_t virtual_config(const struct hw_warp *warp, unsigned number)
{
    const struct hw_chip_info *chip = warp->block->launch->code.chip;
    (void)number;
    return virtual_word(HW_LANES, chip->warps_per_mp, chip->blocks_per_mp, multiprocessor_count(warp->block));
}

/* The number of the multiprocessor that such a block would be on. */
static uint32_t multiprocessor_id(const struct hw_warp *warp, unsigned number)
{
    (void)number;
    return (uint32_t)(warp->block->number % multiprocessor_count(warp->block));
}

/* Volta has the two halves of a counter side by side; the upper one has all its bits. */
static uint32_t counter_half(const struct hw_warp *warp, unsigned number)
{
    return (uint32_t)(hw_warp_counter(warp, (number - 100) / 2) >> (number % 2 ? 32 : 0));
}

static uint32_t counter_low(const struct hw_warp *warp, unsigned number)
{
    return (uint32_t)hw_warp_counter(warp, number - 4);
}

/* The upper eight bits, which stay at their highest value. */
static uint32_t counter_high(const struct hw_warp *warp, unsigned number)
{
    uint64_t high = hw_warp_counter(warp, number - 72) >> 32;
    return high < 0xff ? (uint32_t)high : 0xff;
}

static uint32_t cluster_id(const struct hw_warp *warp, unsigned number)
{
    (void)number;
    return hw_sm_location_of_block(warp->block->launch->code.chip, warp->block->number).tp & 0xff;
}

static uint32_t block_id(const struct hw_warp *warp, unsigned number)
{
    return number == 37 ? warp->block->id[0] : warp->block->id[number - 37] & 0xffff;
}

/* The block's threads, less 32 for each warp that has ended. */
static uint32_t threads_alive(const struct hw_warp *warp, unsigned number)
{
    const struct hw_block *block = warp->block;
    (void)number;
    return (hw_launch_threads(block->launch) - (block->warp_count - block->warps_running) * HW_LANES) &
           0x1fff;
}

static uint32_t lanes_alive(const struct hw_warp *warp, unsigned number)
{
    (void)number;
    return warp->block->warps_running * HW_LANES & 0x1fff;
}

/* Registers with one value in the launch. */
static uint32_t of_launch(const struct hw_warp *warp, unsigned number)
{
    const struct hw_block *block = warp->block;
    const struct hw_chip_info *chip = block->launch->code.chip;

    switch (number) {
    case 46:
    case 47: return block->windows.high;
    case 48: return block->windows.shared;
    case 50:
        return ((block->launch->shared_bytes + 127) & 0xffff80) + chip->shared_reserved; /* shared_layout.h */
    case 51: return 32;                                                                  /* banks */
    case 52: return block->windows.local;
    case 54: return 0; /* all local memory is at the high end */
    case 55: return HW_GENERIC_WINDOW_BYTES - block->local_bytes;
    case 61: return block->launch->code.registers & 0xff;
    default: return HW_GENERIC_WINDOW_BYTES; /* 49, 53 */
    }
}

static uint32_t clock_word(const struct hw_warp *warp, unsigned number)
{
    const uint64_t ticks = hw_warp_clock(warp),
                   timer = hw_clock_nanoseconds(warp->block->launch, ticks) & ~31ull; /* in steps of 32 ns */

    switch (number) {
    case 80: return (uint32_t)ticks;
    case 81: return (uint32_t)(ticks >> 32);
    case 82: return (uint32_t)timer;
    default: return (uint32_t)(timer >> 32);
    }
}

/* --- divergent registers: each lane reads its own value --- */

static void lane_ids(const struct hw_warp *warp, unsigned number, uint32_t *reg)
{
    (void)warp;
    (void)number;
    for (unsigned lane = 0; lane < HW_LANES; lane++)
        reg[lane] = lane;
}

static void virtual_ids(const struct hw_warp *warp, unsigned number, uint32_t *reg)
{
    const struct hw_block *block = warp->block;
    const uint32_t mps = multiprocessor_count(block),
                   slot = (uint32_t)(block->number / mps % resident_blocks(block));
    const uint32_t first =
        virtual_word(0, slot * block->warp_count + warp->number, slot, (uint32_t)(block->number % mps));
    (void)number;

    for (unsigned lane = 0; lane < HW_LANES; lane++)
        reg[lane] = first | lane;
}

/* Thread numbers are packed as in SR_TID, with more bits for x. */
static void thread_ids(const struct hw_warp *warp, unsigned number, uint32_t *reg)
{
    static const struct {
        uint32_t mask, shift;
    } field[] = {{0xffff07ff, 0}, {0x7ff, 0}, {0x3ff, 16}, {0x3f, 26}};
    const uint32_t mask = field[number - 32].mask, shift = field[number - 32].shift;

    for (unsigned lane = 0; lane < HW_LANES; lane++)
        reg[lane] = warp->thread_ids[lane] >> shift & mask;
}

static void lane_masks(const struct hw_warp *warp, unsigned number, uint32_t *reg)
{
    (void)warp;
    for (unsigned lane = 0; lane < HW_LANES; lane++) {
        const uint32_t equal = 1u << lane, less = equal - 1;
        const uint32_t masks[] = {equal, less, equal | less, ~(equal | less), ~less};
        reg[lane] = masks[number - 56];
    }
}

/* --- the table --- */

enum { EVERY = 0, COMPUTE };
enum { BOTH = 0, MAXWELL, VOLTA, NEITHER };

struct special {
    uint8_t first, last;
    uint8_t chips, programs, coupled, stays;
    uint32_t (*value)(const struct hw_warp *warp, unsigned number); /* NULL: it differs from lane to lane */
    void (*reg)(const struct hw_warp *warp, unsigned number, uint32_t *reg);
};
static const struct special table[] = {
    /* what every kernel reads comes first */
    {32, 35, BOTH, COMPUTE, 0, HW_LIFETIME_WARP_NUMBER, NULL, thread_ids},
    {37, 39, BOTH, COMPUTE, 0, HW_LIFETIME_BLOCK, block_id, NULL},
    {0, 0, BOTH, EVERY, 0, HW_LIFETIME_LAUNCH, NULL, lane_ids},
    {2, 2, BOTH, EVERY, 0, HW_LIFETIME_LAUNCH, virtual_config, NULL},
    {3, 3, BOTH, EVERY, 0, HW_LIFETIME_WARP, NULL, virtual_ids},
    {4, 11, MAXWELL, EVERY, 1, HW_LIFETIME_NONE, counter_low, NULL},
    {28, 28, BOTH, EVERY, 0, HW_LIFETIME_BLOCK, cluster_id, NULL},
    {40, 40, BOTH, COMPUTE, 0, HW_LIFETIME_NONE, threads_alive, NULL},
    {42, 42, BOTH, COMPUTE, 0, HW_LIFETIME_NONE, lanes_alive, NULL},
    {46, 51, BOTH, COMPUTE, 0, HW_LIFETIME_LAUNCH, of_launch, NULL},
    {52, 55, BOTH, EVERY, 0, HW_LIFETIME_LAUNCH, of_launch, NULL},
    {56, 60, BOTH, EVERY, 0, HW_LIFETIME_LAUNCH, NULL, lane_masks},
    {61, 61, BOTH, EVERY, 0, HW_LIFETIME_LAUNCH, of_launch, NULL},
    {72, 79, MAXWELL, EVERY, 1, HW_LIFETIME_NONE, counter_high, NULL},
    {80, 83, BOTH, EVERY, 1, HW_LIFETIME_CLOCK, clock_word, NULL},
    {67, 67, VOLTA, COMPUTE, 0, HW_LIFETIME_BLOCK, multiprocessor_id, NULL},
    {100, 115, VOLTA, EVERY, 1, HW_LIFETIME_NONE, counter_half, NULL},
};

static const struct special *find_special(unsigned number, unsigned without)
{
    for (unsigned i = 0; i < sizeof table / sizeof *table; i++)
        if (number >= table[i].first && number <= table[i].last && table[i].chips != without)
            return &table[i];
    return NULL;
}

static void read_special(const struct hw_warp *warp, unsigned number, unsigned without, uint32_t *reg)
{
    const struct special *special = find_special(number, without);
    uint32_t value = 0;

    if (special && special->programs == COMPUTE && warp->block->launch->code.target.program != HW_PROGRAM_CP)
        special = NULL;
    if (special && special->reg) {
        special->reg(warp, number, reg);
        return;
    }
    if (special)
        value = special->value(warp, number);
    hw_splat_word(reg, value);
}

void hw_special_maxwell(const struct hw_warp *warp, unsigned number, uint32_t *reg)
{
    read_special(warp, number, VOLTA, reg);
}

void hw_special_volta(const struct hw_warp *warp, unsigned number, uint32_t *reg)
{
    read_special(warp, number, MAXWELL, reg);
}

bool hw_special_is_coupled(unsigned number)
{
    const struct special *special =
        find_special(number, NEITHER); /* one that the chips do not have reads 0 anyway */
    return special && special->coupled;
}

/* A register that is not there is always 0. */
static enum hw_special_lifetime stays(const struct special *special)
{
    return special ? (enum hw_special_lifetime)special->stays : HW_LIFETIME_LAUNCH;
}

enum hw_special_lifetime hw_special_lifetime_maxwell(unsigned number)
{
    return stays(find_special(number, VOLTA));
}

enum hw_special_lifetime hw_special_lifetime_volta(unsigned number)
{
    return stays(find_special(number, MAXWELL));
}
