/* SPDX-License-Identifier: MIT */
/* Selects sums with carry in or carry out.  The chip has a single carry flag, which many instructions
 * clobber: if something else comes between two sums, the carry is a number, 0 or 1, in a register. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "compiler/codegen/isel.h"

struct carried_sum {
    const char *name; /* of the low and the high word */
    const char *next;
    bool is_difference;
    unsigned factors; /* operands before the carry */
};

static struct carried_sum carry_of(const struct hw_isel *s, const struct hw_ir_insn *insn)
{
    const bool is_unsigned = hw_codegen_is_unsigned(insn->how.type);

    switch (insn->op) {
    case HW_IR_ADD: return (struct carried_sum){"IADD", "IADD", false, 1};
    case HW_IR_SUB: {
        const char *name = hw_codegen_accepts(s->target, "ISUB R0, R1, R2") ? "ISUB" : "IADD";
        return (struct carried_sum){name, name, true, 1};
    }
    case HW_IR_MAD: return (struct carried_sum){"IMAD.U32.U32", NULL, false, 2};
    case HW_IR_MAD_HIGH:
        return (struct carried_sum){is_unsigned ? "IMAD.U32.U32.HI" : "IMAD.HI", NULL, false, 2};
    default: return (struct carried_sum){NULL, NULL, false, 0};
    }
}

/* What changes no carry: anything on single words, except what has one itself. */
static bool keeps_carry(const struct hw_ir_insn *insn)
{
    const bool has_carry =
        insn->results == 2 ||
        (insn->operands && insn->operand[insn->operands - 1].value->kind == HW_IR_KIND_CARRY);

    switch (insn->op) {
    case HW_IR_PACK:
    case HW_IR_UNPACK:
    case HW_IR_COPY: return true;
    case HW_IR_LOAD:
    case HW_IR_STORE:
        return insn->operand[0].value->kind != HW_IR_KIND_64 || insn->operand[0].value->from->op != HW_IR_ADD;
    case HW_IR_ADD:
    case HW_IR_SUB:
    case HW_IR_MUL:
    case HW_IR_MAD:
    case HW_IR_AND:
    case HW_IR_OR:
    case HW_IR_XOR:
    case HW_IR_NOT:
    case HW_IR_SHL:
    case HW_IR_SHR:
    case HW_IR_SELECT:
    case HW_IR_SETP: return !has_carry && hw_codegen_class(insn) == HW_CODEGEN_32;
    default: return false;
    }
}

/* Whether a carry is still in the carry flag when this sum reads it, and has no other use. */
static bool is_at_hand(const struct hw_ir_insn *taker, const struct hw_ir_value *carry)
{
    if (carry->from->op == HW_IR_PHI || carry->from->block != taker->block || !carry->uses ||
        carry->uses->next)
        return false;
    for (const struct hw_ir_insn *insn = taker->prev; insn; insn = insn->prev) {
        if (insn == carry->from)
            return true;
        if (!keeps_carry(insn))
            return false;
    }
    return false;
}

struct carry_text {
    char text[320];
    size_t length;
};

static void append(struct carry_text *to, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void append(struct carry_text *to, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    const int length = vsnprintf(to->text + to->length, sizeof to->text - to->length, format, list);
    va_end(list);
    to->length += length > 0 ? (size_t)length : 0;
}

void hw_isel_carry(struct hw_isel *s, const struct hw_ir_insn *insn)
{
    const struct carried_sum carry = carry_of(s, insn);
    const bool takes = insn->operands > carry.factors + 1, is_wide = insn->result[0].kind == HW_IR_KIND_64;
    const struct hw_ir_value *in = takes ? insn->operand[insn->operands - 1].value : NULL,
                             *out = insn->results > 1 ? &insn->result[1] : NULL;
    const bool is_kept = out && s->part[out->number] == HW_ISEL_IN_CARRY, gives = out && s->reg[out->number];
    const bool has_in = takes && is_at_hand(insn, in);
    struct hw_mir_operand operand[6] = {hw_isel_to(s, &insn->result[0])};
    const char *minus = carry.is_difference && strcmp(carry.name, "IADD") == 0 ? "-" : "",
               *mark = is_kept || gives ? ".CC" : "";
    const unsigned first = gives ? 2 : 1, sources = insn->operands - has_in;
    struct carry_text to = {.length = 0};

    if (!carry.name || (is_wide && !carry.next)) {
        hw_isel_fail(s, "carry");
        return;
    }
    if (gives)
        operand[1] = hw_isel_of(s, s->reg[out->number]);
    if (has_in)
        s->part[in->number] = HW_ISEL_IN_CARRY;
    for (unsigned i = 0; i < sources; i++)
        operand[first + i] = hw_isel_operand(s, insn->operand[i].value);
    if (takes && !has_in)
        append(&to, "IADD RZ.CC, %%%u, -0x1\n", first + sources - 1);
    append(&to, "%s%s %%0%s, %%%u, %s%%%u", carry.name, takes ? ".X" : "", is_wide ? ".CC" : mark, first,
           minus, first + 1);
    if (carry.factors == 2)
        append(&to, ", %%%u", first + 2);
    if (is_wide)
        append(&to, "\n%s.X %%0'%s, %%%u', %s%%%u'", carry.next, mark, first, minus, first + 1);
    if (gives)
        append(&to, "\nIADD.X %%1, RZ, RZ");
    hw_isel_emit(s, hw_arena_text(s->arena, to.text, to.length), first, first + sources, operand);
}
