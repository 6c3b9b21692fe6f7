/* SPDX-License-Identifier: MIT */
/* Selects atomic operations in shared memory: one instruction or, if the chip has none, a loop.  Before
 * Maxwell the loop loads and locks a word, then stores and unlocks it; from Maxwell on it is a
 * compare-and-swap loop. */
#include "compiler/codegen/isel_atomic.h"

#include <stdio.h>
#include <string.h>

#include "ops/select/chip_traits.h"

#define MAX_TEXT 384u

/* --- what becomes of a value -------------------------------------------------------------------------------
 */

/* In steps: #o is the value that is there, #n what it becomes, #v and #w the operands, #p a predicate that
 * may be used, #g the guard of each instruction. */
struct step_names {
    const char *old, *new_value, *value, *other, *predicate, *guard;
};

/* clang-format off */
static const struct {
    uint8_t atom;
    uint8_t type; /* HW_TYPE_NONE: all others of the size */
    uint8_t bits;
    const char *text;
} steps[] = {
    {HW_ATOM_ADD,  HW_TYPE_F32,   32, "#gFADD #n, #o, #v"},
    {HW_ATOM_ADD,  HW_TYPE_F16X2, 32, "#gHADD2 #n, #o, #v"},
    {HW_ATOM_ADD,  HW_TYPE_NONE,  32, "#gIADD #n, #o, #v"},
    {HW_ATOM_MIN,  HW_TYPE_S32,   32, "#gIMNMX #n, #o, #v, PT"},
    {HW_ATOM_MIN,  HW_TYPE_NONE,  32, "#gIMNMX.U32 #n, #o, #v, PT"},
    {HW_ATOM_MAX,  HW_TYPE_S32,   32, "#gIMNMX #n, #o, #v, !PT"},
    {HW_ATOM_MAX,  HW_TYPE_NONE,  32, "#gIMNMX.U32 #n, #o, #v, !PT"},
    {HW_ATOM_AND,  HW_TYPE_NONE,  32, "#gLOP.AND #n, #o, #v"},
    {HW_ATOM_OR,   HW_TYPE_NONE,  32, "#gLOP.OR #n, #o, #v"},
    {HW_ATOM_XOR,  HW_TYPE_NONE,  32, "#gLOP.XOR #n, #o, #v"},
    {HW_ATOM_EXCH, HW_TYPE_NONE,  32, "#gMOV #n, #v"},
    {HW_ATOM_INC,  HW_TYPE_NONE,  32, "#gISETP.GE.U32.AND #p, PT, #o, #v, PT\n#gIADD #n, #o, 0x1\n#gSEL #n, RZ, #n, #p"},
    {HW_ATOM_DEC,  HW_TYPE_NONE,  32, "#gISETP.GT.U32.AND #p, PT, #o, #v, PT\n#gISETP.EQ.U32.OR #p, PT, #o, RZ, #p\n"
                                      "#gIADD #n, #o, -0x1\n#gSEL #n, #v, #n, #p"},
    {HW_ATOM_CAS,  HW_TYPE_NONE,  32, "#gISETP.EQ.U32.AND #p, PT, #o, #v, PT\n#gSEL #n, #w, #o, #p"},
    {HW_ATOM_ADD,  HW_TYPE_F64,   64, "#gDADD #n, #o, #v"},
    {HW_ATOM_ADD,  HW_TYPE_NONE,  64, "#gIADD #n.CC, #o, #v\n#gIADD.X #n', #o', #v'"},
    {HW_ATOM_MIN,  HW_TYPE_S64,   64, "#gIADD RZ.CC, -#v, #o\n#gISETP.LT.X.AND #p, PT, #o', #v', PT\n"
                                      "#gSEL #n, #o, #v, #p\n#gSEL #n', #o', #v', #p"},
    {HW_ATOM_MIN,  HW_TYPE_NONE,  64, "#gIADD RZ.CC, -#v, #o\n#gISETP.LT.U32.X.AND #p, PT, #o', #v', PT\n"
                                      "#gSEL #n, #o, #v, #p\n#gSEL #n', #o', #v', #p"},
    {HW_ATOM_MAX,  HW_TYPE_S64,   64, "#gIADD RZ.CC, -#v, #o\n#gISETP.LT.X.AND #p, PT, #o', #v', PT\n"
                                      "#gSEL #n, #v, #o, #p\n#gSEL #n', #v', #o', #p"},
    {HW_ATOM_MAX,  HW_TYPE_NONE,  64, "#gIADD RZ.CC, -#v, #o\n#gISETP.LT.U32.X.AND #p, PT, #o', #v', PT\n"
                                      "#gSEL #n, #v, #o, #p\n#gSEL #n', #v', #o', #p"},
    {HW_ATOM_AND,  HW_TYPE_NONE,  64, "#gLOP.AND #n, #o, #v\n#gLOP.AND #n', #o', #v'"},
    {HW_ATOM_OR,   HW_TYPE_NONE,  64, "#gLOP.OR #n, #o, #v\n#gLOP.OR #n', #o', #v'"},
    {HW_ATOM_XOR,  HW_TYPE_NONE,  64, "#gLOP.XOR #n, #o, #v\n#gLOP.XOR #n', #o', #v'"},
    {HW_ATOM_EXCH, HW_TYPE_NONE,  64, "#gMOV #n, #v\n#gMOV #n', #v'"},
    {HW_ATOM_CAS,  HW_TYPE_NONE,  64, "#gISETP.EQ.U32.AND #p, PT, #o, #v, PT\n#gISETP.EQ.U32.AND #p, PT, #o', #v', #p\n"
                                      "#gSEL #n, #w, #o, #p\n#gSEL #n', #w', #o', #p"},
};
/* clang-format on */

