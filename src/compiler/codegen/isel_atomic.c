/* SPDX-License-Identifier: MIT */
/* Selects atomic operations in global memory: one instruction each. */
#include "compiler/codegen/isel_atomic.h"

#include <stdio.h>
#include <string.h>

#include "ops/select/chip_traits.h"

#define MAX_TEXT 512u

const char *const hw_isel_atom_names[] = {
    [HW_ATOM_ADD] = "ADD", [HW_ATOM_EXCH] = "EXCH", [HW_ATOM_CAS] = "CAS", [HW_ATOM_INC] = "INC",
    [HW_ATOM_DEC] = "DEC", [HW_ATOM_MAX] = "MAX",   [HW_ATOM_MIN] = "MIN", [HW_ATOM_AND] = "AND",
    [HW_ATOM_OR] = "OR",   [HW_ATOM_XOR] = "XOR"};

/* Halves are named differently if the old value is not used. */
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

struct hw_mir_operand hw_isel_old_value(struct hw_isel *s, const struct hw_ir_insn *insn)
{
    const bool is_wide = hw_codegen_type_bits(insn->how.type) == 64;

    if (insn->results && s->reg[insn->result[0].number])
        return hw_isel_of(s, s->reg[insn->result[0].number]);
    return hw_isel_of(s, hw_isel_scratch(s, HW_MIR_FILE_GENERAL, is_wide ? 2 : 1));
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

static bool is_used(const struct hw_isel *s, const struct hw_ir_insn *insn)
{
    return insn->results && s->reg[insn->result[0].number];
}

/* The compared and the new value, contiguous in a register. */
struct hw_mir_operand hw_isel_compared_pair(struct hw_isel *s, const struct hw_ir_insn *insn)
{
    const bool is_wide = hw_codegen_type_bits(insn->how.type) == 64;
    const uint32_t reg = hw_isel_scratch(s, HW_MIR_FILE_GENERAL, is_wide ? 4 : 2);
    const struct hw_mir_operand operand[] = {hw_isel_of(s, reg), hw_isel_operand(s, insn->operand[1].value),
                                             hw_isel_operand(s, insn->operand[2].value)};

    hw_isel_emit(
        s, is_wide ? "MOV %0, %1\nMOV %0', %1'\nMOV %0'', %2\nMOV %0''', %2'" : "MOV %0, %1\nMOV %0', %2", 1,
        3, operand)
        ->early_clobber = 4;
    return operand[0];
}

const char *hw_isel_concatenate(struct hw_isel *s, const char *format, const char *a, const char *b,
                                const char *c, const char *d)
{
    char text[MAX_TEXT];
    const int length = snprintf(text, sizeof text, format, a, b, c, d);

    return hw_arena_text(s->arena, text, (size_t)length);
}

/* --- in global memory --------------------------------------------------------------------------------------
 */

/* Some compare-and-swap instructions take the two values in any registers, others in contiguous ones. */
static void exchange_if_same(struct hw_isel *s, const struct hw_ir_insn *insn, const char *wide,
                             const struct hw_isel_address *address)
{
    const bool is_wide = hw_codegen_type_bits(insn->how.type) == 64,
               is_free = hw_codegen_accepts(s->target, "ATOM.E.CAS R0, [R2], R4, R8");
    struct hw_mir_operand operand[4] = {hw_isel_old_value(s, insn), address->base};

    operand[2] = is_free ? hw_isel_operand(s, insn->operand[1].value) : hw_isel_compared_pair(s, insn);
    operand[3] = is_free ? hw_isel_operand(s, insn->operand[2].value) : operand[2];
    const char *where = hw_isel_address_text(s, address, 1);
    const char *template = is_free
                               ? hw_isel_concatenate(s, "ATOM%s.CAS%s %%0, %s, %%2, %%3%s", wide,
                                                     is_wide ? ".U64" : "", where, "")
                               : hw_isel_concatenate(s, "ATOM%s.CAS%s %%0, %s, %%2, %s", wide,
                                                     is_wide ? ".64" : "", where, is_wide ? "%2''" : "%2'");
    hw_isel_emit(s, template, 1, is_free ? 4 : 3, operand)->has_side_effects = true;
}

/* Modifiers of the template that the chip has to read. */
static bool is_there(struct hw_isel *s, const struct hw_ir_insn *insn, unsigned atom)
{
    const unsigned type = type_of(insn, atom);
    const bool is_reduction = !is_used(s, insn) && atom != HW_ATOM_EXCH;
    char text[MAX_TEXT];

    if ((type == HW_TYPE_F64 || type == HW_TYPE_F16X2) && !hw_traits_of(&s->target->target)->adds_all_floats)
        return false;
    if (atom == HW_ATOM_CAS)
        return true;
    snprintf(text, sizeof text, is_reduction ? "RED.E.%s%s [R2], R4" : "ATOM.E.%s%s R0, [R2], R4",
             hw_isel_atom_names[atom], type_text(type, is_reduction));
    return hw_codegen_accepts(s->target, text);
}

static void in_memory(struct hw_isel *s, const struct hw_ir_insn *insn, unsigned atom)
{
    if (!is_there(s, insn, atom)) {
        hw_isel_fail(s, "do this in global memory");
        return;
    }
    const struct hw_isel_address address = hw_isel_address(s, insn, 20);
    const char *wide = insn->operand[0].value->kind == HW_IR_KIND_64 ? ".E" : "",
               *where = hw_isel_address_text(s, &address, 1);
    const bool is_reduction = !is_used(s, insn) && atom != HW_ATOM_EXCH;
    const char *type = type_text(type_of(insn, atom), is_reduction);

    if (atom == HW_ATOM_CAS) {
        exchange_if_same(s, insn, wide, &address);
        return;
    }
    const struct hw_mir_operand operand[] = {hw_isel_old_value(s, insn), address.base,
                                             hw_isel_operand(s, insn->operand[1].value)};
    if (!is_reduction) {
        hw_isel_emit(
            s,
            hw_isel_concatenate(s, "ATOM%s.%s%s %%0, %s, %%2", wide, hw_isel_atom_names[atom], type, where),
            1, 3, operand)
            ->has_side_effects = true;
        return;
    }
    const struct hw_mir_operand reduced[] = {address.base, operand[2]};
    hw_isel_emit(s,
                 hw_isel_concatenate(s, "RED%s.%s%s %s, %%1", wide, hw_isel_atom_names[atom], type,
                                     hw_isel_address_text(s, &address, 0)),
                 0, 2, reduced)
        ->has_side_effects = true;
}

void hw_isel_atomic(struct hw_isel *s, const struct hw_ir_insn *insn)
{
    const unsigned atom = insn->how.number & 0xff;

    if (atom >= sizeof hw_isel_atom_names / sizeof hw_isel_atom_names[0] || !hw_isel_atom_names[atom])
        hw_isel_fail(s, "do this");
    else if (insn->how.space == HW_IR_SPACE_SHARED)
        hw_isel_atomic_shared(s, insn, atom);
    else
        in_memory(s, insn, atom);
}
