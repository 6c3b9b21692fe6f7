/* SPDX-License-Identifier: MIT */
/* The slow path of global memory translates addresses lane by lane: for accesses that miss the range cache,
 * for segments that are not linear, and for those that fault. */
#include "machine/memory/access.h"
#include "machine/memory/parameter_window.h"
#include "machine/memory/reduction_buffer.h"
#include "machine/texture/surface_address.h"

/* Limit of the distance between lanes of one access: offsets from the lowest have 32 bits. */
#define REACH ((uint64_t)1 << 32)

/* Shrink a range to at most REACH bytes around `address`. */
static void clip_range(struct hw_range *range, uint64_t address)
{
    if (range->last - range->first < REACH)
        return;
    if (address - range->first > REACH / 2)
        range->first = address - REACH / 2;
    if (range->last - range->first >= REACH)
        range->last = range->first + REACH - 1;
}

static bool range_has(const struct hw_range *range, uint64_t address)
{
    return address >= range->first && address <= range->last;
}

bool hw_recall_range(const struct hw_block *block, uint64_t address, struct hw_range *range)
{
    const uint32_t count = block->recent_count < HW_RANGES_RECENT ? block->recent_count : HW_RANGES_RECENT;

    if (block->watched || range_has(range, address))
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (range_has(&block->recent[i], address)) {
            *range = block->recent[i];
            return true;
        }
    return false;
}

void hw_note_found(struct hw_block *block, enum hw_reach reach, uint64_t address, uint32_t bytes)
{
    if (block->watched)
        block->met_others |= reach != HW_REACH_ALLOCATED ||
                             hw_dirty_map_is_lent(hw_memory_dirty_map(block->launch->memory), address, bytes);
}

/* Whether bytes of device memory all exist: allocated, or mapped beside allocations.  Allocated ones enter
 * the range cache. */
static bool is_there(struct hw_block *block, const struct hw_uop *uop, uint64_t address, uint32_t bytes)
{
    struct hw_range *range = hw_cached_range(block, uop);

    hw_recall_range(block, address, range);
    if (range_has(range, address) && range->last - address >= bytes - 1)
        return true;
    const enum hw_reach reach = hw_memory_find(block->launch->memory, address, bytes, range);
    hw_note_found(block, reach, address, bytes);
    if (reach != HW_REACH_ALLOCATED)
        return reach == HW_REACH_BESIDE || (reach == HW_REACH_READ_ONLY && !uop->mem.writes);
    clip_range(range, address);
    block->recent[block->recent_count++ % HW_RANGES_RECENT] = *range;
    return true;
}

/* The device address of bytes at `offset` of the segment; false when they do not all exist. */
static bool find_in_segment(struct hw_block *block, const struct hw_uop *uop, uint32_t offset, uint32_t bytes,
                            uint64_t *address)
{
    const struct hw_segment *segment = &block->launch->segment[uop->mem.number];
    const uint32_t last = offset + bytes - 1;
    uint64_t first_address, last_address;

    if (last < offset || (segment->read_only && uop->mem.writes) ||
        !hw_segment_address(segment, offset, &first_address) ||
        !hw_segment_address(segment, last, &last_address))
        return false;
    *address = first_address;
    return is_there(block, uop, first_address, bytes);
}

/* Reductions on surfaces use the surface address that code of GK104 and GK110 has computed: the device
 * address of the texel there. */
static uint64_t surface_to_device(const struct hw_block *block, uint64_t address, uint32_t bytes)
{
    const struct hw_surface *surface = hw_surface_of(block->launch, address);
    const uint8_t *at = surface ? hw_surface_at(surface, address, bytes) : NULL;

    return at ? (uint64_t)((uintptr_t)at - (uintptr_t)block->window) : address;
}

/* A word of a description of a texture or surface: the block has a copy for each lane, whose address this is.
 */
static bool find_described(struct hw_warp *warp, const struct hw_uop *uop, unsigned lane, uint64_t given,
                           unsigned bytes, uint64_t *address)
{
    uint32_t *word = &warp->block->described[lane];
    const struct hw_access access = {.space = HW_OPERAND_GENERIC, .size = (uint8_t)bytes, .address = given};

    *address = (uint64_t)((uintptr_t)word - (uintptr_t)warp->block->window);
    if (!uop->mem.writes && bytes == sizeof *word && hw_description_word(warp->block->launch, given, word))
        return true;
    hw_warp_fault(
        warp, uop, HW_FAULT_UNBOUND, lane, &access,
        "word 0x%x of the description of texture or surface 0x%x, which the launch does not have or nobody "
        "has described",
        (unsigned)(given % HW_DESCRIPTION_BYTES),
        (unsigned)((given - HW_DESCRIBED_FIRST) % HW_DESCRIBED_SPAN / HW_DESCRIPTION_BYTES));
    return false;
}

