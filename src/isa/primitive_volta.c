/* SPDX-License-Identifier: MIT */
/* What only Volta and its successors write. */
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

/* A product of RZ or 0 moves source 3, one of 1 adds it, one of a power of two is a shift. */
static const char *imad_name(const struct hw_insn *insn, const struct hw_element *item)
{
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
    hw_put_text(p, name, strlen(name));
}
HW_PARSE(imadkind)
{
    (void)item;
    (void)(hw_take_word(p, ".MOV") || hw_take_word(p, ".IADD") || hw_take_word(p, ".SHL"));
    return true;
}
HW_VIEW(imadkind)
{
    (void)insn, (void)item, (void)view;
}
