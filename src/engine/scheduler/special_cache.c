/* SPDX-License-Identifier: MIT */
/* Special registers are cached in registers before a warp runs, and the threads of warps are numbered.
 *
 * A program reads special registers whose values do not change from registers.  Those that are the same in
 * the launch are filled once for each warp context, those of a block when a context is first used in that
 * block.  Those that depend on a warp's number (the thread's coordinates) are cached for each number; the
 * next launch of the same geometry finds them there. */
#include "engine/scheduler/cache_line.h"
#include "engine/scheduler/blocks.h"
#include "machine/program.h"

#include <stdlib.h>
#include <string.h>

/* The next coordinates: x first, then y, then z. */
void hw_step_id(const uint32_t size[3], uint32_t id[3])
{
    if (++id[0] < size[0])
        return;
    id[0] = 0;
    if (++id[1] < size[1])
        return;
    id[1] = 0;
    id[2]++;
}

/* $r0 at the entry point has the coordinates of each lane's thread. */
static void number_threads(struct hw_warp *warp)
{
    const struct hw_launch *launch = warp->block->launch;
    uint32_t lanes = hw_launch_lanes(launch), threads = hw_launch_threads(launch);
    uint32_t first = warp->number * lanes, count = threads - first < lanes ? threads - first : lanes;
    uint32_t id[3];

    memset(warp->thread_ids, 0, sizeof warp->thread_ids);
    hw_thread_id(launch, first, id);
    for (unsigned lane = 0; lane < count; lane++, hw_step_id(launch->block, id))
        warp->thread_ids[lane] = (id[0] & 0xffff) | (id[1] & 0x3ff) << 16 | (id[2] & 0x3f) << 26;
    warp->launched = count == HW_LANES ? 0xffffffffu : (1u << count) - 1;
}

/* Cache the values that depend on a warp's number; these special registers are the program's first ones. */
static void prepare_special(struct hw_warp *warp)
{
    const struct hw_block *block = warp->block;

    for (uint32_t i = 0; i < block->program->special_by_number; i++)
        block->kernel_abi->special(warp, block->program->special[i], hw_cached_special(warp)[i]);
}

static void make_key(const struct hw_block *block, struct hw_warp_key *key)
{
    const struct hw_launch *launch = block->launch;
    const struct hw_program *program = block->program;

    memset(key, 0, sizeof *key);
    key->kernel_abi = block->kernel_abi;
    memcpy(key->size, launch->block, sizeof key->size);
    key->threads = hw_launch_threads(launch);
    key->lanes = hw_launch_lanes(launch);
    key->kind = launch->code.target.program;
    key->special_count = program->special_by_number;
    memcpy(key->special, program->special, program->special_by_number);
}

void hw_number_warps(struct hw_block *block)
{
    struct hw_warp_key key;

    make_key(block, &key);
    if (memcmp(&key, &block->warp_key, sizeof key) == 0)
        return;
    block->warp_key = key;
    for (uint32_t i = 0; i < block->warp_count; i++) {
        block->warp[i].number = i;
        number_threads(&block->warp[i]);
        prepare_special(&block->warp[i]);
    }
}

void hw_fill_special(struct hw_warp *warp, unsigned which)
{
    const struct hw_program *program = warp->block->program;

    for (; which; which &= which - 1) {
        const unsigned special = hw_lowest_lane(which);
        warp->block->kernel_abi->special(warp, program->special[special],
                                         warp->regs.reg[program->numbering.special + special]);
    }
}