/* Bytes of the launch's parameters, which code may read. */
static bool find_parameter(const struct hw_block *block, const struct hw_uop *uop, uint64_t given,
                           unsigned bytes, uint64_t *address)
{
    const uint8_t *at = uop->mem.writes ? NULL : hw_parameter_at(block->launch, given, bytes);

    *address = (uint64_t)((uintptr_t)at - (uintptr_t)block->window);
    return at != NULL;
}

/* Translate one lane's address; false, with the fault reported. */
static bool find_bytes(struct hw_warp *warp, const struct hw_uop *uop, unsigned space, uint32_t align,
                       unsigned lane, unsigned bytes, uint64_t *address)
{
    const hw_lanes *base = warp->regs.reg + uop->a;
    uint64_t given, wanted;

    if (space == HW_OPERAND_GENERIC) {
        given = (base[0][lane] | (uint64_t)base[1][lane] << 32) + (uint64_t)(int64_t)(int32_t)uop->mem.offset;
        if (hw_is_description(given))
            return find_described(warp, uop, lane, given, bytes, address);
        if (hw_is_parameter_address(given) && !(given & align) &&
            find_parameter(warp->block, uop, given, bytes, address))
            return true;
        *address = surface_to_device(warp->block, given, bytes);
        if (!(given & align) && is_there(warp->block, uop, *address, bytes))
            return true;
    } else {
        given = base[0][lane] + uop->mem.offset;
        if (!(given & align) && find_in_segment(warp->block, uop, (uint32_t)given, bytes, address))
            return true;
    }
    hw_mem_fault(warp, uop, space, align, lane, given, bytes);
    wanted = given;
    if (space == HW_OPERAND_GLOBAL)
        (void)hw_segment_address(&warp->block->launch->segment[uop->mem.number], (uint32_t)given, &wanted);
    warp->block->fault.memory_address = wanted;
    return false;
}

/* Execute the micro-op for one group of lanes after the other: those whose addresses are near to that of the
 * lowest lane that remains. */
static void execute_by_groups(struct hw_warp *warp, const struct hw_uop *uop,
                              const uint64_t address[HW_LANES])
{
    const uint32_t all = warp->regs.exec;

    for (uint32_t remaining = all; remaining; remaining &= ~warp->regs.exec) {
        const uint64_t middle = address[hw_lowest_lane(remaining)];

        warp->regs.exec = 0;
        for (uint32_t rest = remaining; rest; rest &= rest - 1) {
            const unsigned lane = hw_lowest_lane(rest);
            if (address[lane] - middle + REACH / 4 < REACH / 2)
                warp->regs.exec |= 1u << lane;
        }
        uop->fn(&warp->regs, uop);
    }
    warp->regs.exec = all;
}

uint8_t *hw_global_translate(struct hw_warp *warp, const struct hw_uop *uop, unsigned space, uint32_t align,
                             unsigned bytes, uint32_t *offset)
{
    uint64_t address[HW_LANES], first = UINT64_MAX, last = 0;

    hw_reduction_flush_range(warp->block->pending, warp->block->window, 0, UINT64_MAX);
    for (uint32_t remaining = warp->regs.exec; remaining; remaining &= remaining - 1) {
        const unsigned lane = hw_lowest_lane(remaining);

        if (!find_bytes(warp, uop, space, align, lane, bytes, &address[lane]))
            return NULL;
        first = address[lane] < first ? address[lane] : first;
        last = address[lane] > last ? address[lane] : last;
    }
    if (last - first >= REACH) {
        execute_by_groups(warp, uop, address);
        return NULL;
    }
    for (unsigned lane = 0; lane < HW_LANES; lane++)
        offset[lane] = warp->regs.exec >> lane & 1 ? (uint32_t)(address[lane] - first) : 0;
    return (uint8_t *)((uintptr_t)warp->block->window +
                       first); /* memory of the host may lie below the window */
}

void hw_block_finish(struct hw_block *block)
{
    hw_reduction_flush_range(block->pending, block->window, 0, UINT64_MAX);
}
