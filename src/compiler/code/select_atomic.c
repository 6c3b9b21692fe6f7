/* SPDX-License-Identifier: MIT */
/* Atomic operations: in global memory one instruction; in shared memory one, too, or a loop around a load
 * that locks its word and a store that unlocks it. */
#include <stdio.h>
#include <string.h>

#include "compiler/code/select.h"
#include "compiler/code/select_address.h"

#define MOST_TEXT 512u

static const char *const names[] = {
    [HW_ATOM_ADD] = "ADD", [HW_ATOM_EXCH] = "EXCH", [HW_ATOM_CAS] = "CAS", [HW_ATOM_INC] = "INC",
    [HW_ATOM_DEC] = "DEC", [HW_ATOM_MAX] = "MAX",   [HW_ATOM_MIN] = "MIN", [HW_ATOM_AND] = "AND",
    [HW_ATOM_OR] = "OR",   [HW_ATOM_XOR] = "XOR"};

/* Halves are named differently where no old value is asked for. */
static const char *type_text(unsigned type, bool is_reduction)
{
    switch (type) {
    case HW_TYPE_S32: return ".S32";
    case HW_TYPE_S64: return ".S64";
    case HW_TYPE_U64:
    case HW_TYPE_B64: return ".U64";
    case HW_TYPE_F32: return ".F32.FTZ.RN";
    case HW_TYPE_F64: return ".F64.RN";
    case HW_TYPE_F16X2: return is_reduction ? ".F16x2.RN" : ".F16x2.FTZ.RN";
    default: return "";
    }
}

static struct hw_mach_operand result(struct hw_selection *s, const struct hw_ir_insn *insn)
{
    const bool is_wide = hw_codegen_type_bits(insn->how.type) == 64;

    if (insn->results && s->reg[insn->result[0].number])
        return hw_select_of(s, s->reg[insn->result[0].number]);
    return hw_select_of(s, hw_select_scratch(s, HW_MACH_FILE_GENERAL, is_wide ? 2 : 1));
}

/* Sums of signed numbers are those of others; exchanges know no sign. */
static unsigned type_of(const struct hw_ir_insn *insn, unsigned atom)
{
    const unsigned type = insn->how.type;
    const bool is_ordered = atom == HW_ATOM_MIN || atom == HW_ATOM_MAX;

    if (is_ordered || type == HW_TYPE_F32 || type == HW_TYPE_F64 || type == HW_TYPE_F16X2)
        return atom == HW_ATOM_EXCH ? (hw_codegen_type_bits(type) == 64 ? HW_TYPE_U64 : HW_TYPE_U32) : type;
    return hw_codegen_type_bits(type) == 64 ? HW_TYPE_U64 : HW_TYPE_U32;
}

static bool is_asked_for(const struct hw_selection *s, const struct hw_ir_insn *insn)
{
    return insn->results && s->reg[insn->result[0].number];
}

/* The value that is compared and the new one, one behind the other. */
static struct hw_mach_operand pair_of(struct hw_selection *s, const struct hw_ir_insn *insn)
{
    const bool is_wide = hw_codegen_type_bits(insn->how.type) == 64;
    const uint32_t reg = hw_select_scratch(s, HW_MACH_FILE_GENERAL, is_wide ? 4 : 2);
    const struct hw_mach_operand operand[] = {hw_select_of(s, reg),
                                              hw_select_operand(s, insn->operand[1].value),
                                              hw_select_operand(s, insn->operand[2].value)};

    hw_select_put(
        s, is_wide ? "MOV %0, %1\nMOV %0', %1'\nMOV %0'', %2\nMOV %0''', %2'" : "MOV %0, %1\nMOV %0', %2", 1,
        3, operand)
        ->late = 4;
    return operand[0];
}

static const char *joined(struct hw_selection *s, const char *format, const char *a, const char *b,
                          const char *c, const char *d)
{
    char text[MOST_TEXT];
    const int length = snprintf(text, sizeof text, format, a, b, c, d);

    return hw_arena_text(s->arena, text, (size_t)length);
}

/* --- in global memory --------------------------------------------------------------------------------------
 */

