/* SPDX-License-Identifier: MIT */
/* The memory fast path: the active lanes access consecutive elements or, for loads, one element.  Global
 * memory: within the range that this micro-op hit last.  Shared and constant memory: in bounds.  Local
 * memory, which is interleaved by word: one address for all lanes.
 *
 * One vector comparison recognises such an access; it is then a plain copy.  Who calls whom, and what each
 * file does (they are compiled once for each build of the lane functions):
 *
 *   lanes_mem_shared.c, _local.c, _const.c   loads and stores of the interpreter, a table by width
 *   lanes_mem_global.c -> lanes_mem_any.h    the same of global memory
 *   lanes_mem_generic.c -> lanes_mem_any.h   the same of generic addresses: lanes grouped by space
 *     -> lanes_mem_tried.h                   dispatch: the fast path first, then the slow path
 *          -> lanes_mem_usual.h              full warps: inlined there
 *          -> lanes_mem_usual.c              partial warps: the functions for compiled code
 *     -> lanes_mem_global.h                  slow path of global memory, all lanes at once
 *          -> access_global.c                lane by lane, on misses of the range cache and faults
 *     -> lanes_mem.h                         slow path of the other spaces: an address a lane
 *          -> lanes_mem_all.h                moves between memory and registers, full-warp builds
 *          -> lanes_mem_few.h                the same, narrow builds
 *
 *   compiled code (src/jit)
 *     -> lanes_mem_usual.c                   fast paths as functions, by space and width
 *          -> lanes_mem_usual.h              contiguous and broadcast: series_place, same_place
 *               -> lanes_mem_series.h        unit-stride moves between memory and registers
 *          -> lanes_mem_places.h             then gather and scatter, where all addresses are valid
 *     -> the micro-op's own function         the slow path, as above, where these return false
 *
 *   lanes_mem_atomic.c -> lanes_mem_global.h atomics; reductions are combined (reduction_buffer.h)
 *
 * `space` is as in lanes_mem_global.h, or HW_OPERAND_SHARED, HW_OPERAND_CONST or HW_OPERAND_LOCAL. */
#ifndef HW_MACHINE_MEMORY_LANES_MEM_USUAL_H
#define HW_MACHINE_MEMORY_LANES_MEM_USUAL_H

#include "machine/memory/lanes_mem_global.h"
#include "machine/memory/lanes_mem_series.h"

/* An access: the lanes' addresses are the words at `low`, of 64-bit ones with the register behind it, and
 * what the micro-operation adds; it loads `data`, a register and those behind it, or stores them. */
struct usual {
    struct hw_regs *regs;
    const struct hw_uop *uop;
    uint32_t *data;
    const uint32_t *low;
    const struct hw_range *range; /* that the micro-operation found last in global memory */
};

/* --- which are usual --- */

/* By hand, for compilers collect bits slowly. */
HW_INLINE bool is_zero(const piece *words)
{
#if PIECE_BYTES == 64
    return _mm512_test_epi32_mask((__m512i)*words, (__m512i)*words) == 0;
#elif PIECE_BYTES == 32
    return _mm256_testz_si256((__m256i)*words, (__m256i)*words) != 0;
#else
    return ((*words)[0] | (*words)[1] | (*words)[2] | (*words)[3]) == 0;
#endif
}

static const _Alignas(64) uint32_t lane_number[HW_LANES] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10,
                                                            11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
                                                            22, 23, 24, 25, 26, 27, 28, 29, 30, 31};

HW_INLINE unsigned highest_lane(uint32_t exec)
{
    return 31u - (unsigned)__builtin_clz(exec);
}

/* Whether the executing lanes' addresses lie as lane l's being l * step; `wide`: in 64 bits, the high words
 * are the next register. */
HW_INLINE bool are_apart(const uint32_t *low, bool wide, uint32_t exec, uint32_t step)
{
    const uint32_t *high = low + HW_LANES;
    const unsigned first = hw_lowest_lane(exec);
    const uint32_t begin = low[first] - first * step, above = high[wide ? first : 0];
    piece off = {0};

    FOR_PIECES(i)
    {
        piece here = pieces_of(low)[i] ^ (pieces_of(lane_number)[i] * step + begin);
        if (wide)
            here |= pieces_of(high)[i] ^ above;
        off |= exec == HW_ALL_LANES ? here : only_executing(here, exec, i);
    }
    return is_zero(&off);
}

/* --- places: of a lane's address, if `bytes` from there on are good; NULL: they are not --- */

HW_INLINE uint8_t *flat_place(const struct usual *access, uint8_t *memory, uint32_t size, unsigned lane,
                              unsigned align, unsigned bytes)
{
    const uint32_t mask = access->uop->mem.mask;
    const uint32_t place = (access->low[lane] + access->uop->mem.offset) & mask;

    if (place & (align - 1))
        return NULL;
    if (mask - place < bytes - 1) /* addresses behind that begin anew */
        return NULL;
    if (place >= size || size - place < bytes)
        return NULL;
    return memory + place;
}

