/* SPDX-License-Identifier: MIT */
/* See diff_named.h. */
#include "cli/diff_named.h"

#include <halfwarp/effects.h>

/* Where each kind begins. */
enum {
    FIRST_REG = 0,
    FIRST_UREG = 256,
    FIRST_PRED = 320,
    FIRST_UPRED = 328,
    FIRST_COND = 336,
    FIRST_ADDR = 344,
    FIRST_BREG = 360,
    BEHIND_ALL = 392
};
_Static_assert(BEHIND_ALL == HW_DIFF_REGISTERS, "all have a number");

static void add(uint16_t *list, unsigned *count, unsigned number)
{
    if (*count < HW_DIFF_NAMED)
        list[(*count)++] = (uint16_t)number;
}

/* How many registers are used from one on: the operand's text does not say it. */
static unsigned width(const struct hw_register_range *range, unsigned count, unsigned reg)
{
    for (unsigned i = 0; i < count; i++)
        if (reg >= range[i].first && reg < (unsigned)range[i].first + range[i].count)
            return (unsigned)range[i].first + range[i].count - reg;
    return 1;
}

/* Registers from `first` of a class on. */
static void add_run(struct hw_diff_named *named, bool written, unsigned class, unsigned first, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        add(written ? named->write : named->read, written ? &named->write_count : &named->read_count,
            class + first + i);
}

static void add_regs(struct hw_diff_named *named, bool written, unsigned reg,
                     const struct hw_effects *effects)
{
    if (reg != HW_RZ)
        add_run(named, written, FIRST_REG, reg,
                written ? width(effects->write, effects->write_count, reg)
                        : width(effects->read, effects->read_count, reg));
}

static void add_operand(struct hw_diff_named *named, const struct hw_operand *operand, bool written,
                        const struct hw_effects *effects)
{
    const unsigned pair = operand->bytes == 8 ? 2 : 1;

    switch (operand->kind) {
    case HW_OPERAND_REG: add_regs(named, written, operand->reg, effects); return;
    case HW_OPERAND_SURFACE: add_regs(named, false, operand->reg, effects); return;
    case HW_OPERAND_UREG:
        if (operand->reg < HW_UNIFORM_REGISTERS)
            add_run(named, written, FIRST_UREG, operand->reg, pair);
        return;
    case HW_OPERAND_PRED:
        if (operand->reg != HW_PT)
            add_run(named, written, FIRST_PRED, operand->reg & 7, 1);
        return;
    case HW_OPERAND_UPRED:
        if (operand->reg != HW_PT)
            add_run(named, written, FIRST_UPRED, operand->reg & 7, 1);
        return;
    case HW_OPERAND_COND: add_run(named, written, FIRST_COND, operand->reg & 7, 1); return;
    case HW_OPERAND_ADDR: add_run(named, written, FIRST_ADDR, operand->reg & 15, 1); return;
    case HW_OPERAND_BREG: add_run(named, written, FIRST_BREG, operand->reg & 31, 1); return;
    }
    if (operand->base_kind == HW_BASE_REG)
        add_regs(named, false, operand->reg, effects);
    else if (operand->base_kind == HW_BASE_ADDR)
        add_run(named, false, FIRST_ADDR, operand->reg & 15, 1);
    else if (operand->base_kind == HW_BASE_UREG || operand->base_kind == HW_BASE_UREG_BANK)
        add_run(named, false, FIRST_UREG, operand->reg & 63, 1);
    if (operand->flags & HW_OPERAND_POSTINC)
        add_run(named, true, FIRST_ADDR, operand->reg & 15, 1);
}

void hw_diff_registers_of(const struct hw_insn *insn, struct hw_diff_named *named)
{
    struct hw_semantics view;
    struct hw_effects effects;

    named->read_count = named->write_count = 0;
    if (!insn->form)
        return;
    hw_insn_semantics(insn, &view);
    hw_insn_effects(insn, &effects);
    const unsigned written = hw_semantics_written(&view);
    if (view.guard.kind == HW_GUARD_PRED && view.guard.reg != HW_PT)
        add_run(named, false, FIRST_PRED, view.guard.reg & 7, 1);
    else if (view.guard.kind == HW_GUARD_UPRED && view.guard.reg != HW_PT)
        add_run(named, false, FIRST_UPRED, view.guard.reg & 7, 1);
    else if (view.guard.kind == HW_GUARD_COND)
        add_run(named, false, FIRST_COND, view.guard.reg & 7, 1);
    for (unsigned i = 0; i < view.operand_count; i++)
        add_operand(named, &view.operand[i], i < written, &effects);
    for (unsigned u = 0; u < HW_UNIFORM_REGISTERS; u++)
        if (view.uniform[u / 64] >> u % 64 & 1)
            add_run(named, false, FIRST_UREG, u, 1);
    if (view.cond_out >= 0)
        add_run(named, true, FIRST_COND, (unsigned)view.cond_out & 7, 1);
}
