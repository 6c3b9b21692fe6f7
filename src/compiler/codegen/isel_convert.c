/* SPDX-License-Identifier: MIT */
/* Selects conversions, and values that are packed from words or unpacked to words. */
#include <stdio.h>
#include <string.h>

#include "compiler/codegen/isel.h"

#define MAX_TEXT 128u

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

static void emit_text(struct hw_isel *s, const char *text, unsigned operands,
                      const struct hw_mir_operand *operand, unsigned early_clobber)
{
    hw_isel_emit(s, hw_arena_text(s->arena, text, strlen(text)), 1, operands, operand)->early_clobber =
        (uint16_t)early_clobber;
}

/* Between floats, or of one of them: by name. */
static void convert_floats(struct hw_isel *s, const struct hw_ir_insn *insn)
{
    static const char *const round_float[] = {"", ".RM", ".RP", ".RZ"},
                             *const round_integer[] = {"", ".FLOOR", ".CEIL", ".TRUNC"},
                             *const round_integral[] = {".ROUND", ".FLOOR", ".CEIL", ".TRUNC"};
    const struct hw_ir_modifiers *how = &insn->how;
    const bool to_float = is_float(how->type), from_float = is_float(how->from);
    const char *name = !from_float ? "I2F" : to_float ? "F2F" : "F2I";
    const char *const *rounds = !to_float ? round_integer : how->integral ? round_integral : round_float;
    struct hw_isel_fold fold[HW_ISEL_MAX_FOLDS];
    struct hw_mir_operand operand[2];
    char text[MAX_TEXT];

    operand[0] = hw_isel_to(s, &insn->result[0]);
    const struct hw_ir_value *value = insn->operand[0].value;
    const unsigned reads = how->from == HW_TYPE_F32 ? HW_CODEGEN_READS_FLOATS : HW_CODEGEN_READS_DOUBLES;
    const unsigned folds = how->from == HW_TYPE_F32 || how->from == HW_TYPE_F64
                               ? hw_isel_folds(s, value, reads, HW_CODEGEN_FLOAT, fold)
                               : 0;
    const bool is_folded = folds > 0 && fold[folds - 1].base;
    operand[1] = hw_isel_operand(s, is_folded ? fold[folds - 1].base : value);
    if (is_folded) {
        operand[1].neg = fold[folds - 1].operand.neg;
        operand[1].abs = fold[folds - 1].operand.abs;
    }
    snprintf(text, sizeof text, "%s%s.%s.%s%s%s %%0, %%1", name, how->ftz && from_float ? ".FTZ" : "",
             type_names[how->type], type_names[how->from], rounds[how->round & 3],
             how->sat && to_float ? ".SAT" : "");
    emit_text(s, text, 2, operand, 0);
}

/* A number that becomes one of more bits. */
static void widen(struct hw_isel *s, const struct hw_ir_insn *insn)
{
    const struct hw_ir_value *value = insn->operand[0].value;
    const struct hw_mir_operand operand[] = {hw_isel_to(s, &insn->result[0]), hw_isel_operand(s, value)};
    const unsigned from = hw_codegen_type_bits(insn->how.from),
                   to = insn->result[0].kind == HW_IR_KIND_64 ? 64 : 32;
    const bool is_signed = !hw_codegen_is_unsigned(insn->how.from);
    char text[MAX_TEXT];

    if (from == 64)
        snprintf(text, sizeof text, "MOV %%0, %%1\nMOV %%0', %%1'");
    else if (from == 32)
        snprintf(text, sizeof text,
                 to == 32    ? "MOV %%0, %%1"
                 : is_signed ? "MOV %%0, %%1\nSHR %%0', %%1, 0x1f"
                             : "MOV %%0, %%1\nMOV %%0', RZ");
    else
        snprintf(text, sizeof text, "BFE%s %%0, %%1, 0x%x00%s", is_signed ? "" : ".U32", from,
                 to == 32    ? ""
                 : is_signed ? "\nSHR %0', %0, 0x1f"
                             : "\nMOV %0', RZ");
    emit_text(s, text, 2, operand, 0);
}

