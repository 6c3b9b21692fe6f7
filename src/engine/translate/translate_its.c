/* SPDX-License-Identifier: MIT */
/* Control flow with independent thread scheduling, from Volta on, becomes micro-ops: jumps, calls and returns
 * through registers, convergence barriers, waiting for lanes of the warp.
 *
 * Most instructions have a second condition beside their guard, a predicate that text shows first, and jumps
 * of the uniform datapath a third.  A jump with one condition is the one of all generations (hw_uop_bra). */
#include "engine/translate/translate.h"

#include "machine/paths/convergence.h"
#include "machine/paths/its.h"

#define CONDITION_RESERVED 4 /* mod uniform: what no chip has */

static bool is_true(uint8_t predicate)
{
    return predicate == HW_PT;
}

/* The instruction's second condition; PT: it has none. */
static uint8_t second_condition(const struct hw_translator *t)
{
    const struct hw_operand *first = &t->view.operand[0];

    return t->view.operand_count && first->kind == HW_OPERAND_PRED ? hw_predicate_code(first) : HW_PT;
}

/* A micro-operation with the guard and the second condition. */
static struct hw_uop *emit_conditional(struct hw_translator *t, hw_uop_fn *fn)
{
    struct hw_uop *uop = hw_emit_guarded(t, fn);

    uop->p_out2 = second_condition(t);
    return uop;
}

static const struct hw_operand *last_operand(const struct hw_translator *t)
{
    return &t->view.operand[t->view.operand_count - 1];
}

/* --- jumps --- */

/* The operand between the second condition and the target: a predicate of the uniform datapath, a register
 * with a mask of lanes, or nothing. */
static const struct hw_operand *condition_operand(const struct hw_translator *t)
{
    return t->view.operand_count > 2 ? &t->view.operand[1] : NULL;
}

/* Store all conditions in as few members as possible; true: one is enough. */
static bool gather_conditions(struct hw_uop *uop, uint8_t second, uint8_t third)
{
    uint8_t *const predicates[] = {&uop->p_in, &uop->p_out2, &uop->p_out};
    const uint8_t found[] = {uop->p_in, second, third};
    unsigned used = 0;

    for (unsigned i = 0; i < 3; i++)
        *predicates[i] = HW_PT;
    for (unsigned i = 0; i < 3; i++)
        if (!is_true(found[i]))
            *predicates[used++] = found[i];
    return used <= 1;
}

static void translate_branch(struct hw_translator *t, uint32_t target)
{
    const struct hw_operand *condition = condition_operand(t);
    const unsigned when = t->view.mod[HW_MOD_UNIFORM];
    uint16_t mask = HW_NO_REGISTER;
    uint8_t part;

    if (when >= CONDITION_RESERVED) {
        hw_emit_guarded_fault(t, HW_FAULT_ILLEGAL, HW_TRAP_OPERATION);
        return;
    }
    if (condition && condition->kind == HW_OPERAND_UREG && !hw_source_register(t, condition, &mask, &part))
        return;
    struct hw_uop *uop = hw_emit_guarded(t, hw_uop_branch);
    const bool one = gather_conditions(
        uop, second_condition(t),
        condition && condition->kind == HW_OPERAND_UPRED ? hw_predicate_code(condition) : HW_PT);
    if (one && when <= HW_BRANCH_UNIFORM)
        uop->fn = uop->narrow = hw_uop_bra;
    uop->b = mask;
    uop->jump.path = condition && condition->flags & HW_OPERAND_INV;
    uop->jump.uniform = (uint8_t)when;
    uop->jump.target = target;
    hw_record_target(t);
}

/* Translate jumps, calls and returns.  A call does not write the return address: the code around it does. */
static void translate_jump(struct hw_translator *t)
{
    const struct hw_operand *code = last_operand(t);
    uint16_t reg;
    uint32_t target;

    if (hw_resolved_target(t, code, &target)) {
        translate_branch(t, target);
    } else if (hw_code_base(t, code, &reg)) {
        struct hw_uop *uop = emit_conditional(t, hw_uop_brx);
        uop->b = reg;
        uop->jump.offset = hw_code_address(t, code);
    }
}

/* --- convergence barriers --- */

static void translate_barrier(struct hw_translator *t, hw_uop_fn *fn)
{
    emit_conditional(t, fn)->jump.path = (uint8_t)t->view.operand[1].reg;
}

static bool is_barrier(const struct hw_operand *operand)
{
    return operand->kind == HW_OPERAND_BREG && operand->reg < HW_CONVERGENCE_BARRIERS;
}

static struct hw_uop *emit_from_barrier(struct hw_translator *t, const struct hw_operand *barrier)
{
    struct hw_uop *uop = emit_conditional(t, hw_uop_bmov_from);

    uop->jump.path = (uint8_t)barrier->reg;
    uop->jump.uniform = t->view.mod[HW_MOD_CLEAR];
    return uop;
}

