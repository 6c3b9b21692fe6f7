/* SPDX-License-Identifier: MIT */
/* Selects conversions of chips before GF100, values that are packed or unpacked, and sums with carries. */
#include <stdio.h>
#include <string.h>

#include "compiler/codegen/tesla.h"

#define MAX_TEXT 192u

static const char *const type_names[] = {
    [HW_TYPE_U8] = "U8",   [HW_TYPE_S8] = "S8",   [HW_TYPE_U16] = "U16", [HW_TYPE_S16] = "S16",
    [HW_TYPE_U32] = "U32", [HW_TYPE_S32] = "S32", [HW_TYPE_U64] = "U64", [HW_TYPE_S64] = "S64",
    [HW_TYPE_F16] = "F16", [HW_TYPE_F32] = "F32", [HW_TYPE_F64] = "F64", [HW_TYPE_B16] = "U16",
    [HW_TYPE_B32] = "U32", [HW_TYPE_B64] = "U64",
};

static bool is_float(unsigned type)
{
    return type == HW_TYPE_F16 || type == HW_TYPE_F32 || type == HW_TYPE_F64;
}

static struct hw_mir_insn *emit_text(struct hw_isel *s, const char *text, unsigned operands,
                                     const struct hw_mir_operand *operand)
{
    return hw_isel_emit(s, hw_arena_text(s->arena, text, strlen(text)), 1, operands, operand);
}

/* A text that the target may lack: then the operation is refused. */
static void emit_if_legal(struct hw_isel *s, const char *text, const struct hw_mir_operand operand[2])
{
    const struct hw_mir_insn example = {
        .template = text, .operand = {{.kind = HW_MIR_OPERAND_REG}, {.kind = HW_MIR_OPERAND_REG}}};
    char written[MAX_TEXT];

    if (!hw_codegen_print_insn(&example, NULL, written, sizeof written) ||
        !hw_codegen_accepts(s->target, written))
        hw_isel_fail(s, "convert that");
    emit_text(s, text, 2, operand);
}

/* Halves and bytes lie in halves of registers; a byte is a word first. */
static void convert_floats(struct hw_isel *s, const struct hw_ir_insn *insn,
                           const struct hw_mir_operand operand[2])
{
    static const char *const rounds[] = {"", ".FLOOR", ".CEIL", ".TRUNC"};
    const struct hw_ir_modifiers *how = &insn->how;
    const bool to_float = is_float(how->type), from_float = is_float(how->from);
    const char *name = !from_float ? "I2F" : to_float ? "F2F" : "F2I";
    const bool is_half = hw_codegen_type_bits(how->from) == 16;
    char text[MAX_TEXT];
    int length = 0;

    if (how->from == HW_TYPE_U8 || how->from == HW_TYPE_S8)
        length = snprintf(text, sizeof text, "%s.F32.%s.BEXT %%0, %%1L", name,
                          how->from == HW_TYPE_U8 ? "U16" : "S16");
    else
        length = snprintf(text, sizeof text, "%s.%s.%s%s%s%s %%0%s, %%1%s", name,
                          hw_codegen_type_bits(how->type) == 8 ? "S32" : type_names[how->type],
                          type_names[how->from], how->integral && to_float && from_float ? ".INT" : "",
                          rounds[how->round & 3], how->sat && to_float ? ".SAT" : "",
                          hw_codegen_type_bits(how->type) == 16 ? "L" : "", is_half ? "L" : "");
    if (length >= (int)sizeof text)
        hw_isel_fail(s, "convert that");
    emit_if_legal(s, text, operand);
}

static void widen(struct hw_isel *s, const struct hw_ir_insn *insn, const struct hw_mir_operand operand[2])
{
    static const char *const parts[2][2] = {{"I2I.U32.U16.BEXT %0, %1L", "I2I.S32.S16.BEXT %0, %1L"},
                                            {"I2I.U32.U16 %0, %1L", "I2I.S32.S16 %0, %1L"}};
    const unsigned from = hw_codegen_type_bits(insn->how.from);
    const bool is_signed = !hw_codegen_is_unsigned(insn->how.from),
               is_wide = insn->result[0].kind == HW_IR_KIND_64;
    char text[MAX_TEXT];

    snprintf(text, sizeof text, "%s%s", from >= 32 ? "MOV %0, %1" : parts[from == 16][is_signed],
             !is_wide     ? ""
             : from == 64 ? "\nMOV %0', %1'"
             : is_signed  ? "\nSHR.S32 %0', %0, 0x1f"
                          : "\nMVI %0', 0x0");
    emit_text(s, text, 2, operand);
}