/* To fewer bits with saturation, or between signs with it. */
static void saturate(struct hw_isel *s, const struct hw_ir_insn *insn)
{
    const struct hw_mir_operand operand[] = {hw_isel_to(s, &insn->result[0]),
                                             hw_isel_operand(s, insn->operand[0].value)};
    char text[MAX_TEXT];

    snprintf(text, sizeof text, "I2I.%s.%s.SAT %%0, %%1", type_names[insn->how.type],
             type_names[insn->how.from]);
    if (hw_codegen_type_bits(insn->how.type) == 64 || hw_codegen_type_bits(insn->how.from) == 64)
        hw_isel_fail(s, "saturate 64 bits");
    emit_text(s, text, 2, operand, 0);
}

/* The low bits of a number; those above them are anybody's, except where a register is wider than the type.
 */
static void narrow(struct hw_isel *s, const struct hw_ir_insn *insn)
{
    const unsigned to = hw_codegen_type_bits(insn->how.type);
    const struct hw_mir_operand operand[] = {hw_isel_to(s, &insn->result[0]),
                                             hw_isel_operand(s, insn->operand[0].value)};
    char text[MAX_TEXT];

    if (to == 16 && insn->result[0].kind == HW_IR_KIND_16)
        snprintf(text, sizeof text, "MOV %%0, %%1");
    else
        snprintf(text, sizeof text, "BFE%s %%0, %%1, 0x%x00",
                 hw_codegen_is_unsigned(insn->how.type) ? ".U32" : "", to);
    emit_text(s, text, 2, operand, 0);
}

void hw_isel_convert(struct hw_isel *s, const struct hw_ir_insn *insn)
{
    const unsigned to = hw_codegen_type_bits(insn->how.type), from = hw_codegen_type_bits(insn->how.from);

    if (is_float(insn->how.type) || is_float(insn->how.from))
        convert_floats(s, insn);
    else if (insn->how.sat && insn->how.type != insn->how.from)
        saturate(s, insn);
    else if (from <= to && !(to < 32 && insn->result[0].kind != HW_IR_KIND_16))
        widen(s, insn);
    else
        narrow(s, insn);
}

void hw_isel_copy(struct hw_isel *s, const struct hw_ir_insn *insn)
{
    const struct hw_mir_operand operand[] = {hw_isel_to(s, &insn->result[0]),
                                             hw_isel_operand(s, insn->operand[0].value)};
    const bool is_plain = operand[1].kind == HW_MIR_OPERAND_REG && !operand[1].inv;

    hw_isel_emit(s,
                 is_plain                                  ? NULL
                 : insn->result[0].kind == HW_IR_KIND_PRED ? "PSETP.AND.AND %0, PT, %1, PT, PT"
                 : insn->result[0].kind == HW_IR_KIND_64   ? "MOV %0, %1\nMOV %0', %1'"
                                                           : "MOV %0, %1",
                 1, 2, operand);
}

void hw_isel_pack(struct hw_isel *s, const struct hw_ir_insn *insn)
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
        emit_text(s, "BFI %0, %2, 0x1010, %1", 3, operand, 0);
    else if (is_wide && is_halves && insn->operands == 4)
        emit_text(s, "BFI %0, %2, 0x1010, %1\nBFI %0', %4, 0x1010, %3", 5, operand, 0x18);
    else
        hw_isel_fail(s, "put this together");
}

/* Words of a pair need no instruction (isel_operand.c); halves do. */
void hw_isel_unpack(struct hw_isel *s, const struct hw_ir_insn *insn)
{
    const struct hw_ir_value *value = insn->operand[0].value;
    static const char *const of_word[] = {"MOV %0, %1", "SHR.U32 %0, %1, 0x10"};
    static const char *const of_pair[] = {"MOV %0, %1", "SHR.U32 %0, %1, 0x10", "MOV %0, %1'",
                                          "SHR.U32 %0, %1', 0x10"};
    const bool is_wide = value->kind == HW_IR_KIND_64;

    if (is_wide && insn->results == 2)
        return;
    const struct hw_mir_operand from = hw_isel_operand(s, value);
    for (unsigned i = 0; i < insn->results; i++) {
        if (!s->reg[insn->result[i].number])
            continue;
        const struct hw_mir_operand operand[] = {hw_isel_of(s, s->reg[insn->result[i].number]), from};
        hw_isel_emit(s, (is_wide ? of_pair : of_word)[i], 1, 2, operand);
    }
}