static void emit_to_barrier(struct hw_translator *t, const struct hw_operand *barrier, uint16_t reg)
{
    struct hw_uop *uop = emit_conditional(t, hw_uop_bmov_to);

    uop->jump.path = (uint8_t)barrier->reg;
    uop->b = reg;
}

/* The state of the warp, other than barriers, is undocumented. */
static void translate_move(struct hw_translator *t)
{
    const struct hw_operand *d = &t->view.operand[0], *source = &t->view.operand[1];
    const bool from = is_barrier(source) && !t->view.mod[HW_MOD_STATE], to = is_barrier(d);
    uint16_t reg;
    uint8_t part;

    if ((d->kind == HW_OPERAND_BREG && !to) || (source->kind == HW_OPERAND_BREG && !from) ||
        t->view.operand_count != 2 || t->view.mod[HW_MOD_PQUAD]) {
        hw_emit_guarded_fault(t, HW_FAULT_ILLEGAL, HW_TRAP_UNDOCUMENTED);
    } else if (from && to) {
        reg = hw_temp_registers(t, 1);
        emit_from_barrier(t, source)->d = reg;
        emit_to_barrier(t, d, reg);
    } else if (from) {
        if (hw_destination_register(t, d, &reg, &part))
            emit_from_barrier(t, source)->d = reg;
    } else if (to && hw_source_register(t, source, &reg, &part)) {
        emit_to_barrier(t, d, reg);
    }
}

/* --- waiting --- */

/* WARPSYNC.ALL has no operand for the mask. */
static void translate_warpsync(struct hw_translator *t)
{
    uint16_t reg;
    uint8_t part;

    if (hw_operand_is_predicate(last_operand(t)))
        reg = hw_literal_register(t, ~0u);
    else if (!hw_source_register(t, last_operand(t), &reg, &part))
        return;
    struct hw_uop *uop = emit_conditional(t, hw_uop_warpsync);
    uop->b = reg;
    uop->jump.uniform = t->view.mod[HW_MOD_EXCLUSIVE];
}

/* WARPSYNC.COLLECTIVE: the mask, in front of the target, is missing where it is that of all lanes. */
static void translate_collective(struct hw_translator *t)
{
    const struct hw_semantics *view = &t->view;
    const struct hw_operand *mask = view->operand_count > 1 ? &view->operand[view->operand_count - 2] : NULL;
    uint16_t reg;
    uint32_t target;
    uint8_t part;

    if (!hw_resolved_target(t, last_operand(t), &target)) {
        hw_emit_guarded_fault(t, HW_FAULT_ILLEGAL, HW_TRAP_UNDOCUMENTED);
        return;
    }
    if (!mask || hw_operand_is_predicate(mask))
        reg = hw_literal_register(t, ~0u);
    else if (!hw_source_register(t, mask, &reg, &part))
        return;
    struct hw_uop *uop = emit_conditional(t, hw_uop_collective);
    uop->b = reg;
    uop->jump.target = target;
    hw_record_target(t);
}

/* NANOSLEEP.CLEAR has no operand for the time. */
static void translate_sleep(struct hw_translator *t)
{
    uint16_t reg = HW_NO_REGISTER;
    uint8_t part;

    if (!hw_operand_is_predicate(last_operand(t)) && !hw_source_register(t, last_operand(t), &reg, &part))
        return;
    emit_conditional(t, hw_uop_nanosleep)->b = reg;
}

bool hw_waits_for_lanes(unsigned op)
{
    switch (op) {
    case HW_OP_BSYNC:
    case HW_OP_BREAK:
    case HW_OP_YIELD:
    case HW_OP_WARPSYNC:
    case HW_OP_COLLECTIVE:
    case HW_OP_ENDCOLLECTIVE:
    case HW_OP_NANOSLEEP:
    case HW_OP_BMOV: return true;
    default: return false;
    }
}

bool hw_translate_its(struct hw_translator *t)
{
    switch (t->view.op) {
    case HW_OP_BRANCH:
    case HW_OP_BRANCHX:
    case HW_OP_CALLP:
    case HW_OP_RETP: translate_jump(t); return true;
    case HW_OP_BSSY: translate_barrier(t, hw_uop_bssy); return true;
    case HW_OP_BSYNC: translate_barrier(t, hw_uop_bsync); return true;
    case HW_OP_BREAK: translate_barrier(t, hw_uop_break); return true;
    case HW_OP_BMOV: translate_move(t); return true;
    case HW_OP_WARPSYNC: translate_warpsync(t); return true;
    case HW_OP_COLLECTIVE: translate_collective(t); return true;
    case HW_OP_ENDCOLLECTIVE: emit_conditional(t, hw_uop_end_collective); return true;
    case HW_OP_YIELD: emit_conditional(t, hw_uop_yield); return true;
    case HW_OP_NANOSLEEP: translate_sleep(t); return true;
    case HW_OP_RPCMOV: hw_emit_guarded_fault(t, HW_FAULT_ILLEGAL, HW_TRAP_UNDOCUMENTED); return true;
    default: return false;
    }
}