static void narrow(struct hw_isel *s, const struct hw_ir_insn *insn, const struct hw_mir_operand operand[2])
{
    const unsigned to = hw_codegen_type_bits(insn->how.type);
    const bool is_signed = !hw_codegen_is_unsigned(insn->how.type);

    emit_text(s,
              to == 8 ? is_signed ? "I2I.S32.S16.BEXT %0, %1L" : "I2I.U32.U16.BEXT %0, %1L"
              : to == 32 || insn->result[0].kind == HW_IR_KIND_16 ? "MOV %0, %1"
              : is_signed                                         ? "I2I.S32.S16 %0, %1L"
                                                                  : "I2I.U32.U16 %0, %1L",
              2, operand);
}

/* Conversions between integers clamp. */
static void saturate(struct hw_isel *s, const struct hw_ir_insn *insn, const struct hw_mir_operand operand[2])
{
    const unsigned to = hw_codegen_type_bits(insn->how.type), from = hw_codegen_type_bits(insn->how.from);
    const char *sign = hw_codegen_is_unsigned(insn->how.type) ? "U" : "S";
    char text[MAX_TEXT];

    snprintf(text, sizeof text, "I2I.%s%s.%s%s%s %%0%s, %%1%s", sign, to == 16 ? "16" : "32",
             from == 8 ? (insn->how.from == HW_TYPE_U8 ? "U16.BEXT" : "S16.BEXT")
                       : type_names[insn->how.from],
             to == 8 ? ".BSAT" : "", "", to == 16 ? "L" : "", from < 32 ? "L" : "");
    emit_if_legal(s, text, operand);
}

/* Halves from the header of a launch are zero-extended in their register: their conversion to a word is a
 * copy. */
static const struct hw_ir_value *is_zero_extended(const struct hw_ir_insn *insn)
{
    const struct hw_ir_value *value = hw_isel_strip_copies(insn->operand[0].value);

    if (hw_codegen_type_bits(insn->how.from) != 16 || !hw_codegen_is_unsigned(insn->how.from) ||
        insn->result[0].kind != HW_IR_KIND_32 || hw_codegen_type_bits(insn->how.type) != 32)
        return NULL;
    if (value->from->op == HW_IR_CONVERT && value->kind == HW_IR_KIND_16 &&
        value->from->operand[0].value->kind == HW_IR_KIND_32 &&
        hw_codegen_type_bits(value->from->how.type) == 16)
        value = hw_isel_strip_copies(value->from->operand[0].value);
    return value->from->op == HW_IR_SPECIAL && value->kind != HW_IR_KIND_64 ? value : NULL;
}

void hw_tesla_convert(struct hw_isel *s, const struct hw_ir_insn *insn)
{
    const unsigned to = hw_codegen_type_bits(insn->how.type), from = hw_codegen_type_bits(insn->how.from);
    const bool is_float_too = is_float(insn->how.type) || is_float(insn->how.from);
    const struct hw_ir_value *known = is_float_too ? NULL : is_zero_extended(insn);
    struct hw_mir_operand operand[2] = {hw_isel_to(s, &insn->result[0]),
                                        hw_isel_operand(s, known ? known : insn->operand[0].value)};

    if (insn->operand[0].value->kind == HW_IR_KIND_64 && from < 64 && operand[1].kind == HW_MIR_OPERAND_REG)
        operand[1].kind = HW_MIR_OPERAND_PART;
    if (known)
        hw_isel_emit(s, operand[0].kind == HW_MIR_OPERAND_REG ? NULL : "MOV %0, %1", 1, 2, operand);
    else if (is_float_too)
        convert_floats(s, insn, operand);
    else if (insn->how.sat && insn->how.type != insn->how.from)
        saturate(s, insn, operand);
    else if (from <= to && !(to < 32 && insn->result[0].kind != HW_IR_KIND_16))
        widen(s, insn, operand);
    else
        narrow(s, insn, operand);
}

/* --- moves -----------------------------------------------------------------------------------------------
 */

