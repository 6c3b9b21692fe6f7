/* SPDX-License-Identifier: MIT */
/* Loads and stores at generic addresses: shared or local memory where the address lies in one of their
 * windows, global memory elsewhere.
 *
 * The two windows are neighbours, so one comparison tells an access of global memory, the usual one.  In the
 * others each space's lanes are served in turn. */
#include "machine/memory/lanes_mem_any.h"

#define WINDOWS_FIRST HW_SHARED_WINDOW
#define WINDOWS_END   ((uint64_t)HW_LOCAL_WINDOW + HW_GENERIC_WINDOW_BYTES)

/* The executing lanes whose address lies in either window, and those of the local one. */
HW_INLINE uint32_t window_lanes(const struct hw_regs *regs, const struct hw_uop *uop, uint32_t *local,
                                lanes *address)
{
    const uint32_t *low = register_at(regs, uop->a), *high = register_at(regs, uop->a + 1u);
    const uint32_t offset_high = (uint32_t)((int32_t)uop->mem.offset >> 31);
    lanes outside, is_local;

    FOR_LANES(l) {
        uint32_t above = high[l];
        address->lane[l] = hw_wide_sum(low[l], &above, uop->mem.offset, offset_high);
        outside.lane[l] = above | (address->lane[l] < WINDOWS_FIRST ? 1u : 0u);
    }
    const uint32_t inside = ~nonzero_lanes(&outside) & executing(regs);
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

/* Which lanes the next part of the access is for; false when there are none, or a part before it has
 * failed. */
HW_INLINE bool turn_of(struct hw_regs *regs, uint32_t lanes_of_part)
{
    regs->exec = lanes_of_part << first_lane(regs);
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
    const uint32_t exec = regs->exec, all = executing(regs);
    uint32_t local = 0;
    lanes in_shared, in_local;
    const uint32_t inside = window_lanes(regs, uop, &local, &in_shared);

    if (__builtin_expect(inside != 0, 0)) {
        in_local = in_shared; /* addresses are taken before a load can write over their registers */
        from_window(&in_shared, HW_SHARED_WINDOW);
        from_window(&in_local, HW_LOCAL_WINDOW);
    }
    if (inside == 0 || turn_of(regs, all & ~inside))
        access_global(regs, uop, width, store);
    if (inside == 0)
        return;
    if (turn_of(regs, inside & ~local))
        access_shared(regs, uop, width, store, &in_shared);
    if (turn_of(regs, local))
        access_local(regs, uop, width, store, &in_local);
    regs->exec = exec;
}

#ifdef HW_LANES_FEW
HW_INLINE void load_generic(struct hw_regs *regs, const struct hw_uop *uop, enum hw_width width)
{
    access_generic(regs, uop, width, false);
}

HW_INLINE void store_generic(struct hw_regs *regs, const struct hw_uop *uop, enum hw_width width)
{
    access_generic(regs, uop, width, true);
}
#else
/* The two usual accesses of all lanes, to words one behind the other and to the same place, in the stretch of
 * global memory that was found last: one comparison of all lanes tells them, and no window has to be thought
 * of. */
enum usual { USUAL_NONE, USUAL_CONTIGUOUS, USUAL_SAME };

HW_INLINE enum usual usual_access(const struct hw_regs *regs, const struct hw_uop *uop, unsigned bytes,
                                  uint8_t **place)
{
    const struct hw_warp *warp = (const struct hw_warp *)regs;
    const struct hw_range *range = hw_cached_range(warp->block, uop);
    const uint32_t *low = register_at(regs, uop->a), *high = register_at(regs, uop->a + 1u),
                   step = low[1] - low[0];
    const uint64_t address = (low[0] | (uint64_t)high[0] << 32) + (uint64_t)(int64_t)(int32_t)uop->mem.offset;
    const unsigned span = step == 0 ? bytes : bytes * HW_LANES;

    if (regs->exec != HW_ALL_LANES || (step != 0 && step != bytes) || !are_contiguous(low, high, step))
        return USUAL_NONE;
    if (address % bytes != 0 || address - range->first >= range_count(range, span) ||
        (range->first < WINDOWS_END && range->last >= WINDOWS_FIRST))
        return USUAL_NONE;
    *place = warp->block->window + address;
    return step == 0 ? USUAL_SAME : USUAL_CONTIGUOUS;
}

/* All other accesses: functions of their own, so that the usual ones need no stack. */
#define ACCESS_ANY(name)                                                                                   \
    static __attribute__((noinline)) void load_any_##name(struct hw_regs *regs, const struct hw_uop *uop)  \
    {                                                                                                      \
        access_generic(regs, uop, HW_WIDTH_##name, false);                                                 \
    }                                                                                                      \
    static __attribute__((noinline)) void store_any_##name(struct hw_regs *regs, const struct hw_uop *uop) \
    {                                                                                                      \
        access_generic(regs, uop, HW_WIDTH_##name, true);                                                  \
    }
ACCESS_ANY(U8)
ACCESS_ANY(S8)
ACCESS_ANY(U16)
ACCESS_ANY(S16)
ACCESS_ANY(B32)
ACCESS_ANY(B64)
ACCESS_ANY(B128)

static hw_uop_fn *const loads_of_any[HW_WIDTHS] = {load_any_U8,  load_any_S8,  load_any_U16, load_any_S16,
                                                   load_any_B32, load_any_B64, load_any_B128};
static hw_uop_fn *const stores_of_any[HW_WIDTHS] = {
    store_any_U8, store_any_S8, store_any_U16, store_any_S16, store_any_B32, store_any_B64, store_any_B128};

/* Words of memory, which need not be aligned as registers are. */
typedef uint32_t loose_vector __attribute__((vector_size(VECTOR_BYTES), may_alias, aligned(4)));

HW_INLINE void copy_words(void *to, const void *from)
{
    for (unsigned i = 0; i < sizeof(hw_lanes) / VECTOR_BYTES; i++)
        ((loose_vector *)to)[i] = ((const loose_vector *)from)[i];
}

/* The usual loads of words. */
HW_INLINE void load_usual(struct hw_regs *regs, const struct hw_uop *uop, const uint8_t *from,
                          enum usual usual)
{
    uint32_t *d = register_at(regs, uop->d);

    if (usual == USUAL_CONTIGUOUS) {
        prefetch_behind(from, 4);
        copy_words(d, from);
        return;
    }
    const uint32_t same = hw_load_word(from, HW_WIDTH_B32);
    FOR_LANES(l)
        d[l] = same;
}

HW_INLINE void load_generic(struct hw_regs *regs, const struct hw_uop *uop, enum hw_width width)
{
    struct hw_block *block = hw_warp_of(regs)->block;
    uint8_t *from;
    const enum usual usual =
        width == HW_WIDTH_B32 ? usual_access(regs, uop, hw_width_bytes(width), &from) : USUAL_NONE;

    if (usual == USUAL_NONE) {
        loads_of_any[width](regs, uop);
        return;
    }
    meet_pending(block, hw_cached_range(block, uop));
    load_usual(regs, uop, from, usual);
}

HW_INLINE void store_generic(struct hw_regs *regs, const struct hw_uop *uop, enum hw_width width)
{
    struct hw_block *block = hw_warp_of(regs)->block;
    uint8_t *to;

    if (width != HW_WIDTH_B32 || usual_access(regs, uop, hw_width_bytes(width), &to) != USUAL_CONTIGUOUS) {
        stores_of_any[width](regs, uop);
        return;
    }
    meet_pending(block, hw_cached_range(block, uop));
    copy_words(to, register_at(regs, uop->b));
}
#endif

STAMP(load_generic)
STAMP(store_generic)
