/* SPDX-License-Identifier: MIT */
/* Code addresses: where jumps go. */
#include "isa/primitive_parts.h"

#include <ctype.h>

/* Distances count from the end of the instruction; those of short ones, whose fields have 14 and 22 bits, in
 * words. */
static int64_t unit_of(const struct hw_element *item)
{
    return item->arg[0].bits == 14 || item->arg[0].bits == 22 ? 4 : 1;
}

/* A number.  The labels that exist have been replaced by their numbers before. */
static bool take_address(struct hw_parser *p, uint64_t *target)
{
    hw_skip_blanks(p);
    return isdigit((unsigned char)*p->at)
               ? hw_take_number(p, target)
               : hw_expect(p, "a code address, or in a listing a label of the kernel");
}

HW_PRINT(relative)
{
    int64_t distance = hw_sign_extend(hw_show(p, item, 0), item->arg[0].bits) * unit_of(item);
    hw_put_signed(p, (int64_t)p->address + p->insn->bytes + distance);
}
HW_PARSE(relative)
{
    uint64_t target;
    unsigned bits = item->arg[0].bits;
    bool negative = hw_take(p, "-");
    const char *start = p->at;
    if (!take_address(p, &target))
        return false;
    int64_t distance = (int64_t)((negative ? 0 - target : target) - p->address - p->insn->bytes);
    const int64_t unit = unit_of(item), units = distance / unit;
    if (distance % unit || units != hw_sign_extend((uint64_t)units & ((1ull << bits) - 1), bits)) {
        p->at = start;
        return hw_expect(p, "a code address within reach");
    }
    return hw_give(p, item, 0, (uint64_t)units & ((1ull << bits) - 1));
}
HW_VIEW(relative)
{
    struct hw_operand *operand = hw_new_operand(view, HW_OPERAND_CODE, 4);
    operand->offset = hw_sign_extend(hw_arg_of(insn, item, 0), item->arg[0].bits) * unit_of(item);
    operand->flags = HW_OPERAND_RELATIVE;
}

HW_PRINT(absolute)
{
    hw_put_hex(p, hw_show(p, item, 0));
}
HW_PARSE(absolute)
{
    uint64_t target;
    return take_address(p, &target) && hw_give(p, item, 0, target);
}
HW_VIEW(absolute)
{
    hw_new_operand(view, HW_OPERAND_CODE, 4)->offset = (int64_t)hw_arg_of(insn, item, 0);
}

/* `R0 -0x400`. */
HW_PRINT(indirect)
{
    int64_t distance = hw_sign_extend(hw_show(p, item, 1), item->arg[1].bits);
    hw_print_register(p, item, 0);
    if (distance) {
        hw_put(p, ' ');
        hw_put_signed(p, distance);
    }
}
HW_PARSE(indirect)
{
    uint64_t distance = 0;
    if (!hw_parse_register(p, item, 0, "a register"))
        return false;
    hw_skip_blanks(p);
    return ((*p->at != '-' && *p->at != '0') ||
            hw_parse_distance(p, false, item->arg[1].bits, 1, &distance)) &&
           hw_give(p, item, 1, distance);
}
HW_VIEW(indirect)
{
    struct hw_operand *operand = hw_new_operand(view, HW_OPERAND_CODE, 4);
    operand->base_kind = HW_BASE_REG;
    operand->reg = (uint16_t)hw_register_of(insn, item, 0);
    operand->offset = hw_sign_extend(hw_arg_of(insn, item, 1), item->arg[1].bits);
    operand->flags = view->op == HW_OP_BRX ? HW_OPERAND_RELATIVE : 0;
}
