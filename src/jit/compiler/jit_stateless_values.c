/* SPDX-License-Identifier: MIT */
/* See jit_stateless_values.h.  A register has a row of words, as in a warp; LLVM finds out which of them are
 * needed, and makes them registers of the host. */
#include "jit/compiler/jit_stateless_values.h"

#include <stdlib.h>

#include "jit/compiler/jit_operands.h"
#include "jit/compiler/jit_signature.h"
#include "ops/lanes/lane_functions.h"

static LLVMTypeRef slice_type(const struct hw_jit_build *build)
{
    return LLVMVectorType(build->i32, build->slice_lanes);
}

static void store_slice(const struct hw_jit_build *build, LLVMValueRef row, unsigned slice,
                        LLVMValueRef words)
{
    hw_jit_store_slice(build, row, slice, words, hw_jit_slice_bytes(build));
}

static LLVMValueRef row_of(const struct hw_jit_stateless_values *values, LLVMValueRef rows, uint32_t reg)
{
    return hw_jit_address(values->build, rows, reg * sizeof(hw_lanes));
}

/* --- the begin --- */

static LLVMValueRef make_rows(const struct hw_jit_build *build)
{
    const LLVMTypeRef type =
        LLVMArrayType2(build->i8, (build->unit->numbering.count + 1u) * sizeof(hw_lanes));
    const LLVMValueRef rows = LLVMBuildAlloca(build->at, type, "rows");

    LLVMSetAlignment(rows, hw_jit_slice_bytes(build));
    return rows;
}

/* The special register of a register; HW_SPECIAL_REGISTERS and more: it is none. */
static uint32_t special_of(const struct hw_jit_unit *unit, uint32_t reg)
{
    return reg - unit->numbering.special;
}

static bool is_by_number(const struct hw_jit_unit *unit, uint32_t reg)
{
    return special_of(unit, reg) < unit->entry_state.special_by_number;
}

bool hw_jit_values_begin(struct hw_jit_stateless_values *values, struct hw_jit_build *build,
                         LLVMValueRef given)
{
    const struct hw_jit_unit *unit = build->unit;

    *values = (struct hw_jit_stateless_values){.build = build,
                                               .begin = LLVMGetInsertBlock(build->at),
                                               .given = given,
                                               .fixed = make_rows(build),
                                               .rows = make_rows(build),
                                               .assumed =
                                                   LLVMConstInt(LLVMInt1TypeInContext(build->context), 1, 0)};
    for (unsigned p = 0; p < HW_PREDICATES; p++)
        values->pred[p][0] = hw_jit_word(build, 0);
    values->reg = calloc(unit->numbering.count + 1u, sizeof *values->reg);
    for (uint32_t reg = 0; values->reg && reg < unit->numbering.count; reg++)
        if (is_by_number(unit, reg) || (reg == 0 && unit->entry_state.ids_in_r0))
            values->reg[reg].same = HW_JIT_SAME_NOT;
    return values->reg;
}

void hw_jit_values_free(struct hw_jit_stateless_values *values)
{
    free(values->reg);
}

bool hw_jit_values_have(const struct hw_jit_stateless_values *values, uint32_t reg)
{
    const struct hw_jit_unit *unit = values->build->unit;
    const uint32_t special = special_of(unit, reg);

    return reg < unit->numbering.count &&
           (special >= HW_SPECIAL_REGISTERS || special < unit->entry_state.special_by_number ||
            unit->entry_state.special_in_block >> special & 1);
}

/* A slice of what special registers read all over the block, unless it differs from lane to lane. */
static LLVMValueRef special_word(struct hw_jit_stateless_values *values, uint32_t reg)
{
    const struct hw_jit_build *build = values->build;
    const LLVMValueRef row = row_of(values, values->given, reg);

    values->assumed = LLVMBuildAnd(build->at, values->assumed, hw_jit_is_uniform(build, row), "");
    return hw_jit_load_slice(build, row, 0, hw_jit_slice_bytes(build));
}

static LLVMValueRef literal_word(const struct hw_jit_stateless_values *values, uint32_t reg, uint32_t literal)
{
    const struct hw_jit_build *build = values->build;
    LLVMValueRef words[HW_JIT_SLICE_MAX];

    if (build->unit->changes[literal])
        return hw_jit_load_slice(build, row_of(values, values->given, reg), 0, hw_jit_slice_bytes(build));
    for (unsigned lane = 0; lane < build->slice_lanes; lane++)
        words[lane] = hw_jit_word(build, build->unit->literal[literal]);
    return LLVMConstVector(words, build->slice_lanes);
}

