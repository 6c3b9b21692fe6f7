/* SPDX-License-Identifier: MIT */
/* This file computes the defs and uses of an instruction from its semantics: the registers that it writes and
 * reads.
 *
 * In the semantics (struct hw_semantics) the written operands come first; operations.h has their number for
 * each operation.  Effects without an operand (the guard, the condition code of .CC and .X, the predicates of
 * P2R and R2P, vectors of a texture lookup that begin at a register) follow from the modifiers. */
#include "isa/async_effects.h"
#include "isa/bits.h"
#include "isa/register_groups.h"

#include <string.h>

#include <halfwarp/isa.h>

#define NO_REGISTER  255 /* RZ */
#define NO_PREDICATE 7   /* PT */

bool hw_guard_is_test(const struct hw_guard *guard)
{
    return guard->kind == HW_GUARD_COND || ((guard->kind == HW_GUARD_PRED || guard->kind == HW_GUARD_UPRED) &&
                                            (guard->reg != NO_PREDICATE || guard->test));
}

static bool is_predicate(const struct hw_semantics *view, unsigned index)
{
    return index < view->operand_count && hw_operand_is_predicate(&view->operand[index]);
}

unsigned hw_semantics_written(const struct hw_semantics *view)
{
    const enum hw_writes writes = hw_operation_info(view->op)->writes;
    unsigned head = 0;

    switch (writes) {
    case HW_WRITES_NONE: return 0;
    case HW_WRITES_TWO:
    case HW_WRITES_TWO_PREDS: return 2;
    case HW_WRITES_ONE_PRED:
        for (head = 1; is_predicate(view, head); head++)
            continue;
        return head;
    case HW_WRITES_RESULT: return is_predicate(view, 1) ? 2 : 0;
    case HW_WRITES_PREDS:
    case HW_WRITES_PREDS_ONE:
    case HW_WRITES_PREDS_TWO:
        while (is_predicate(view, head))
            head++;
        return head + (writes == HW_WRITES_PREDS_ONE) + 2 * (writes == HW_WRITES_PREDS_TWO);
    default: return 1;
    }
}

/* ---------------------------------------------------------------- sets */

static void add_range(struct hw_register_range *list, uint8_t *count, unsigned first, unsigned registers)
{
    if (first == NO_REGISTER || !registers || *count == HW_EFFECT_RANGES)
        return;
    if (first + registers > NO_REGISTER)
        registers = NO_REGISTER - first;
    list[(*count)++] = (struct hw_register_range){(uint16_t)first, (uint16_t)registers};
}

static void read_registers(struct hw_effects *effects, unsigned first, unsigned registers)
{
    add_range(effects->read, &effects->read_count, first, registers);
}

static void write_registers(struct hw_effects *effects, unsigned first, unsigned registers)
{
    add_range(effects->write, &effects->write_count, first, registers);
}

static unsigned words(const struct hw_operand *operand)
{
    return operand->bytes > 4 ? operand->bytes / 4u : 1;
}

static uint8_t predicate(const struct hw_operand *operand)
{
    return operand->reg < NO_PREDICATE ? (uint8_t)(1u << operand->reg) : 0;
}

static uint8_t bit(unsigned number)
{
    return number < 8 ? (uint8_t)(1u << number) : 0;
}

static uint16_t barrier(const struct hw_operand *operand)
{
    return operand->reg < 16 ? (uint16_t)(1u << operand->reg) : 0; /* the others are state of the warp */
}

/* The registers that an address is made of. */
static void add_address(struct hw_effects *effects, const struct hw_semantics *view,
                        const struct hw_operand *operand)
{
    if (operand->base_kind == HW_BASE_REG)
        read_registers(effects, operand->reg, hw_address_is_pair(view, operand) ? 2 : 1);
    if (operand->base_kind == HW_BASE_UREG)
        hw_uniform_add(effects->ureg_read, operand->reg, hw_address_is_pair(view, operand) ? 2 : 1);
    if (operand->base_kind == HW_BASE_UREG_BANK)
        hw_uniform_add(effects->ureg_read, operand->reg, 2);
    if (operand->base_kind == HW_BASE_ADDR) {
        effects->addr_read |= bit(operand->reg);
        if (operand->flags & HW_OPERAND_POSTINC)
            effects->addr_written |= bit(operand->reg);
    }
}

static void add_written(struct hw_effects *effects, const struct hw_semantics *view,
                        const struct hw_operand *operand)
{
    switch (operand->kind) {
    case HW_OPERAND_UREG: hw_uniform_add(effects->ureg_written, operand->reg, words(operand)); break;
    case HW_OPERAND_UPRED: effects->upred_written |= predicate(operand); break;
    case HW_OPERAND_BREG: effects->breg_written |= barrier(operand); break;
    case HW_OPERAND_REG: write_registers(effects, operand->reg, words(operand)); break;
    case HW_OPERAND_PRED: effects->pred_written |= predicate(operand); break;
    case HW_OPERAND_COND: effects->cond_written |= bit(operand->reg); break;
    case HW_OPERAND_ADDR: effects->addr_written |= bit(operand->reg); break;
    default: add_address(effects, view, operand); break;
    }
}

/* The coordinates of a surface: one a dimension, and the index of an array. */
static unsigned surface_registers(const struct hw_semantics *view)
{
    static const uint8_t count[8] = {1, 1, 2, 2, 3, 3, 3, 3};
    return count[view->mod[HW_MOD_DIM] & 7];
}

