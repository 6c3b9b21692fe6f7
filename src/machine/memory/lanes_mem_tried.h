/* SPDX-License-Identifier: MIT */
/* The usual accesses, which are tried before each lane is looked at: those of all lanes on the spot, others
 * by the functions that compiled code has (lanes_mem_usual.c).  Builds for few lanes have none. */
#ifndef HW_MACHINE_MEMORY_LANES_MEM_TRIED_H
#define HW_MACHINE_MEMORY_LANES_MEM_TRIED_H

#ifdef HW_LANES_NARROW
#include "machine/memory/lanes_mem_global.h"
#define is_usual_load(...)  false
#define is_usual_store(...) false
#else
#include "machine/memory/lanes_mem_usual.h"

extern hw_mem_fast_fn *const HW_LANE_FUNCTIONS(usual)[HW_MEM_FAST_COUNT][HW_WIDTHS];

/* The loads of a space (lanes_mem_usual.h); its stores are next. */
HW_INLINE unsigned usual_loads(unsigned space)
{
    switch (space) {
    case HW_OPERAND_GLOBAL: return HW_MEM_FAST_LOAD_GLOBAL;
    case HW_OPERAND_SHARED: return HW_MEM_FAST_LOAD_SHARED;
    case HW_OPERAND_LOCAL: return HW_MEM_FAST_LOAD_LOCAL;
    case HW_OPERAND_CONST: return HW_MEM_FAST_LOAD_CONST;
    default: return HW_MEM_FAST_LOAD_GENERIC;
    }
}

/* An access of the register `data` and those behind it. */
HW_INLINE struct usual usual_of(struct hw_regs *regs, const struct hw_uop *uop, unsigned data)
{
    return (struct usual){regs, uop, register_at(regs, data), register_at(regs, uop->a),
                          hw_cached_range(hw_warp_of(regs)->block, uop)};
}

HW_INLINE bool is_usual_load(struct hw_regs *regs, const struct hw_uop *uop, unsigned space,
                             enum hw_width width)
{
    const struct usual access = usual_of(regs, uop, uop->d);

    if (regs->exec == HW_ALL_LANES)
        return load_usual(&access, space, width, HW_ALL_LANES);
    return HW_LANE_FUNCTIONS(usual)[usual_loads(space)][width](regs, uop, access.data, access.low,
                                                               access.range);
}

HW_INLINE bool is_usual_store(struct hw_regs *regs, const struct hw_uop *uop, unsigned space,
                              enum hw_width width)
{
    const struct usual access = usual_of(regs, uop, uop->b);

    if (regs->exec == HW_ALL_LANES)
        return store_usual(&access, space, width, HW_ALL_LANES);
    return HW_LANE_FUNCTIONS(usual)[usual_loads(space) + 1][width](regs, uop, access.data, access.low,
                                                                   access.range);
}
#endif

#endif
