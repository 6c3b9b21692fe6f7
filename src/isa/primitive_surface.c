/* SPDX-License-Identifier: MIT */
/* These primitives are the operands of Maxwell's textures and surfaces: indices, masks and coordinates. */
#include "isa/primitive_parts.h"

static void view_index(struct hw_semantics *view, enum hw_operand_kind kind, uint64_t index)
{
    hw_new_operand(view, kind, 4)->offset = (int64_t)index;
}

static bool parse_index(struct hw_parser *p, const struct hw_element *item)
{
    uint64_t index;
    return hw_accept_number(p, &index) && hw_give(p, item, 0, index);
}

HW_PRINT(texunit)
{
    hw_append_hex(p, hw_show(p, item, 0));
}
HW_PARSE(texunit)
{
    return parse_index(p, item);
}
HW_SEMANTICS(texunit)
{
    view_index(view, HW_OPERAND_TEXTURE, hw_arg_of(insn, item, 0));
}

/* An index, or two arguments that are its bits. */
HW_PRINT(surface)
{
    for (unsigned i = 0; i < item->arg_count; i++)
        (void)hw_show(p, item, i);
    hw_append_hex(p, hw_enum_value(p->insn, item));
}
HW_PARSE(surface)
{
    uint64_t index;
    return hw_accept_number(p, &index) && hw_give_enum(p, item, index);
}
HW_SEMANTICS(surface)
{
    view_index(view, HW_OPERAND_TEXTURE, hw_enum_value(insn, item));
}

HW_PRINT(surfaceat)
{
    hw_append_char(p, '[');
    hw_print_register(p, item, 0);
    hw_end_operand(p);
    hw_append_char(p, ']');
}
HW_PARSE(surfaceat)
{
    if (!hw_accept(p, "["))
        return hw_expect(p, "coordinates in brackets");
    if (!hw_parse_register(p, item, 0, "a register"))
        return false;
    hw_accept_end(p);
    return hw_accept_close(p);
}
HW_SEMANTICS(surfaceat)
{
    hw_new_operand(view, HW_OPERAND_SURFACE, 4)->reg = (uint16_t)hw_register_of(insn, item, 0);
}

HW_PRINT(surfacereg)
{
    hw_print_register(p, item, 0);
    hw_end_operand(p);
}
HW_PARSE(surfacereg)
{
    return hw_parse_register(p, item, 0, "the first register of coordinates");
}
HW_SEMANTICS(surfacereg)
{
    hw_semantics_surfaceat(insn, item, view);
}

HW_PRINT(texmask)
{
    hw_append_hex(p, hw_show(p, item, 0));
}
HW_PARSE(texmask)
{
    return parse_index(p, item);
}
HW_SEMANTICS(texmask)
{
    view->mod[HW_MOD_MASK] = (uint8_t)hw_arg_of(insn, item, 0);
}

/* With one destination the codes mean up to two components, with two of them three or four. */
static const struct {
    const char *text;
    uint8_t mask;
} scalar_masks[2][8] = {
    {{"R", 1}, {"G", 2}, {"B", 4}, {"A", 8}, {"RG", 3}, {"RA", 9}, {"GA", 10}, {"BA", 12}},
    {{"RGB", 7},
     {"RGA", 11},
     {"RBA", 13},
     {"GBA", 14},
     {"RGBA", 15},
     {"INVALID5", 0},
     {"INVALID6", 0},
     {"INVALID7", 0}},
};

static bool has_two(const struct hw_insn *insn, const struct hw_element *item)
{
    const struct hw_field *field = hw_arg_field(insn, item, 1);
    return !field || hw_arg_of(insn, item, 1) != field->zero;
}

HW_PRINT(texsmask)
{
    const char *text = scalar_masks[has_two(p->insn, item)][hw_show(p, item, 0)].text;
    hw_append_text(p, text, strlen(text));
}
HW_PARSE(texsmask)
{
    unsigned two = has_two(p->insn, item);
    hw_skip_blanks(p);
    for (unsigned code = 0; code < 8; code++)
        if (hw_accept_word(p, scalar_masks[two][code].text))
            return hw_give(p, item, 0, code);
    return hw_expect(p, two ? "three or four components, as in RGB" : "one or two components, as in RG");
}
HW_SEMANTICS(texsmask)
{
    view->mod[HW_MOD_MASK] = scalar_masks[has_two(insn, item)][hw_arg_of(insn, item, 0)].mask;
}

/* What elsewhere is `.reuse` behind sources 1 and 2. */
HW_PRINT(texreuse)
{
    (void)item;
    if (p->reuse & 1)
        hw_append_literal(p, ".T");
    if (p->reuse & 2)
        hw_append_literal(p, ".P");
    p->reuse = 0;
}
HW_PARSE(texreuse)
{
    (void)item;
    p->reuse |= hw_accept_word(p, ".T") ? 1 : 0;
    p->reuse |= hw_accept_word(p, ".P") ? 2 : 0;
    return true;
}
HW_SEMANTICS(texreuse)
{
    (void)insn, (void)item, (void)view;
}
