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
    const uint64_t next = hw_show(p, item, 0) + 1;
    hw_append_literal(p, "idesc[");
    if (next < HW_UNIFORM_REGISTERS)
        hw_print_numbered(p, "UR", next);
    else
        hw_append_literal(p, "URZ");
    hw_append_char(p, ']');
}
HW_PARSE(idesc)
{
    uint64_t number;
    const uint64_t before = p->insn->field[item->arg[0].field]; /* which the address has given */
    hw_skip_blanks(p);
    if (!hw_accept(p, "idesc[") && !hw_expect(p, "idesc[...], what describes the product"))
        return false;
    if (before + 1 >= HW_UNIFORM_REGISTERS)
        return (hw_accept_word(p, "URZ") || hw_expect(p, "URZ, behind UR254 and URZ")) && hw_accept_close(p);
    return (hw_accept_numbered(p, "UR", &number) || hw_expect(p, "a uniform register")) && number &&
           hw_give(p, item, 0, number - 1) && hw_accept_close(p);
}
HW_SEMANTICS(idesc)
{
    const uint64_t next = hw_arg_of(insn, item, 0) + 1;
    hw_new_operand(view, HW_OPERAND_UREG, 4)->reg = next < HW_UNIFORM_REGISTERS ? (uint16_t)next : HW_RZ;
}
