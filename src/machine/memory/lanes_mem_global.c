/* SPDX-License-Identifier: MIT */
/* Loads and stores of global memory: at offsets in a segment (Tesla), and at 64-bit device addresses. */
#include "machine/memory/lanes_mem_any.h"

HW_INLINE void load_global(struct hw_regs *regs, const struct hw_uop *uop, enum hw_width width)
{
    load_any(regs, uop, HW_OPERAND_GLOBAL, width);
}

HW_INLINE void store_global(struct hw_regs *regs, const struct hw_uop *uop, enum hw_width width)
{
    store_any(regs, uop, HW_OPERAND_GLOBAL, width);
}

HW_INLINE void load_device(struct hw_regs *regs, const struct hw_uop *uop, enum hw_width width)
{
    load_any(regs, uop, HW_OPERAND_GENERIC, width);
}

HW_INLINE void store_device(struct hw_regs *regs, const struct hw_uop *uop, enum hw_width width)
{
    store_any(regs, uop, HW_OPERAND_GENERIC, width);
}

STAMP(load_global)
STAMP(store_global)
STAMP(load_device)
STAMP(store_device)
