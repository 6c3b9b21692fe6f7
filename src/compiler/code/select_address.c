/* SPDX-License-Identifier: MIT */
/* See select_address.h. */
#include "compiler/code/select_address.h"

#include <stdio.h>

#define MOST_TEXT 128u

bool hw_select_is_wide(unsigned space)
{
    return space == HW_IR_SPACE_GENERIC || space == HW_IR_SPACE_GLOBAL;
}

struct hw_mach_operand hw_select_low_word(struct hw_mach_operand operand)
{
    if (operand.kind == HW_MACH_OPERAND_REG)
        operand.kind = HW_MACH_OPERAND_PART;
    return operand;
}

static bool fits(int64_t offset, unsigned bits)
{
    return offset >= -((int64_t)1 << (bits - 1)) && offset < (int64_t)1 << (bits - 1);
}

/* What is added to an address goes into the instruction as far as `bits` go. */
struct hw_select_address hw_select_address(struct hw_selection *s, const struct hw_ir_insn *insn,
                                           unsigned bits)
{
    const struct hw_ir_value *value = hw_select_same(insn->operand[0].value);
    int64_t offset = (int64_t)insn->how.bits;
    const bool is_narrow = !hw_select_is_wide(insn->how.space);
    uint64_t more, place;

    while (value->from->op == HW_IR_ADD && value->from->operands == 2 && value->from->results == 1 &&
           hw_ir_is_constant(value->from->operand[1].value, &more)) {
        const int64_t step = value->kind == HW_IR_KIND_64 ? (int64_t)more : (int64_t)(int32_t)more;
        if (!fits(offset + step, bits))
            break;
        offset += step;
        value = hw_select_same(value->from->operand[0].value);
    }
    if (value->from->op == HW_IR_SYMBOL && is_narrow &&
        hw_codegen_offset(s->layout, value->from->how.symbol, &place) &&
        fits(offset + (int64_t)(place + value->from->how.bits), bits)) {
        const bool is_local = value->from->how.symbol->space == HW_IR_SPACE_LOCAL;
        return (struct hw_select_address){.base = is_local ? hw_select_of(s, hw_select_stack(s))
                                                           : hw_select_fixed("RZ"),
                                          .offset = offset + (int64_t)(place + value->from->how.bits)};
    }
    if (hw_ir_is_constant(value, &more) && fits(offset + (int64_t)more, bits))
        return (struct hw_select_address){.base = hw_select_fixed("RZ"), .offset = offset + (int64_t)more};
    if (!fits(offset, bits)) {
        hw_select_fail(s, "reach that far");
        offset = 0;
    }
    struct hw_mach_operand base = hw_select_operand(s, value);
    if (is_narrow && value->kind == HW_IR_KIND_64)
        base = hw_select_low_word(base);
    return (struct hw_select_address){.base = base, .offset = offset};
}

/* `[%N+0x10]`, with what stands before and behind it. */
const char *hw_select_with(struct hw_selection *s, const char *before,
                           const struct hw_select_address *address, unsigned operand, const char *behind)
{
    char text[MOST_TEXT], offset[32] = "";
    const int64_t by = address->offset;

    if (by)
        snprintf(offset, sizeof offset, "+%s0x%llx", by < 0 ? "-" : "",
                 (unsigned long long)(by < 0 ? -by : by));
    const int length = snprintf(text, sizeof text, "%s[%%%x%s]%s", before, operand, offset, behind);
    return hw_arena_text(s->arena, text, (size_t)length);
}

const char *hw_select_place(struct hw_selection *s, const struct hw_select_address *address, unsigned operand)
{
    return hw_select_with(s, "", address, operand, "");
}
