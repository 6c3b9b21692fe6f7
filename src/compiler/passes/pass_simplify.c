/* SPDX-License-Identifier: MIT */
/* Algebraic simplification (a peephole pass): the rules below are applied to each instruction until none
 * matches any more.
 *
 * A rule returns a value that is equal to the result, or changes the instruction into a cheaper one.  The
 * upper half of a 16-bit value is undefined, so every rule works on the type's own bits. */
#include "compiler/passes/fold.h"
#include "compiler/passes/passes.h"

/* --- constants ------------------------------------------------------------------------------------- */

static struct hw_ir_value *constant_like(struct hw_ir_function *function, const struct hw_ir_value *value,
                                         uint64_t bits)
{
    return hw_ir_constant(function, (enum hw_ir_kind)value->kind, bits);
}

static struct hw_ir_value *evaluated(struct hw_ir_function *function, const struct hw_ir_insn *insn)
{
    uint64_t in[4] = {0}, out;

    if (insn->results != 1 || insn->operands > 4)
        return NULL;
    for (uint32_t i = 0; i < insn->operands; i++)
        if (!hw_ir_is_constant(insn->operand[i].value, &in[i]))
            return NULL;
    return hw_fold_evaluate(insn, in, &out) ? constant_like(function, insn->result, out) : NULL;
}

/* --- what changes nothing -------------------------------------------------------------------------- */

static bool is_constant_value(const struct hw_ir_insn *insn, unsigned operand, uint64_t bits)
{
    uint64_t found;

    return operand < insn->operands && hw_ir_is_constant(insn->operand[operand].value, &found) &&
           found == bits;
}

static uint64_t ones(const struct hw_ir_insn *insn)
{
    return hw_fold_cut(~(uint64_t)0, hw_ir_kind_bits((enum hw_ir_kind)insn->result->kind));
}

/* With a constant as second operand, to which commutative operands are ordered. */
static struct hw_ir_value *unchanged_by_constant(struct hw_ir_function *function,
                                                 const struct hw_ir_insn *insn)
{
    struct hw_ir_value *a = insn->operand[0].value;

    switch (insn->op) {
    case HW_IR_ADD:
    case HW_IR_SUB:
        return insn->operands == 2 && insn->results == 1 && is_constant_value(insn, 1, 0) ? a : NULL;
    case HW_IR_SHL:
    case HW_IR_SHR:
    case HW_IR_XOR: return is_constant_value(insn, 1, 0) ? a : NULL;
    case HW_IR_OR:
        return is_constant_value(insn, 1, 0)            ? a
               : is_constant_value(insn, 1, ones(insn)) ? insn->operand[1].value
                                                        : NULL;
    case HW_IR_AND:
        return is_constant_value(insn, 1, ones(insn)) ? a
               : is_constant_value(insn, 1, 0)        ? insn->operand[1].value
                                                      : NULL;
    case HW_IR_MUL:
        return is_constant_value(insn, 1, 1)   ? a
               : is_constant_value(insn, 1, 0) ? constant_like(function, insn->result, 0)
                                               : NULL;
    case HW_IR_DIV: return is_constant_value(insn, 1, 1) ? a : NULL;
    default: return NULL;
    }
}

/* With the same value twice. */
static struct hw_ir_value *of_one_value(struct hw_ir_function *function, const struct hw_ir_insn *insn)
{
    if (insn->operands != 2 || insn->results != 1 || insn->operand[0].value != insn->operand[1].value)
        return NULL;
    switch (insn->op) {
    case HW_IR_AND:
    case HW_IR_OR: return insn->operand[0].value;
    case HW_IR_XOR:
    case HW_IR_SUB: return constant_like(function, insn->result, 0);
    default: return NULL;
    }
}

/* The value that both or all alternatives have in common. */
static struct hw_ir_value *selected(const struct hw_ir_insn *insn)
{
    uint64_t which;

    if (hw_ir_is_constant(insn->operand[0].value, &which))
        return insn->operand[which ? 1 : 2].value;
    return insn->operand[1].value == insn->operand[2].value ? insn->operand[1].value : NULL;
}

static struct hw_ir_value *of_all_edges(const struct hw_ir_insn *phi)
{
    struct hw_ir_value *only = NULL;

    for (uint32_t i = 0; i < phi->operands; i++) {
        struct hw_ir_value *value = phi->operand[i].value;
        if (value == phi->result || value == only)
            continue;
        if (only)
            return NULL;
        only = value;
    }
    return only;
}

/* A part of a value that was packed from parts of this size; the packed value whose unpacked parts these
 * are. */
static struct hw_ir_value *pack_parts(const struct hw_ir_insn *pack)
{
    const struct hw_ir_insn *unpack = pack->operand[0].value->from;

