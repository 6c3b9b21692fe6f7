/* SPDX-License-Identifier: MIT */
/* These primitives are operands of Fermi's short (32-bit) encodings: the same text as in long instructions,
 * in fewer bits.
 *
 * Offsets count in words or in units of the access.  A constant lies in bank 0, 1 or 16, where compilers for
 * GF100 put parameters, the stack's address, and literals. */
#include "isa/primitive_parts.h"

/* ---------------------------------------------------------------- constants */

/* Codes 1 to 3; 0 is a register, which other forms have. */
static const uint8_t banks[4] = {0, 0, 1, 16};

HW_PRINT(constshort)
{
    hw_print_bank(p, banks[hw_show(p, item, 0)]);
    hw_append_hex(p, 4 * hw_show(p, item, 1));
    hw_append_char(p, ']');
}
HW_PARSE(constshort)
{
    uint64_t bank, offset, code = 1;
    const char *start = p->at;
    if (!hw_accept_bank(p, &bank))
        return false;
    while (code < 4 && banks[code] != bank)
        code++;
    if (code == 4) {
        p->at = start;
        return hw_expect(p, "constant bank 0x0, 0x1 or 0x10: short instructions reach no other");
    }
    return hw_parse_distance(p, false, item->arg[1].bits + 1u, 4, &offset) && hw_give(p, item, 0, code) &&
           hw_give(p, item, 1, offset) && hw_accept_close(p);
}
HW_SEMANTICS(constshort)
{
    struct hw_operand *operand = hw_new_operand(view, HW_OPERAND_CONST, 4);
    operand->space = banks[hw_arg_of(insn, item, 0)];
    operand->offset = 4 * (int64_t)hw_arg_of(insn, item, 1);
}

/* ---------------------------------------------------------------- memory: base, distance, 64-bit [, wide] */

static unsigned unit_of(const struct hw_insn *insn, const struct hw_element *item)
{
    return 4u << hw_arg_of(insn, item, 2);
}

static void print_near(struct hw_printer *p, const struct hw_element *item)
{
    for (unsigned i = 2; i < item->arg_count; i++)
        (void)hw_show(p, item, i);
    hw_print_address(p, item, unit_of(p->insn, item));
}

#define NEAR(name, kind)                                                                              \
    HW_PRINT(name)                                                                                    \
    {                                                                                                 \
        print_near(p, item);                                                                          \
    }                                                                                                 \
    HW_PARSE(name)                                                                                    \
    {                                                                                                 \
        return hw_parse_address(p, item, unit_of(p->insn, item));                                     \
    }                                                                                                 \
    HW_SEMANTICS(name)                                                                                \
    {                                                                                                 \
        hw_semantics_address(insn, item, unit_of(insn, item), 3, view, kind, view->mod[HW_MOD_TYPE]); \
    }

NEAR(genericn, HW_OPERAND_GENERIC)
NEAR(sharedn, HW_OPERAND_SHARED)
NEAR(localn, HW_OPERAND_LOCAL)

HW_PRINT(attrword)
{
    hw_append_literal(p, "a[");
    hw_append_hex(p, 4 * hw_show(p, item, 0));
    hw_append_char(p, ']');
}
HW_PARSE(attrword)
{
    uint64_t offset;
    return (hw_accept(p, "a[") || hw_expect(p, "an attribute, as in a[0x70]")) &&
           hw_parse_distance(p, false, item->arg[0].bits + 1u, 4, &offset) && hw_give(p, item, 0, offset) &&
           hw_accept_close(p);
}
HW_SEMANTICS(attrword)
{
    hw_new_operand(view, HW_OPERAND_ATTR, 4)->offset = 4 * (int64_t)hw_arg_of(insn, item, 0);
}

/* ---------------------------------------------------------------- registers and literals */

/* A conversion reads the low part of its source: only long ones say which. */
HW_PRINT(reglow)
{
    hw_print_register(p, item, 0);
}
HW_PARSE(reglow)
{
    return hw_parse_register(p, item, 0, "a register");
}
HW_SEMANTICS(reglow)
{
    hw_semantics_reg32(insn, item, view);
    hw_narrow_operand(hw_last_operand(view), hw_type_bytes(view->mod[HW_MOD_TYPE2]), 0);
}

static unsigned low_bits(const struct hw_element *item)
{
    return 32u - item->arg[0].bits;
}

HW_PRINT(upperimm)
{
    uint64_t value = hw_show(p, item, 0) << low_bits(item);
    if (p->old)
        hw_append_signed(p, (int32_t)value);
    else
        hw_append_hex(p, value);
}
HW_PARSE(upperimm)
{
    uint64_t value;
    bool negative = hw_accept(p, "-");
    const char *start = p->at;
    if (!hw_accept_number(p, &value))
        return false;
    if (value > UINT32_MAX || (negative && value > 1u << 31) || (value & ((1ull << low_bits(item)) - 1))) {
        p->at = start;
        return hw_expect(p, "a literal of 32 bits of which only the upper ones are set");
    }
    return hw_give(p, item, 0, (uint32_t)(negative ? 0 - value : value) >> low_bits(item));
}
HW_SEMANTICS(upperimm)
{
    hw_semantics_literal(view, (int64_t)(hw_arg_of(insn, item, 0) << low_bits(item)), 4);
}

HW_PRINT(rz)
{
    (void)item;
    hw_append_literal(p, "RZ");
}
HW_PARSE(rz)
{
    (void)item;
    return hw_accept_word(p, "RZ") || hw_expect(p, "RZ: short instructions have no other register here");
}
HW_SEMANTICS(rz)
{
    (void)insn, (void)item;
    hw_new_operand(view, HW_OPERAND_REG, 4)->reg = HW_RZ;
}
