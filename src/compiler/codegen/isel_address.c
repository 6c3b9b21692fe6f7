/* SPDX-License-Identifier: MIT */
/* Matches addressing modes: see isel_address.h. */
#include "compiler/codegen/isel_address.h"

#include <stdio.h>

#include "compiler/codegen/target_hooks.h"

#define MAX_TEXT 128u

bool hw_isel_is_wide(unsigned space)
{
    return space == HW_IR_SPACE_GENERIC || space == HW_IR_SPACE_GLOBAL;
}

struct hw_mir_operand hw_isel_low_word(struct hw_mir_operand operand)
{
    if (operand.kind == HW_MIR_OPERAND_REG)
        operand.kind = HW_MIR_OPERAND_PART;
    return operand;
}

static bool fits_offset(int64_t offset, unsigned bits)
{
    return offset >= -((int64_t)1 << (bits - 1)) && offset < (int64_t)1 << (bits - 1);
}

/* What is added to an address goes into the instruction as far as `bits` go. */
/* A summand that is constant now: a number, or the address of a variable. */
static bool is_constant_summand(const struct hw_isel *s, const struct hw_ir_value *value, bool is_narrow,
                                int64_t *step, bool *is_local)
{
    const struct hw_ir_modifiers *how = &value->from->how;
    uint64_t constant;

    if (hw_ir_is_constant(value, &constant)) {
        *step = value->kind == HW_IR_KIND_64 ? (int64_t)constant : (int64_t)(int32_t)constant;
        return true;
    }
    if (!is_narrow || value->from->op != HW_IR_SYMBOL ||
        !hw_codegen_offset(s->layout, how->symbol, &constant) ||
        (how->symbol->space == HW_IR_SPACE_LOCAL && *is_local))
        return false;
    *step = (int64_t)(constant + how->bits);
    *is_local |= how->symbol->space == HW_IR_SPACE_LOCAL;
    return true;
}

/* Strips constant summands as long as the offset has bits for them.  NULL: nothing is left. */
static const struct hw_ir_value *strip_constant(const struct hw_isel *s, const struct hw_ir_value *value,
                                                bool is_narrow, unsigned bits, int64_t *offset,
                                                bool *is_local)
{
    int64_t step;

    for (;;) {
        const bool was_local = *is_local;
        value = hw_isel_strip_copies(value);
        const struct hw_ir_insn *insn = value->from;
        if (is_constant_summand(s, value, is_narrow, &step, is_local) && fits_offset(*offset + step, bits)) {
            *offset += step;
            return NULL;
        }
        *is_local = was_local;
        if (insn->op != HW_IR_ADD || insn->operands != 2 || insn->results != 1)
            return value;
        unsigned other = 2;
        for (unsigned i = 0; i < 2 && other == 2; i++)
            if (is_constant_summand(s, hw_isel_strip_copies(insn->operand[i].value), is_narrow, &step,
                                    is_local) &&
                fits_offset(*offset + step, bits))
                other = 1 - i;
        if (other == 2) {
            *is_local = was_local;
            return value;
        }
        *offset += step;
        value = insn->operand[other].value;
    }
}

struct hw_mir_operand hw_isel_add_offset(struct hw_isel *s, struct hw_mir_operand base, int64_t by,
                                         bool is_wide)
{
    const unsigned words = is_wide ? 2 : 1;
    const struct hw_mir_operand number[] = {hw_isel_of(s, hw_isel_scratch(s, HW_MIR_FILE_GENERAL, words)),
                                            hw_isel_immediate((uint64_t)by, HW_IMMEDIATE_UNSIGNED)},
                                sum[] = {hw_isel_of(s, hw_isel_scratch(s, HW_MIR_FILE_GENERAL, words)), base,
                                         number[0]};

    hw_isel_emit(s, s->target->family->literal[words - 1], 1, 2, number);
    if (base.kind == HW_MIR_OPERAND_NONE)
        return number[0];
    hw_isel_emit(s, is_wide ? "IADD %0.CC, %1, %2\nIADD.X %0', %1', %2'" : "IADD %0, %1, %2", 1, 3, sum);
    return sum[0];
}

struct hw_isel_address hw_isel_address(struct hw_isel *s, const struct hw_ir_insn *insn, unsigned bits)
{
    const bool is_narrow = !hw_isel_is_wide(insn->how.space);
    struct hw_isel_address address = {.base = hw_isel_fixed("RZ"), .offset = (int64_t)insn->how.bits};
    bool is_local = false;
    const struct hw_ir_value *value =
        strip_constant(s, insn->operand[0].value, is_narrow, bits, &address.offset, &is_local);

    if (value)
        address.base = hw_isel_operand(s, value);
    if (value && is_narrow && value->kind == HW_IR_KIND_64)
        address.base = hw_isel_low_word(address.base);
    if (is_local && value)
        address.base = hw_isel_on_stack(s, value, address.base);
    else if (is_local)
        address.base = hw_isel_of(s, hw_isel_stack(s));
    if (!fits_offset(address.offset, bits)) {
        address.base = hw_isel_add_offset(s, address.base, address.offset,
                                          !is_narrow && insn->operand[0].value->kind == HW_IR_KIND_64);
        address.offset = 0;
    }
    return address;
}

/* `[%N+0x10]`, with the text before and after it. */
const char *hw_isel_with(struct hw_isel *s, const char *before, const struct hw_isel_address *address,
                         unsigned operand, const char *next)
{
    char text[MAX_TEXT], offset[32] = "";
    const int64_t by = address->offset;

    if (by)
        snprintf(offset, sizeof offset, "+%s0x%llx", by < 0 ? "-" : "",
                 (unsigned long long)(by < 0 ? -by : by));
    const int length = snprintf(text, sizeof text, "%s[%%%x%s]%s", before, operand, offset, next);
    return hw_arena_text(s->arena, text, (size_t)length);
}

const char *hw_isel_address_text(struct hw_isel *s, const struct hw_isel_address *address, unsigned operand)
{
    return hw_isel_with(s, "", address, operand, "");
}
