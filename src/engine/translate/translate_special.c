/* SPDX-License-Identifier: MIT */
/* Reads of special registers, of the program counter and of barrier state become micro-ops, and so do
 * warp-wide operations (match, reduce); undocumented instructions become faults. */
#include "engine/translate/translate.h"
#include "machine/memory/memory_ops.h"
#include "machine/warp_collectives.h"

/* A mode of B2R, as encoded. */
enum { B2R_RESULT = 1 };

/* Assign a cache slot to a special register: from the first one on, or from the last; false: none is left. */
static bool add_special(struct hw_program *program, unsigned number, enum hw_special_lifetime stays,
                        unsigned *at)
{
    if (program->special_all == (1u << HW_SPECIAL_REGISTERS) - 1)
        return false;
    *at = stays == HW_LIFETIME_WARP_NUMBER ? program->special_by_number++ : HW_SPECIAL_REGISTERS - 1;
    while (program->special_all >> *at & 1)
        --*at;
    program->special[*at] = (uint8_t)number;
    program->special_all |= (uint8_t)(1u << *at);
    program->special_lifetime[stays] |= (uint8_t)(1u << *at);
    return true;
}

/* The register that caches a special register whose value is constant at least in a warp; false: it is not,
 * or no register is left. */
static bool has_register(struct hw_translator *t, unsigned number, uint16_t *reg)
{
    struct hw_program *program = t->program;
    const enum hw_special_lifetime stays = t->kernel_abi->special_lifetime(number);
    unsigned at = 0;

    while (at < HW_SPECIAL_REGISTERS && (program->special[at] != number || !(program->special_all >> at & 1)))
        at++;
    if (stays < HW_LIFETIME_WARP || (at == HW_SPECIAL_REGISTERS && !add_special(program, number, stays, &at)))
        return false;
    *reg = (uint16_t)(program->numbering.special + at);
    return true;
}

/* `first`: of the words that the instruction reads.  A listener is asked for its clock once, with the first
 * word. */
static void read_special(struct hw_translator *t, unsigned number, uint16_t reg, bool first)
{
    uint16_t filled;

    if (t->view.op == HW_OP_CS2R && !hw_special_is_coupled(number)) {
        hw_emit_move(t, reg, t->program->numbering.zero);
        return;
    }
    if (t->kernel_abi->special_lifetime(number) == HW_LIFETIME_CLOCK) {
        t->program->reads_clock = true;
        hw_needs_one_worker(t, HW_ONE_WORKER_CLOCK);
    }
    t->program->reads_grid_id |= number != 0 && number == t->kernel_abi->grid_id_register;
    if (has_register(t, number, &filled)) {
        hw_emit_move(t, reg, filled);
        return;
    }
    const bool told =
        first && t->subscriptions.clock && t->kernel_abi->special_lifetime(number) == HW_LIFETIME_CLOCK;
    struct hw_uop *uop = hw_emit(t, told ? hw_uop_read_clock : hw_uop_s2r);
    uop->d = reg;
    uop->special = number;
}

/* A pair is the special register and the next one; after the last, which is zero, the second word is zero,
 * too.
 */
static void read_words(struct hw_translator *t, const struct hw_operand *d, uint16_t reg)
{
    const unsigned number = t->view.operand[1].reg;

    read_special(t, number, reg, true);
    if (d->bytes == 8)
        read_special(t, number + 1, (uint16_t)(reg + 1), false);
    hw_clear_beyond(t, d);
}

/* Code begins at 0 and is shorter than 4 GiB: from Volta on, where an address is a pair, its upper word is
 * zero. */
static void read_address(struct hw_translator *t, const struct hw_operand *d, uint16_t reg)
{
    uint32_t address = t->pc;

    if (t->view.operand_count > 1 && !hw_resolved_target(t, &t->view.operand[1], &address)) {
        hw_emit_guarded_fault(t, HW_FAULT_ILLEGAL, HW_TRAP_UNDOCUMENTED);
        return;
    }
    hw_emit_move(t, reg, hw_literal_register(t, address));
    if (d->bytes == 8)
        hw_emit_move(t, (uint16_t)(reg + 1), t->program->numbering.zero);
    hw_clear_beyond(t, d);
}

/* A reduction's result is a number and a predicate; the bits of the other states are undocumented. */
static void read_barrier(struct hw_translator *t, uint16_t reg)
{
    const struct hw_semantics *view = &t->view;
    const struct hw_operand *last = &view->operand[view->operand_count - 1];

    if (view->mod[HW_MOD_B2R] != B2R_RESULT) {
        hw_emit_guarded_fault(t, HW_FAULT_ILLEGAL, HW_TRAP_UNDOCUMENTED);
        return;
    }
    struct hw_uop *uop = hw_emit(t, hw_uop_bar_result);
    uop->d = reg;
    if (last->kind == HW_OPERAND_PRED)
        uop->p_out = hw_predicate_number(last);
}

/* Fermi's short VMAD names no source 3. */
static bool is_undescribed(const struct hw_semantics *view)
{
    return view->op == HW_OP_R2B || (view->op == HW_OP_VMAD && view->operand_count < 4) ||
           (view->op == HW_OP_R2UR && view->mod[HW_MOD_PART]); /* .FILL */
}