/* Some take the two values wherever they are, others one behind the other. */
static void exchange_if_same(struct hw_selection *s, const struct hw_ir_insn *insn, const char *wide,
                             const struct hw_select_address *address)
{
    const bool is_wide = hw_codegen_type_bits(insn->how.type) == 64,
               is_free = hw_codegen_reads(s->target, "ATOM.E.CAS R0, [R2], R4, R8");
    struct hw_mach_operand operand[4] = {result(s, insn), address->base};

    operand[2] = is_free ? hw_select_operand(s, insn->operand[1].value) : pair_of(s, insn);
    operand[3] = is_free ? hw_select_operand(s, insn->operand[2].value) : operand[2];
    const char *place = hw_select_place(s, address, 1);
    const char *form =
        is_free ? joined(s, "ATOM%s.CAS%s %%0, %s, %%2, %%3%s", wide, is_wide ? ".U64" : "", place, "")
                : joined(s, "ATOM%s.CAS%s %%0, %s, %%2, %s", wide, is_wide ? ".64" : "", place,
                         is_wide ? "%2''" : "%2'");
    hw_select_put(s, form, 1, is_free ? 4 : 3, operand)->stays = true;
}

static void in_memory(struct hw_selection *s, const struct hw_ir_insn *insn, unsigned atom)
{
    const struct hw_select_address address = hw_select_address(s, insn, 20);
    const char *wide = insn->operand[0].value->kind == HW_IR_KIND_64 ? ".E" : "",
               *place = hw_select_place(s, &address, 1);
    const bool is_reduction = !is_asked_for(s, insn) && atom != HW_ATOM_EXCH;
    const char *type = type_text(type_of(insn, atom), is_reduction);

    if (atom == HW_ATOM_CAS) {
        exchange_if_same(s, insn, wide, &address);
        return;
    }
    const struct hw_mach_operand operand[] = {result(s, insn), address.base,
                                              hw_select_operand(s, insn->operand[1].value)};
    if (!is_reduction) {
        hw_select_put(s, joined(s, "ATOM%s.%s%s %%0, %s, %%2", wide, names[atom], type, place), 1, 3, operand)
            ->stays = true;
        return;
    }
    const struct hw_mach_operand reduced[] = {address.base, operand[2]};
    hw_select_put(s,
                  joined(s, "RED%s.%s%s %s, %%1", wide, names[atom], type, hw_select_place(s, &address, 0)),
                  0, 2, reduced)
        ->stays = true;
}

/* --- in shared memory --------------------------------------------------------------------------------------
 */

/* What a locked word becomes: %0 is the old value, %1 the new, %5 the operand, %6 the new one of an exchange.
 */
static const char *step_of(const struct hw_codegen_target *target, unsigned atom, unsigned type)
{
    const bool is_signed = type == HW_TYPE_S32;

    (void)target;
    switch (atom) {
    case HW_ATOM_ADD: return type == HW_TYPE_F32 ? "@%2 FADD.FTZ %1, %0, %5" : "@%2 IADD %1, %0, %5";
    case HW_ATOM_MIN: return is_signed ? "@%2 IMNMX %1, %0, %5, PT" : "@%2 IMNMX.U32 %1, %0, %5, PT";
    case HW_ATOM_MAX: return is_signed ? "@%2 IMNMX %1, %0, %5, !PT" : "@%2 IMNMX.U32 %1, %0, %5, !PT";
    case HW_ATOM_AND: return "@%2 LOP.AND %1, %0, %5";
    case HW_ATOM_OR: return "@%2 LOP.OR %1, %0, %5";
    case HW_ATOM_XOR: return "@%2 LOP.XOR %1, %0, %5";
    case HW_ATOM_EXCH: return "@%2 MOV %1, %5";
    case HW_ATOM_INC:
        return "@%2 ISETP.GE.U32.AND %3, PT, %0, %5, PT\n@%2 IADD %1, %0, 0x1\n@%2 SEL %1, RZ, %1, %3";
    case HW_ATOM_DEC:
        return "@%2 ISETP.GT.U32.AND %3, PT, %0, %5, PT\n@%2 ISETP.EQ.U32.OR %3, PT, %0, RZ, %3\n"
               "@%2 IADD %1, %0, -0x1\n@%2 SEL %1, %5, %1, %3";
    case HW_ATOM_CAS: return "@%2 ISETP.EQ.U32.AND %3, PT, %0, %5, PT\n@%2 SEL %1, %6, %0, %3";
    default: return NULL;
    }
}

