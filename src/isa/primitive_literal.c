/* SPDX-License-Identifier: MIT */
/* These primitives are integer immediates, and masks behind the other operands.
 *
 * Before CUDA 5 a literal of 20 bits is written as it stands in the word.  A literal of 32 bits is written
 * with a sign, also where it means an unsigned number. */
#include "isa/primitive_parts.h"

#include <ctype.h>

static int64_t signed_field(const struct hw_element *item, uint64_t value)
{
    return hw_sign_extend(value, item->arg[0].bits);
}

/* Whether digits, a point and digits stand here: 4.NEG is none. */
static bool is_fraction(const struct hw_parser *p)
{
    const char *digits = p->at + (*p->at == '-'), *point = digits + strspn(digits, "0123456789");
    return point > digits && *point == '.' && isdigit((unsigned char)point[1]);
}

bool hw_parse_integer(struct hw_parser *p, const struct hw_element *item, enum hw_literal_sign sign)
{
    unsigned bits = item->arg[0].bits;
    const uint64_t mask = UINT64_MAX >> (64 - bits);
    hw_skip_blanks(p);
    if (bits == 32 && is_fraction(p)) { /* the bits of that float */
        uint64_t single;
        return hw_accept_float(p, 4, 0, &single) && hw_give(p, item, 0, single);
    }
    const char *start = p->at;
    bool negative = sign != HW_LITERAL_BITS && hw_accept(p, "-");
    uint64_t value, most = negative                    ? 1ull << (bits - 1)
                           : sign == HW_LITERAL_SIGNED ? (1ull << (bits - 1)) - 1
                                                       : mask;
    if (!hw_accept_number(p, &value))
        return false;
    if (value > most) {
        p->at = start;
        return hw_expect_range(p, "a literal that fits its field");
    }
    return hw_give(p, item, 0, (negative ? 0 - value : value) & mask);
}

void hw_semantics_literal(struct hw_semantics *view, int64_t value, unsigned bytes)
{
    hw_new_operand(view, HW_OPERAND_IMM, bytes)->offset = value;
}

static void print_integer(struct hw_printer *p, const struct hw_element *item, bool with_sign)
{
    uint64_t value = hw_show(p, item, 0);
    if (p->old ? item->arg[0].bits == 32 : with_sign)
        hw_append_signed(p, signed_field(item, value));
    else
        hw_append_hex(p, value);
}

HW_PRINT(simm)
{
    print_integer(p, item, true);
}
HW_PARSE(simm)
{
    /* 0xfffff in 20 bits would be -1 to the chip, which is not what the text says; 32 bits are all there
     * are. */
    return hw_parse_integer(p, item,
                            item->arg[0].bits == 32 ? HW_LITERAL_EITHER
                            : p->old                ? HW_LITERAL_BITS
                                                    : HW_LITERAL_SIGNED);
}
HW_SEMANTICS(simm)
{
    hw_semantics_literal(view, signed_field(item, hw_arg_of(insn, item, 0)), 4);
}

/* Its sign goes on through the higher word, which has no bits in the field.  That is derived from code for
 * sm_120, which has such sums for n -= 0x100 (nvcc 13) with 0xffffff00 in the field.  As text that would be
 * another number, 2^32 - 0x100. */
HW_PRINT(simm64)
{
    print_integer(p, item, true);
}
HW_PARSE(simm64)
{
    return hw_parse_integer(p, item, p->old && item->arg[0].bits != 32 ? HW_LITERAL_BITS : HW_LITERAL_SIGNED);
}
HW_SEMANTICS(simm64)
{
    hw_semantics_literal(view, signed_field(item, hw_arg_of(insn, item, 0)), 8);
}

HW_PRINT(uimm64)
{
    print_integer(p, item, false);
}
HW_PARSE(uimm64)
{
    return hw_parse_integer(p, item, HW_LITERAL_BITS);
}
HW_SEMANTICS(uimm64)
{
    hw_semantics_literal(view, (int64_t)hw_arg_of(insn, item, 0), 8);
}

HW_PRINT(wimm)
{
    print_integer(p, item, false);
}
HW_PARSE(wimm)
{
    return hw_parse_integer(p, item, HW_LITERAL_EITHER);
}
HW_SEMANTICS(wimm)
{
    hw_semantics_literal(view, signed_field(item, hw_arg_of(insn, item, 0)), 4);
}

HW_PRINT(uimm)
{
    print_integer(p, item, false);
}
HW_PARSE(uimm)
{
    return hw_parse_integer(p, item, p->old || item->arg[0].bits == 32 ? HW_LITERAL_EITHER : HW_LITERAL_BITS);
}
HW_SEMANTICS(uimm)
{
    hw_semantics_literal(view, (int64_t)hw_arg_of(insn, item, 0), 4);
}