/* In the segment, and in the range that was found last. */
HW_INLINE uint8_t *global_place(const struct usual *access, unsigned space, unsigned lane, unsigned align,
                                unsigned bytes)
{
    const struct hw_block *block = hw_warp_of(access->regs)->block;
    const struct hw_range *range = access->range;
    const uint32_t low = access->low[lane], offset = access->uop->mem.offset;
    uint64_t address;

    if (space == HW_OPERAND_GLOBAL) {
        const struct hw_segment *segment = &block->launch->segment[access->uop->mem.number];
        const uint32_t place = low + offset;
        if (segment->mode != HW_SEGMENT_LINEAR || segment->read_only)
            return NULL;
        if (place > segment->limit || segment->limit - place < bytes - 1)
            return NULL;
        if (place & (align - 1))
            return NULL;
        address = segment->base + place;
    } else {
        address = (low | (uint64_t)access->low[HW_LANES + lane] << 32) + (uint64_t)(int64_t)(int32_t)offset;
        if ((uint32_t)address & (align - 1))
            return NULL;
        if (low > UINT32_MAX - (bytes - 1)) /* a low word without its carry is far away */
            return NULL;
    }
    if (address < range->first || address > range->last || range->last - address < bytes - 1)
        return NULL;
    if (hw_reduction_overlaps(block->deferred, address, address + bytes - 1))
        return NULL;
    return block->window + address;
}

/* A memory without holes, from address 0 on. */
struct flat {
    uint8_t *memory;
    uint32_t bytes;
};

/* That of a space; false: the space is another kind. */
HW_INLINE bool is_flat(const struct usual *access, unsigned space, struct flat *flat)
{
    const struct hw_block *block = hw_warp_of(access->regs)->block;

    if (space == HW_OPERAND_SHARED) {
        *flat = (struct flat){block->shared, block->shared_bytes};
    } else if (space == HW_OPERAND_CONST) {
        const struct hw_bank *bank = &block->launch->bank[access->uop->mem.number];
        *flat = (struct flat){(uint8_t *)(uintptr_t)bank->data, bank->bytes};
    }
    return space == HW_OPERAND_SHARED || space == HW_OPERAND_CONST;
}

HW_INLINE uint8_t *known_place(const struct usual *access, unsigned space, unsigned lane, unsigned align,
                               unsigned bytes)
{
    struct flat flat;

    return is_flat(access, space, &flat) ? flat_place(access, flat.memory, flat.bytes, lane, align, bytes)
                                         : global_place(access, space, lane, align, bytes);
}

/* Whether the first two executing lanes' addresses lie so; that tells most others quickly. */
HW_INLINE bool begins_apart(const uint32_t *low, uint32_t exec, uint32_t step)
{
    const uint32_t others = exec & (exec - 1);
    const unsigned first = hw_lowest_lane(exec), second = others ? hw_lowest_lane(others) : first;

    return low[second] - low[first] == (second - first) * step;
}

/* Where lane 0's place is or would be if those of the executing lanes, of so many bytes, are good and lie in
 * a series; else NULL. */
HW_INLINE uint8_t *series_place(const struct usual *access, unsigned space, uint32_t exec, unsigned bytes)
{
    const unsigned first = hw_lowest_lane(exec), lanes_between = highest_lane(exec) - first;

    if (!begins_apart(access->low, exec, bytes) ||
        !are_apart(access->low, space == HW_OPERAND_GENERIC, exec, bytes))
        return NULL;
    uint8_t *place = known_place(access, space, first, bytes, bytes * (lanes_between + 1));
    return place ? (uint8_t *)((uintptr_t)place - first * bytes) : NULL;
}

/* The place of all executing lanes, if it is one. */
HW_INLINE uint8_t *same_place(const struct usual *access, unsigned space, uint32_t exec, unsigned bytes)
{
    if (!begins_apart(access->low, exec, 0) || !are_apart(access->low, space == HW_OPERAND_GENERIC, exec, 0))
        return NULL;
    return known_place(access, space, hw_lowest_lane(exec), bytes, bytes);
}

/* --- accesses by the lanes of `exec`, which are those that execute; false: it is another one, and nothing is
 * done --- */

#define NEAR  4096 /* bytes */
#define AHEAD 4    /* accesses */

HW_INLINE bool is_within(int64_t step, int64_t bytes)
{
    return step > -bytes && step < bytes;
}

/* How far behind an access of `bytes` what comes soon is likely to lie, by the step to here from the one
 * before. */