static const char *name_of(const struct step_names *names, char letter)
{
    switch (letter) {
    case 'o': return names->old;
    case 'n': return names->new_value;
    case 'v': return names->value;
    case 'w': return names->other;
    case 'p': return names->predicate;
    default: return names->guard;
    }
}

/* NULL: there is no such step. */
static const char *step_of(struct hw_isel *s, const struct hw_ir_insn *insn, unsigned atom,
                           const struct step_names *names)
{
    const unsigned type = insn->how.type, bits = hw_codegen_type_bits(type);
    char text[MAX_TEXT];
    size_t row = 0, length = 0;

    while (row < sizeof steps / sizeof *steps &&
           (steps[row].atom != atom || steps[row].bits != bits ||
            (steps[row].type != HW_TYPE_NONE && steps[row].type != type)))
        row++;
    if (row == sizeof steps / sizeof *steps)
        return NULL;
    for (const char *at = steps[row].text; *at; at++)
        if (*at == '#')
            length += (size_t)snprintf(text + length, sizeof text - length, "%s", name_of(names, *++at));
        else
            text[length++] = *at;
    return hw_arena_text(s->arena, text, length);
}

/* --- loops --- */

static void by_lock(struct hw_isel *s, const struct hw_ir_insn *insn, unsigned atom)
{
    static const struct step_names names = {"%0", "%1", "%5", "%6", "%3", "@%2 "};
    const bool says_whether = hw_codegen_accepts(s->target, "STSCUL P0, [R0], R1");
    const char *step = step_of(s, insn, atom, &names);
    const unsigned words = hw_codegen_type_bits(insn->how.type) / 32;
    const char *size = words == 2 ? ".64" : "";
    const bool has_both = insn->operands > 2;

    if (!step || insn->how.type == HW_TYPE_F64 || insn->how.type == HW_TYPE_F16X2) {
        hw_isel_fail(s, "do this in shared memory");
        return;
    }
    struct hw_mir_operand operand[7] = {hw_isel_old_value(s, insn),
                                        hw_isel_of(s, hw_isel_scratch(s, HW_MIR_FILE_GENERAL, words))};
    operand[2] = hw_isel_of(s, hw_isel_scratch(s, HW_MIR_FILE_PREDICATES, 1));
    operand[3] = hw_isel_of(s, hw_isel_scratch(s, HW_MIR_FILE_PREDICATES, 1));
    operand[5] = hw_isel_operand(s, insn->operand[1].value);
    if (has_both)
        operand[6] = hw_isel_operand(s, insn->operand[2].value);
    const struct hw_isel_address address = hw_isel_address(s, insn, 24);
    operand[4] = address.base;
    const char *where = hw_isel_address_text(s, &address, 4);
    /* Lanes that have stored wait for the others. */
    const char *load = hw_isel_concatenate(s, "LDSLK%s %%2, %%0, %s\n%s", size, where, step, "");
    const char *template =
        says_whether
            ? hw_isel_concatenate(
                  s,
                  "SSY $2\nPSETP.AND.AND %%3, PT, !PT, PT, PT\n$1:\n%s\n@%%2 STSCUL%s %%3, %s, "
                  "%%1\n@!%%3 BRA $1\nNOP.S\n$2:%s",
                  load, size, where, "")
            : hw_isel_concatenate(s, "SSY $2\n$1:\n%s\n@%%2 STSUL%s %s, %%1\n@!%%2 BRA $1\nNOP.S\n$2:%s",
                                  load, size, where, "");
    struct hw_mir_insn *made = hw_isel_emit(s, template, 4, has_both ? 7 : 6, operand);
    made->has_side_effects = true;
    made->early_clobber = 0x70;
}

/* ATOMS adds whole words to a register. */
static struct hw_isel_address word_address(struct hw_isel *s, const struct hw_ir_insn *insn)
{
    struct hw_isel_address address = hw_isel_address(s, insn, 20);

