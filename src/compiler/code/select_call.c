/* SPDX-License-Identifier: MIT */
/* Calls, what they take and give, and room on the stack that is taken while a function runs. */
#include "compiler/code/frame.h"
#include "compiler/code/select_address.h"

#include <string.h>

const char hw_codegen_return[] = "return";

static unsigned words_of(const struct hw_ir_value *value)
{
    return value->kind == HW_IR_KIND_64 ? 2 : 1;
}

static struct hw_mach_operand number(int64_t value)
{
    return hw_select_immediate((uint64_t)value, HW_IMMEDIATE_SIGNED);
}

/* Registers that a call or return reads, or a call writes. */
struct passing {
    uint32_t reg[HW_CALL_BEHIND];
    unsigned count;
};

static struct hw_mach_operand add_fixed(struct hw_selection *s, struct passing *passing, unsigned at,
                                        unsigned words)
{
    const uint32_t reg = hw_mach_fixed(s->to, at, words);

    passing->reg[passing->count++] = reg;
    return hw_select_of(s, reg);
}

static const uint32_t *list_of(struct hw_selection *s, const struct passing *passing)
{
    uint32_t *list = hw_arena_array(s->arena, passing->count + 1, sizeof *list);

    memcpy(list, passing->reg, passing->count * sizeof *list);
    return list;
}

static void mark(struct hw_selection *s, struct hw_mach_insn *insn, const struct passing *in,
                 const struct passing *out)
{
    struct hw_mach_passed *passed = hw_arena_take(s->arena, sizeof *passed);

    *passed = (struct hw_mach_passed){.read = list_of(s, in),
                                      .written = list_of(s, out),
                                      .reads = (uint8_t)in->count,
                                      .writes = (uint8_t)out->count};
    insn->passed = passed;
    insn->stays = true;
}

static bool may_pass(struct hw_selection *s, const struct hw_ir_value *value)
{
    if (value->kind != HW_IR_KIND_PRED && value->kind != HW_IR_KIND_CARRY)
        return true;
    hw_select_fail(s, "pass predicates to functions that stay calls");
    return false;
}

/* --- giving ----------------------------------------------------------------------------------------------
 */

static void store(struct hw_selection *s, struct hw_mach_operand from, unsigned words,
                  struct hw_mach_operand base, int64_t at)
{
    const struct hw_mach_operand operand[] = {from, base, number(at)};

    hw_select_put(s, words == 2 ? "STL.64 [%1+%2], %0" : "STL [%1+%2], %0", 0, 3, operand)->stays = true;
}

/* All operands first: what makes one may move behind the others.  Then memory, since to get there a value may
 * need registers that others are passed in. */
static void give_all(struct hw_selection *s, const struct hw_ir_use *value,
                     const struct hw_codegen_passed *passed, uint32_t count, struct hw_mach_operand memory,
                     struct passing *in)
{
    struct hw_mach_operand *from = hw_arena_array(s->arena, (size_t)count + 1, sizeof *from);

    for (uint32_t i = 0; i < count; i++)
        if (may_pass(s, value[i].value))
            from[i] = passed[i].in_memory ? hw_select_operand(s, value[i].value)
                                          : hw_select_source(s, value[i].value);
    for (uint32_t i = 0; i < count && s->status == HW_OK; i++)
        if (passed[i].in_memory)
            store(s, from[i], words_of(value[i].value), memory, passed[i].at);
    for (uint32_t i = 0; i < count && s->status == HW_OK; i++)
        if (!passed[i].in_memory)
            hw_select_move(s, add_fixed(s, in, passed[i].at, words_of(value[i].value)), from[i]);
}

/* --- taking ----------------------------------------------------------------------------------------------
 */

static void take_register(struct hw_selection *s, const struct hw_ir_value *value,
                          struct hw_mach_operand from)
{
    hw_select_move(s, hw_select_to(s, value), from);
}

static void load(struct hw_selection *s, const struct hw_ir_value *value, int64_t at)
{
    const struct hw_mach_operand operand[] = {hw_select_to(s, value), number(at)};

    hw_select_put(s, words_of(value) == 2 ? "LDL.64 %0, [R1+%1]" : "LDL %0, [R1+%1]", 1, 2, operand);
}

static void take_all(struct hw_selection *s, const struct hw_ir_insn *insn,
                     const struct hw_codegen_call *call, const struct passing *out)
{
    unsigned fixed = 0;

    for (uint32_t i = 0; i < call->outs; i++) {
        const struct hw_ir_value *value = &insn->result[i];
        const bool is_wanted = s->reg[value->number] != 0;
        if (call->result_bytes && is_wanted)
            load(s, value, (int64_t)s->frame->arguments + call->out[i].at);
        if (!call->result_bytes && is_wanted)
            take_register(s, value, hw_select_of(s, out->reg[fixed]));
        fixed++;
    }
}

/* --- calls -----------------------------------------------------------------------------------------------
 */

static struct hw_mach_insn *put_call(struct hw_selection *s, const struct hw_ir_insn *insn,
                                     struct hw_mach_operand address)
{
    struct hw_mach_operand target = hw_select_immediate(0, HW_IMMEDIATE_UNSIGNED);

    if (!insn->how.symbol)
        return hw_select_put(s, "PRET $1\nJMX %0\n$1:", 0, 1, &address);
    target.text = insn->how.symbol->name;
    return hw_select_put(s, "JCAL 0x0", 0, 1, &target);
}