/* Read the first lane into a uniform register.  The predicate is what compiled code needs it to be
 * (machine/paths/convergence.h has more of that code): the lane has another value than the first.  With .OR
 * it stays true if it was: so code for Hopper collects it over the words of a value, and people who tried it
 * on a chip of Blackwell found that the register gets the first lane's value all the same. */
static void translate_first_lane(struct hw_translator *t)
{
    const struct hw_operand *operand = t->view.operand;
    const unsigned first_source = hw_operand_is_predicate(&operand[0]) ? 1 : 0;
    uint16_t d, a;
    uint8_t part;

    if (!hw_destination_register(t, &operand[first_source], &d, &part) ||
        !hw_source_register(t, &operand[first_source + 1], &a, &part))
        return;
    struct hw_uop *uop = hw_emit(t, hw_uop_first_lane);
    uop->d = d;
    uop->a = a;
    uop->p_in = HW_PT | HW_PRED_NOT;
    if (first_source)
        uop->p_out = hw_predicate_number(&operand[0]);
    if (t->view.mod[HW_MOD_LOGIC] && uop->p_out != HW_PT)
        uop->p_in = uop->p_out;
}

static void translate_reduction(struct hw_translator *t)
{
    const struct hw_operand *operand = t->view.operand;
    uint16_t d, a;
    uint8_t part;

    if (t->view.mod[HW_MOD_ATOM] > HW_ATOM_XOR || t->view.mod[HW_MOD_TYPE] == HW_TYPE_F32) {
        hw_emit_guarded_fault(t, HW_FAULT_ILLEGAL,
                              t->kernel_abi->not_run ? HW_TRAP_NOT_RUN : HW_TRAP_OPERATION);
    } else if (hw_destination_register(t, &operand[0], &d, &part) &&
               hw_source_register(t, &operand[1], &a, &part)) {
        struct hw_uop *uop = hw_emit(t, hw_uop_reduce);
        uop->d = d;
        uop->a = a;
        uop->type = t->view.mod[HW_MOD_TYPE];
        uop->reduction = t->view.mod[HW_MOD_ATOM];
    }
}

static void translate_match(struct hw_translator *t)
{
    const struct hw_operand *operand = t->view.operand;
    const bool all = t->view.mod[HW_MOD_ALL];
    uint16_t d, a;
    uint8_t part;

    if (!hw_destination_register(t, &operand[all], &d, &part) ||
        !hw_source_register(t, &operand[all + 1], &a, &part))
        return;
    struct hw_uop *uop = hw_emit(t, all ? hw_uop_match_all : hw_uop_match_any);
    uop->d = d;
    uop->a = a;
    uop->type = t->view.mod[HW_MOD_TYPE];
    if (all)
        uop->p_out = hw_predicate_number(&operand[0]);
}

/* Of the lanes where a predicate holds, or of a mask. */
static void translate_election(struct hw_translator *t)
{
    const struct hw_operand *operand = t->view.operand;
    uint16_t d, mask = hw_literal_register(t, ~0u);
    uint8_t part;

    if (!hw_destination_register(t, &operand[1], &d, &part) ||
        (!hw_operand_is_predicate(&operand[2]) && !hw_source_register(t, &operand[2], &mask, &part)))
        return;
    struct hw_uop *uop = hw_emit(t, hw_uop_elect);
    uop->d = d;
    uop->a = mask;
    uop->p_in = hw_operand_is_predicate(&operand[2]) ? hw_predicate_code(&operand[2]) : HW_PT;
    uop->p_out = hw_predicate_number(&operand[0]);
}

/* Translate warp-wide operations on values: of one lane, of all, of those with equal values. */
static bool translate_values(struct hw_translator *t)
{
    switch (t->view.op) {
    case HW_OP_R2UR: translate_first_lane(t); return true;
    case HW_OP_REDUX:
    case HW_OP_CREDUX: translate_reduction(t); return true;
    case HW_OP_MATCH: translate_match(t); return true;
    case HW_OP_ELECT: translate_election(t); return true;
    default: return false;
    }
}

bool hw_translate_special(struct hw_translator *t)
{
    const struct hw_operand *d = &t->view.operand[0];
    uint16_t reg;
    uint8_t part;

    if (translate_values(t))
        return true;
    if (is_undescribed(&t->view)) {
        hw_emit_guarded_fault(t, HW_FAULT_ILLEGAL, HW_TRAP_UNDOCUMENTED);
        return true;
    }
    if (t->view.op != HW_OP_S2R && t->view.op != HW_OP_CS2R && t->view.op != HW_OP_LEPC &&
        t->view.op != HW_OP_B2R)
        return false;
    if (!hw_destination_register(t, d, &reg, &part))
        return true;
    if (t->view.op == HW_OP_LEPC)
        read_address(t, d, reg);
    else if (t->view.op == HW_OP_B2R)
        read_barrier(t, reg);
    else
        read_words(t, d, reg);
    return true;
}
