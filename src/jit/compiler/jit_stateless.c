/* SPDX-License-Identifier: MIT */
/* See jit_stateless.h: a loop over warps.  Each computes and loads; then, when all is known to be well,
 * it stores.  A warp that is another one ends the loop.
 *
 * Since no lane has stored when the last access is found to take the fast path, it does not matter that
 * slices are done one behind the other.  Not on x86-64 without AVX2, where operations are too large to have
 * them four times.
 */
#include "jit/compiler/jit_stateless.h"

#include <stdlib.h>

#include "jit/compiler/jit_debug_lines.h"
#include "jit/compiler/jit_ftz.h"
#include "jit/compiler/jit_attributes.h"
#include "jit/compiler/jit_operands.h"
#include "jit/compiler/jit_stateless_values.h"
#include "jit/request/jit_protocol.h"
#include "jit/request/jit_straight_line.h"
#include "machine/memory/access.h"

#define MOST_REGISTERS 1024u /* LLVM's work, before it knows which are there */

/* A store that is done when all is known to be well. */
struct noted {
    LLVMValueRef to; /* NULL: it is none */
    struct hw_jit_moved moved;
};

struct stateless_code {
    struct hw_jit_build *build;
    struct hw_jit_stateless_values values;
    uint32_t end;
    LLVMBasicBlockRef loop, out;
    LLVMValueRef number, left; /* of the warp; and of the one at which the loop ends */
    struct noted *store;       /* by index */
    bool fails;                /* it turns out that there is no such code */
};

void hw_jit_stateless_select(struct hw_jit_build *build)
{
    build->stateless = build->lanes == HW_CODE_FULL_WARPS && build->level != HW_HOST_LEVEL_BASE &&
                       build->unit->numbering.count <= MOST_REGISTERS &&
                       hw_jit_is_straight_line(build->unit, &build->stateless_end);
}

bool hw_jit_stateless_has(const struct hw_jit_build *build, uint32_t index)
{
    return build->stateless && index >= build->unit->entry_state.start && index <= build->stateless_end;
}

/* --- whether it can be --- */

static bool knows_operands(const struct stateless_code *code, uint32_t index)
{
    struct hw_jit_operand operand[HW_JIT_OPERANDS];
    const unsigned count = hw_jit_operands_of(code->build, index, operand);

    for (unsigned o = 0; o < count; o++)
        if (!hw_jit_values_have(&code->values, operand[o].reg))
            return false;
    return true;
}

static bool can(const struct stateless_code *code)
{
    const struct hw_jit_build *build = code->build;

    for (uint32_t i = build->unit->entry_state.start; i < code->end; i++) {
        const unsigned kind = build->unit->kind[i];
        if (!knows_operands(code, i) || (kind == HW_JIT_KIND_INLINE && !hw_jit_is_direct(build, i)) ||
            (kind == HW_JIT_KIND_ACCESS && !build->wrapper_of[i]))
            return false;
    }
    return true;
}

/* --- warps that are others --- */

/* Go on where a condition holds; else the loop ends. */
static void go_on_if(const struct stateless_code *code, LLVMValueRef holds)
{
    const struct hw_jit_build *build = code->build;
    const LLVMBasicBlockRef on = hw_jit_block(build, "on"), here = LLVMGetInsertBlock(build->at);

    LLVMBuildCondBr(build->at, holds, on, code->out);
    LLVMAddIncoming(code->left, &(LLVMValueRef){code->number}, &(LLVMBasicBlockRef){here}, 1);
    LLVMPositionBuilderAtEnd(build->at, on);
}

/* --- accesses --- */

/* Whether all lanes' addresses are known to be one. */
static bool is_same(const struct stateless_code *code, uint32_t index)
{
    const struct hw_jit_unit *unit = code->build->unit;
    const uint16_t base = hw_jit_base_of(unit, index);
    const struct hw_jit_value *reg = code->values.reg;

    return reg[base].same != HW_JIT_SAME_NOT &&
           (!hw_mem_fast_is_wide(unit->function[index].family) || reg[base + 1u].same != HW_JIT_SAME_NOT);
}