void hw_select_call(struct hw_selection *s, const struct hw_ir_insn *insn)
{
    const struct hw_codegen_call call = hw_codegen_call_of(s->arena, insn->how.extra);
    const unsigned first = insn->how.symbol ? 0 : 1;
    struct passing in = {.count = 0}, out = {.count = 0};
    struct hw_mach_operand address = {.kind = HW_MACH_OPERAND_NONE};

    if (!insn->how.symbol)
        address = hw_select_low_word(hw_select_operand(s, insn->operand[0].value));
    for (uint32_t i = 0; i < call.outs && !call.result_bytes; i++)
        if (may_pass(s, &insn->result[i]))
            add_fixed(s, &out, call.out[i].at, words_of(&insn->result[i]));
    give_all(s, insn->operand + first, call.in, call.ins,
             hw_select_of(s, hw_mach_fixed(s->to, HW_CALL_STACK, 1)), &in);
    if (call.result_bytes) {
        const struct hw_mach_operand operand[] = {add_fixed(s, &in, HW_CALL_FIRST, 1),
                                                  number(s->frame->arguments)};
        hw_select_put(s, "IADD32I %0, R1, %1", 1, 2, operand);
    }
    mark(s, put_call(s, insn, address), &in, &out);
    if (s->status == HW_OK)
        take_all(s, insn, &call, &out);
}

/* --- being called ----------------------------------------------------------------------------------------
 */

void hw_select_argument(struct hw_selection *s, const struct hw_ir_insn *insn)
{
    const struct hw_ir_value *value = &insn->result[0];
    const struct hw_codegen_passed *passed = &s->frame->own.in[insn->how.number];

    if (!may_pass(s, value))
        return;
    if (!passed->in_memory) {
        take_register(s, value, hw_select_of(s, hw_mach_fixed(s->to, passed->at, words_of(value))));
        return;
    }
    const struct hw_mach_operand to = hw_select_to(s, value), stack = hw_select_of(s, hw_select_stack(s)),
                                 size = hw_select_fixed(words_of(value) == 2 ? ".64" : "");
    if (!s->frame->is_rounded) {
        const struct hw_mach_operand operand[] = {to, stack, number(passed->at), size};
        hw_select_put(s, hw_codegen_incoming, 1, 4, operand);
        return;
    }
    const struct hw_mach_operand scratch = hw_select_of(s, hw_select_scratch(s, HW_MACH_FILE_GENERAL, 1));
    const struct hw_mach_operand operand[] = {to, scratch, stack, size, number(0), number(passed->at)};
    hw_select_put(s, hw_codegen_incoming_far, 2, 6, operand);
}

void hw_select_return(struct hw_selection *s, const struct hw_ir_insn *insn)
{
    const struct hw_codegen_call *own = &s->frame->own;
    const struct passing nothing = {.count = 0};
    struct hw_mach_operand results = {.kind = HW_MACH_OPERAND_NONE};
    struct passing in = {.count = 0};

    if (own->result_bytes) {
        if (!s->frame->result)
            s->frame->result = hw_select_scratch(s, HW_MACH_FILE_GENERAL, 1);
        results = hw_select_of(s, s->frame->result);
    }
    give_all(s, insn->operand, own->out, own->outs, results, &in);
    mark(s, hw_select_put(s, hw_codegen_return, 0, 0, &results), &in, &nothing);
}

void hw_select_begin_called(struct hw_selection *s)
{
    if (!s->frame->result)
        return;
    s->block = s->to->block[0];
    s->at = s->block->first;
    hw_select_move(s, hw_select_of(s, s->frame->result),
                   hw_select_of(s, hw_mach_fixed(s->to, HW_CALL_FIRST, 1)));
}

/* --- room ------------------------------------------------------------------------------------------------
 */

/* What lies at the bottom of the frame moves down with R1. */
static void take_room(struct hw_selection *s, const struct hw_ir_insn *insn)
{
    const struct hw_mach_operand operand[] = {
        hw_select_to(s, &insn->result[0]), hw_select_low_word(hw_select_operand(s, insn->operand[0].value)),
        number(-(int64_t)(insn->how.bits > HW_CALL_STACK_UNIT ? insn->how.bits : HW_CALL_STACK_UNIT)),
        number(s->frame->bottom)};

    static const char *const forms[2][2] = {
        {"IADD R1, R1, -%1\nLOP32I.AND R1, R1, %2\nIADD32I %0, R1, %3",
         "IADD R1, R1, -%1\nLOP32I.AND R1, R1, %2\nIADD32I %0, R1, %3\nMOV %0', RZ"},
        {"ISUB R1, R1, %1\nLOP32I.AND R1, R1, %2\nIADD32I %0, R1, %3",
         "ISUB R1, R1, %1\nLOP32I.AND R1, R1, %2\nIADD32I %0, R1, %3\nMOV %0', RZ"}};
    const bool has_name = hw_codegen_reads(s->target, "ISUB R0, R1, R2");

    hw_select_put(s, forms[has_name][words_of(&insn->result[0]) == 2], 1, 4, operand)->stays = true;
}

void hw_select_room(struct hw_selection *s, const struct hw_ir_insn *insn)
{
    if (insn->how.number == HW_IR_STACK_TAKE) {
        take_room(s, insn);
        return;
    }
    if (insn->how.number == HW_IR_STACK_RESTORE) {
        const struct hw_mach_operand from = hw_select_low_word(hw_select_operand(s, insn->operand[0].value));
        hw_select_put(s, "MOV R1, %0", 0, 1, &from)->stays = true;
        return;
    }
    const struct hw_mach_operand to = hw_select_to(s, &insn->result[0]);
    hw_select_put(s, words_of(&insn->result[0]) == 2 ? "MOV %0, R1\nMOV %0', RZ" : "MOV %0, R1", 1, 1, &to)
        ->stays = true;
}
