/* SPDX-License-Identifier: MIT */
/* These primitives are addresses of Blackwell's uniform datapath: constants at a uniform register, and a pair
 * of places in shared memory. */
#include "isa/primitive_parts.h"

#include <string.h>

static const char *zero_of(const struct hw_insn *insn, const struct hw_element *item, unsigned base,
                           unsigned last)
{
    return base == last || hw_arg_is_uniform(insn, item, base) ? "URZ" : "RZ";
}

/* Behind the bank: a register, a signed distance or both; URZ where there is neither.  `last` is the number
 * of the distance among the arguments, and the register (number `base`) may be missing. */
static void print_location(struct hw_printer *p, const struct hw_element *item, unsigned base, unsigned last)
{
    const bool has_base = base < item->arg_count && base != last,
               based = has_base && hw_show_register(p, item, base) != HW_RZ;
    const int64_t distance = hw_sign_extend(hw_show(p, item, last), item->arg[last].bits);
    const char *zero = zero_of(p->insn, item, base, last);
    if (based && item->kind == HW_ELEMENT_constuxn)
        hw_print_numbered(p, "???", hw_show(p, item, base));
    else if (based)
        hw_print_register(p, item, base);
    if (!based && !distance)
        hw_append_text(p, zero, strlen(zero));
    else if (!based || distance)
        hw_print_distance(p, based, distance);
    hw_append_char(p, ']');
}

static bool take_base(struct hw_parser *p, const struct hw_element *item, unsigned base)
{
    uint64_t number;
    if (item->kind != HW_ELEMENT_constuxn)
        return hw_parse_register(p, item, base, "a register");
    return (hw_accept_numbered(p, "???", &number) || hw_expect(p, "a reserved number")) &&
           hw_give(p, item, base, number);
}

static bool parse_location(struct hw_parser *p, const struct hw_element *item, unsigned base, unsigned last)
{
    const bool has_base = base != last;
    uint64_t distance = 0;
    hw_skip_blanks(p);
    if (hw_accept_word(p, zero_of(p->insn, item, base, last))) /* alone it stands for an offset of 0 */
        return (!has_base || hw_give_zero(p, item, base)) && hw_give(p, item, last, 0) && hw_accept_close(p);
    const bool based = *p->at == 'U' || *p->at == 'R' || *p->at == '?';
    if (based && !has_base)
        return hw_expect(p, "an offset: the chip has no register there");
    return (based ? take_base(p, item, base) : !has_base || hw_give_zero(p, item, base)) &&
           hw_parse_distance(p, based, item->arg[last].bits, 1, &distance) &&
           hw_give(p, item, last, distance) && hw_accept_close(p);
}

static struct hw_operand *view_location(const struct hw_insn *insn, const struct hw_element *item,
                                        unsigned base, unsigned last, struct hw_semantics *view)
{
    struct hw_operand *operand =
        hw_new_operand(view, HW_OPERAND_CONST, hw_type_bytes(view->mod[HW_MOD_TYPE]));
    if (base != last) {
        operand->base_kind = hw_arg_is_uniform(insn, item, base) ? HW_BASE_UREG : HW_BASE_REG;
        operand->reg = (uint16_t)hw_register_of(insn, item, base);
    }
    operand->offset = hw_sign_extend(hw_arg_of(insn, item, last), item->arg[last].bits);
    return operand;
}

/* `c[0x0][UR4+0x8]`. */
HW_PRINT(constur)
{
    hw_print_bank(p, hw_show(p, item, 1));
    print_location(p, item, 0, 2);
}
HW_PARSE(constur)
{
    uint64_t bank;
    return hw_accept_bank(p, &bank) && hw_give(p, item, 1, bank) && parse_location(p, item, 0, 2);
}
HW_SEMANTICS(constur)
{
    view_location(insn, item, 0, 2, view)->space = (uint16_t)hw_arg_of(insn, item, 1);
}

/* `cx[UR4][UR6+0x8]`; without the second register the last two arguments are one. */
/* clang-format off */
#define DESCRIBED_BANK(name)                                                                       \
    HW_PRINT(name)                                                                                 \
    {                                                                                              \
        print_described(p, item);                                                                  \
    }                                                                                              \
    HW_PARSE(name)                                                                                 \
    {                                                                                              \
        return parse_described(p, item);                                                           \
    }                                                                                              \
    HW_SEMANTICS(name)                                                                             \
    {                                                                                              \
        view_described(insn, item, view);                                                          \
    }
/* clang-format on */

static void print_described(struct hw_printer *p, const struct hw_element *item)
{
    hw_append_literal(p, "cx[");
    hw_print_register(p, item, 0);
    hw_append_literal(p, "][");
    print_location(p, item, 1, item->arg_count - 1u);
}

static bool parse_described(struct hw_parser *p, const struct hw_element *item)
{
    return (hw_accept(p, "cx[") ||
            hw_expect(p, "a constant in the bank of a uniform register, as cx[UR4][0x0]")) &&
           hw_parse_register(p, item, 0, "a uniform register") && (hw_accept(p, "]") || hw_expect(p, "]")) &&
           (hw_accept(p, "[") || hw_expect(p, "an offset in brackets")) &&
           parse_location(p, item, 1, item->arg_count - 1u);
}

static void view_described(const struct hw_insn *insn, const struct hw_element *item,
                           struct hw_semantics *view)
{
    struct hw_operand *operand = view_location(insn, item, 1, item->arg_count - 1u, view);
    operand->space = (uint16_t)(1 + hw_register_of(insn, item, 0));
    operand->part = 1; /* `space` is one more than the uniform register that names the bank */
    hw_uniform_add(view->uniform, operand->space - 1u, 2);
}

DESCRIBED_BANK(constuxr)
DESCRIBED_BANK(constuxn)

/* `[UR4], [UR5]`: shared memory at a uniform register, and at the next one.  NVIDIA's text has reserved
 * numbers where one of them is no register. */
static void print_numbered(struct hw_printer *p, uint64_t number)
{
    hw_print_numbered(p, number < 255 ? "[UR" : "[???", number);
    hw_append_char(p, ']');
}
static uint64_t next_of(uint64_t number)
{
    return number < 255 ? number + 1 : number;
}
HW_PRINT(sharednext)
{
    const uint64_t first = hw_show(p, item, 0);
    print_numbered(p, first);
    hw_append_literal(p, ", ");
    print_numbered(p, next_of(first));
}
static bool take_numbered(struct hw_parser *p, uint64_t *number)
{
    return (hw_accept_numbered(p, "[UR", number) || hw_accept_numbered(p, "[???", number) ||
            hw_expect(p, "a uniform register in brackets")) &&
           hw_accept_close(p);
}
HW_PARSE(sharednext)
{
    uint64_t first, second;
    return take_numbered(p, &first) && (hw_accept(p, ",") || hw_expect(p, ",")) &&
           take_numbered(p, &second) &&
           (second == next_of(first) || hw_expect(p, "the next uniform register")) &&
           hw_give(p, item, 0, first);
}
HW_SEMANTICS(sharednext)
{
    for (unsigned i = 0; i < 2; i++) {
        struct hw_operand *operand = hw_new_operand(view, HW_OPERAND_SHARED, i ? 8 : 16);
        operand->base_kind = HW_BASE_UREG;
        operand->reg = (uint16_t)(hw_register_of(insn, item, 0) + i);
    }
}