/* What a register has in all warps of the block.  Registers that nobody has written are zero, or not read. */
static LLVMValueRef fixed_word(struct hw_jit_stateless_values *values, uint32_t reg)
{
    struct hw_jit_build *build = values->build;
    const struct hw_jit_unit *unit = build->unit;
    struct hw_jit_value *value = &values->reg[reg];
    const uint32_t literal = reg - unit->numbering.literal;

    if (!value->word) {
        const LLVMBasicBlockRef here = LLVMGetInsertBlock(build->at);
        LLVMPositionBuilderAtEnd(build->at, values->begin);
        value->word = special_of(unit, reg) < HW_SPECIAL_REGISTERS ? special_word(values, reg)
                      : literal < unit->literals                   ? literal_word(values, reg, literal)
                                                                   : LLVMConstNull(slice_type(build));
        LLVMPositionBuilderAtEnd(build->at, here);
    }
    return value->word;
}

/* --- rows --- */

/* Take what the warp's number decides. */
static void take_given(const struct hw_jit_stateless_values *values, uint16_t reg)
{
    const struct hw_jit_build *build = values->build;
    const LLVMValueRef from = reg == 0 && build->unit->entry_state.ids_in_r0
                                  ? hw_jit_address(build, build->warp, offsetof(struct hw_warp, thread_ids))
                                  : row_of(values, values->by_number, special_of(build->unit, reg));

    for (unsigned slice = 0; slice < hw_jit_slices(build); slice++)
        store_slice(build, row_of(values, values->rows, reg), slice,
                    hw_jit_load_slice(build, from, slice, sizeof(uint32_t)));
}

LLVMValueRef hw_jit_values_row(struct hw_jit_stateless_values *values, uint16_t reg)
{
    const struct hw_jit_build *build = values->build;
    struct hw_jit_value *value = &values->reg[reg];
    const LLVMValueRef row = row_of(values, values->rows, reg);

    if (!value->everywhere && value->same == HW_JIT_SAME_NOT) {
        if (!value->begun)
            take_given(values, reg);
    } else if (!value->everywhere) {
        const LLVMValueRef word = value->same == HW_JIT_SAME_IN_BLOCK
                                      ? fixed_word(values, reg)
                                      : hw_jit_load_slice(build, row, 0, hw_jit_slice_bytes(build));
        for (unsigned slice = 0; slice < hw_jit_slices(build); slice++)
            store_slice(build, row, slice, word);
    }
    value->begun = value->everywhere = true;
    return row;
}

void hw_jit_values_stored(struct hw_jit_stateless_values *values, uint16_t reg, enum hw_jit_same same)
{
    values->reg[reg] =
        (struct hw_jit_value){.same = same, .begun = true, .everywhere = same == HW_JIT_SAME_NOT};
}

/* --- operations --- */

static LLVMValueRef bits_of(const struct hw_jit_stateless_values *values, unsigned p, unsigned slice)
{
    return values->pred[p][values->pred_same[p] == HW_JIT_SAME_NOT ? slice : 0];
}

static void do_slice(struct hw_jit_stateless_values *values, uint32_t index, LLVMValueRef rows,
                     unsigned slice)
{
    struct hw_jit_build *build = values->build;
    const unsigned seen = hw_jit_predicates(build->unit, index, true);
    const struct hw_jit_words words = {.warp =
                                           hw_jit_address(build, rows, slice * hw_jit_slice_bytes(build))};

    hw_jit_store(build, build->slice, HW_JIT_EXEC, hw_jit_word(build, hw_jit_slice_mask(build)));
    hw_jit_store(build, build->slice, HW_JIT_PRED(HW_PT), hw_jit_word(build, ~0u));
    for (unsigned p = 0; p < HW_PREDICATES; p++)
        if (seen >> p & 1)
            hw_jit_store(build, build->slice, HW_JIT_PRED(p), bits_of(values, p, slice));
    hw_jit_call_wrapper(build, index, &words);
}

/* The predicates that a slice has written. */
static void take_predicates(struct hw_jit_stateless_values *values, uint32_t index, unsigned slice,
                            LLVMValueRef taken[HW_PREDICATES][HW_JIT_SLICES_MAX])
{
    const struct hw_jit_build *build = values->build;
    const unsigned written = hw_jit_predicates(build->unit, index, false);

    for (unsigned p = 0; p < HW_PREDICATES; p++)
        if (written >> p & 1)
            taken[p][slice] = hw_jit_load(build, build->slice, HW_JIT_PRED(p));
}

static enum hw_jit_same worse(enum hw_jit_same a, enum hw_jit_same b)
{
    return a > b ? a : b;
}

/* Where all that an operation reads is the same. */
static enum hw_jit_same same_of(const struct hw_jit_stateless_values *values, uint32_t index,
                                const struct hw_jit_operand *operand, unsigned count)
{
    const unsigned seen = hw_jit_predicates(values->build->unit, index, true);
    enum hw_jit_same same =
        hw_jit_depends_on_lane(values->build->unit, index) ? HW_JIT_SAME_NOT : HW_JIT_SAME_IN_BLOCK;

    for (unsigned o = 0; o < count; o++)
        if (operand[o].read)
            same = worse(same, values->reg[operand[o].reg].same);
    for (unsigned p = 0; p < HW_PREDICATES; p++)
        if (seen >> p & 1)
            same = worse(same, values->pred_same[p]);
    return same;
}

