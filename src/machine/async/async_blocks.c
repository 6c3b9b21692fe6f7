/* SPDX-License-Identifier: MIT */
/* Blocks of memory are read and written by the bulk engine: what a lane does at once, for 32 lanes after the
 * other.  See translate_block_copy.c, whose temporary registers these are. */
#include "machine/async/async_queue.h"

#include "machine/launch_geometry.h"
#include "machine/program.h"

#include <stdlib.h>
#include <string.h>

#define UNIT_BYTES 16u /* of the size */
#define SIZE_MASK  0xffffu

enum { FROM = 0, TO = 2, WORDS = 4, TOTAL = 8 }; /* the temporary registers, from the first on */

static hw_lanes *temps_of(struct hw_block *block, const struct hw_uop *uop)
{
    return block->async->warp.regs.reg + uop->async.result - WORDS;
}

/* The word of a captured register that the issuing lane had. */
static uint32_t captured(struct hw_block *block, const struct hw_async_entry *entry, uint16_t reg)
{
    return block->async->warp.regs.reg[reg][hw_lowest_lane(entry->lanes)];
}

static uint32_t size_of(struct hw_block *block, const struct hw_async_entry *entry, const struct hw_uop *uop)
{
    return (captured(block, entry, uop->async.size) & SIZE_MASK) * UNIT_BYTES;
}

/* The addresses of a step's lanes, from `base` on; an address in shared memory takes the low word. */
static void set_addresses(hw_lanes *address, uint64_t base, unsigned element)
{
    for (unsigned lane = 0; lane < HW_LANES; lane++) {
        const uint64_t at = base + lane * element;
        address[0][lane] = (uint32_t)at;
        address[1][lane] = (uint32_t)(at >> 32);
    }
}

static uint64_t base_of(struct hw_block *block, const struct hw_async_entry *entry, uint16_t reg)
{
    return captured(block, entry, reg) | (uint64_t)captured(block, entry, (uint16_t)(reg + 1)) << 32;
}

/* A fault is that of the thread that issued the copy, not of the lane that met it. */
static bool blame_issuer(struct hw_block *block, const struct hw_async_entry *entry)
{
    struct hw_fault *fault = &block->fault;

    fault->lane = hw_lowest_lane(entry->lanes);
    hw_thread_id(block->launch, entry->warp * hw_launch_lanes(block->launch) + fault->lane, fault->thread);
    return false;
}

static uint32_t lanes_at(uint32_t at, uint32_t size, unsigned element)
{
    const uint32_t left = (size - at) / element;

    return left >= HW_LANES ? ~0u : (1u << left) - 1;
}

bool hw_async_read_block(struct hw_block *block, struct hw_async_entry *entry)
{
    const struct hw_uop *uop = block->program->uop + entry->uop, *first = uop + HW_ASYNC_HEAD;
    const unsigned element = uop->async.element, words = uop->async.results;
    const uint32_t size = size_of(block, entry, uop);
    const uint64_t base = base_of(block, entry, uop->async.from);
    hw_lanes *temps = temps_of(block, uop);

    entry->bytes = malloc(size + 1u);
    if (!entry->bytes) {
        hw_warp_fault(&block->async->warp, uop, HW_FAULT_LIMIT, HW_NO_LANE, NULL,
                      "the host has no memory for a copy of %u bytes", size);
        return false;
    }
    for (uint32_t at = 0; at < size; at += HW_LANES * element) {
        const uint32_t lanes = lanes_at(at, size, element);
        set_addresses(temps + FROM, base + at, element);
        if (!hw_async_execute(block, entry, first, first + uop->async.reads, lanes))
            return blame_issuer(block, entry);
        for (uint32_t left = lanes; left; left &= left - 1)
            for (unsigned word = 0; word < words; word++)
                memcpy(entry->bytes + at + hw_lowest_lane(left) * element + word * 4,
                       &temps[WORDS + word][hw_lowest_lane(left)], 4);
    }
    return true;
}

/* The barrier gets the bytes. */
static bool arrive(struct hw_block *block, const struct hw_async_entry *entry, const struct hw_uop *uop,
                   uint32_t size)
{
    const struct hw_uop *first = uop + HW_ASYNC_HEAD;
    hw_lanes *temps = temps_of(block, uop);

    set_addresses(temps + TO, entry->barrier[hw_lowest_lane(entry->lanes)], 0);
    for (unsigned lane = 0; lane < HW_LANES; lane++)
        temps[TOTAL][lane] = size;
    return hw_async_execute(block, entry, first + uop->async.writes, first + uop->async.uops, 1) ||
           blame_issuer(block, entry);
}

bool hw_async_write_block(struct hw_block *block, struct hw_async_entry *entry)
{
    const struct hw_uop *uop = block->program->uop + entry->uop, *first = uop + HW_ASYNC_HEAD;
    const unsigned element = uop->async.element, words = uop->async.results;
    const uint32_t size = size_of(block, entry, uop);
    const uint64_t base = base_of(block, entry, uop->b);
    hw_lanes *temps = temps_of(block, uop);
    bool is_done = true;

    for (uint32_t at = 0; at < size && is_done; at += HW_LANES * element) {
        const uint32_t lanes = lanes_at(at, size, element);
        set_addresses(temps + TO, base + at, element);
        for (uint32_t left = lanes; left; left &= left - 1)
            for (unsigned word = 0; word < words; word++)
                memcpy(&temps[WORDS + word][hw_lowest_lane(left)],
                       entry->bytes + at + hw_lowest_lane(left) * element + word * 4, 4);
        is_done =
            hw_async_execute(block, entry, first + uop->async.reads, first + uop->async.writes, lanes) ||
            blame_issuer(block, entry);
    }
    free(entry->bytes);
    entry->bytes = NULL;
    return is_done && (uop->async.writes == uop->async.uops || arrive(block, entry, uop, size));
}