/* A source of 64 bits is as a double is: the literal is its high word, and the low one is 0 (ptxas 11.8 to
 * 13.5 for sm_35 to sm_89; for Fermi and GK104 that is a guess). */
static void view_source(struct hw_semantics *view, int64_t value)
{
    if (hw_type_bytes(view->mod[HW_MOD_TYPE2]) == 8)
        hw_semantics_literal(view, (int64_t)((uint64_t)value << 32), 8);
    else
        hw_semantics_literal(view, value, 4);
}

HW_PRINT(simmtype2)
{
    hw_print_simm(p, item);
}
HW_PARSE(simmtype2)
{
    return hw_parse_simm(p, item);
}
HW_SEMANTICS(simmtype2)
{
    view_source(view, signed_field(item, hw_arg_of(insn, item, 0)));
}

HW_PRINT(uimmtype2)
{
    hw_print_uimm(p, item);
}
HW_PARSE(uimmtype2)
{
    return hw_parse_uimm(p, item);
}
HW_SEMANTICS(uimmtype2)
{
    view_source(view, (int64_t)hw_arg_of(insn, item, 0));
}

/* Of a video instruction: a minus sign is argument `sign`, which 0 does not show. */
static bool is_negated(const struct hw_insn *insn, const struct hw_element *item, unsigned sign)
{
    return item->arg_count > sign && hw_arg_of(insn, item, sign);
}

static void print_video(struct hw_printer *p, const struct hw_element *item, unsigned sign)
{
    uint64_t value = hw_show(p, item, 0);
    if (value && is_negated(p->insn, item, sign)) {
        (void)hw_show(p, item, sign);
        hw_append_char(p, '-');
    }
    hw_append_hex(p, value);
}

static bool parse_video(struct hw_parser *p, const struct hw_element *item, unsigned sign)
{
    if (item->arg_count > sign && !hw_give(p, item, sign, hw_accept(p, "-")))
        return false;
    return hw_parse_integer(p, item, HW_LITERAL_BITS);
}

static void view_video(struct hw_semantics *view, const struct hw_insn *insn, const struct hw_element *item,
                       unsigned sign, int64_t value)
{
    hw_semantics_literal(view, value, 4);
    hw_last_operand(view)->flags |= is_negated(insn, item, sign) ? HW_OPERAND_NEG : 0;
}

/* Part of a word: the instruction's type says whether it has a sign. */
HW_PRINT(vimm)
{
    print_video(p, item, 2);
}
HW_PARSE(vimm)
{
    return parse_video(p, item, 2);
}
HW_SEMANTICS(vimm)
{
    uint64_t value = hw_arg_of(insn, item, 0);
    view_video(view, insn, item, 2, hw_arg_of(insn, item, 1) ? signed_field(item, value) : (int64_t)value);
}

HW_PRINT(vword)
{
    print_video(p, item, 1);
}
HW_PARSE(vword)
{
    return parse_video(p, item, 1);
}
HW_SEMANTICS(vword)
{
    view_video(view, insn, item, 1, (int64_t)hw_arg_of(insn, item, 0));
}

/* ---------------------------------------------------------------- a mask that is mostly full */

HW_PRINT(lanemask)
{
    uint64_t mask = hw_show(p, item, 0);
    if (mask == hw_form_fields(p->insn->form)[item->arg[0].field].preset)
        return;
    hw_append_comma(p);
    hw_append_hex(p, mask);
}
HW_PARSE(lanemask)
{
    uint64_t mask;
    return !hw_accept_comma(p) || (hw_accept_number(p, &mask) && hw_give(p, item, 0, mask));
}
HW_SEMANTICS(lanemask)
{
    view->mod[HW_MOD_LANES] = (uint8_t)hw_arg_of(insn, item, 0);
}

HW_PRINT(lastimm)
{
    hw_print_lanemask(p, item);
}
HW_PARSE(lastimm)
{
    const char *start = p->at;
    if (hw_accept_comma(p) && (hw_skip_blanks(p), *p->at >= '0' && *p->at <= '9'))
        return hw_parse_uimm(p, item);
    p->at = start;
    return hw_give_field(p, item->arg[0].field, hw_form_fields(p->insn->form)[item->arg[0].field].preset);
}
HW_SEMANTICS(lastimm)
{
    hw_semantics_uimm(insn, item, view);
}

HW_PRINT(lastsimm)
{
    if (hw_show(p, item, 0) == hw_form_fields(p->insn->form)[item->arg[0].field].preset)
        return;
    hw_append_comma(p);
    hw_print_simm(p, item);
}
HW_PARSE(lastsimm)
{
    return !hw_accept_comma(p) || hw_parse_simm(p, item);
}
HW_SEMANTICS(lastsimm)
{
    hw_semantics_simm(insn, item, view);
}
