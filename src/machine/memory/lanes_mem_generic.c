/* SPDX-License-Identifier: MIT */
/* Loads and stores at generic addresses: shared or local memory where the address lies in one of their
 * windows, global memory elsewhere.
 *
 * The two windows are neighbours, so one comparison tells an access of global memory, the usual one.  In the
 * others each space's lanes are served in turn. */
#include "machine/memory/lanes_mem_any.h"

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
        from_window(&in_shared, hw_warp_of(regs)->block->windows.shared);
        from_window(&in_local, hw_warp_of(regs)->block->windows.local);
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

#ifdef HW_LANES_NARROW
HW_INLINE void load_generic(struct hw_regs *regs, const struct hw_uop *uop, enum hw_width width)
{
    access_generic(regs, uop, width, false);
}

HW_INLINE void store_generic(struct hw_regs *regs, const struct hw_uop *uop, enum hw_width width)
{
    access_generic(regs, uop, width, true);
}
#else
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

HW_INLINE void load_generic(struct hw_regs *regs, const struct hw_uop *uop, enum hw_width width)
{
    const struct hw_range *range = hw_cached_range(hw_warp_of(regs)->block, uop);

    if (!is_beside_windows(range) || !is_usual_load(regs, uop, HW_OPERAND_GENERIC, width))
        loads_of_any[width](regs, uop);
}

HW_INLINE void store_generic(struct hw_regs *regs, const struct hw_uop *uop, enum hw_width width)
{
    const struct hw_range *range = hw_cached_range(hw_warp_of(regs)->block, uop);

    if (!is_beside_windows(range) || !is_usual_store(regs, uop, HW_OPERAND_GENERIC, width))
        stores_of_any[width](regs, uop);
}
#endif

STAMP(load_generic)
STAMP(store_generic)