/* The address that an access is found to go to: of all lanes, or of a series. */
static LLVMValueRef find(struct stateless_code *code, uint32_t index, bool same)
{
    struct hw_jit_build *build = code->build;
    const LLVMValueRef wrapper = build->wrapper_of[index];
    const struct hw_jit_function function = build->unit->function[index];
    const uint16_t base = hw_jit_base_of(build->unit, index);
    LLVMValueRef arguments[] = {build->warp, hw_jit_values_row(&code->values, base),
                                hw_jit_range(build, index),
                                hw_jit_word(build, same ? 0 : hw_width_bytes(function.number))};

    if (hw_mem_fast_is_wide(function.family))
        (void)hw_jit_values_row(&code->values, base + 1u);
    const LLVMValueRef found =
        LLVMBuildCall2(build->at, LLVMGlobalGetValueType(wrapper), wrapper, arguments, 4, "");
    go_on_if(code, LLVMBuildICmp(build->at, LLVMIntNE, found, LLVMConstNull(build->pointer), ""));
    return found;
}

static void load(struct stateless_code *code, uint32_t index)
{
    struct hw_jit_build *build = code->build;
    const enum hw_width width = build->unit->function[index].number;
    const uint16_t reg = build->unit->uop[index].d;
    const bool same = is_same(code, index);
    const LLVMValueRef row = hw_jit_address(build, code->values.rows, reg * sizeof(hw_lanes));

    code->fails |= !same && width < HW_WIDTH_B32;
    if (same)
        hw_jit_load_broadcast(build, find(code, index, same), width, row);
    else
        hw_jit_load_contiguous(build, find(code, index, same), width, row);
    for (unsigned word = 0; word < hw_width_words(width); word++)
        hw_jit_values_stored(&code->values, reg + word, same ? HW_JIT_SAME_IN_WARP : HW_JIT_SAME_NOT);
}

/* What a store will store, and where. */
static void note_store(struct stateless_code *code, uint32_t index)
{
    const struct hw_jit_build *build = code->build;
    const enum hw_width width = build->unit->function[index].number;
    struct noted *noted = &code->store[index];

    code->fails |= is_same(code, index) || width < HW_WIDTH_B32;
    for (unsigned word = 0; word < hw_width_words(width); word++) {
        const LLVMValueRef row = hw_jit_values_row(&code->values, build->unit->uop[index].b + word);
        for (unsigned slice = 0; slice < hw_jit_slices(build); slice++)
            noted->moved.word[word][slice] = hw_jit_load_slice(build, row, slice, hw_jit_slice_bytes(build));
    }
    noted->to = find(code, index, false);
}

static void store_all(const struct stateless_code *code)
{
    const struct hw_jit_unit *unit = code->build->unit;

    for (uint32_t i = unit->entry_state.start; i < code->end; i++) {
        hw_jit_lines_at(code->build, i);
        if (code->store[i].to)
            hw_jit_store_contiguous(code->build, code->store[i].to, unit->function[i].number,
                                    &code->store[i].moved);
    }
    hw_jit_lines_at_none(code->build);
}

/* --- the function --- */

static LLVMValueRef load_pointer(const struct hw_jit_build *build, LLVMValueRef from, size_t offset)
{
    return LLVMBuildLoad2(build->at, build->pointer, hw_jit_address(build, from, offset), "");
}

static LLVMValueRef element(const struct hw_jit_build *build, LLVMValueRef first, LLVMValueRef number,
                            size_t bytes)
{
    LLVMValueRef offset = LLVMBuildMul(build->at, LLVMBuildZExt(build->at, number, build->i64, ""),
                                       LLVMConstInt(build->i64, bytes, 0), "");

    return LLVMBuildGEP2(build->at, build->i8, first, &offset, 1, "");
}

static LLVMValueRef slice_regs(const struct hw_jit_build *build)
{
    const LLVMValueRef regs =
        LLVMBuildAlloca(build->at, LLVMArrayType2(build->i8, sizeof(struct hw_regs)), "slice");

    LLVMSetAlignment(regs, 16);
    return regs;
}

/* What a block's warps have in common. */
static void prepare(struct hw_jit_build *build)
{
    build->in = LLVMGetParam(build->kernel, 0);
    build->slice = slice_regs(build);
    hw_jit_store(build, build->slice, offsetof(struct hw_regs, first), hw_jit_word(build, 0));
    const LLVMValueRef program = load_pointer(build, build->in, offsetof(struct hw_block, program));
    build->uops = hw_jit_address(build, load_pointer(build, program, offsetof(struct hw_program, uop)),
                                 build->unit->first * sizeof(struct hw_uop));
    hw_jit_prepare_accesses(build, program);
}

