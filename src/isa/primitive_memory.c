/* SPDX-License-Identifier: MIT */
/* These primitives are Tesla's memory operands.
 *
 * A struct space or a few lines describe the text of each; primitive_bracket.c writes and reads the inside of
 * the brackets. */
#include "isa/primitive_parts.h"

/* ---------------------------------------------------------------- one space, one access size */

struct space {
    const char *open[HW_LANGUAGE_COUNT];
    uint8_t kind; /* enum hw_operand_kind */
    uint8_t unit, bytes;
};

static void print_plain(struct hw_printer *p, const struct hw_element *item, const struct space *space)
{
    hw_append_text(p, space->open[p->language], strlen(space->open[p->language]));
    hw_print_bracket(p, item, hw_bracket_from(item, 0), hw_show(p, item, 0), hw_arg_bits(p->insn, item, 0),
                     space->unit);
    hw_append_char(p, ']');
}

static bool parse_plain(struct hw_parser *p, const struct hw_element *item, const struct space *space,
                        const char *what)
{
    uint64_t offset;
    if (!hw_accept_open(p, space->open[p->language]))
        return hw_expect(p, what);
    return hw_parse_bracket(p, item, hw_bracket_from(item, 0), hw_arg_bits(p->insn, item, 0), space->unit,
                            &offset) &&
           hw_accept_close(p) && hw_give(p, item, 0, offset);
}

static void view_plain(const struct hw_insn *insn, const struct hw_element *item, const struct space *space,
                       struct hw_semantics *view)
{
    hw_semantics_bracket(insn, item, hw_bracket_from(item, 0), hw_arg_of(insn, item, 0),
                         hw_arg_bits(insn, item, 0), space->unit, view, (enum hw_operand_kind)space->kind,
                         space->bytes);
}

