/* Loads, stores and atomics of global memory.
 *
 * Three shapes of a warp's access are told apart: lanes that touch one word after the other (checked
 * and copied as a whole), lanes that all read one word, and everything else, lane by lane.  The stretch
 * of memory that an instruction found last time is remembered, so the list of allocations is searched
 * only when an access leaves it. */
#include "ops/atomic.h"
#include "ops/mem_access.h"
#include "ops/types.h"

/* The host address of bytes of device memory; NULL when not all of them are allocated. */
HW_INLINE uint8_t *device_bytes(struct hw_block *block, const struct hw_uop *uop, uint32_t address,
                                uint32_t bytes)
{
    struct hw_range *range = &block->cached[(uintptr_t)uop / sizeof *uop % HW_RANGE_CACHE];

    if (__builtin_expect(address < range->first || address > range->last || range->last - address < bytes - 1,
                         0)) {
        if (!hw_memory_range(block->launch->memory, address, range) || range->last - address < bytes - 1)
            return NULL;
    }
    return block->window + address;
}

/* Where `bytes` at `offset` of a segment are; NULL when they are not there. */
HW_INLINE uint8_t *segment_bytes(struct hw_block *block, const struct hw_uop *uop, uint32_t offset,
                                 uint32_t bytes)
{
    const struct hw_segment *segment = &block->launch->segment[uop->mode];
    uint32_t address, last;

    if (__builtin_expect(segment->mode == HW_SEGMENT_LINEAR, 1)) {
        if (offset > segment->limit || segment->limit - offset < bytes - 1)
            return NULL;
        address = segment->base + offset;
    } else if (!hw_segment_address(segment, offset, &address) ||
               !hw_segment_address(segment, offset + bytes - 1, &last)) {
        return NULL;
    }
    return device_bytes(block, uop, address, bytes);
}

/* The same with the fault reported; `align` is the mask of the address bits that must be 0. */
HW_INLINE uint8_t *lane_bytes(struct hw_warp *warp, const struct hw_uop *uop, unsigned lane, unsigned bytes,
                              uint32_t align)
{
    uint32_t offset = warp->regs.row[uop->a][lane] + uop->imm, misaligned = offset & align;
    warp->block->stats.misaligned += (offset & (bytes - 1)) != 0;
    uint8_t *place = misaligned ? NULL : segment_bytes(warp->block, uop, offset, bytes);
    if (__builtin_expect(place == NULL, 0)) {
        unsigned kind = misaligned ? HW_FAULT_MISALIGNED : HW_FAULT_ADDRESS;
        if (warp->block->launch->segment[uop->mode].mode == HW_SEGMENT_NONE)
            kind = HW_FAULT_UNBOUND;
        hw_mem_fault(warp, uop, kind, HW_OPERAND_GLOBAL, lane, offset, bytes);
    }
    return place;
}

/* Alignment of plain accesses: their size, or in permissive launches two bytes. */
HW_INLINE uint32_t plain_align(const struct hw_warp *warp, unsigned bytes)
{
    return bytes > 2 && warp->block->launch->flags & HW_LAUNCH_PERMISSIVE ? 1 : bytes - 1;
}

/* A word a lane, one behind the other, all of it there: its host address, else NULL. */
HW_INLINE uint8_t *whole_warp(struct hw_warp *warp, const struct hw_uop *uop, const uint32_t *offset)
{
    if (warp->regs.exec != HW_ALL_LANES ||
        warp->block->launch->segment[uop->mode].mode != HW_SEGMENT_LINEAR ||
        ((offset[0] + uop->imm) & 3) != 0 || !hw_is_stride(offset, 4))
        return NULL;
    return segment_bytes(warp->block, uop, offset[0] + uop->imm, 4 * HW_LANES);
}

/* The window's byte for offset 0, when all lanes (executing or not) are aligned and inside the stretch that
 * the instruction found last time, so that none needs a look of its own; else NULL. */
HW_INLINE uint8_t *known_stretch(struct hw_warp *warp, const struct hw_uop *uop, const uint32_t *offset,
                                 unsigned bytes)
{
    const struct hw_segment *segment = &warp->block->launch->segment[uop->mode];
    const struct hw_range *range = &warp->block->cached[(uintptr_t)uop / sizeof *uop % HW_RANGE_CACHE];

    if (segment->mode != HW_SEGMENT_LINEAR || segment->base != 0 || segment->limit != 0xffffffffu ||
        range->first > range->last || range->last - range->first < bytes - 1)
        return NULL;
    const uint32_t span = range->last - range->first - (bytes - 1), shift = uop->imm - range->first;
    uint32_t bits = 0, beyond = 0;
    for (unsigned lane = 0; lane < HW_LANES; lane++) {
        bits |= offset[lane] + uop->imm;
        beyond |= offset[lane] + shift > span;
    }
    return (bits & (bytes - 1)) | beyond ? NULL : warp->block->window;
}

