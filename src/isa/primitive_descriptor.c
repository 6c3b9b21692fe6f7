/* SPDX-License-Identifier: MIT */
/* These primitives are addresses with a descriptor, `desc[UR4][R2.64+0x10]`: the uniform register is none of
 * the sum, and the text shows the descriptor or not. */
#include "isa/primitive_uniform.h"

/* The parts of the sum alone. */
static struct hw_address_parts without_uniform(struct hw_address_parts parts)
{
    parts.uniform = HW_ABSENT_PART;
    return parts;
}

/* Whether text without the descriptor would be another form's, so that it needs an annotation. */
static bool notes_descriptor(const struct hw_element *item)
{
    return item->kind == HW_ELEMENT_gdescnote || item->kind == HW_ELEMENT_ldesc;
}

/* The uniform register behind that of an argument; behind the last one and URZ it is URZ. */
static void print_next(struct hw_printer *p, const struct hw_element *item, unsigned index)
{
    const uint64_t number = hw_show(p, item, index);
    if (number + 1 < hw_arg_field(p->insn, item, index)->zero)
        hw_print_numbered(p, "UR", number + 1);
    else
        hw_append_literal(p, "URZ");
}

static void print_described(struct hw_printer *p, const struct hw_element *item)
{
    const struct hw_address_parts parts = hw_find_address_parts(p->insn, item, true);
    if (item->kind != HW_ELEMENT_gdescnot &&
        (parts.shown == HW_ABSENT_PART || hw_show(p, item, parts.shown))) {
        hw_append_literal(p, "desc[");
        if (item->kind == HW_ELEMENT_gdescnext)
            print_next(p, item, parts.uniform);
        else
            hw_print_register(p, item, parts.uniform);
        hw_append_char(p, ']');
    } else if (notes_descriptor(item)) {
        p->noted |= 1u << item->arg[parts.uniform].field;
    }
    hw_print_sum(p, item, without_uniform(parts));
}

/* The register that holds the descriptor; a copy whose other address has a uniform register uses the next. */
static bool take_descriptor(struct hw_parser *p, const struct hw_element *item, unsigned uniform)
{
    uint64_t number;
    if (item->kind != HW_ELEMENT_gdescnext)
        return hw_parse_register(p, item, uniform, "a uniform register");
    if (hw_accept_word(p, "URZ")) /* which of the two stands with the other address */
        return p->insn->field[item->arg[uniform].field] + 1 >= hw_arg_field(p->insn, item, uniform)->zero ||
               hw_expect(p, "the next uniform register");
    return (hw_accept_numbered(p, "UR", &number) || hw_expect(p, "a uniform register")) && number &&
           hw_give(p, item, uniform, number - 1);
}

static bool parse_described(struct hw_parser *p, const struct hw_element *item)
{
    const struct hw_address_parts parts = hw_find_address_parts(p->insn, item, true);
    if (item->kind == HW_ELEMENT_gdescnot)
        return hw_parse_sum(p, item, without_uniform(parts));
    const bool shown = hw_accept(p, "desc[");
    if (shown && !(take_descriptor(p, item, parts.uniform) && hw_accept_close(p)))
        return false;
    if (!shown && notes_descriptor(item))
        p->need_note = "a note that tells the descriptor, as usrc3=0x4";
    if (parts.shown == HW_ABSENT_PART ? !shown : !hw_give(p, item, parts.shown, shown))
        return parts.shown == HW_ABSENT_PART && hw_expect(p, "a descriptor, as desc[UR4][R2.64]");
    return hw_parse_sum(p, item, without_uniform(parts));
}

/* clang-format off */
#define DESCRIBED(name, kind)                                             \
    HW_PRINT(name)                                                        \
    {                                                                     \
        print_described(p, item);                                         \
    }                                                                     \
    HW_PARSE(name)                                                        \
    {                                                                     \
        return parse_described(p, item);                                  \
    }                                                                     \
    HW_SEMANTICS(name)                                                         \
    {                                                                     \
        hw_view_sum(insn, item, hw_find_address_parts(insn, item, true), view, kind);   \
    }
/* clang-format on */

DESCRIBED(gdesc, HW_OPERAND_GLOBAL)
DESCRIBED(gendesc, HW_OPERAND_GENERIC)
DESCRIBED(gdescnext, HW_OPERAND_GLOBAL)
DESCRIBED(gdescnot, HW_OPERAND_GLOBAL)
DESCRIBED(gdescnote, HW_OPERAND_GLOBAL)
DESCRIBED(ldesc, HW_OPERAND_LOCAL)