void hw_tesla_copy(struct hw_isel *s, const struct hw_ir_insn *insn)
{
    const struct hw_mir_operand operand[] = {hw_isel_to(s, &insn->result[0]),
                                             hw_isel_operand(s, insn->operand[0].value)};

    hw_isel_emit(s, insn->result[0].kind == HW_IR_KIND_64 ? "MOV %0, %1\nMOV %0', %1'" : "MOV %0, %1", 1, 2,
                 operand);
}

void hw_tesla_pack(struct hw_isel *s, const struct hw_ir_insn *insn)
{
    struct hw_mir_operand operand[5] = {hw_isel_to(s, &insn->result[0])};
    const bool is_wide = insn->result[0].kind == HW_IR_KIND_64,
               is_halves = insn->operand[0].value->kind == HW_IR_KIND_16;

    if (is_wide && !is_halves && insn->operands == 2) {
        hw_isel_reg_sequence(s, operand[0], 2, insn->operand);
        return;
    }
    for (unsigned i = 0; i < insn->operands; i++)
        operand[1 + i] = hw_isel_operand(s, insn->operand[i].value);
    if (!is_wide && is_halves && insn->operands == 2)
        emit_text(s, "MOV.U16 %0L, %1L\nMOV.U16 %0H, %2L", 3, operand)->early_clobber = 4;
    else if (is_wide && is_halves && insn->operands == 4)
        emit_text(s, "MOV.U16 %0L, %1L\nMOV.U16 %0H, %2L\nMOV.U16 %0'L, %3L\nMOV.U16 %0'H, %4L", 5, operand)
            ->early_clobber = 0x1c;
    else
        hw_isel_fail(s, "put this together");
}

void hw_tesla_unpack(struct hw_isel *s, const struct hw_ir_insn *insn)
{
    static const char *const of_pair[] = {"MOV %0, %1", "SHR %0, %1, 0x10", "MOV %0, %1'",
                                          "SHR %0, %1', 0x10"};
    const struct hw_ir_value *value = insn->operand[0].value;

    if (value->kind == HW_IR_KIND_64 && insn->results == 2)
        return;
    const struct hw_mir_operand from = hw_isel_operand(s, value);
    for (unsigned i = 0; i < insn->results; i++) {
        if (!s->reg[insn->result[i].number])
            continue;
        const struct hw_mir_operand operand[] = {hw_isel_to(s, &insn->result[i]), from};
        hw_isel_emit(s, of_pair[i], 1, 2, operand);
    }
}

/* --- carries ---------------------------------------------------------------------------------------------
 */

/* Between two sums a carry is a number, 0 or 1; of a difference it is that of a + ~b + 1, as the chip has it.
 */
void hw_tesla_carry(struct hw_isel *s, const struct hw_ir_insn *insn)
{
    static const char read_carry[] = "MVI %2, 0xffffffff\nIADD.C0 o [0x7f], %5, %2\n",
                      write_carry[] = "\nMVI %1, 0x0\nIADD.CARRY0 %1, %1, %1";
    const bool gives = insn->results > 1, takes = insn->operands > 2, is_difference = insn->op == HW_IR_SUB;
    struct hw_mir_operand operand[6] = {{.kind = HW_MIR_OPERAND_NONE}};
    char text[MAX_TEXT + 128];

    if ((insn->op != HW_IR_ADD && insn->op != HW_IR_SUB) || insn->result[0].kind != HW_IR_KIND_32) {
        hw_isel_fail(s, "carry");
        return;
    }
    operand[0] = hw_isel_to(s, &insn->result[0]);
    operand[1] =
        hw_isel_of(s, gives ? hw_isel_reg(s, &insn->result[1]) : hw_isel_scratch(s, HW_MIR_FILE_GENERAL, 1));
    operand[2] = hw_isel_of(s, hw_isel_scratch(s, HW_MIR_FILE_GENERAL, 1));
    for (unsigned i = 0; i < insn->operands; i++)
        operand[3 + i] = hw_isel_operand(s, insn->operand[i].value);
    snprintf(text, sizeof text, "%s%sIADD%s%s %%0, %%3, %s%s", takes ? read_carry : "",
             takes && is_difference ? "LOP.PASS_B %2, %4, ~%4\n" : "", takes ? ".CARRY0" : "",
             gives ? ".C0" : "",
             takes && is_difference ? "%2"
             : is_difference        ? "-%4"
                                    : "%4",
             gives ? write_carry : "");
    hw_isel_emit(s, hw_arena_text(s->arena, text, strlen(text)), 3, 3 + insn->operands, operand);
}