    if (address.offset % 4) {
        address.base = hw_isel_add_offset(s, address.base, address.offset, false);
        address.offset = 0;
    }
    return address;
}

/* %1 is the compared value, followed by the new one. */
static void by_exchange(struct hw_isel *s, const struct hw_ir_insn *insn, unsigned atom)
{
    static const struct step_names of_word = {"%0", "%1'", "%4", "", "%2", ""},
                                   of_pair = {"%0", "%1''", "%4", "", "%2", ""};
    const bool is_wide = hw_codegen_type_bits(insn->how.type) == 64;
    const char *step = step_of(s, insn, atom, is_wide ? &of_pair : &of_word);

    if (!step) {
        hw_isel_fail(s, "do this in shared memory");
        return;
    }
    const struct hw_isel_address address = word_address(s, insn);
    const char *where = hw_isel_address_text(s, &address, 3);
    const struct hw_mir_operand operand[] = {
        hw_isel_old_value(s, insn), hw_isel_of(s, hw_isel_scratch(s, HW_MIR_FILE_GENERAL, is_wide ? 4 : 2)),
        hw_isel_of(s, hw_isel_scratch(s, HW_MIR_FILE_PREDICATES, 1)), address.base,
        hw_isel_operand(s, insn->operand[1].value)};
    const char *template =
        is_wide
            ? hw_isel_concatenate(
                  s,
                  "SSY $2\nLDS.64 %%0, %s\n$1:\nMOV %%1, %%0\nMOV %%1', %%0'\n%s\nATOMS.CAS.64 "
                  "%%0, %s, %%1, %%1''\nISETP.NE.U32.AND %%2, PT, %%0, %%1, "
                  "PT\nISETP.NE.U32.OR %%2, PT, %%0', %%1', %%2\n@%%2 BRA $1\nSYNC\n$2:%s",
                  where, step, where, "")
            : hw_isel_concatenate(s,
                                  "SSY $2\nLDS %%0, %s\n$1:\nMOV %%1, %%0\n%s\nATOMS.CAS %%0, %s, %%1, "
                                  "%%1'\nISETP.NE.U32.AND %%2, PT, %%0, %%1, PT\n@%%2 BRA $1\nSYNC\n$2:%s",
                                  where, step, where, "");
    struct hw_mir_insn *made = hw_isel_emit(s, template, 3, 5, operand);

    made->has_side_effects = true;
    made->early_clobber = 0x18;
}

/* --- instructions --- */

/* Words but floats; of pairs only exchanges. */
static bool is_instruction(const struct hw_ir_insn *insn, unsigned atom)
{
    const unsigned type = insn->how.type;

    return atom == HW_ATOM_CAS || atom == HW_ATOM_EXCH ||
           (hw_codegen_type_bits(type) == 32 && type != HW_TYPE_F32 && type != HW_TYPE_F16X2);
}

static const char *type_text(unsigned type, unsigned atom)
{
    const bool is_ordered = atom == HW_ATOM_MIN || atom == HW_ATOM_MAX;

    return hw_codegen_type_bits(type) == 64 ? ".U64" : is_ordered && type == HW_TYPE_S32 ? ".S32" : "";
}

static void at_once(struct hw_isel *s, const struct hw_ir_insn *insn, unsigned atom)
{
    const bool is_wide = hw_codegen_type_bits(insn->how.type) == 64, is_cas = atom == HW_ATOM_CAS;
    const struct hw_isel_address address = word_address(s, insn);
    const char *where = hw_isel_address_text(s, &address, 1);
    const struct hw_mir_operand operand[] = {hw_isel_old_value(s, insn), address.base,
                                             is_cas ? hw_isel_compared_pair(s, insn)
                                                    : hw_isel_operand(s, insn->operand[1].value)};
    const char *template =
        is_cas ? hw_isel_concatenate(s, "ATOMS.CAS%s %%0, %s, %%2, %s%s", is_wide ? ".64" : "", where,
                                     is_wide ? "%2''" : "%2'", "")
               : hw_isel_concatenate(s, "ATOMS.%s%s %%0, %s, %%2%s", hw_isel_atom_names[atom],
                                     type_text(insn->how.type, atom), where, "");

    hw_isel_emit(s, template, 1, 3, operand)->has_side_effects = true;
}

void hw_isel_atomic_shared(struct hw_isel *s, const struct hw_ir_insn *insn, unsigned atom)
{
    const unsigned type = insn->how.type;

    if ((type == HW_TYPE_F64 || type == HW_TYPE_F16X2) && !hw_traits_of(&s->target->target)->adds_all_floats)
        hw_isel_fail(s, "do this in shared memory");
    else if (!hw_codegen_accepts(s->target, "ATOMS.ADD R0, [R1], R2"))
        by_lock(s, insn, atom);
    else if (is_instruction(insn, atom))
        at_once(s, insn, atom);
    else
        by_exchange(s, insn, atom);
}
