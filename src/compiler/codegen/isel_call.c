/* SPDX-License-Identifier: MIT */
/* Selects calls: moves of parameters and results by the calling convention, and alloca. */
#include "compiler/codegen/frame.h"
#include "compiler/codegen/isel_address.h"

#include <string.h>

const char hw_codegen_return[] = "return";

static unsigned words_of(const struct hw_ir_value *value)
{
    return value->kind == HW_IR_KIND_64 ? 2 : 1;
}

static struct hw_mir_operand immediate_of(int64_t value)
{
    return hw_isel_immediate((uint64_t)value, HW_IMMEDIATE_SIGNED);
}

/* Registers that a call or return reads, or a call writes. */
struct passing {
    uint32_t reg[HW_CALL_END];
    unsigned count;
};

static struct hw_mir_operand add_fixed(struct hw_isel *s, struct passing *passing, unsigned at,
                                       unsigned words)
{
    const uint32_t reg = hw_mir_precolored(s->to, at, words);

    passing->reg[passing->count++] = reg;
    return hw_isel_of(s, reg);
}

static const uint32_t *list_of(struct hw_isel *s, const struct passing *passing)
{
    uint32_t *list = hw_arena_array(s->arena, passing->count + 1, sizeof *list);

    memcpy(list, passing->reg, passing->count * sizeof *list);
    return list;
}

static void mark_call(struct hw_isel *s, struct hw_mir_insn *insn, const struct passing *in,
                      const struct passing *out)
{
    struct hw_mir_implicit *passed = hw_arena_alloc(s->arena, sizeof *passed);

    *passed = (struct hw_mir_implicit){.read = list_of(s, in),
                                       .written = list_of(s, out),
                                       .reads = (uint8_t)in->count,
                                       .writes = (uint8_t)out->count};
    insn->implicit = passed;
    insn->has_side_effects = true;
}

static bool may_pass(struct hw_isel *s, const struct hw_ir_value *value)
{
    if (value->kind != HW_IR_KIND_PRED && value->kind != HW_IR_KIND_CARRY)
        return true;
    hw_isel_fail(s, "pass predicates to functions that stay calls");
    return false;
}

/* --- giving ----------------------------------------------------------------------------------------------
 */

static void store(struct hw_isel *s, struct hw_mir_operand from, unsigned words, struct hw_mir_operand base,
                  int64_t at)
{
    const struct hw_mir_operand operand[] = {from, base, immediate_of(at)};

    hw_isel_emit(s, words == 2 ? "STL.64 [%1+%2], %0" : "STL [%1+%2], %0", 0, 3, operand)->has_side_effects =
        true;
}

/* All operands first: their definitions may be sunk below the copies.  Then memory, since to get there a
 * value may need registers that other parameters are passed in. */
static void pass_arguments(struct hw_isel *s, const struct hw_ir_use *value,
                           const struct hw_codegen_value_location *passed, uint32_t count,
                           struct hw_mir_operand memory, struct passing *in)
{
    struct hw_mir_operand *from = hw_arena_array(s->arena, (size_t)count + 1, sizeof *from);

    for (uint32_t i = 0; i < count; i++)
        if (may_pass(s, value[i].value))
            from[i] =
                passed[i].in_memory ? hw_isel_operand(s, value[i].value) : hw_isel_source(s, value[i].value);
    for (uint32_t i = 0; i < count && s->status == HW_OK; i++)
        if (passed[i].in_memory)
            store(s, from[i], words_of(value[i].value), memory, passed[i].at);
    for (uint32_t i = 0; i < count && s->status == HW_OK; i++)
        if (!passed[i].in_memory)
            hw_isel_move(s, add_fixed(s, in, passed[i].at, words_of(value[i].value)), from[i]);
}

/* --- taking ----------------------------------------------------------------------------------------------
 */

static void receive_register(struct hw_isel *s, const struct hw_ir_value *value, struct hw_mir_operand from)
{
    hw_isel_move(s, hw_isel_to(s, value), from);
}