    if (unpack->op != HW_IR_UNPACK || unpack->results != pack->operands ||
        unpack->operand[0].value->kind != pack->result->kind)
        return NULL;
    for (uint32_t i = 0; i < pack->operands; i++)
        if (pack->operand[i].value != &unpack->result[i])
            return NULL;
    return unpack->operand[0].value;
}

static bool unpack_parts(struct hw_ir_insn *unpack)
{
    const struct hw_ir_insn *pack = unpack->operand[0].value->from;
    bool changed = false;

    if (pack->op != HW_IR_PACK || pack->operands != unpack->results)
        return false;
    for (uint32_t i = 0; i < unpack->results; i++) {
        if (!unpack->result[i].uses || pack->operand[i].value->kind != unpack->result[i].kind)
            continue;
        hw_ir_replace(&unpack->result[i], pack->operand[i].value);
        changed = true;
    }
    return changed;
}

/* The high word of a product whose low word has no use. */
static bool takes_high(struct hw_ir_function *function, struct hw_ir_insn *unpack)
{
    const struct hw_ir_insn *product = unpack->operand[0].value->from;

    if (product->op != HW_IR_MUL_WIDE || product->operand[0].value->kind != HW_IR_KIND_32 ||
        unpack->results != 2 || !unpack->result[1].uses)
        return false;
    for (const struct hw_ir_use *use = product->result->uses; use; use = use->next)
        if (use->by->op != HW_IR_UNPACK || use->by->results != 2 || use->by->result[0].uses)
            return false;
    const struct hw_ir_made made = {
        .op = HW_IR_MUL_HIGH,
        .how = &product->how,
        .results = 1,
        .kind = &(uint8_t){HW_IR_KIND_32},
        .operands = 2,
        .operand = (struct hw_ir_value *[]){product->operand[0].value, product->operand[1].value}};
    hw_ir_replace(&unpack->result[1], hw_ir_insn(function, unpack->block, unpack, &made)->result);
    return true;
}

/* The address in a space of what was one there: the same, and what was added meanwhile. */
static bool comes_back(struct hw_ir_function *function, struct hw_ir_insn *insn)
{
    if (insn->op != HW_IR_FROM_GENERIC)
        return false;
    const struct hw_ir_insn *sum = insn->operand[0].value->from;
    const bool is_sum = sum->op == HW_IR_ADD && sum->operands == 2 && sum->results == 1 && !sum->how.sat;
    const struct hw_ir_insn *from = is_sum ? sum->operand[0].value->from : sum;
    uint64_t bits;

    if (from->op != HW_IR_TO_GENERIC || from->how.space != insn->how.space ||
        insn->result->kind != from->result->kind || insn->result->kind != from->operand[0].value->kind)
        return false;
    if (!is_sum) {
        hw_ir_replace(insn->result, from->operand[0].value);
        return true;
    }
    if (!hw_ir_is_constant(sum->operand[1].value, &bits))
        return false;
    const struct hw_ir_made made = {
        .op = HW_IR_ADD,
        .how = &sum->how,
        .results = 1,
        .kind = &insn->result->kind,
        .operands = 2,
        .operand = (struct hw_ir_value *[]){from->operand[0].value, sum->operand[1].value}};
    hw_ir_replace(insn->result, hw_ir_insn(function, insn->block, insn, &made)->result);
    return true;
}

static struct hw_ir_value *twice(const struct hw_ir_insn *insn)
{
    const struct hw_ir_insn *from = insn->operand[0].value->from;

    return from->op == insn->op && from->how.type == insn->how.type ? from->operand[0].value : NULL;
}

static struct hw_ir_value *equivalent(struct hw_ir_function *function, const struct hw_ir_insn *insn)
{
    struct hw_ir_value *value;

    switch (insn->op) {
    case HW_IR_COPY: return insn->operand[0].value;
    case HW_IR_SELECT: return selected(insn);
    case HW_IR_PHI: return of_all_edges(insn);
    case HW_IR_PACK: value = pack_parts(insn); break;
    case HW_IR_NOT: value = twice(insn); break;
    default:
        if (hw_fold_is_float(insn->how.type) || insn->how.sat || insn->operands < 2)
            return NULL;
        value = unchanged_by_constant(function, insn);
        value = value ? value : of_one_value(function, insn);
    }
    return value && value->kind == insn->result->kind ? value : NULL;
}

/* --- what is cheaper ------------------------------------------------------------------------------- */

