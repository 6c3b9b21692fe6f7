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

static void print_described(struct hw_printer *p, const struct hw_element *item)
{
    const struct hw_address_parts parts = hw_find_address_parts(p->insn, item, true);
    if (item->kind != HW_ELEMENT_gdescnot &&
        (parts.shown == HW_ABSENT_PART || hw_show(p, item, parts.shown))) {
        hw_append_literal(p, "desc[");
        if (item->kind == HW_ELEMENT_gdescnext)
            hw_print_register_behind(p, item, parts.uniform, 1);
        else
            hw_print_register(p, item, parts.uniform);
        hw_append_char(p, ']');
    } else if (notes_descriptor(item)) {
        p->noted |= 1u << item->arg[parts.uniform].field;
    }
    hw_print_sum(p, item, without_uniform(parts));
}

/* The register that holds the descriptor; a copy whose other address has a uniform register uses the next. */
static bool parse_descriptor(struct hw_parser *p, const struct hw_element *item, unsigned uniform)
{
    return item->kind == HW_ELEMENT_gdescnext ? hw_parse_register_behind(p, item, uniform, 1)
                                              : hw_parse_register(p, item, uniform, "a uniform register");
}

static bool parse_described(struct hw_parser *p, const struct hw_element *item)
{
    const struct hw_address_parts parts = hw_find_address_parts(p->insn, item, true);
    if (item->kind == HW_ELEMENT_gdescnot)
        return hw_parse_sum(p, item, without_uniform(parts));
    const bool shown = hw_accept(p, "desc[");
    if (shown && !(parse_descriptor(p, item, parts.uniform) && hw_accept_close(p)))
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