HW_INLINE int64_t bytes_ahead(int64_t step, int64_t bytes)
{
    if (is_within(step, 2 * bytes)) /* warps go through memory */
        return NEAR;
    if (is_within(step, NEAR)) /* through the short lines of a part of a matrix: the next part is beside it */
        return bytes;
    return AHEAD * step;
}

/* The host's own prefetcher gives up at warps that take turns in going through memory, and at steps from page
 * to page: ask for what is likely to be needed a few accesses later. */
HW_INLINE void prefetch_behind(const struct usual *access, const uint8_t *from, unsigned bytes)
{
    struct hw_block *block = hw_warp_of(access->regs)->block;
    uint64_t *last = &block->accessed[access->range - block->cached];
    const uintptr_t here = (uintptr_t)from;
    const uintptr_t next = here + (uintptr_t)bytes_ahead((int64_t)(here - *last), bytes * HW_LANES);

    *last = here;
    for (unsigned at = 0; at < bytes * HW_LANES; at += 64)
        __builtin_prefetch((const void *)(next + at));
}

HW_INLINE bool load_lanes(const struct usual *access, unsigned space, enum hw_width width, uint32_t exec)
{
    const unsigned bytes = hw_width_bytes(width);
    const uint8_t *from;

    if ((from = series_place(access, space, exec, bytes)) != NULL) {
        if (exec == HW_ALL_LANES && (space == HW_OPERAND_GLOBAL || space == HW_OPERAND_GENERIC))
            prefetch_behind(access, from, bytes);
        load_series(access->data, width, from, exec);
    } else if ((from = same_place(access, space, exec, bytes)) != NULL) {
        load_same(access->data, width, from, exec);
    }
    return from;
}

HW_INLINE bool store_lanes(const struct usual *access, unsigned space, enum hw_width width, uint32_t exec)
{
    const unsigned bytes = hw_width_bytes(width);
    uint8_t *to = series_place(access, space, exec, bytes);

    if (to && exec == HW_ALL_LANES && (space == HW_OPERAND_GLOBAL || space == HW_OPERAND_GENERIC))
        prefetch_behind(access, to, bytes);
    if (to)
        store_series(access->data, width, access->uop->b_part == HW_PART_HIGH ? 16 : 0, to, exec);
    return to;
}

/* --- local memory --- */

/* The 32 lanes' words at the executing lanes' address; NULL: it is not one, or part of a word, or bad. */
HW_INLINE uint8_t *local_place(const struct usual *access, unsigned bytes, uint32_t exec)
{
    const struct hw_warp *warp = hw_warp_of(access->regs);
    const struct hw_block *block = warp->block;

    if (!begins_apart(access->low, exec, 0) || !are_apart(access->low, false, exec, 0))
        return NULL;
    const uint32_t mask = access->uop->mem.mask;
    const uint32_t address = (access->low[hw_lowest_lane(exec)] + access->uop->mem.offset) & mask;
    const uint32_t place = address - block->local_first;
    uint32_t bad = address & (bytes - 1);

    bad |= place & 3; /* the first word's lanes are not at 0 */
    bad |= mask - address < bytes - 1;
    bad |= place >= block->local_bytes;
    bad |= block->local_bytes - place < bytes;
    return bad ? NULL : local_words(warp, 0) + place * HW_LANES;
}

/* Of words only. */
HW_INLINE bool load_local_words(const struct usual *access, enum hw_width width, uint32_t exec)
{
    const uint8_t *from = width < HW_WIDTH_B32 ? NULL : local_place(access, hw_width_bytes(width), exec);

    for (unsigned word = 0; from && word < hw_width_words(width); word++)
        load_words(access->data + HW_LANES * word, from + sizeof(hw_lanes) * word, exec);
    return from;
}

HW_INLINE bool store_local_words(const struct usual *access, enum hw_width width, uint32_t exec)
{
    const struct hw_warp *warp = hw_warp_of(access->regs);
    uint8_t *to = width < HW_WIDTH_B32 ? NULL : local_place(access, hw_width_bytes(width), exec);

    if (!to || (size_t)(to - local_words(warp, 0)) < warp->block->local_touched)
        return false;
    for (unsigned word = 0; word < hw_width_words(width); word++)
        store_words(to + sizeof(hw_lanes) * word, access->data + HW_LANES * word, exec);
    return true;
}

/* --- of any space --- */

HW_INLINE bool load_usual(const struct usual *access, unsigned space, enum hw_width width, uint32_t exec)
{
    return space == HW_OPERAND_LOCAL ? load_local_words(access, width, exec)
                                     : load_lanes(access, space, width, exec);
}

HW_INLINE bool store_usual(const struct usual *access, unsigned space, enum hw_width width, uint32_t exec)
{
    return space == HW_OPERAND_LOCAL ? store_local_words(access, width, exec)
                                     : store_lanes(access, space, width, exec);
}

#endif
