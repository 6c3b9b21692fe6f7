/* SPDX-License-Identifier: MIT */
/* These primitives are code addresses: the targets of branches. */
#include "isa/primitive_parts.h"

#include <ctype.h>

/* Distances count from the end of the instruction.  Those of short instructions, whose fields have 14 and 22
 * bits, and of Volta's, whose fields have 30, 47 and 48, from Hopper on 55 and 56, count in words. */
static int64_t unit_of(const struct hw_element *item, unsigned index)
{
    const unsigned bits = item->arg[index].bits;
    const bool words =
        bits == 14 || bits == 22 || bits == 30 || (47 <= bits && bits <= 48) || (55 <= bits && bits <= 56);
    return words ? 4 : 1;
}

/* A number.  The labels that exist have been replaced by their numbers before. */
static bool take_address(struct hw_parser *p, uint64_t *target)
{
    hw_skip_blanks(p);
    return isdigit((unsigned char)*p->at)
               ? hw_accept_number(p, target)
               : hw_expect(p, "a code address, or in a listing a label of the kernel");
}

static void print_relative(struct hw_printer *p, const struct hw_element *item, unsigned index)
{
    int64_t distance = hw_sign_extend(hw_show(p, item, index), item->arg[index].bits) * unit_of(item, index);
    hw_append_signed(p, (int64_t)p->address + p->insn->bytes + distance);
}

static bool parse_relative(struct hw_parser *p, const struct hw_element *item, unsigned index)
{
    uint64_t target;
    unsigned bits = item->arg[index].bits;
    bool negative = hw_accept(p, "-");
    const char *start = p->at;
    if (!take_address(p, &target))
        return false;
    int64_t distance = (int64_t)((negative ? 0 - target : target) - p->address - p->insn->bytes);
    const int64_t unit = unit_of(item, index), units = distance / unit;
    if (distance % unit || units != hw_sign_extend((uint64_t)units & ((1ull << bits) - 1), bits)) {
        p->at = start;
        return hw_expect(p, "a code address within reach");
    }
    return hw_give(p, item, index, (uint64_t)units & ((1ull << bits) - 1));
}

static struct hw_operand *view_distance(const struct hw_insn *insn, const struct hw_element *item,
                                        unsigned index, struct hw_semantics *view)
{
    struct hw_operand *operand = hw_new_operand(view, HW_OPERAND_CODE, 4);
    operand->offset =
        hw_sign_extend(hw_arg_of(insn, item, index), item->arg[index].bits) * unit_of(item, index);
    return operand;
}

HW_PRINT(relative)
{
    print_relative(p, item, 0);
}
HW_PARSE(relative)
{
    return parse_relative(p, item, 0);
}
HW_SEMANTICS(relative)
{
    view_distance(insn, item, 0, view)->flags = HW_OPERAND_RELATIVE;
}

HW_PRINT(absolute)
{
    hw_append_hex(p, hw_show(p, item, 0) * (uint64_t)unit_of(item, 0));
}
HW_PARSE(absolute)
{
    uint64_t target;
    const uint64_t unit = (uint64_t)unit_of(item, 0);
    return take_address(p, &target) && (target % unit == 0 || hw_expect(p, "a multiple of 4")) &&
           hw_give(p, item, 0, target / unit);
}
HW_SEMANTICS(absolute)
{
    hw_new_operand(view, HW_OPERAND_CODE, 4)->offset = (int64_t)hw_arg_of(insn, item, 0) * unit_of(item, 0);
}

/* ---------------------------------------------------------------- through a register */

/* An operand at a distance from a register, general or uniform. */
static struct hw_operand *view_indirect(const struct hw_insn *insn, const struct hw_element *item,
                                        struct hw_semantics *view)
{
    const struct hw_field *field = hw_arg_field(insn, item, 0);
    struct hw_operand *operand = view_distance(insn, item, 1, view);
    operand->base_kind = field && field->uniform ? HW_BASE_UREG : HW_BASE_REG;
    operand->reg = (uint16_t)hw_register_of(insn, item, 0);
    return operand;
}

static bool parse_behind(struct hw_parser *p, const struct hw_element *item)
{
    uint64_t distance = 0;
    hw_skip_blanks(p);
    return ((*p->at != '-' && *p->at != '0') ||
            hw_parse_distance(p, false, item->arg[1].bits, (unsigned)unit_of(item, 1), &distance)) &&
           hw_give(p, item, 1, distance);
}

/* `R0 -0x400`. */
HW_PRINT(indirect)
{
    int64_t distance = hw_sign_extend(hw_show(p, item, 1), item->arg[1].bits) * unit_of(item, 1);
    hw_print_register(p, item, 0);
    if (distance) {
        hw_append_char(p, ' ');
        hw_append_signed(p, distance);
    }
}
HW_PARSE(indirect)
{
    return hw_parse_register(p, item, 0, "a register") && parse_behind(p, item);
}
HW_SEMANTICS(indirect)
{
    const bool relative = view->op == HW_OP_BRX || (view->op == HW_OP_BRANCHX && !view->mod[HW_MOD_ABSOLUTE]);

    view_indirect(insn, item, view)->flags = relative ? HW_OPERAND_RELATIVE : 0;
}

/* `R20 0x0`: the distance is always written; as the address that it is from the next instruction, or alone.
 */
HW_PRINT(regrelative)
{
    hw_print_register(p, item, 0);
    hw_append_char(p, ' ');
    print_relative(p, item, 1);
}
HW_PARSE(regrelative)
{
    return hw_parse_register(p, item, 0, "a register") && parse_relative(p, item, 1);
}
HW_SEMANTICS(regrelative)
{
    view_indirect(insn, item, view)->flags = HW_OPERAND_RELATIVE;
}

HW_PRINT(regabsolute)
{
    hw_print_register(p, item, 0);
    hw_append_char(p, ' ');
    hw_append_signed(p, hw_sign_extend(hw_show(p, item, 1), item->arg[1].bits) * unit_of(item, 1));
}
HW_PARSE(regabsolute)
{
    return hw_parse_register(p, item, 0, "a register") && parse_behind(p, item);
}
HW_SEMANTICS(regabsolute)
{
    (void)view_indirect(insn, item, view);
}
