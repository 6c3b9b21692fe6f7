/* Loads and stores at generic addresses: shared or local memory where the address lies in one of their windows,
 * global memory elsewhere.
 *
 * The two windows are neighbours, so one comparison tells an access of global memory, the usual one.  In the
 * others each space's lanes are served in turn. */
#include "ops/rows_mem_global.h"

#define WINDOWS_FIRST HW_SHARED_WINDOW
#define WINDOWS_END ((uint64_t)HW_LOCAL_WINDOW + HW_GENERIC_WINDOW_BYTES)

/* The executing lanes whose address lies in either window, and those of the local one. */
HW_INLINE uint32_t window_lanes(const struct hw_regs *regs, const struct hw_uop *uop, uint32_t *local, lanes *address)
{
    const uint32_t *low = row_at(regs, uop->a), *high = row_at(regs, uop->a + 1u);
    const uint32_t offset_high = (uint32_t)((int32_t)uop->imm >> 31);
    lanes outside, is_local;

    FOR_LANES(l)
    {
        uint32_t above = high[l];
        address->lane[l] = hw_wide_sum(low[l], &above, uop->imm, offset_high);
        outside.lane[l] = above | (address->lane[l] < WINDOWS_FIRST ? 1u : 0u);
    }
    const uint32_t inside = ~nonzero_lanes(&outside) & regs->exec;
    if (__builtin_expect(inside == 0, 1))
        return 0;
    FOR_LANES(l)
        is_local.lane[l] = address->lane[l] >= HW_LOCAL_WINDOW ? 1u : 0u;
    *local = nonzero_lanes(&is_local) & inside;
    return inside;
}

/* Addresses from the start of a window. */
HW_INLINE void from_window(lanes *address, uint32_t window)
{
    FOR_LANES(l)
        address->lane[l] -= window;
}

/* Which lanes the next part of the access is for; false when there are none, or a part before it has failed. */
HW_INLINE bool turn_of(struct hw_regs *regs, uint32_t lanes_of_part)
{
    regs->exec = lanes_of_part;
    return lanes_of_part != 0 && hw_warp_of(regs)->event == HW_EVENT_NONE;
}

/* The three kinds of access, as loads and as stores. */
HW_INLINE void access_global(struct hw_regs *regs, const struct hw_uop *uop, enum hw_width width, bool store)
{
    if (store)
        store_any(regs, uop, HW_OPERAND_GENERIC, width);
    else
        load_any(regs, uop, HW_OPERAND_GENERIC, width);
}

HW_INLINE void access_shared(struct hw_regs *regs, const struct hw_uop *uop, enum hw_width width, bool store,
                             lanes *address)
{
    if (store)
        store_shared_at(regs, uop, width, address);
    else
        load_shared_at(regs, uop, width, address);
}

HW_INLINE void access_local(struct hw_regs *regs, const struct hw_uop *uop, enum hw_width width, bool store,
                            lanes *address)
{
    if (store)
        store_local_at(regs, uop, width, address);
    else
        load_local_at(regs, uop, width, address);
}

HW_INLINE void access_generic(struct hw_regs *regs, const struct hw_uop *uop, enum hw_width width, bool store)
{
    const uint32_t all = regs->exec;
    uint32_t local = 0;
    lanes in_shared, in_local;
    const uint32_t inside = window_lanes(regs, uop, &local, &in_shared);

    if (__builtin_expect(inside == 0, 1)) {
        access_global(regs, uop, width, store);
        return;
    }
    in_local = in_shared; /* addresses are taken before a load can write over their registers */
    from_window(&in_shared, HW_SHARED_WINDOW);
    from_window(&in_local, HW_LOCAL_WINDOW);
    if (turn_of(regs, all & ~inside))
        access_global(regs, uop, width, store);
    if (turn_of(regs, inside & ~local))
        access_shared(regs, uop, width, store, &in_shared);
    if (turn_of(regs, local))
        access_local(regs, uop, width, store, &in_local);
    regs->exec = all;
}

/* The two usual accesses of all lanes, to words one behind the other and to the same place, in the stretch of global memory
 * that was found last: one comparison of all lanes tells them, and no window has to be thought of. */
enum usual { USUAL_NONE, USUAL_ROW, USUAL_SAME };

HW_INLINE enum usual usual_access(const struct hw_regs *regs, const struct hw_uop *uop, unsigned bytes, uint8_t **place)
{
    const struct hw_warp *warp = (const struct hw_warp *)regs;
    const struct hw_range *range = hw_cached_range(warp->block, uop);
    const uint32_t *low = row_at(regs, uop->a), *high = row_at(regs, uop->a + 1u), step = low[1] - low[0];
    const uint64_t address = (low[0] | (uint64_t)high[0] << 32) + (uint64_t)(int64_t)(int32_t)uop->imm;
    const unsigned span = step == 0 ? bytes : bytes * HW_LANES;

    if (regs->exec != HW_ALL_LANES || (step != 0 && step != bytes) || !is_row(low, high, step))
        return USUAL_NONE;
    if (address % bytes != 0 || address - range->first >= range_count(range, span) ||
        (range->first < WINDOWS_END && range->last >= WINDOWS_FIRST))
        return USUAL_NONE;
    *place = warp->block->window + address;
    return step == 0 ? USUAL_SAME : USUAL_ROW;
}

HW_INLINE void load_generic(struct hw_regs *regs, const struct hw_uop *uop, enum hw_width width)
{
    struct hw_block *block = hw_warp_of(regs)->block;
    uint8_t *from;
    const enum usual usual =
        width >= HW_WIDTH_B32 ? usual_access(regs, uop, hw_width_bytes(width), &from) : USUAL_NONE;

    if (usual == USUAL_NONE) {
        access_generic(regs, uop, width, false);
        return;
    }
    meet_pending(block, hw_cached_range(block, uop));
    if (usual == USUAL_SAME) {
        broadcast(regs, uop, width, from);
        return;
    }
    prefetch_behind(from, hw_width_bytes(width));
    load_row(regs, uop, width, from);
}

HW_INLINE void store_generic(struct hw_regs *regs, const struct hw_uop *uop, enum hw_width width)
{
    struct hw_block *block = hw_warp_of(regs)->block;
    uint8_t *to;

    if (width < HW_WIDTH_B32 || usual_access(regs, uop, hw_width_bytes(width), &to) != USUAL_ROW) {
        access_generic(regs, uop, width, true);
        return;
    }
    meet_pending(block, hw_cached_range(block, uop));
    store_row(regs, uop, width, to);
}

STAMP(load_generic)
STAMP(store_generic)
