/* SPDX-License-Identifier: MIT */
/* Loads and stores of local memory. */
#include "machine/memory/lanes_mem_tried.h"

HW_INLINE void load_local(struct hw_regs *regs, const struct hw_uop *uop, enum hw_width width)
{
    lanes address;

    if (is_usual_load(regs, uop, HW_OPERAND_LOCAL, width))
        return;
    sum_addresses(register_at(regs, uop->a), uop, uop->mem.mask, &address);
    load_local_at(regs, uop, width, &address);
}

HW_INLINE void store_local(struct hw_regs *regs, const struct hw_uop *uop, enum hw_width width)
{
    lanes address;

    if (is_usual_store(regs, uop, HW_OPERAND_LOCAL, width))
        return;
    sum_addresses(register_at(regs, uop->a), uop, uop->mem.mask, &address);
    store_local_at(regs, uop, width, &address);
}

STAMP(load_local)
STAMP(store_local)
