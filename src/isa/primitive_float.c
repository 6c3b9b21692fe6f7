/* SPDX-License-Identifier: MIT */
/* These primitives are floating-point immediates: floats, doubles and halves of which a word holds the upper
 * bits.
 *
 * They are written as numbers (float_text.c).  A NaN's text does not show its bits, so an annotation behind
 * the instruction does.  Before CUDA 5 the text is the bits; decimal numbers are read there too. */
#include "isa/primitive_parts.h"

/* The field's bits are the upper ones of the number; a NaN that its text does not determine is annotated. */
static void print_upper(struct hw_printer *p, const struct hw_element *item, unsigned bytes)
{
    if (p->old)
        hw_append_hex(p, hw_show(p, item, 0));
    else if (hw_append_float(p, hw_arg_of(p->insn, item, 0) << (8 * bytes - item->arg[0].bits), bytes))
        (void)hw_show(p, item, 0);
}

/* Whether a float's bits stand here. */
static bool as_bits(struct hw_parser *p)
{
    hw_skip_blanks(p);
    return p->old && p->at[0] == '0' && (p->at[1] == 'x' || p->at[1] == 'X');
}

static bool parse_upper(struct hw_parser *p, const struct hw_element *item, unsigned bytes)
{
    uint64_t bits;
    if (as_bits(p))
        return hw_parse_integer(p, item, HW_LITERAL_BITS);
    unsigned shift = 8 * bytes - item->arg[0].bits;
    return hw_accept_float(p, bytes, shift, &bits) && hw_give(p, item, 0, bits >> shift);
}

static void view_upper(const struct hw_insn *insn, const struct hw_element *item, struct hw_semantics *view,
                       unsigned bytes)
{
    hw_semantics_literal(view, (int64_t)(hw_arg_of(insn, item, 0) << (8 * bytes - item->arg[0].bits)), bytes);
}

#define UPPER(name, bytes)                   \
    HW_PRINT(name)                           \
    {                                        \
        print_upper(p, item, bytes);         \
    }                                        \
    HW_PARSE(name)                           \
    {                                        \
        return parse_upper(p, item, bytes);  \
    }                                        \
    HW_SEMANTICS(name)                       \
    {                                        \
        view_upper(insn, item, view, bytes); \
    }

UPPER(float20, 4)
UPPER(float32, 4)
UPPER(double20, 8)

/* A conversion's, by the source's type code: a half has the low 16 of the 20 bits, which are noted if there
 * are more. */
static unsigned source_bytes(const struct hw_insn *insn, const struct hw_element *item)
{
    static const uint8_t bytes[4] = {4, 2, 4, 8};
    return bytes[hw_arg_of(insn, item, 1) & 3];
}

HW_PRINT(floattype2)
{
    unsigned bytes = source_bytes(p->insn, item);
    uint64_t bits = hw_arg_of(p->insn, item, 0);
    if (bytes != 2 || p->old)
        print_upper(p, item, bytes);
    else if (hw_append_float(p, bits & 0xffff, 2) && !(bits >> 16))
        (void)hw_show(p, item, 0);
}
HW_PARSE(floattype2)
{
    unsigned bytes = source_bytes(p->insn, item);
    uint64_t bits;
    if (bytes != 2 || as_bits(p))
        return parse_upper(p, item, bytes);
    return hw_accept_float(p, 2, 0, &bits) && hw_give(p, item, 0, bits);
}
HW_SEMANTICS(floattype2)
{
    unsigned bytes = source_bytes(insn, item);
    if (bytes != 2)
        view_upper(insn, item, view, bytes);
    else
        hw_semantics_literal(view, (int64_t)(hw_arg_of(insn, item, 0) & 0xffff), 2);
}

/* ---------------------------------------------------------------- two halves, the high one first */

static void print_halves(struct hw_printer *p, uint64_t high, uint64_t low, bool told[2])
{
    told[0] = hw_append_float(p, high, 2);
    hw_append_comma(p);
    told[1] = hw_append_float(p, low, 2);
}

static bool take_halves(struct hw_parser *p, unsigned shift, uint64_t *high, uint64_t *low)
{
    return hw_accept_float(p, 2, shift, high) &&
           (hw_accept_comma(p) || hw_expect(p, "a comma and the low half")) &&
           hw_accept_float(p, 2, shift, low);
}

/* Ten bits: the sign, which binary16 has a bit higher than where the others end, and nine upper bits. */
static uint64_t widen(uint64_t ten)
{
    return (ten >> 9) << 15 | (ten & 511) << 6;
}

static uint64_t shorten(uint64_t half)
{
    return (half >> 15) << 9 | (half >> 6 & 511);
}

HW_PRINT(halves10)
{
    bool told[2];
    print_halves(p, widen(hw_arg_of(p->insn, item, 0)), widen(hw_arg_of(p->insn, item, 1)), told);
    for (unsigned i = 0; i < 2; i++)
        if (told[i])
            (void)hw_show(p, item, i);
}
HW_PARSE(halves10)
{
    uint64_t high, low;
    return take_halves(p, 6, &high, &low) && hw_give(p, item, 0, shorten(high)) &&
           hw_give(p, item, 1, shorten(low));
}
HW_SEMANTICS(halves10)
{
    hw_semantics_literal(
        view, (int64_t)(widen(hw_arg_of(insn, item, 0)) << 16 | widen(hw_arg_of(insn, item, 1))), 4);
}

HW_PRINT(halves32)
{
    uint64_t both = hw_arg_of(p->insn, item, 0);
    bool told[2];
    print_halves(p, both >> 16, both & 0xffff, told);
    if (told[0] && told[1])
        (void)hw_show(p, item, 0);
}
HW_PARSE(halves32)
{
    uint64_t high, low;
    return take_halves(p, 0, &high, &low) && hw_give(p, item, 0, high << 16 | low);
}
HW_SEMANTICS(halves32)
{
    hw_semantics_literal(view, (int64_t)hw_arg_of(insn, item, 0), 4);
}