static void constant_second(struct hw_ir_insn *insn)
{
    uint64_t bits;

    if (!(hw_ir_op_is((enum hw_ir_op)insn->op) & HW_IR_IS_SWAPPABLE) ||
        !hw_ir_is_constant(insn->operand[0].value, &bits) || hw_ir_is_constant(insn->operand[1].value, &bits))
        return;
    struct hw_ir_value *constant = insn->operand[0].value;
    hw_ir_set_operand(insn, 0, insn->operand[1].value);
    hw_ir_set_operand(insn, 1, constant);
}

/* A product with a power of two is a shift, and so are quotient and rest of numbers without sign. */
static bool becomes_shift(struct hw_ir_function *function, struct hw_ir_insn *insn)
{
    uint64_t bits;

    if (insn->operands != 2 || insn->results != 1 || insn->how.sat || hw_fold_is_float(insn->how.type) ||
        !hw_ir_is_constant(insn->operand[1].value, &bits) || bits < 2 || bits & (bits - 1))
        return false;
    const unsigned shift = (unsigned)__builtin_ctzll(bits);
    if (insn->op == HW_IR_REM && !hw_fold_is_signed(insn->how.type)) {
        insn->op = HW_IR_AND;
        hw_ir_set_operand(insn, 1, constant_like(function, insn->operand[1].value, bits - 1));
        return true;
    }
    if (insn->op == HW_IR_MUL)
        insn->op = HW_IR_SHL;
    else if (insn->op == HW_IR_DIV && !hw_fold_is_signed(insn->how.type))
        insn->op = HW_IR_SHR;
    else
        return false;
    hw_ir_set_operand(insn, 1, hw_ir_constant(function, HW_IR_KIND_32, shift));
    return true;
}

/* (a + c) + d is a + (c + d). */
static bool joins_constants(struct hw_ir_function *function, struct hw_ir_insn *insn)
{
    const struct hw_ir_insn *from = insn->operands ? insn->operand[0].value->from : insn;
    uint64_t outer, inner;

    if (insn->op != HW_IR_ADD || from->op != HW_IR_ADD || from == insn || insn->operands != 2 ||
        from->operands != 2 || insn->results != 1 || from->results != 1 || insn->how.sat || from->how.sat ||
        hw_fold_is_float(insn->how.type) || hw_fold_is_float(from->how.type) ||
        !hw_ir_is_constant(insn->operand[1].value, &outer) ||
        !hw_ir_is_constant(from->operand[1].value, &inner))
        return false;
    hw_ir_set_operand(insn, 1, constant_like(function, insn->result, outer + inner));
    hw_ir_set_operand(insn, 0, from->operand[0].value);
    return true;
}

/* An address that is a sum with a constant: memory operations add it themselves. */
static bool takes_offset(struct hw_ir_insn *insn)
{
    const bool has_address = insn->op == HW_IR_LOAD || insn->op == HW_IR_STORE || insn->op == HW_IR_ATOMIC;
    const struct hw_ir_insn *from = has_address ? insn->operand[0].value->from : insn;
    uint64_t offset;

    if (!has_address || from->op != HW_IR_ADD || from->operands != 2 || from->results != 1 || from->how.sat ||
        !hw_ir_is_constant(from->operand[1].value, &offset))
        return false;
    if (from->result->kind == HW_IR_KIND_32)
        offset = (uint64_t)(int64_t)(int32_t)offset;
    insn->how.bits += offset;
    hw_ir_set_operand(insn, 0, from->operand[0].value);
    return true;
}

/* --- all of it ------------------------------------------------------------------------------------- */

static bool simplify_insn(struct hw_ir_function *function, struct hw_ir_insn *insn)
{
    struct hw_ir_value *value;

    if (hw_ir_op_is((enum hw_ir_op)insn->op) & HW_IR_IS_END)
        return false;
    constant_second(insn);
    if (insn->op == HW_IR_UNPACK)
        return unpack_parts(insn) || takes_high(function, insn);
    if (insn->results == 1 && !insn->result->uses)
        return takes_offset(insn);
    value = insn->results == 1 ? evaluated(function, insn) : NULL;
    value = value || insn->results != 1 ? value : equivalent(function, insn);
    if (value) {
        hw_ir_replace(insn->result, value);
        return true;
    }
    return becomes_shift(function, insn) || comes_back(function, insn) || joins_constants(function, insn) ||
           takes_offset(insn);
}

bool hw_pass_simplify(struct hw_ir_function *function)
{
    bool changed = false, again = true;

    while (again) {
        again = false;
        for (uint32_t i = 0; i < function->block_count; i++)
            for (struct hw_ir_insn *insn = function->block[i]->first; insn; insn = insn->next) {
                hw_ir_set_location(function, insn);
                again |= simplify_insn(function, insn);
            }
        changed |= again;
    }
    hw_ir_set_location(function, NULL);
    return changed;
}
