/* SPDX-License-Identifier: MIT */
/* These primitives are the operands that only Volta and its successors have. */
#include "isa/primitive_parts.h"

/* ---------------------------------------------------------------- IMAD's other names */

static bool is_register(const struct hw_insn *insn, const struct hw_element *item, unsigned index)
{
    return hw_arg_field(insn, item, index)->zero != HW_NO_ZERO;
}

/* Multiplying by 1 << n; NVIDIA's tools call neither 1 << 16 nor the sign a shift. */
static bool is_shift(uint64_t literal)
{
    return literal && !(literal & (literal - 1)) && literal != 0x10000 && literal != 0x80000000;
}

/* A product of RZ or 0 moves source 3, one of 1 adds it, one of a power of two is a shift.  The instructions
 * of these names cannot have the batch number 3 (scheduling_bits_check.c). */
static const char *imad_name(const struct hw_insn *insn, const struct hw_element *item)
{
    if (insn->control != HW_NO_CONTROL && !(insn->control & 16) && (insn->control >> 17 & 7) == 3)
        return "";
    for (unsigned i = 0; i < 2 && i < item->arg_count; i++)
        if (is_register(insn, item, i) && hw_register_of(insn, item, i) == HW_RZ)
            return ".MOV";
    if (item->arg_count < 2 || is_register(insn, item, 1))
        return "";
    const uint64_t literal = hw_arg_of(insn, item, 1);
    const bool alone = hw_register_of(insn, item, 2) == HW_RZ;
    if (literal == 0 || (literal == 1 && alone))
        return ".MOV";
    return literal == 1 ? ".IADD" : alone && is_shift(literal) ? ".SHL" : "";
}

HW_PRINT(imadkind)
{
    const char *name = imad_name(p->insn, item);
    hw_append_text(p, name, strlen(name));
}
HW_PARSE(imadkind)
{
    p->implied_at = p->at;
    if (hw_accept_word(p, ".MOV") || hw_accept_word(p, ".IADD") || hw_accept_word(p, ".SHL"))
        p->implied = item;
    return true;
}
HW_SEMANTICS(imadkind)
{
    (void)insn, (void)item, (void)view;
}

/* ---------------------------------------------------------------- parts of an operand, by an enum of
 * suffixes */

void hw_append_suffix(struct hw_printer *p, const struct hw_element *item, unsigned at)
{
    const struct hw_enum_entry *entry = hw_enum_find(hw_element_table(item), hw_show(p, item, at));
    hw_append_text(p, entry->text, entry->length);
}

bool hw_accept_suffix(struct hw_parser *p, const struct hw_element *item, unsigned at)
{
    const struct hw_enum *table = hw_element_table(item);
    const struct hw_enum_entry *entry = hw_accept_enum(p, table);
    if (!entry)
        entry = hw_enum_empty(table);
    return entry ? hw_give(p, item, at, entry->value) : hw_expect(p, table->expected);
}

static void view_suffix(const struct hw_insn *insn, const struct hw_element *item, struct hw_semantics *view,
                        unsigned at)
{
    hw_last_operand(view)->part = hw_arg_of(insn, item, at) & 15;
}

/* clang-format off */
#define PART(name, of, at)                                         \
    HW_PRINT(name)                                                 \
    {                                                              \
        hw_print_##of(p, item);                                    \
        hw_append_suffix(p, item, at);                                 \
    }                                                              \
    HW_PARSE(name)                                                 \
    {                                                              \
        return hw_parse_##of(p, item) && hw_accept_suffix(p, item, at); \
    }                                                              \
    HW_SEMANTICS(name)                                                  \
    {                                                              \
        hw_semantics_##of(insn, item, view);                            \
        view_suffix(insn, item, view, at);                         \
    }
/* clang-format on */

PART(regpartof, reg32, 1)
PART(constpart, constb, 2)
PART(constupart, constub, 2)

HW_PRINT(reglanes)
{
    hw_print_reg32(p, item);
}
HW_PARSE(reglanes)
{
    return hw_parse_reg32(p, item);
}
HW_SEMANTICS(reglanes)
{
    hw_semantics_reg32(insn, item, view);
    view_suffix(insn, item, view, 1);
}

/* Two floats are in a pair of registers, in either order; or one register stands for both. */
#define ORDER_OF_PAIR 3u
#define ONE_FOR_BOTH  2u

static void view_pair(const struct hw_insn *insn, const struct hw_element *item, struct hw_semantics *view)
{
    hw_semantics_reglanes(insn, item, view);
    if ((hw_arg_of(insn, item, 1) & ORDER_OF_PAIR) != ONE_FOR_BOTH)
        hw_last_operand(view)->bytes = 8;
}

HW_PRINT(regpair)
{
    hw_print_reg32(p, item);
}
HW_PARSE(regpair)
{
    return hw_parse_reg32(p, item);
}
HW_SEMANTICS(regpair)
{
    view_pair(insn, item, view);
}