/* Before the loop: what is read is put there, and what is stored is kept. */
static void compute_fixed(struct hw_jit_stateless_values *values, uint32_t index,
                          const struct hw_jit_operand *operand, unsigned count)
{
    struct hw_jit_build *build = values->build;
    const LLVMBasicBlockRef here = LLVMGetInsertBlock(build->at);

    LLVMPositionBuilderAtEnd(build->at, values->begin);
    for (unsigned o = 0; o < count; o++) {
        struct hw_jit_value *value = &values->reg[operand[o].reg];
        if (!operand[o].read || value->in_fixed)
            continue;
        store_slice(build, row_of(values, values->fixed, operand[o].reg), 0,
                    fixed_word(values, operand[o].reg));
        value->in_fixed = true;
    }
    do_slice(values, index, values->fixed, 0);
    take_predicates(values, index, 0, values->pred);
    for (unsigned o = 0; o < count; o++)
        if (operand[o].stored)
            values->reg[operand[o].reg] = (struct hw_jit_value){
                .begun = true,
                .in_fixed = true,
                .word = hw_jit_load_slice(build, row_of(values, values->fixed, operand[o].reg), 0,
                                          hw_jit_slice_bytes(build))};
    LLVMPositionBuilderAtEnd(build->at, here);
}

static void compute_in_loop(struct hw_jit_stateless_values *values, uint32_t index, enum hw_jit_same same,
                            const struct hw_jit_operand *operand, unsigned count)
{
    LLVMValueRef taken[HW_PREDICATES][HW_JIT_SLICES_MAX] = {{NULL}};
    const unsigned slices = same == HW_JIT_SAME_NOT ? hw_jit_slices(values->build) : 1,
                   written = hw_jit_predicates(values->build->unit, index, false);

    for (unsigned o = 0; o < count; o++)
        if (operand[o].read)
            (void)hw_jit_values_row(values, operand[o].reg);
    for (unsigned slice = 0; slice < slices; slice++) {
        do_slice(values, index, values->rows, slice);
        take_predicates(values, index, slice, taken);
    }
    for (unsigned o = 0; o < count; o++)
        if (operand[o].stored)
            hw_jit_values_stored(values, operand[o].reg, same);
    for (unsigned p = 0; p < HW_PREDICATES; p++)
        for (unsigned slice = 0; (written >> p & 1) && slice < slices; slice++)
            values->pred[p][slice] = taken[p][slice];
}

void hw_jit_values_compute(struct hw_jit_stateless_values *values, uint32_t index)
{
    struct hw_jit_operand operand[HW_JIT_OPERANDS];
    const unsigned count = hw_jit_operands_of(values->build, index, operand),
                   written = hw_jit_predicates(values->build->unit, index, false);
    const enum hw_jit_same same = same_of(values, index, operand, count);

    if (same == HW_JIT_SAME_IN_BLOCK)
        compute_fixed(values, index, operand, count);
    else
        compute_in_loop(values, index, same, operand, count);
    for (unsigned p = 0; p < HW_PREDICATES; p++)
        if (written >> p & 1)
            values->pred_same[p] = same;
}

/* --- lanes that leave --- */

LLVMValueRef hw_jit_values_leaving(struct hw_jit_stateless_values *values, uint32_t index)
{
    struct hw_jit_build *build = values->build;
    const struct hw_uop *uop = &build->unit->uop[index];
    const unsigned number = uop->p_in & ~HW_PRED_NOT;
    LLVMValueRef leaving = hw_jit_word(build, 0);

    if (hw_jit_tests(build->unit, index))
        (void)hw_jit_values_row(values, uop->guard.cond);
    for (unsigned slice = 0; slice < hw_jit_slices(build); slice++) {
        const struct hw_jit_words words = {
            .warp = hw_jit_address(build, values->rows, slice * hw_jit_slice_bytes(build))};
        const LLVMValueRef word = number == HW_PT ? hw_jit_word(build, ~0u) : bits_of(values, number, slice);
        LLVMValueRef lanes = hw_jit_negated(build, uop->p_in, word);
        if (hw_jit_tests(build->unit, index))
            lanes = LLVMBuildAnd(build->at, lanes, hw_jit_tested(build, index, &words), "");
        leaving = LLVMBuildOr(build->at, leaving, lanes, "");
    }
    leaving = LLVMBuildAnd(build->at, leaving, hw_jit_word(build, hw_jit_slice_mask(build)), "");
    return LLVMBuildICmp(build->at, LLVMIntNE, leaving, hw_jit_word(build, 0), "");
}
