/* SPDX-License-Identifier: MIT */
/* These primitives are the attribute addresses of graphics programs from Volta on, and offsets in a stage's
 * buffer: a base register, of the uniform datapath in some forms, and an offset, of 8 bits in words or in
 * bytes.  An offset of 11 bits has a sign.  A base of an attribute is always written, but for LDTRAM's.
 * Fields that only some forms use have the text of a reserved value in the others. */
#include "isa/primitive_parts.h"

/* ---------------------------------------------------------------- attributes */

static int64_t offset_of(const struct hw_insn *insn, const struct hw_element *item)
{
    const unsigned last = item->arg_count - 1u, bits = item->arg[last].bits;
    const uint64_t offset = hw_arg_of(insn, item, last);
    return bits == 11 ? hw_sign_extend(offset, bits) : (int64_t)(bits == 8 ? offset * 4 : offset);
}

static void print_attribute(struct hw_printer *p, const struct hw_element *item, bool based)
{
    hw_append_literal(p, "a[");
    if (based)
        hw_print_register(p, item, 0);
    (void)hw_show(p, item, item->arg_count - 1u);
    if (based)
        hw_print_distance(p, true, offset_of(p->insn, item));
    else
        hw_append_hex(p, (uint64_t)offset_of(p->insn, item));
    hw_append_char(p, ']');
}

/* `+0x10` behind a base, `0x10` without one: not signed. */
static bool parse_unsigned(struct hw_parser *p, bool based, unsigned unit, uint64_t *offset)
{
    *offset = 0;
    if (based && !hw_accept(p, "+"))
        return true;
    if (!hw_accept_number(p, offset))
        return false;
    if (*offset % unit)
        return hw_expect(p, "a multiple of four");
    *offset /= unit;
    return true;
}

static bool parse_attribute(struct hw_parser *p, const struct hw_element *item, bool based)
{
    const unsigned last = item->arg_count - 1u, bits = item->arg[last].bits;
    uint64_t offset;
    if (!hw_accept(p, "a["))
        return hw_expect(p, "an attribute, as in a[0x70]");
    if (based && !hw_parse_register(p, item, 0, "a base register"))
        return false;
    return (bits == 11 ? hw_parse_distance(p, based, bits, 1, &offset)
                       : parse_unsigned(p, based, bits == 8 ? 4 : 1, &offset)) &&
           hw_give(p, item, last, offset) && hw_accept_close(p);
}

HW_PRINT(attrat)
{
    print_attribute(p, item, item->arg_count > 1);
}
HW_PARSE(attrat)
{
    return parse_attribute(p, item, item->arg_count > 1);
}
HW_SEMANTICS(attrat)
{
    struct hw_operand *operand = hw_new_operand(view, HW_OPERAND_ATTR, 4);
    operand->reg = HW_RZ;
    if (item->arg_count > 1) {
        operand->base_kind = hw_arg_is_uniform(insn, item, 0) ? HW_BASE_UREG : HW_BASE_REG;
        operand->reg = (uint16_t)hw_register_of(insn, item, 0);
    }
    operand->offset = offset_of(insn, item);
}

/* A base URZ is omitted if there is an offset. */
HW_PRINT(attrtram)
{
    const bool based = hw_show_register(p, item, 0) != HW_RZ || !hw_arg_of(p->insn, item, 1);
    print_attribute(p, item, based);
}
HW_PARSE(attrtram)
{
    const char *start = p->at;
    const bool based = hw_accept(p, "a[") && (hw_skip_blanks(p), *p->at == 'U');
    p->at = start;
    return (based || hw_give_zero(p, item, 0)) && parse_attribute(p, item, based);
}
HW_SEMANTICS(attrtram)
{
    hw_semantics_attrat(insn, item, view);
}

/* ---------------------------------------------------------------- a stage's buffer */

HW_PRINT(isbat)
{
    const bool based = hw_show_register(p, item, 0) != HW_RZ;
    const uint64_t offset = hw_show(p, item, 1);
    hw_append_char(p, '[');
    if (based || !offset)
        hw_print_register(p, item, 0);
    if (based)
        hw_print_distance(p, true, (int64_t)offset);
    else if (offset)
        hw_append_hex(p, offset);
    hw_append_char(p, ']');
}
HW_PARSE(isbat)
{
    uint64_t offset;
    if (!hw_accept(p, "["))
        return hw_expect(p, "an address in brackets");
    hw_skip_blanks(p);
    const bool based = *p->at == 'R';
    return (based ? hw_parse_register(p, item, 0, "a register") : hw_give_zero(p, item, 0)) &&
           parse_unsigned(p, based, 1, &offset) && hw_give(p, item, 1, offset) && hw_accept_close(p);
}
HW_SEMANTICS(isbat)
{
    struct hw_operand *operand = hw_new_operand(view, HW_OPERAND_ATTR, 4);
    operand->base_kind = HW_BASE_REG;
    operand->reg = (uint16_t)hw_register_of(insn, item, 0);
    operand->offset = (int64_t)hw_arg_of(insn, item, 1);
}

/* ---------------------------------------------------------------- fields without a use */

static bool is_none(const struct hw_printer *p, const struct hw_element *item)
{
    return hw_register_of(p->insn, item, 0) == HW_RZ;
}

static bool take_reserved(struct hw_parser *p, const struct hw_element *item)
{
    uint64_t number;
    return (hw_accept_numbered(p, "???", &number) || hw_expect(p, "a reserved value, as in ???1")) &&
           hw_give(p, item, 0, number);
}

HW_PRINT(reserved)
{
    if (is_none(p, item))
        hw_print_register(p, item, 0);
    else
        hw_print_numbered(p, "???", hw_show(p, item, 0));
}
HW_PARSE(reserved)
{
    return hw_accept_word(p, "RZ") ? hw_give_zero(p, item, 0) : take_reserved(p, item);
}
HW_SEMANTICS(reserved)
{
    (void)insn, (void)item, (void)view; /* nothing is read */
}

/* Before another operand, and behind one; omitted if the field has none. */
HW_PRINT(reservedfirst)
{
    if (is_none(p, item)) {
        (void)hw_show(p, item, 0);
        return;
    }
    hw_print_reserved(p, item);
    hw_append_literal(p, ", ");
}
HW_PARSE(reservedfirst)
{
    hw_skip_blanks(p);
    if (*p->at != '?')
        return hw_give_zero(p, item, 0);
    return take_reserved(p, item) && (hw_accept(p, ",") || hw_expect(p, "a comma"));
}
HW_SEMANTICS(reservedfirst)
{
    (void)insn, (void)item, (void)view;
}

HW_PRINT(reservedlast)
{
    if (is_none(p, item)) {
        (void)hw_show(p, item, 0);
        return;
    }
    hw_append_comma(p);
    hw_print_reserved(p, item);
}
HW_PARSE(reservedlast)
{
    return hw_accept_comma(p) ? take_reserved(p, item) : hw_give_zero(p, item, 0);
}
HW_SEMANTICS(reservedlast)
{
    (void)insn, (void)item, (void)view;
}