#define PLAIN(name, nv, decuda, kind, unit, bytes, what)                        \
    static const struct space space_##name = {{nv, decuda}, kind, unit, bytes}; \
    HW_PRINT(name)                                                              \
    {                                                                           \
        print_plain(p, item, &space_##name);                                    \
    }                                                                           \
    HW_PARSE(name)                                                              \
    {                                                                           \
        return parse_plain(p, item, &space_##name, what);                       \
    }                                                                           \
    HW_SEMANTICS(name)                                                          \
    {                                                                           \
        view_plain(insn, item, &space_##name, view);                            \
    }

PLAIN(shared8, "g [", "s[", HW_OPERAND_SHARED, 1, 1, "an address in shared memory")
PLAIN(shared16, "g [", "s[", HW_OPERAND_SHARED, 2, 2, "an address in shared memory")
PLAIN(shared32, "g [", "s[", HW_OPERAND_SHARED, 4, 4, "an address in shared memory")
PLAIN(attr, "a [", "a[", HW_OPERAND_ATTR, 4, 4, "an attribute")
PLAIN(attra, "a [", "a[", HW_OPERAND_ATTR, 4, 4, "an attribute")
PLAIN(prim, "p [", "p[", HW_OPERAND_PRIM, 4, 4, "a primitive's attribute")
PLAIN(varying, "v [", "v[", HW_OPERAND_VARYING, 4, 4, "a fragment input")
PLAIN(output, "o [", "o[", HW_OPERAND_OUT, 4, 4, "an output")

/* ---------------------------------------------------------------- constant memory */

void hw_print_bank(struct hw_printer *p, uint64_t bank)
{
    if (p->language == HW_LANGUAGE_NV) {
        hw_append_char(p, 'c');
        hw_append_open(p);
        hw_append_hex(p, bank);
        hw_append_char(p, ']');
        hw_append_open(p);
    } else {
        hw_print_numbered(p, "c", bank);
        hw_append_char(p, '[');
    }
}

bool hw_accept_bank(struct hw_parser *p, uint64_t *bank)
{
    const char *start = p->at;
    if (p->language == HW_LANGUAGE_NV
            ? hw_accept_word(p, "c") && hw_accept(p, "[") && hw_accept_number(p, bank) && hw_accept(p, "]") &&
                  hw_accept(p, "[")
            : hw_accept_numbered(p, "c", bank) && hw_accept(p, "["))
        return true;
    p->at = start;
    return hw_expect(p, "a constant");
}

static void print_const(struct hw_printer *p, const struct hw_element *item, unsigned unit)
{
    hw_print_bank(p, hw_show(p, item, 0));
    hw_print_bracket(p, item, hw_bracket_from(item, 1), hw_show(p, item, 1), hw_arg_bits(p->insn, item, 1),
                     unit);
    hw_append_char(p, ']');
}

static bool parse_const(struct hw_parser *p, const struct hw_element *item, unsigned unit)
{
    uint64_t bank, offset;
    return hw_accept_bank(p, &bank) && hw_give(p, item, 0, bank) &&
           hw_parse_bracket(p, item, hw_bracket_from(item, 1), hw_arg_bits(p->insn, item, 1), unit,
                            &offset) &&
           hw_accept_close(p) && hw_give(p, item, 1, offset);
}

static void view_const(const struct hw_insn *insn, const struct hw_element *item, unsigned unit,
                       unsigned bytes, struct hw_semantics *view)
{
    hw_semantics_bracket(insn, item, hw_bracket_from(item, 1), hw_arg_of(insn, item, 1),
                         hw_arg_bits(insn, item, 1), unit, view, HW_OPERAND_CONST, bytes)
        ->space = (uint16_t)hw_arg_of(insn, item, 0);
}

#define CONST(name, unit, bytes)                   \
    HW_PRINT(name)                                 \
    {                                              \
        print_const(p, item, unit);                \
    }                                              \
    HW_PARSE(name)                                 \
    {                                              \
        return parse_const(p, item, unit);         \
    }                                              \
    HW_SEMANTICS(name)                             \
    {                                              \
        view_const(insn, item, unit, bytes, view); \
    }

CONST(const8, 1, 1)
CONST(const16, 2, 2)
CONST(const32, 4, 4)

/* Short forms: the top bit of the offset field is the bank. */
static void print_short_const(struct hw_printer *p, const struct hw_element *item, unsigned unit)
{
    unsigned bits = hw_arg_bits(p->insn, item, 0) - 1;
    uint64_t field = hw_show(p, item, 0);
    hw_print_bank(p, field >> bits);
    hw_print_bracket(p, item, hw_bracket_from(item, 0), field & ((1u << bits) - 1), bits, unit);
    hw_append_char(p, ']');
}

static bool parse_short_const(struct hw_parser *p, const struct hw_element *item, unsigned unit)
{
    unsigned bits = hw_arg_bits(p->insn, item, 0) - 1;
    uint64_t bank, offset;
    if (!hw_accept_bank(p, &bank))
        return false;
    if (bank > 1)
        return hw_expect(p, "constant bank 0 or 1: short instructions reach no other");
    return hw_parse_bracket(p, item, hw_bracket_from(item, 0), bits, unit, &offset) && hw_accept_close(p) &&
           hw_give(p, item, 0, bank << bits | offset);
}

static void view_short_const(const struct hw_insn *insn, const struct hw_element *item, unsigned unit,
                             struct hw_semantics *view)
{
    unsigned bits = hw_arg_bits(insn, item, 0) - 1;
    uint64_t field = hw_arg_of(insn, item, 0);
    hw_semantics_bracket(insn, item, hw_bracket_from(item, 0), field & ((1u << bits) - 1), bits, unit, view,
                         HW_OPERAND_CONST, unit)
        ->space = (uint16_t)(field >> bits);
}

#define SHORT_CONST(name, unit)                   \
    HW_PRINT(name)                                \
    {                                             \
        print_short_const(p, item, unit);         \
    }                                             \
    HW_PARSE(name)                                \
    {                                             \
        return parse_short_const(p, item, unit);  \
    }                                             \
    HW_SEMANTICS(name)                            \
    {                                             \
        view_short_const(insn, item, unit, view); \
    }

SHORT_CONST(const16s, 2)
SHORT_CONST(const32s, 4)

/* ---------------------------------------------------------------- local and global memory */

/* Size codes of l[], g[] and the atomics: u8 s8 u16 s16 b64 b128 b32 s32. */
static const uint8_t size_bytes[8] = {1, 1, 2, 2, 8, 16, 4, 4};

static void size_operand(struct hw_operand *operand, uint64_t code)
{
    operand->bytes = size_bytes[code];
    if (code == 1 || code == 3)
        operand->flags |= HW_OPERAND_SIGNED;
}

HW_PRINT(local)
{
    hw_append_text(p, p->language == HW_LANGUAGE_NV ? "local [" : "l[",
                   p->language == HW_LANGUAGE_NV ? 7 : 2);
    hw_print_bracket(p, item, hw_bracket_from(item, 1), hw_show(p, item, 1), hw_arg_bits(p->insn, item, 1),
                     1);
    hw_append_char(p, ']');
}

/* decuda takes the offset of l[] without an address register for a register's number; that is read too. */
HW_PARSE(local)
{
    uint64_t offset;
    if (p->language == HW_LANGUAGE_DECUDA && hw_accept(p, "l[$r"))
        return hw_accept_number(p, &offset) && hw_accept_close(p) && hw_give(p, item, 1, offset);
    if (!hw_accept_open(p, p->language == HW_LANGUAGE_NV ? "local [" : "l["))
        return hw_expect(p, "an address in local memory");
    return hw_parse_bracket(p, item, hw_bracket_from(item, 1), hw_arg_bits(p->insn, item, 1), 1, &offset) &&
           hw_accept_close(p) && hw_give(p, item, 1, offset);
}

HW_SEMANTICS(local)
{
    size_operand(hw_semantics_bracket(insn, item, hw_bracket_from(item, 1), hw_arg_of(insn, item, 1),
                                      hw_arg_bits(insn, item, 1), 1, view, HW_OPERAND_LOCAL, 4),
                 hw_arg_of(insn, item, 0));
}

/* decuda does not write the segment that CUDA uses. */
#define CUDA_SEGMENT 14

HW_PRINT(global)
{
    uint64_t segment = hw_show(p, item, 1);
    if (p->language == HW_LANGUAGE_DECUDA && segment == CUDA_SEGMENT)
        hw_append_char(p, 'g');
    else
        hw_print_numbered(p, p->language == HW_LANGUAGE_NV ? "global" : "g", segment);
    hw_append_open(p);
    hw_print_numbered(p, p->language == HW_LANGUAGE_NV ? "R" : "$r", hw_show(p, item, 2));
    hw_append_char(p, ']');
}

HW_PARSE(global)
{
    uint64_t segment, reg;
    if (p->language == HW_LANGUAGE_DECUDA && hw_accept(p, "g["))
        segment = CUDA_SEGMENT;
    else if (!hw_accept_numbered(p, p->language == HW_LANGUAGE_NV ? "global" : "g", &segment) ||
             !hw_accept(p, "["))
        return hw_expect(p, "an address in global memory");
    if (!hw_accept_numbered(p, p->language == HW_LANGUAGE_NV ? "R" : "$r", &reg))
        return hw_expect(p, "an address register");
    return hw_accept_close(p) && hw_give(p, item, 1, segment) && hw_give(p, item, 2, reg);
}

HW_SEMANTICS(global)
{
    struct hw_operand *operand = hw_new_operand(view, HW_OPERAND_GLOBAL, 4);
    operand->space = (uint16_t)hw_arg_of(insn, item, 1);
    operand->base_kind = HW_BASE_REG;
    operand->reg = (uint16_t)hw_arg_of(insn, item, 2);
    size_operand(operand, hw_arg_of(insn, item, 0));
}