HW_INLINE void load_global(struct hw_regs *regs, const struct hw_uop *uop, enum hw_width width)
{
    struct hw_warp *warp = hw_warp_of(regs);
    const unsigned bytes = hw_width_bytes(width), words = bytes < 4 ? 1 : bytes / 4;
    const uint32_t exec = regs->exec;
    uint32_t offset[HW_LANES]; /* a copy: the destination may be the address register */
    const uint8_t *place;

    memcpy(offset, regs->row[uop->a], sizeof offset);
    if (width == HW_WIDTH_B32 && (place = whole_warp(warp, uop, offset)) != NULL) {
        memcpy(regs->row[uop->d], place, sizeof(hw_lanes));
        return;
    }
    const uint8_t *from[HW_LANES], *window = known_stretch(warp, uop, offset, bytes);
    for (unsigned lane = 0; lane < HW_LANES; lane++) {
        if (!(exec >> lane & 1))
            continue;
        from[lane] = window ? window + (offset[lane] + uop->imm)
                            : lane_bytes(warp, uop, lane, bytes, plain_align(warp, bytes));
        if (!from[lane])
            return;
    }
    for (unsigned word = 0; word < words; word++) {
        uint32_t *row = regs->row[uop->d + word];
        for (unsigned lane = 0; lane < HW_LANES; lane++)
            if (exec >> lane & 1)
                row[lane] = hw_load_word(from[lane] + 4 * word, width);
    }
}

HW_INLINE void store_global(struct hw_regs *regs, const struct hw_uop *uop, enum hw_width width)
{
    struct hw_warp *warp = hw_warp_of(regs);
    const unsigned bytes = hw_width_bytes(width), words = bytes < 4 ? 1 : bytes / 4;
    const unsigned shift = uop->b_part == HW_PART_HIGH ? 16 : 0;
    const uint32_t *offset = regs->row[uop->a];
    uint8_t *place;

    if (width == HW_WIDTH_B32 && (place = whole_warp(warp, uop, offset)) != NULL) {
        memcpy(place, regs->row[uop->b], sizeof(hw_lanes));
        return;
    }
    uint8_t *window = known_stretch(warp, uop, offset, bytes);
    for (unsigned lane = 0; lane < HW_LANES; lane++) {
        if (!(regs->exec >> lane & 1))
            continue;
        place = window ? window + (offset[lane] + uop->imm)
                       : lane_bytes(warp, uop, lane, bytes, plain_align(warp, bytes));
        if (!place)
            return;
        for (unsigned word = 0; word < words; word++)
            hw_store_word(place + 4 * word, regs->row[uop->b + word][lane] >> shift, width);
    }
}

HW_STAMP_LOADS(global)
HW_STAMP_STORES(global)

/* One lane's atomic: read, compute, and replace if nobody else did meanwhile. */
static uint64_t apply(const struct hw_warp *warp, const struct hw_uop *uop, uint8_t *place, bool wide,
                      uint64_t operand, uint64_t operand2)
{
    const unsigned chip = warp->block->launch->target.chip;
    uint64_t returned, result;

    if (wide) {
        uint64_t *memory = (uint64_t *)(void *)place, old = __atomic_load_n(memory, __ATOMIC_RELAXED);
        do
            returned = hw_atomic_apply(uop->logic, uop->type, chip, old, operand, operand2, &result);
        while (!__atomic_compare_exchange_n(memory, &old, result, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
    } else {
        uint32_t *memory = (uint32_t *)(void *)place, old = __atomic_load_n(memory, __ATOMIC_RELAXED);
        do
            returned = hw_atomic_apply(uop->logic, uop->type, chip, old, operand, operand2, &result);
        while (!__atomic_compare_exchange_n(memory, &old, (uint32_t)result, true, __ATOMIC_RELAXED,
                                            __ATOMIC_RELAXED));
    }
    return returned;
}

void hw_uop_atomic(struct hw_regs *regs, const struct hw_uop *uop)
{
    struct hw_warp *warp = hw_warp_of(regs);
    const bool wide = hw_type_bits(uop->type) == 64;
    const uint32_t exec = regs->exec;
    uint64_t returned[HW_LANES];

    for (unsigned lane = 0; lane < HW_LANES; lane++) {
        if (!(exec >> lane & 1))
            continue;
        uint64_t operand = regs->row[uop->b][lane],
                 operand2 = uop->c == HW_NO_ROW ? 0 : regs->row[uop->c][lane];
        if (wide)
            operand |= (uint64_t)regs->row[uop->b + 1][lane] << 32;
        if (wide && uop->c != HW_NO_ROW)
            operand2 |= (uint64_t)regs->row[uop->c + 1][lane] << 32;
        uint8_t *place = lane_bytes(warp, uop, lane, wide ? 8 : 4, wide ? 7 : 3);
        if (!place)
            return;
        returned[lane] = apply(warp, uop, place, wide, operand, operand2);
    }
    for (unsigned lane = 0; uop->d != HW_NO_ROW && lane < HW_LANES; lane++) {
        if (!(exec >> lane & 1))
            continue;
        regs->row[uop->d][lane] = (uint32_t)returned[lane];
        if (wide)
            regs->row[uop->d + 1][lane] = (uint32_t)(returned[lane] >> 32);
    }
}