static void add_read(struct hw_effects *effects, const struct hw_semantics *view,
                     const struct hw_operand *operand)
{
    switch (operand->kind) {
    case HW_OPERAND_UREG: hw_uniform_add(effects->ureg_read, operand->reg, words(operand)); break;
    case HW_OPERAND_UPRED: effects->upred_read |= predicate(operand); break;
    case HW_OPERAND_BREG: effects->breg_read |= barrier(operand); break;
    case HW_OPERAND_REG: read_registers(effects, operand->reg, words(operand)); break;
    case HW_OPERAND_SURFACE: read_registers(effects, operand->reg, surface_registers(view)); break;
    case HW_OPERAND_PRED: effects->pred_read |= predicate(operand); break;
    case HW_OPERAND_COND: effects->cond_read |= bit(operand->reg); break;
    case HW_OPERAND_ADDR: effects->addr_read |= bit(operand->reg); break;
    default: add_address(effects, view, operand); break;
    }
}

/* ---------------------------------------------------------------- what is no operand */

static void add_guard(struct hw_effects *effects, const struct hw_guard *guard)
{
    if (guard->kind == HW_GUARD_COND)
        effects->cond_read |= bit(guard->reg);
    if (guard->kind == HW_GUARD_PRED && guard->reg < NO_PREDICATE)
        effects->pred_read |= bit(guard->reg);
    if (guard->kind == HW_GUARD_UPRED && guard->reg < NO_PREDICATE)
        effects->upred_read |= bit(guard->reg);
}

/* P2R and R2P: the predicates, or the condition code, that a mask chooses; or both, the latter from bit 12
 * on. */
static void add_packed(const struct hw_semantics *view, struct hw_effects *effects)
{
    const struct hw_operand *mask = &view->operand[view->operand_count - 1];
    uint32_t bits = mask->kind == HW_OPERAND_IMM ? (uint32_t)mask->offset : 0xffff;
    unsigned which = view->mod[HW_MOD_CC];
    uint8_t preds = which == 1 ? 0 : bits & 0x7f;
    uint8_t cond = which == 1 || (which == 2 && bits & 0xf000);
    const bool uniform = view->operand[0].kind == HW_OPERAND_UREG;
    if (view->op == HW_OP_P2R) {
        *(uniform ? &effects->upred_read : &effects->pred_read) |= preds;
        effects->cond_read |= cond;
    } else {
        *(uniform ? &effects->upred_written : &effects->pred_written) |= preds;
        effects->cond_written |= cond;
    }
}

/* R2UR.OR: its predicate stays true where it was. */
static void add_kept(const struct hw_semantics *view, struct hw_effects *effects)
{
    if (view->op == HW_OP_R2UR && view->mod[HW_MOD_LOGIC])
        effects->pred_read |= effects->pred_written;
}

/* .CC, .X, the lower steps of long minima, and tests of the condition code.  A test that always holds (1 +
 * 15) reads nothing. */
static void add_conditions(const struct hw_semantics *view, struct hw_effects *effects)
{
    if (view->cond_out >= 0)
        effects->cond_written |= bit((unsigned)view->cond_out);
    if (view->mod[HW_MOD_CARRY])
        effects->cond_read |= bit(view->mod[HW_MOD_CARRY] - 1u);
    if ((view->mod[HW_MOD_TEST] && view->mod[HW_MOD_TEST] != 16) || view->mod[HW_MOD_PART] == 1 ||
        view->mod[HW_MOD_PART] == 2)
        effects->cond_read |= 1;
}

/* BSSY and BREAK change their barrier; so does a move that clears what it moves. */
static void add_barriers(const struct hw_semantics *view, struct hw_effects *effects)
{
    if (view->op == HW_OP_BSSY || view->op == HW_OP_BREAK || view->op == HW_OP_BMOV)
        effects->breg_written |= effects->breg_read;
}

void hw_insn_effects(const struct hw_insn *insn, struct hw_effects *effects)
{
    struct hw_semantics view;
    *effects = (struct hw_effects){.read_count = 0};
    if (!insn->form)
        return;
    hw_grouped_semantics(insn, &view);
    const struct hw_operation_info *info = hw_operation_info(view.op);
    unsigned count = hw_semantics_written(&view);
    hw_async_groups(&view);
    memcpy(effects->ureg_read, view.uniform, sizeof effects->ureg_read);
    for (unsigned i = 0; i < view.operand_count; i++) {
        if (i < count)
            add_written(effects, &view, &view.operand[i]);
        if (i >= count || info->writes == HW_WRITES_ANY)
            add_read(effects, &view, &view.operand[i]);
    }
    /* One half of the result stays as it was. */
    for (unsigned i = 0; view.mod[HW_MOD_MERGE] > 1 && i < count; i++)
        if (view.operand[i].kind == HW_OPERAND_REG)
            read_registers(effects, view.operand[i].reg, words(&view.operand[i]));
    if (view.op == HW_OP_P2R || view.op == HW_OP_R2P)
        add_packed(&view, effects);
    add_barriers(&view, effects);
    add_kept(&view, effects);
    add_guard(effects, &view.guard);
    if (insn->bytes < sizeof insn->word) /* from Volta on there is no condition code, and these are others */
        add_conditions(&view, effects);
    effects->memory = info->memory;
}

bool hw_insn_target(const struct hw_insn *insn, uint64_t address, uint64_t *target)
{
    struct hw_semantics view;
    if (!insn->form)
        return false;
    hw_insn_semantics(insn, &view);
    for (unsigned i = 0; i < view.operand_count; i++) {
        const struct hw_operand *operand = &view.operand[i];
        if (operand->kind != HW_OPERAND_CODE || operand->base_kind != HW_BASE_NONE)
            continue;
        *target =
            (uint64_t)operand->offset + (operand->flags & HW_OPERAND_RELATIVE ? address + insn->bytes : 0);
        return true;
    }
    return false;
}