static void one_warp(struct stateless_code *code)
{
    const struct hw_jit_unit *unit = code->build->unit;

    for (uint32_t i = unit->entry_state.start; i < code->end; i++) {
        hw_jit_lines_at(code->build, i);
        if (unit->kind[i] == HW_JIT_KIND_INLINE)
            hw_jit_values_compute(&code->values, i);
        else if (unit->kind[i] == HW_JIT_KIND_EXIT)
            go_on_if(code, LLVMBuildNot(code->build->at, hw_jit_values_leaving(&code->values, i), ""));
        else if (unit->kind[i] == HW_JIT_KIND_ACCESS)
            (hw_mem_fast_loads(unit->function[i].family) ? load : note_store)(code, i);
    }
    store_all(code);
}

/* The loop; the builder is before it. */
static void all_warps(struct stateless_code *code)
{
    struct hw_jit_build *build = code->build;
    LLVMValueRef first = LLVMGetParam(build->kernel, 2);
    const LLVMValueRef warps = load_pointer(build, build->in, offsetof(struct hw_block, warp)),
                       specials =
                           load_pointer(build, build->in, offsetof(struct hw_block, special_by_number)),
                       end = LLVMGetParam(build->kernel, 3);

    code->loop = hw_jit_block(build, "warp");
    code->out = hw_jit_block(build, "out");
    LLVMPositionBuilderAtEnd(build->at, code->out);
    code->left = LLVMBuildPhi(build->at, build->i32, "left");
    LLVMBuildRet(build->at, LLVMBuildSub(build->at, code->left, first, ""));
    LLVMPositionBuilderAtEnd(build->at, code->loop);
    code->number = LLVMBuildPhi(build->at, build->i32, "number");
    build->warp = element(build, warps, code->number, sizeof(struct hw_warp));
    code->values.by_number =
        element(build, specials, code->number, build->unit->entry_state.special_by_number * sizeof(hw_lanes));
    one_warp(code);
    LLVMValueRef next = LLVMBuildAdd(build->at, code->number, hw_jit_word(build, 1), "");
    LLVMBasicBlockRef last = LLVMGetInsertBlock(build->at);
    LLVMBuildCondBr(build->at, hw_jit_equal(build, next, end), code->out, code->loop);
    LLVMAddIncoming(code->left, &next, &last, 1);
    LLVMAddIncoming(code->left, &first, &code->values.begin, 1);
    LLVMAddIncoming(code->number, &next, &last, 1);
    LLVMAddIncoming(code->number, &first, &code->values.begin, 1);
    LLVMPositionBuilderAtEnd(build->at, code->values.begin);
    LLVMBuildCondBr(build->at, code->values.assumed, code->loop, code->out);
}

static LLVMValueRef add_function(const struct hw_jit_build *build)
{
    LLVMTypeRef parameters[] = {build->pointer, build->pointer, build->i32, build->i32};
    const LLVMValueRef function =
        LLVMAddFunction(build->module, HW_JIT_STATELESS, LLVMFunctionType(build->i32, parameters, 4, 0));

    hw_jit_for_target(build, function);
    hw_jit_lines_of(build, function);
    return function;
}

void hw_jit_stateless_add(struct hw_jit_build *build)
{
    struct hw_jit_build own = *build;
    struct stateless_code code = {.build = &own};

    if (!build->stateless || !hw_jit_is_straight_line(build->unit, &code.end))
        return;
    own.kernel = add_function(build);
    LLVMPositionBuilderAtEnd(own.at, hw_jit_block(&own, "begin"));
    hw_jit_lines_at_none(&own);
    prepare(&own);
    code.store = calloc(build->unit->count, sizeof *code.store);
    code.fails =
        !hw_jit_values_begin(&code.values, &own, LLVMGetParam(own.kernel, 1)) || !code.store || !can(&code);
    if (!code.fails)
        all_warps(&code);
    if (code.fails)
        LLVMDeleteFunction(own.kernel);
    else if (build->flushes_all)
        hw_jit_ftz_around(build, own.kernel);
    hw_jit_values_free(&code.values);
    free(code.store);
}
