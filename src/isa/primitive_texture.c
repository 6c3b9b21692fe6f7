/* SPDX-License-Identifier: MIT */
/* These primitives are texture units, samplers, texel offsets and decuda's sets of registers.
 *
 * NVIDIA names the first register, the unit, the sampler and the component mask.  decuda names the unit and
 * two sets of registers: `{$r4,$r5,_,_}, $tex2, {$r4,$r5}`; the components that are written follow each
 * other. */
#include "isa/primitive_parts.h"

static void view_number(const struct hw_insn *insn, const struct hw_element *item, struct hw_semantics *view,
                        enum hw_operand_kind kind)
{
    hw_new_operand(view, kind, 4)->offset = (int64_t)hw_arg_of(insn, item, 0);
}

static bool parse_number(struct hw_parser *p, const struct hw_element *item)
{
    uint64_t value;
    return hw_accept_number(p, &value) && hw_give(p, item, 0, value);
}

/* The text implies that a sampler which it does not name has the unit's number; another is noted. */
static uint64_t implied_sampler(const struct hw_element *item, uint64_t unit)
{
    return unit & ((1u << item->arg[1].bits) - 1);
}

HW_PRINT(texture)
{
    uint64_t unit = hw_show(p, item, 0);
    if (p->language == HW_LANGUAGE_NV)
        hw_append_hex(p, unit);
    else
        hw_print_numbered(p, "$tex", unit);
    if (item->arg_count < 2)
        return;
    if (hw_arg_of(p->insn, item, 1) == implied_sampler(item, unit))
        hw_show(p, item, 1);
    else
        p->noted |= 1u << item->arg[1].field;
}
HW_PARSE(texture)
{
    uint64_t unit;
    if (p->language == HW_LANGUAGE_NV ? !hw_accept_number(p, &unit) : !hw_accept_numbered(p, "$tex", &unit))
        return hw_expect(p, "a texture, as in 0x0, or $tex0 in decuda's language");
    if (!hw_give(p, item, 0, unit))
        return false;
    if (item->arg_count > 1)
        p->insn->field[item->arg[1].field] = implied_sampler(item, unit);
    return true;
}
HW_SEMANTICS(texture)
{
    view_number(insn, item, view, HW_OPERAND_TEXTURE);
}

HW_PRINT(sampler)
{
    hw_append_hex(p, hw_show(p, item, 0));
}
HW_PARSE(sampler)
{
    return parse_number(p, item);
}
HW_SEMANTICS(sampler)
{
    view_number(insn, item, view, HW_OPERAND_SAMPLER);
}

/* Texel offsets, three signed 4-bit numbers: `, [0x1,-0x2,0x0]`, or nothing when all are 0. */
HW_PRINT(texoff)
{
    uint64_t value[3];
    for (unsigned i = 0; i < 3; i++)
        value[i] = hw_show(p, item, i);
    if (!(value[0] | value[1] | value[2]))
        return;
    hw_append_literal(p, ", [");
    for (unsigned i = 0; i < 3; i++) {
        if (i)
            hw_append_char(p, ',');
        hw_append_signed(p, hw_sign_extend(value[i], 4));
    }
    hw_append_char(p, ']');
}
HW_PARSE(texoff)
{
    if (!hw_accept(p, ","))
        return hw_give(p, item, 0, 0) && hw_give(p, item, 1, 0) && hw_give(p, item, 2, 0);
    if (!hw_accept(p, "["))
        return hw_expect(p, "texel offsets, as in [0x1,-0x2,0x0]");
    for (unsigned i = 0; i < 3; i++) {
        uint64_t value;
        if (i && !hw_accept(p, ","))
            return hw_expect(p, "a comma");
        bool negative = hw_accept(p, "-");
        if (!hw_accept_number(p, &value))
            return false;
        if (value > 7u + negative)
            return hw_expect(p, "a texel offset from -8 to 7");
        if (!hw_give(p, item, i, (negative ? 0 - value : value) & 15))
            return false;
    }
    return hw_accept(p, "]") || hw_expect(p, "]");
}
HW_SEMANTICS(texoff)
{
    for (unsigned i = 0; i < 3; i++)
        view->mod[HW_MOD_DX + i] = (uint8_t)hw_arg_of(insn, item, i);
}

/* ---------------------------------------------------------------- decuda's sets */

/* Short forms have no mask: they write all components. */
HW_PRINT(texdst)
{
    uint64_t mask = item->arg_count > 1 ? hw_show(p, item, 1) : 15, number = hw_arg_of(p->insn, item, 0);
    if (mask)
        hw_show(p, item, 0);
    for (unsigned i = 0; i < 4; i++) {
        hw_append_char(p, i ? ',' : '{');
        if (mask >> i & 1)
            hw_print_numbered(p, "$r", number++);
        else
            hw_append_char(p, '_');
    }
    hw_append_char(p, '}');
}
HW_PARSE(texdst)
{
    uint64_t mask = 0, next = 0;
    for (unsigned i = 0; i < 4; i++) {
        uint64_t number;
        if (!hw_accept(p, i ? "," : "{"))
            return hw_expect(p, "four destinations in braces, _ where a component is not wanted");
        if (hw_accept_word(p, "_"))
            continue;
        if (!hw_accept_numbered(p, "$r", &number) || (mask && number != next))
            return hw_expect(p, "the next register, or _");
        if (!mask && !hw_give(p, item, 0, number))
            return false;
        mask |= 1u << i;
        next = number + 1;
    }
    return (hw_accept(p, "}") || hw_expect(p, "}")) &&
           (item->arg_count > 1 ? hw_give(p, item, 1, mask)
                                : mask == 15 || hw_expect(p, "all four components"));
}
HW_SEMANTICS(texdst)
{
    (void)insn, (void)item, (void)view; /* NVIDIA's text has the meaning */
}

HW_PRINT(texsrc)
{
    uint64_t number = hw_show(p, item, 0), more = hw_show(p, item, 1);
    for (unsigned i = 0; i <= more; i++) {
        hw_append_char(p, i ? ',' : '{');
        hw_print_numbered(p, "$r", number + i);
    }
    hw_append_char(p, '}');
}
HW_PARSE(texsrc)
{
    uint64_t first, number;
    unsigned count = 1;
    if (!hw_accept(p, "{") || !hw_accept_numbered(p, "$r", &first))
        return hw_expect(p, "the coordinates' registers in braces");
    while (hw_accept(p, ",")) {
        if (!hw_accept_numbered(p, "$r", &number) || number != first + count)
            return hw_expect(p, "the next register");
        count++;
    }
    return (hw_accept(p, "}") || hw_expect(p, "}")) && hw_give(p, item, 0, first) &&
           hw_give(p, item, 1, count - 1);
}
HW_SEMANTICS(texsrc)
{
    (void)insn, (void)item, (void)view;
}