HW_PRINT(pairpart)
{
    hw_print_regpartof(p, item);
}
HW_PARSE(pairpart)
{
    return hw_parse_regpartof(p, item);
}
HW_SEMANTICS(pairpart)
{
    view_pair(insn, item, view);
}

void hw_print_lanes(struct hw_printer *p, const struct hw_element *item)
{
    hw_end_operand(p);
    hw_append_suffix(p, item, 1);
}
bool hw_parse_lanes(struct hw_parser *p, const struct hw_element *item)
{
    hw_accept_end(p);
    return hw_accept_suffix(p, item, 1);
}

/* ---------------------------------------------------------------- literals whose format a modifier tells */

#define BFLOAT16 2 /* argument 1 of halvesx */

HW_PRINT(bfloats32)
{
    const uint64_t both = hw_arg_of(p->insn, item, 0);
    bool told = hw_append_float(p, both >> 16 << 16, 4);
    hw_append_comma(p);
    told &= hw_append_float(p, (both & 0xffff) << 16, 4);
    if (told)
        (void)hw_show(p, item, 0);
}
HW_PARSE(bfloats32)
{
    uint64_t high, low;
    return hw_accept_float(p, 4, 16, &high) &&
           (hw_accept_comma(p) || hw_expect(p, "a comma and the low half")) &&
           hw_accept_float(p, 4, 16, &low) && hw_give(p, item, 0, high | low >> 16);
}
HW_SEMANTICS(bfloats32)
{
    hw_semantics_halves32(insn, item, view);
}

HW_PRINT(halvesx)
{
    (hw_arg_of(p->insn, item, 1) == BFLOAT16 ? hw_print_bfloats32 : hw_print_halves32)(p, item);
}
HW_PARSE(halvesx)
{
    return (hw_arg_of(p->insn, item, 1) == BFLOAT16 ? hw_parse_bfloats32 : hw_parse_halves32)(p, item);
}
HW_SEMANTICS(halvesx)
{
    hw_semantics_halves32(insn, item, view);
}

HW_PRINT(float16)
{
    const uint64_t bits = hw_arg_of(p->insn, item, 0);
    if (hw_append_float(p, bits & 0xffff, 2) && !(bits >> 16))
        (void)hw_show(p, item, 0);
}
HW_PARSE(float16)
{
    uint64_t bits;
    return hw_accept_float(p, 2, 0, &bits) && hw_give(p, item, 0, bits);
}
HW_SEMANTICS(float16)
{
    hw_semantics_literal(view, (int64_t)(hw_arg_of(insn, item, 0) & 0xffff), 2);
}

HW_PRINT(bfloat16)
{
    const uint64_t bits = hw_arg_of(p->insn, item, 0);
    if (hw_append_float(p, (bits & 0xffff) << 16, 4) && !(bits >> 16))
        (void)hw_show(p, item, 0);
}
HW_PARSE(bfloat16)
{
    uint64_t bits;
    return hw_accept_float(p, 4, 16, &bits) && hw_give(p, item, 0, bits >> 16);
}
HW_SEMANTICS(bfloat16)
{
    hw_semantics_float16(insn, item, view);
}

static bool of_doubles(const struct hw_insn *insn, const struct hw_element *item)
{
    const uint64_t function = hw_arg_of(insn, item, 1);
    return function == HW_MUFU_RCP64H || function == HW_MUFU_RSQ64H;
}

HW_PRINT(floatmufu)
{
    (of_doubles(p->insn, item) ? hw_print_double20 : hw_print_float32)(p, item);
}
HW_PARSE(floatmufu)
{
    return (of_doubles(p->insn, item) ? hw_parse_double20 : hw_parse_float32)(p, item);
}
HW_SEMANTICS(floatmufu)
{
    hw_semantics_uimm(insn, item, view);
}

/* ---------------------------------------------------------------- convergence barriers: B0 to B15 */

HW_PRINT(barrierreg)
{
    hw_print_numbered(p, "B", hw_show(p, item, 0));
}
HW_PARSE(barrierreg)
{
    uint64_t number;
    return (hw_accept_numbered(p, "B", &number) || hw_expect(p, "a convergence barrier, B0 to B15")) &&
           hw_give(p, item, 0, number);
}
HW_SEMANTICS(barrierreg)
{
    hw_new_operand(view, HW_OPERAND_BREG, 4)->reg = (uint16_t)hw_arg_of(insn, item, 0);
}

/* ---------------------------------------------------------------- the sign of a word as a truth value */

HW_PRINT(signbit)
{
    (void)item;
    hw_end_operand(p);
    hw_append_literal(p, ".SIGN");
}
HW_PARSE(signbit)
{
    (void)item;
    hw_accept_end(p);
    return hw_accept_word(p, ".SIGN") || hw_expect(p, ".SIGN");
}
HW_SEMANTICS(signbit)
{
    (void)insn, (void)item;
    hw_last_operand(view)->part = 1;
}

/* ---------------------------------------------------------------- a register that cannot be RZ */