static void load(struct hw_isel *s, const struct hw_ir_value *value, int64_t at)
{
    const struct hw_mir_operand operand[] = {hw_isel_to(s, value), immediate_of(at)};

    hw_isel_emit(s, words_of(value) == 2 ? "LDL.64 %0, [R1+%1]" : "LDL %0, [R1+%1]", 1, 2, operand);
}

static void receive_results(struct hw_isel *s, const struct hw_ir_insn *insn,
                            const struct hw_codegen_call *call, const struct passing *out)
{
    unsigned fixed = 0;

    for (uint32_t i = 0; i < call->outs; i++) {
        const struct hw_ir_value *value = &insn->result[i];
        const bool is_wanted = s->reg[value->number] != 0;
        if (call->result_bytes && is_wanted)
            load(s, value, (int64_t)s->frame->arguments + call->out[i].at);
        if (!call->result_bytes && is_wanted)
            receive_register(s, value, hw_isel_of(s, out->reg[fixed]));
        fixed++;
    }
}

/* --- calls -----------------------------------------------------------------------------------------------
 */

static struct hw_mir_insn *emit_call(struct hw_isel *s, const struct hw_ir_insn *insn,
                                     struct hw_mir_operand address)
{
    struct hw_mir_operand target = hw_isel_immediate(0, HW_IMMEDIATE_UNSIGNED);

    if (!insn->how.symbol)
        return hw_isel_emit(s, "PRET $1\nJMX %0\n$1:", 0, 1, &address);
    target.text = insn->how.symbol->name;
    return hw_isel_emit(s, "JCAL 0x0", 0, 1, &target);
}

void hw_isel_call(struct hw_isel *s, const struct hw_ir_insn *insn)
{
    const struct hw_codegen_call call = hw_codegen_call_of(s->arena, insn->how.extra);
    const unsigned first = insn->how.symbol ? 0 : 1;
    struct passing in = {.count = 0}, out = {.count = 0};
    struct hw_mir_operand address = {.kind = HW_MIR_OPERAND_NONE};

    if (!insn->how.symbol)
        address = hw_isel_low_word(hw_isel_operand(s, insn->operand[0].value));
    for (uint32_t i = 0; i < call.outs && !call.result_bytes; i++)
        if (may_pass(s, &insn->result[i]))
            add_fixed(s, &out, call.out[i].at, words_of(&insn->result[i]));
    pass_arguments(s, insn->operand + first, call.in, call.ins,
                   hw_isel_of(s, hw_mir_precolored(s->to, HW_CALL_STACK, 1)), &in);
    if (call.result_bytes) {
        const struct hw_mir_operand operand[] = {add_fixed(s, &in, HW_CALL_FIRST, 1),
                                                 immediate_of(s->frame->arguments)};
        hw_isel_emit(s, "IADD32I %0, R1, %1", 1, 2, operand);
    }
    mark_call(s, emit_call(s, insn, address), &in, &out);
    if (s->status == HW_OK)
        receive_results(s, insn, &call, &out);
}

/* --- being called ----------------------------------------------------------------------------------------
 */

void hw_isel_argument(struct hw_isel *s, const struct hw_ir_insn *insn)
{
    const struct hw_ir_value *value = &insn->result[0];
    const struct hw_codegen_value_location *passed = &s->frame->own.in[insn->how.number];

    if (!may_pass(s, value))
        return;
    if (!passed->in_memory) {
        receive_register(s, value, hw_isel_of(s, hw_mir_precolored(s->to, passed->at, words_of(value))));
        return;
    }
    const struct hw_mir_operand to = hw_isel_to(s, value), stack = hw_isel_of(s, hw_isel_stack(s)),
                                size = hw_isel_fixed(words_of(value) == 2 ? ".64" : "");
    if (!s->frame->is_rounded) {
        const struct hw_mir_operand operand[] = {to, stack, immediate_of(passed->at), size};
        hw_isel_emit(s, hw_codegen_incoming, 1, 4, operand);
        return;
    }
    const struct hw_mir_operand scratch = hw_isel_of(s, hw_isel_scratch(s, HW_MIR_FILE_GENERAL, 1));
    const struct hw_mir_operand operand[] = {to,   scratch,         stack,
                                             size, immediate_of(0), immediate_of(passed->at)};
    hw_isel_emit(s, hw_codegen_incoming_far, 2, 6, operand);
}

