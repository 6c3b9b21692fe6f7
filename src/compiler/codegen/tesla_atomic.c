/* SPDX-License-Identifier: MIT */
/* Selects atomic operations of chips before GF100: in global memory one instruction; in shared memory a loop
 * around a load that locks its word and a store that unlocks it.  Lanes that find it locked try again. */
#include <stdio.h>
#include <string.h>

#include "compiler/codegen/tesla.h"

#define MAX_TEXT 512u

static const char *const names[] = {
    [HW_ATOM_ADD] = "ADD", [HW_ATOM_EXCH] = "EXCH", [HW_ATOM_CAS] = "CAS", [HW_ATOM_INC] = "INC",
    [HW_ATOM_DEC] = "DEC", [HW_ATOM_MAX] = "MAX",   [HW_ATOM_MIN] = "MIN", [HW_ATOM_AND] = "AND",
    [HW_ATOM_OR] = "OR",   [HW_ATOM_XOR] = "XOR"};

/* What the word becomes, %1, of what it was, %0, and the operands, %3 and %4; {s32} as in isel_patterns.h. */
static const char *const locked[] = {
    [HW_ATOM_ADD] = "IADD %1, %0, %3",
    [HW_ATOM_EXCH] = "MOV %1, %3",
    [HW_ATOM_CAS] = "ISET.C1 o [0x7f], %0, %3, EQ\nMOV %1, %0\nMOV %1 (C1.NE), %4",
    [HW_ATOM_INC] = "ISET.C1 o [0x7f], %0, %3, GE\nIADD32I %1, %0, 0x1\nLOP.XOR %1 (C1.NE), %1, %1",
    [HW_ATOM_DEC] = "ISET.C1 o [0x7f], %0, %3, GT\nIADD32I %1, %0, -0x1\nMOV %1 (C1.NE), %3\n"
                    "I2I.S32.S32.C1 o [0x7f], %0\nMOV %1 (C1.EQ), %3",
    [HW_ATOM_MAX] = "IMAX{s32} %1, %0, %3",
    [HW_ATOM_MIN] = "IMIN{s32} %1, %0, %3",
    [HW_ATOM_AND] = "LOP.AND %1, %0, %3",
    [HW_ATOM_OR] = "LOP.OR %1, %0, %3",
    [HW_ATOM_XOR] = "LOP.XOR %1, %0, %3"};

static const char *type_text(const struct hw_ir_insn *insn, unsigned atom)
{
    if (hw_codegen_type_bits(insn->how.type) == 64)
        return ".U64";
    return insn->how.type == HW_TYPE_S32 && (atom == HW_ATOM_MAX || atom == HW_ATOM_MIN) ? ".S32" : ".U32";
}

static bool is_read(struct hw_isel *s, const char *text)
{
    const struct hw_mir_insn example = {.template = text,
                                        .operand = {{.kind = HW_MIR_OPERAND_REG},
                                                    {.kind = HW_MIR_OPERAND_REG},
                                                    {.kind = HW_MIR_OPERAND_REG},
                                                    {.kind = HW_MIR_OPERAND_REG}}};
    char written[MAX_TEXT];

    return hw_codegen_print_insn(&example, NULL, written, sizeof written) &&
           hw_codegen_accepts(s->target, written);
}

static void emit_access(struct hw_isel *s, const char *text, unsigned written, unsigned operands,
                        const struct hw_mir_operand *operand)
{
    struct hw_mir_insn *made =
        hw_isel_emit(s, hw_arena_text(s->arena, text, strlen(text)), written, operands, operand);

    made->has_side_effects = true;
    made->early_clobber = written == 2 ? 0x1c : 0;
}

static void in_global(struct hw_isel *s, const struct hw_ir_insn *insn, unsigned atom, bool is_wanted,
                      const struct hw_mir_operand operand[5])
{
    char text[MAX_TEXT];

    if (is_wanted || atom == HW_ATOM_EXCH || atom == HW_ATOM_CAS)
        snprintf(text, sizeof text, "GATOM.%s%s %%0, global14 [%%1], %%2%s", names[atom],
                 type_text(insn, atom), insn->operands > 2 ? ", %3" : "");
    else
        snprintf(text, sizeof text, "GRED.%s%s global14 [%%1], %%2", names[atom], type_text(insn, atom));
    if (!is_read(s, text))
        hw_isel_fail(s, "do this");
    const struct hw_mir_operand order[] = {operand[0], operand[2], operand[3], operand[4]};
    emit_access(s, text, text[1] == 'A', 2 + insn->operands - 1, order);
}

static void in_shared(struct hw_isel *s, const struct hw_ir_insn *insn, unsigned atom,
                      const struct hw_mir_operand operand[5])
{
    char text[MAX_TEXT];

    if (hw_codegen_type_bits(insn->how.type) != 32 ||
        !hw_codegen_accepts(s->target, "LDS.LOCK.C0 R1, g [A1+0x0]")) {
        hw_isel_fail(s, "do this");
        return;
    }
    snprintf(text, sizeof text,
             "R2A A1, %%2\nSSY $2\n$1:\nLDS.LOCK.C0 %%0, g [A1+0x0]\n%s\n"
             "R2G.UNLOCK.U32.U32 g [A1+0x0] (C0.NE), %%1\nBRA C0.EQ, $1\n$2:\nNOP.S",
             hw_isel_expand_template(s->arena, locked[atom], &insn->how));
    emit_access(s, text, 2, 3 + insn->operands - 1, operand);
}

void hw_tesla_atomic(struct hw_isel *s, const struct hw_ir_insn *insn)
{
    const unsigned atom = insn->how.number & 0xff, words = hw_codegen_type_bits(insn->how.type) / 32;
    const bool is_wanted = insn->results && s->reg[insn->result[0].number];
    struct hw_mir_operand operand[5] = {{.kind = HW_MIR_OPERAND_NONE}};

    if (atom >= sizeof names / sizeof names[0] || !names[atom] || words < 1 ||
        ((insn->how.type == HW_TYPE_F32 || insn->how.type == HW_TYPE_F64) && atom != HW_ATOM_EXCH)) {
        hw_isel_fail(s, "do this");
        return;
    }
    operand[0] = is_wanted ? hw_isel_to(s, &insn->result[0])
                           : hw_isel_of(s, hw_isel_scratch(s, HW_MIR_FILE_GENERAL, words));
    operand[1] = hw_isel_of(s, hw_isel_scratch(s, HW_MIR_FILE_GENERAL, 1));
    for (unsigned i = 1; i < insn->operands; i++)
        operand[2 + i] = hw_isel_operand(s, insn->operand[i].value);
    operand[2] = hw_tesla_address(s, insn);
    if (insn->how.space == HW_IR_SPACE_SHARED)
        in_shared(s, insn, atom, operand);
    else if (insn->how.space == HW_IR_SPACE_GLOBAL || insn->how.space == HW_IR_SPACE_GENERIC)
        in_global(s, insn, atom, is_wanted, operand);
    else
        hw_isel_fail(s, "do this");
}