/* NVIDIA's disassembler writes RZ's number as it writes what it has no name for: ???255. */
HW_PRINT(regnz)
{
    if (hw_register_of(p->insn, item, 0) != HW_RZ) {
        hw_print_register(p, item, 0);
        return;
    }
    hw_print_numbered(p, "???", hw_show(p, item, 0));
}
HW_PARSE(regnz)
{
    uint64_t number;
    hw_skip_blanks(p);
    if (hw_accept_numbered(p, "???", &number))
        return hw_give(p, item, 0, number);
    return *p->at != 'R' || p->at[1] != 'Z' ? hw_parse_register(p, item, 0, "a register")
                                            : hw_expect(p, "a register that is not RZ");
}
HW_SEMANTICS(regnz)
{
    hw_semantics_regtype(insn, item, view);
}

/* The other way round: zero is all that may stand there.  No operand: nothing is read. */
HW_PRINT(regzero)
{
    if (hw_register_of(p->insn, item, 0) == HW_RZ)
        hw_print_register(p, item, 0);
    else
        hw_print_numbered(p, "???", hw_show(p, item, 0));
}
HW_PARSE(regzero)
{
    uint64_t number;
    hw_skip_blanks(p);
    if (hw_accept_numbered(p, "???", &number))
        return hw_give(p, item, 0, number);
    return (hw_accept_word(p, hw_arg_is_uniform(p->insn, item, 0) ? "URZ" : "RZ") ||
            hw_expect(p, "the register that is zero")) &&
           hw_give_zero(p, item, 0);
}
HW_SEMANTICS(regzero)
{
    (void)insn, (void)item, (void)view;
}

/* ---------------------------------------------------------------- state of the warp, and addresses in
 * literals */

HW_PRINT(wstate)
{
    const uint64_t number = hw_show(p, item, 0);
    const struct hw_enum_entry *entry = hw_enum_find(hw_element_table(item), number);
    if (entry)
        hw_append_text(p, entry->text, entry->length);
    else
        hw_print_numbered(p, "???", number);
}
HW_PARSE(wstate)
{
    uint64_t number;
    hw_skip_blanks(p);
    const struct hw_enum_entry *entry = hw_accept_enum(p, hw_element_table(item));
    if (entry)
        return hw_give(p, item, 0, entry->value);
    return (hw_accept_numbered(p, "???", &number) || hw_expect(p, hw_element_table(item)->expected)) &&
           hw_give(p, item, 0, number);
}
HW_SEMANTICS(wstate)
{
    hw_new_operand(view, HW_OPERAND_BREG, 4)->reg = (uint16_t)hw_arg_of(insn, item, 0);
}

/* Numbers of state of the warp, as BMOV encodes them; those of the return address are ours. */
enum { HW_STATE_ATEXIT_PC = 30, HW_STATE_RPC = 32 };

/* Both words of an address. */
/* clang-format off */
#define STATE_PAIR(primitive, name, number)                                     \
    HW_PRINT(primitive)                                                         \
    {                                                                           \
        (void)item;                                                             \
        hw_append_literal(p, name);                                                \
    }                                                                           \
    HW_PARSE(primitive)                                                         \
    {                                                                           \
        (void)item;                                                             \
        hw_skip_blanks(p);                                                      \
        return hw_accept_word(p, name) || hw_expect(p, name);                     \
    }                                                                           \
    HW_SEMANTICS(primitive)                                                          \
    {                                                                           \
        (void)insn, (void)item;                                                 \
        hw_new_operand(view, HW_OPERAND_BREG, 8)->reg = number;                 \
    }
/* clang-format on */

STATE_PAIR(atexitpc, "ATEXIT_PC", HW_STATE_ATEXIT_PC)
STATE_PAIR(rpcpair, "Rpc", HW_STATE_RPC)

HW_PRINT(rpcword)
{
    hw_print_wstate(p, item);
}
HW_PARSE(rpcword)
{
    return hw_parse_wstate(p, item);
}
HW_SEMANTICS(rpcword)
{
    hw_new_operand(view, HW_OPERAND_BREG, 4)->reg = (uint16_t)(HW_STATE_RPC + hw_arg_of(insn, item, 0));
}

HW_PRINT(imm4)
{
    hw_append_hex(p, hw_show(p, item, 0) * 4);
}
HW_PARSE(imm4)
{
    uint64_t value;
    return hw_accept_number(p, &value) && (value % 4 == 0 || hw_expect(p, "a multiple of 4")) &&
           hw_give(p, item, 0, value / 4);
}
HW_SEMANTICS(imm4)
{
    hw_semantics_literal(view, (int64_t)hw_arg_of(insn, item, 0) * 4, 8);
}

/* ---------------------------------------------------------------- .reuse of a register with a bit of its own
 */

HW_PRINT(reusebit)
{
    if (hw_show(p, item, 0))
        hw_append_literal(p, ".reuse");
}
HW_PARSE(reusebit)
{
    return hw_give(p, item, 0, hw_accept_word(p, ".reuse"));
}
HW_SEMANTICS(reusebit)
{
    (void)insn, (void)item, (void)view;
}
