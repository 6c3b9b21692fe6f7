/* SPDX-License-Identifier: MIT */
/* These primitives are texture and surface handle operands from Volta on: a word of a constant bank (the
 * bank's number, an offset, in some forms parts of it), a uniform register and an offset, or a register.
 * Behind other operands; each part stands behind a comma.  A register that may not be RZ has the text of a
 * reserved value then. */
#include "isa/primitive_parts.h"

static bool is_zero(const struct hw_insn *insn, const struct hw_element *item, unsigned index)
{
    const struct hw_field *field = hw_arg_field(insn, item, index);
    return hw_arg_of(insn, item, index) == field->zero;
}

static bool is_register(const struct hw_insn *insn, const struct hw_element *item, unsigned index)
{
    return hw_arg_field(insn, item, index)->zero != HW_NO_ZERO;
}

/* ---------------------------------------------------------------- registers that are not RZ */

static void print_named(struct hw_printer *p, const struct hw_element *item, unsigned index)
{
    if (is_zero(p->insn, item, index))
        hw_print_numbered(p, "???", hw_show(p, item, index));
    else
        hw_print_register(p, item, index);
}

static bool parse_named(struct hw_parser *p, const struct hw_element *item, unsigned index)
{
    uint64_t number;
    hw_skip_blanks(p);
    if (hw_accept_numbered(p, "???", &number))
        return hw_give(p, item, index, number);
    if (!hw_parse_register(p, item, index, "a register"))
        return false;
    return !is_zero(p->insn, item, index) || hw_expect(p, "a register that is not RZ");
}

HW_PRINT(lastnz)
{
    hw_append_comma(p);
    print_named(p, item, 0);
}
HW_PARSE(lastnz)
{
    return (hw_accept_comma(p) || hw_expect(p, "a comma")) && parse_named(p, item, 0);
}
HW_SEMANTICS(lastnz)
{
    hw_semantics_reg32(insn, item, view);
}

HW_PRINT(surfacenz)
{
    hw_append_char(p, '[');
    print_named(p, item, 0);
    hw_append_char(p, ']');
}
HW_PARSE(surfacenz)
{
    if (!hw_accept(p, "["))
        return hw_expect(p, "coordinates in brackets");
    return parse_named(p, item, 0) && hw_accept_close(p);
}
HW_SEMANTICS(surfacenz)
{
    hw_semantics_surfaceat(insn, item, view);
}

/* ---------------------------------------------------------------- texture handles */

/* Where a uniform register may be URZ it is written as everywhere. */
static void print_handles(struct hw_printer *p, const struct hw_element *item, bool may_be_zero)
{
    for (unsigned i = 0; i < item->arg_count; i++) {
        hw_append_comma(p);
        if (!is_register(p->insn, item, i))
            hw_append_hex(p, hw_show(p, item, i));
        else if (may_be_zero && hw_arg_is_uniform(p->insn, item, i))
            hw_print_register(p, item, i);
        else
            print_named(p, item, i);
    }
}

static bool parse_handle(struct hw_parser *p, const struct hw_element *item, unsigned index, bool may_be_zero)
{
    uint64_t value;
    if (!is_register(p->insn, item, index))
        return hw_accept_number(p, &value) && hw_give(p, item, index, value);
    if (may_be_zero && hw_arg_is_uniform(p->insn, item, index))
        return hw_parse_register(p, item, index, "a register");
    return parse_named(p, item, index);
}

static bool parse_handles(struct hw_parser *p, const struct hw_element *item, bool may_be_zero)
{
    for (unsigned i = 0; i < item->arg_count; i++)
        if (!(hw_accept_comma(p) || hw_expect(p, "a comma")) || !parse_handle(p, item, i, may_be_zero))
            return false;
    return true;
}

HW_PRINT(lookupat)
{
    print_handles(p, item, false);
}
HW_PARSE(lookupat)
{
    return parse_handles(p, item, false);
}
/* A word of a constant bank holds the handle.  What the forms of three parts mean is not public. */
HW_SEMANTICS(lookupat)
{
    if (item->arg_count == 2 && !is_register(insn, item, 0)) {
        struct hw_operand *texture = hw_new_operand(view, HW_OPERAND_TEXTURE, 4);
        texture->space = (uint16_t)hw_arg_of(insn, item, 0);
        texture->offset = (int64_t)hw_arg_of(insn, item, 1);
        return;
    }
    for (unsigned i = 0; i < item->arg_count; i++)
        if (is_register(insn, item, i))
            hw_new_operand(view, hw_arg_is_uniform(insn, item, i) ? HW_OPERAND_UREG : HW_OPERAND_REG, 4)
                ->reg = (uint16_t)hw_register_of(insn, item, i);
        else
            hw_semantics_literal(view, (int64_t)hw_arg_of(insn, item, i), 4);
}

/* The same with URZ. */
HW_PRINT(surfaceur)
{
    print_handles(p, item, true);
}
HW_PARSE(surfaceur)
{
    return parse_handles(p, item, true);
}
HW_SEMANTICS(surfaceur)
{
    hw_semantics_lookupat(insn, item, view);
}

/* ---------------------------------------------------------------- components */

HW_PRINT(lookupmask)
{
    hw_print_lanemask(p, item);
}
HW_PARSE(lookupmask)
{
    return hw_parse_lanemask(p, item);
}
HW_SEMANTICS(lookupmask)
{
    hw_semantics_texmask(insn, item, view);
}