static void by_lock(struct hw_selection *s, const struct hw_ir_insn *insn, unsigned atom)
{
    const bool says_whether = hw_codegen_reads(s->target, "STSCUL P0, [R0], R1");
    const char *step = step_of(s->target, atom, insn->how.type);
    const bool has_both = insn->operands > 2;

    if (!step || hw_codegen_type_bits(insn->how.type) != 32) {
        hw_select_fail(s, "do this in shared memory");
        return;
    }
    struct hw_mach_operand operand[7] = {result(s, insn),
                                         hw_select_of(s, hw_select_scratch(s, HW_MACH_FILE_GENERAL, 1))};
    operand[2] = hw_select_of(s, hw_select_scratch(s, HW_MACH_FILE_PREDICATES, 1));
    operand[3] = hw_select_of(s, hw_select_scratch(s, HW_MACH_FILE_PREDICATES, 1));
    operand[5] = hw_select_operand(s, insn->operand[1].value);
    if (has_both)
        operand[6] = hw_select_operand(s, insn->operand[2].value);
    const struct hw_select_address address = hw_select_address(s, insn, 24);
    operand[4] = address.base;
    const char *place = hw_select_place(s, &address, 4);
    /* Lanes that have stored wait for the others. */
    const char *form =
        says_whether
            ? joined(s,
                     "SSY $2\n$1:\nPSETP.AND.AND %%3, PT, !PT, PT, PT\nLDSLK %%2, %%0, %s\n%s\n@%%2 STSCUL "
                     "%%3, %s, %%1\n@!%%3 BRA $1\nNOP.S\n$2:%s",
                     place, step, place, "")
            : joined(s, "SSY $2\n$1:\nLDSLK %%2, %%0, %s\n%s\n@%%2 STSUL %s, %%1\n@!%%2 BRA $1\nNOP.S\n$2:%s",
                     place, step, place, "");
    struct hw_mach_insn *made = hw_select_put(s, form, 4, has_both ? 7 : 6, operand);
    made->stays = true;
    made->late = 0x70;
}

/* A loop: the sum is stored if nobody has changed the word meanwhile. */
static void by_exchange(struct hw_selection *s, const struct hw_ir_insn *insn)
{
    const struct hw_select_address address = hw_select_address(s, insn, 20);
    const char *place = hw_select_place(s, &address, 3);
    const struct hw_mach_operand operand[] = {
        result(s, insn), hw_select_of(s, hw_select_scratch(s, HW_MACH_FILE_GENERAL, 2)),
        hw_select_of(s, hw_select_scratch(s, HW_MACH_FILE_PREDICATES, 1)), address.base,
        hw_select_operand(s, insn->operand[1].value)};
    const char *form = joined(
        s,
        "SSY $2\nLDS %%0, %s\n$1:\nMOV %%1, %%0\nFADD.FTZ %%1', %%0, %%4\nATOMS.CAS %%0, %s, %%1, %%1'\n"
        "ISETP.NE.AND %%2, PT, %%0, %%1, PT\n@%%2 BRA $1\nSYNC\n$2:%s%s",
        place, place, "", "");
    struct hw_mach_insn *made = hw_select_put(s, form, 3, 5, operand);

    made->stays = true;
    made->late = 0x18;
}

static void in_shared(struct hw_selection *s, const struct hw_ir_insn *insn, unsigned atom)
{
    const bool is_wide = hw_codegen_type_bits(insn->how.type) == 64;

    if (!hw_codegen_reads(s->target, "ATOMS.ADD R0, [R1], R2")) {
        by_lock(s, insn, atom);
        return;
    }
    if (insn->how.type == HW_TYPE_F32 && atom == HW_ATOM_ADD) {
        by_exchange(s, insn);
        return;
    }
    const struct hw_select_address address = hw_select_address(s, insn, 20);
    const char *place = hw_select_place(s, &address, 1);
    if (atom == HW_ATOM_CAS) {
        const struct hw_mach_operand operand[] = {result(s, insn), address.base, pair_of(s, insn)};
        hw_select_put(s,
                      joined(s, "ATOMS.CAS%s %%0, %s, %%2, %s%s", is_wide ? ".64" : "", place,
                             is_wide ? "%2''" : "%2'", ""),
                      1, 3, operand)
            ->stays = true;
        return;
    }
    const struct hw_mach_operand operand[] = {result(s, insn), address.base,
                                              hw_select_operand(s, insn->operand[1].value)};
    hw_select_put(
        s,
        joined(s, "ATOMS.%s%s %%0, %s, %%2%s", names[atom], type_text(type_of(insn, atom), false), place, ""),
        1, 3, operand)
        ->stays = true;
}

void hw_select_atomic(struct hw_selection *s, const struct hw_ir_insn *insn)
{
    const unsigned atom = insn->how.number & 0xff;

    if (atom >= sizeof names / sizeof names[0] || !names[atom])
        hw_select_fail(s, "do this");
    else if (insn->how.space == HW_IR_SPACE_SHARED)
        in_shared(s, insn, atom);
    else
        in_memory(s, insn, atom);
}