void hw_isel_return(struct hw_isel *s, const struct hw_ir_insn *insn)
{
    const struct hw_codegen_call *own = &s->frame->own;
    const struct passing nothing = {.count = 0};
    struct hw_mir_operand results = {.kind = HW_MIR_OPERAND_NONE};
    struct passing in = {.count = 0};

    if (own->result_bytes) {
        if (!s->frame->result)
            s->frame->result = hw_isel_scratch(s, HW_MIR_FILE_GENERAL, 1);
        results = hw_isel_of(s, s->frame->result);
    }
    pass_arguments(s, insn->operand, own->out, own->outs, results, &in);
    mark_call(s, hw_isel_emit(s, hw_codegen_return, 0, 0, &results), &in, &nothing);
}

void hw_isel_begin_called(struct hw_isel *s)
{
    if (!s->frame->result)
        return;
    s->block = s->to->block[0];
    s->at = s->block->first;
    hw_isel_move(s, hw_isel_of(s, s->frame->result),
                 hw_isel_of(s, hw_mir_precolored(s->to, HW_CALL_FIRST, 1)));
}

/* --- room ------------------------------------------------------------------------------------------------
 */

/* What lies at the bottom of the frame moves down with R1. */
static void reserve_stack(struct hw_isel *s, const struct hw_ir_insn *insn)
{
    const struct hw_mir_operand operand[] = {
        hw_isel_to(s, &insn->result[0]), hw_isel_low_word(hw_isel_operand(s, insn->operand[0].value)),
        immediate_of(-(int64_t)(insn->how.bits > HW_CALL_STACK_UNIT ? insn->how.bits : HW_CALL_STACK_UNIT)),
        immediate_of(s->frame->bottom)};

    static const char *const templates[2][2] = {
        {"IADD R1, R1, -%1\nLOP32I.AND R1, R1, %2\nIADD32I %0, R1, %3",
         "IADD R1, R1, -%1\nLOP32I.AND R1, R1, %2\nIADD32I %0, R1, %3\nMOV %0', RZ"},
        {"ISUB R1, R1, %1\nLOP32I.AND R1, R1, %2\nIADD32I %0, R1, %3",
         "ISUB R1, R1, %1\nLOP32I.AND R1, R1, %2\nIADD32I %0, R1, %3\nMOV %0', RZ"}};
    const bool has_name = hw_codegen_accepts(s->target, "ISUB R0, R1, R2");

    hw_isel_emit(s, templates[has_name][words_of(&insn->result[0]) == 2], 1, 4, operand)->has_side_effects =
        true;
}

void hw_isel_alloca(struct hw_isel *s, const struct hw_ir_insn *insn)
{
    if (insn->how.number == HW_IR_STACK_ALLOC) {
        reserve_stack(s, insn);
        return;
    }
    if (insn->how.number == HW_IR_STACK_RESTORE) {
        const struct hw_mir_operand from = hw_isel_low_word(hw_isel_operand(s, insn->operand[0].value));
        hw_isel_emit(s, "MOV R1, %0", 0, 1, &from)->has_side_effects = true;
        return;
    }
    const struct hw_mir_operand to = hw_isel_to(s, &insn->result[0]);
    hw_isel_emit(s, words_of(&insn->result[0]) == 2 ? "MOV %0, R1\nMOV %0', RZ" : "MOV %0, R1", 1, 1, &to)
        ->has_side_effects = true;
}
