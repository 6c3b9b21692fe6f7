/* SPDX-License-Identifier: MIT */
/* These primitives are addresses in tensor memory, `tmem[UR4+0x10]`, and what describes a product,
 * `idesc[UR5]`.
 */
#include "isa/primitive_uniform.h"

HW_PRINT(tmem)
{
    hw_append_literal(p, "tmem");
    hw_print_sum(p, item, hw_find_address_parts(p->insn, item, false));
}
HW_PARSE(tmem)
{
    hw_skip_blanks(p);
    return (hw_accept(p, "tmem") || hw_expect(p, "tmem[...], an address in tensor memory")) &&
           hw_parse_sum(p, item, hw_find_address_parts(p->insn, item, false));
}
HW_SEMANTICS(tmem)
{
    hw_view_sum(insn, item, hw_find_address_parts(insn, item, false), view, HW_OPERAND_TENSOR);
}

HW_PRINT(tmempair)
{
    hw_print_tmem(p, item);
}
HW_PARSE(tmempair)
{
    return hw_parse_tmem(p, item);
}
HW_SEMANTICS(tmempair)
{
    hw_semantics_tmem(insn, item, view);
    hw_last_operand(view)->flags |= HW_OPERAND_WIDE;
}

/* What describes a product is in the register behind that of an address of tensor memory. */
HW_PRINT(idesc)
{
    hw_append_literal(p, "idesc[");
    hw_print_register_behind(p, item, 0, 1);
    hw_append_char(p, ']');
}
HW_PARSE(idesc)
{
    hw_skip_blanks(p);
    return (hw_accept(p, "idesc[") || hw_expect(p, "idesc[...], what describes the product")) &&
           hw_parse_register_behind(p, item, 0, 1) && hw_accept_close(p);
}
HW_SEMANTICS(idesc)
{
    hw_view_register_behind(insn, item, 1, view, 4);
}
