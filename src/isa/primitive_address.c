/* SPDX-License-Identifier: MIT */
/* These primitives are the addresses of memory operands from Fermi on: constant banks, and memory with a base
 * register.
 *
 * A memory address is `[R2+0x8]` or `[R2+-0x8]`; without a base (RZ) it is the offset alone, without a sign,
 * and `[RZ]` (in old dialects `[0x0]`) when that is 0.  Offsets in constant banks have a sign always:
 * `c[0x0][-0x10]` is the last but four words of a bank. */
#include "isa/primitive_parts.h"

/* ---------------------------------------------------------------- base and distance */

void hw_print_distance(struct hw_printer *p, bool based, int64_t distance)
{
    if (based && distance)
        hw_append_char(p, '+');
    if (!based || distance)
        hw_append_signed(p, distance);
}

/* A number of units that is at most `limit`. */
static bool parse_units(struct hw_parser *p, uint64_t limit, unsigned unit, uint64_t *field)
{
    const char *start = p->at;
    if (!hw_accept_number(p, field))
        return false;
    if (*field % unit || *field / unit > limit) {
        p->at = start;
        return hw_expect(p, "a distance that fits its field");
    }
    *field /= unit;
    return true;
}

bool hw_parse_distance(struct hw_parser *p, bool based, unsigned bits, unsigned unit, uint64_t *field)
{
    *field = 0;
    if (based && !hw_accept(p, "+"))
        return true;
    bool negative = hw_accept(p, "-");
    if (!parse_units(p, (1ull << (bits - 1)) - !negative, unit, field))
        return false;
    *field = (negative ? 0 - *field : *field) & ((1ull << bits) - 1);
    return true;
}

static bool parse_address(struct hw_parser *p, unsigned bits, unsigned unit, uint64_t *field)
{
    return parse_units(p, (1ull << bits) - 1, unit, field);
}

static int64_t distance_of(const struct hw_insn *insn, const struct hw_element *item, unsigned unit)
{
    uint64_t field = hw_arg_of(insn, item, 1);
    bool based = hw_register_of(insn, item, 0) != HW_RZ;
    return (based ? hw_sign_extend(field, item->arg[1].bits) : (int64_t)field) * (int64_t)unit;
}

void hw_print_address(struct hw_printer *p, const struct hw_element *item, unsigned unit)
{
    int64_t distance = distance_of(p->insn, item, unit);
    bool based = hw_show_register(p, item, 0) != HW_RZ;
    (void)hw_show(p, item, 1);
    hw_append_char(p, '[');
    if (based || (!distance && !p->old))
        hw_print_register(p, item, 0);
    if (based || distance || p->old)
        hw_print_distance(p, based, distance);
    hw_append_char(p, ']');
}

static bool parse_base(struct hw_parser *p, const struct hw_element *item, bool *based)
{
    hw_skip_blanks(p);
    *based = *p->at == 'R';
    return *based ? hw_parse_register(p, item, 0, "a base register") : hw_give_zero(p, item, 0);
}

bool hw_parse_address(struct hw_parser *p, const struct hw_element *item, unsigned unit)
{
    uint64_t distance;
    bool based;
    if (!(hw_accept(p, "[") || hw_expect(p, "an address in brackets")) || !parse_base(p, item, &based))
        return false;
    bool address = !based && *p->at != '-';
    return (address ? parse_address(p, item->arg[1].bits, unit, &distance)
                    : hw_parse_distance(p, based, item->arg[1].bits, unit, &distance)) &&
           hw_give(p, item, 1, distance) && hw_accept_close(p);
}

/* An operand of this kind at that base, `type` wide (enum hw_type). */
static struct hw_operand *view_based(const struct hw_insn *insn, const struct hw_element *item,
                                     int64_t offset, struct hw_semantics *view, enum hw_operand_kind kind,
                                     unsigned type)
{
    struct hw_operand *operand = hw_new_operand(view, kind, hw_type_bytes(type));
    operand->offset = offset;
    operand->base_kind = HW_BASE_REG;
    operand->reg = (uint16_t)hw_register_of(insn, item, 0);
    if (type == HW_TYPE_S8 || type == HW_TYPE_S16)
        operand->flags |= HW_OPERAND_SIGNED;
    return operand;
}

void hw_semantics_address(const struct hw_insn *insn, const struct hw_element *item, unsigned unit,
                          unsigned wide, struct hw_semantics *view, enum hw_operand_kind kind, unsigned type)
{
    struct hw_operand *operand = view_based(insn, item, distance_of(insn, item, unit), view, kind, type);
    if (item->arg_count > wide && hw_arg_of(insn, item, wide))
        operand->flags |= HW_OPERAND_WIDE;
}

/* ---------------------------------------------------------------- memory: base, distance, wide */

/* The shared atomics, cache control and their like count in words: their fields have 22 or 30 bits. */
static unsigned unit_of(const struct hw_element *item)
{
    return item->arg[1].bits == 22 || item->arg[1].bits == 30 ? 4 : 1;
}

static void print_memory(struct hw_printer *p, const struct hw_element *item)
{
    if (item->arg_count > 2)
        (void)hw_show(p, item, 2);
    hw_print_address(p, item, unit_of(item));
}

/* clang-format off */
#define MEMORY(name, kind)                                                                    \
    HW_PRINT(name)                                                                            \
    {                                                                                         \
        print_memory(p, item);                                                                \
    }                                                                                         \
    HW_PARSE(name)                                                                            \
    {                                                                                         \
        return hw_parse_address(p, item, unit_of(item));                                      \
    }                                                                                         \
    HW_SEMANTICS(name)                                                                             \
    {                                                                                         \
        hw_semantics_address(insn, item, unit_of(item), 2, view, kind, view->mod[HW_MOD_TYPE]);    \
    }
/* clang-format on */

MEMORY(generic, HW_OPERAND_GENERIC)
MEMORY(globalr, HW_OPERAND_GLOBAL)
MEMORY(sharedr, HW_OPERAND_SHARED)
MEMORY(localr, HW_OPERAND_LOCAL)

/* Without a distance: arguments base register, wide. */
HW_PRINT(genericat)
{
    (void)hw_show(p, item, 1);
    hw_append_char(p, '[');
    hw_print_register(p, item, 0);
    hw_append_char(p, ']');
}
HW_PARSE(genericat)
{
    return (hw_accept(p, "[") || hw_expect(p, "a register in brackets")) &&
           hw_parse_register(p, item, 0, "a base register") && hw_accept_close(p);
}
HW_SEMANTICS(genericat)
{
    view_based(insn, item, 0, view, HW_OPERAND_GENERIC, view->mod[HW_MOD_TYPE])->flags |=
        hw_arg_of(insn, item, 1) ? HW_OPERAND_WIDE : 0;
}

/* Two loads in one instruction: sizes have one code for both, and offsets count in each one's own size. */
static unsigned pair_unit(const struct hw_insn *insn, const struct hw_element *item, bool second)
{
    static const uint8_t narrow[5] = {1, 1, 2, 2, 4};
    static const uint8_t word[7] = {1, 1, 2, 2, 4, 8, 16},
                         wide[5][2] = {{8, 4}, {8, 8}, {8, 16}, {16, 4}, {16, 8}};
    const unsigned code = (unsigned)hw_arg_of(insn, item, 2);

    if (code >= 27)
        return wide[code - 27][second];
    if (code >= 20)
        return second ? word[code - 20] : 4;
    return narrow[second ? code % 5 : code / 5];
}

static void print_pair(struct hw_printer *p, const struct hw_element *item, bool second)
{
    if (item->arg_count > 3)
        (void)hw_show(p, item, 3);
    hw_print_address(p, item, pair_unit(p->insn, item, second));
}

static void view_pair(const struct hw_insn *insn, const struct hw_element *item, struct hw_semantics *view,
                      enum hw_operand_kind kind, bool second)
{
    hw_semantics_address(insn, item, pair_unit(insn, item, second), 3, view, kind,
                         view->mod[second ? HW_MOD_TYPE2 : HW_MOD_TYPE]);
}

/* clang-format off */
#define PAIR(name, kind, second)                                            \
    HW_PRINT(name)                                                          \
    {                                                                       \
        print_pair(p, item, second);                                        \
    }                                                                       \
    HW_PARSE(name)                                                          \
    {                                                                       \
        return hw_parse_address(p, item, pair_unit(p->insn, item, second)); \
    }                                                                       \
    HW_SEMANTICS(name)                                                           \
    {                                                                       \
        view_pair(insn, item, view, kind, second);                          \
    }
/* clang-format on */

PAIR(pairfirst, HW_OPERAND_GENERIC, false)
PAIR(pairshared, HW_OPERAND_SHARED, false)
PAIR(pairsecond, HW_OPERAND_GENERIC, true)

/* ---------------------------------------------------------------- constants */

/* A bank has 64 KB: the field's width determines the unit that it counts in. */
static unsigned constant_unit(const struct hw_element *item)
{
    return 1u << (16 - item->arg[1].bits);
}

static void print_constant(struct hw_printer *p, const struct hw_element *item, bool blank)
{
    hw_append_char(p, 'c');
    hw_append_open(p);
    hw_append_hex(p, hw_show(p, item, 0));
    hw_append_char(p, ']');
    if (blank && !p->old)
        hw_append_char(p, ' ');
    hw_append_open(p);
    hw_append_signed(p,
                     hw_sign_extend(hw_show(p, item, 1), item->arg[1].bits) * (int64_t)constant_unit(item));
    hw_append_char(p, ']');
}

static bool parse_constant(struct hw_parser *p, const struct hw_element *item)
{
    uint64_t bank, offset;
    unsigned bits = item->arg[1].bits, unit = constant_unit(item);
    if (!hw_accept_bank(p, &bank) || !hw_give(p, item, 0, bank))
        return false;
    hw_skip_blanks(p);
    return (*p->at == '-' ? hw_parse_distance(p, false, bits, unit, &offset)
                          : parse_address(p, bits, unit, &offset)) &&
           hw_give(p, item, 1, offset) && hw_accept_close(p);
}

static void view_constant(const struct hw_insn *insn, const struct hw_element *item,
                          struct hw_semantics *view, unsigned bytes)
{
    struct hw_operand *operand = hw_new_operand(view, HW_OPERAND_CONST, bytes);
    operand->space = (uint16_t)hw_arg_of(insn, item, 0);
    operand->offset = (int64_t)hw_arg_of(insn, item, 1) * constant_unit(item);
    if (bytes == 8)
        operand->offset &= ~INT64_C(7); /* compilers for GF100 write the offset of the upper word */
}

/* clang-format off */
#define CONSTANT(name, bytes, blank)             \
    HW_PRINT(name)                               \
    {                                            \
        print_constant(p, item, blank);          \
    }                                            \
    HW_PARSE(name)                               \
    {                                            \
        return parse_constant(p, item);          \
    }                                            \
    HW_SEMANTICS(name)                                \
    {                                            \
        view_constant(insn, item, view, bytes);  \
    }
/* clang-format on */

CONSTANT(constw, 4, false)
CONSTANT(constw16, hw_type_bytes(view->mod[HW_MOD_TYPE]), false)
CONSTANT(constd, 8, false)
CONSTANT(constb, 4, true)
CONSTANT(consttype2, hw_type_bytes(view->mod[HW_MOD_TYPE2]), false)
CONSTANT(constcode, 4, false)

/* `cx[UR4][`. */
static void put_uniform_bank(struct hw_printer *p, const struct hw_element *item, bool blank)
{
    hw_append_literal(p, "cx[");
    hw_print_register(p, item, 0);
    hw_append_char(p, ']');
    if (blank)
        hw_append_char(p, ' ');
    hw_append_char(p, '[');
}

/* A bank that a uniform register names: `cx[UR4][0x20]`.  Offsets have no sign. */
static void print_uniform_constant(struct hw_printer *p, const struct hw_element *item, bool blank)
{
    put_uniform_bank(p, item, blank);
    hw_append_hex(p, hw_show(p, item, 1) * constant_unit(item));
    hw_append_char(p, ']');
}

static bool take_uniform_bank(struct hw_parser *p, const struct hw_element *item)
{
    return (hw_accept(p, "cx[") ||
            hw_expect(p, "a constant in the bank of a uniform register, as cx[UR4][0x0]")) &&
           hw_parse_register(p, item, 0, "a uniform register") && (hw_accept(p, "]") || hw_expect(p, "]")) &&
           (hw_accept(p, "[") || hw_expect(p, "an offset in brackets"));
}

static bool parse_uniform_constant(struct hw_parser *p, const struct hw_element *item)
{
    uint64_t offset;
    return take_uniform_bank(p, item) && parse_address(p, item->arg[1].bits, constant_unit(item), &offset) &&
           hw_give(p, item, 1, offset) && hw_accept_close(p);
}

static void view_uniform_constant(const struct hw_insn *insn, const struct hw_element *item,
                                  struct hw_semantics *view, unsigned bytes)
{
    struct hw_operand *operand = hw_new_operand(view, HW_OPERAND_CONST, bytes);
    operand->base_kind = HW_BASE_UREG_BANK;
    operand->reg = (uint16_t)hw_register_of(insn, item, 0);
    operand->offset = (int64_t)hw_arg_of(insn, item, 1) * constant_unit(item);
}

/* clang-format off */
#define UNIFORM_CONSTANT(name, bytes, blank)             \
    HW_PRINT(name)                                       \
    {                                                    \
        print_uniform_constant(p, item, blank);          \
    }                                                    \
    HW_PARSE(name)                                       \
    {                                                    \
        return parse_uniform_constant(p, item);          \
    }                                                    \
    HW_SEMANTICS(name)                                        \
    {                                                    \
        view_uniform_constant(insn, item, view, bytes);  \
    }
/* clang-format on */

UNIFORM_CONSTANT(constu, 4, false)
UNIFORM_CONSTANT(constu16, hw_type_bytes(view->mod[HW_MOD_TYPE]), false)
UNIFORM_CONSTANT(constud, 8, false)
UNIFORM_CONSTANT(constub, 4, true)

/* LDC: base register, bank, signed offset in bytes or words.  Unlike elsewhere RZ leaves an offset of 0
 * standing. */
static void print_indexed(struct hw_printer *p, const struct hw_element *item, unsigned unit)
{
    hw_print_bank(p, hw_show(p, item, 1));
    int64_t distance = hw_sign_extend(hw_show(p, item, 2), item->arg[2].bits) * (int64_t)unit;
    bool based = hw_show_register(p, item, 0) != HW_RZ;
    if (based)
        hw_print_register(p, item, 0);
    if (based && !distance && p->old)
        hw_append_literal(p, "+0x0");
    else
        hw_print_distance(p, based, distance);
    hw_append_char(p, ']');
}

static bool parse_indexed(struct hw_parser *p, const struct hw_element *item, unsigned unit)
{
    uint64_t bank, distance;
    bool based;
    return hw_accept_bank(p, &bank) && hw_give(p, item, 1, bank) && parse_base(p, item, &based) &&
           hw_parse_distance(p, based, item->arg[2].bits, unit, &distance) && hw_give(p, item, 2, distance) &&
           hw_accept_close(p);
}

static void view_indexed(const struct hw_insn *insn, const struct hw_element *item, unsigned unit,
                         struct hw_semantics *view)
{
    int64_t offset = hw_sign_extend(hw_arg_of(insn, item, 2), item->arg[2].bits) * (int64_t)unit;
    view_based(insn, item, offset, view, HW_OPERAND_CONST, view->mod[HW_MOD_TYPE])->space =
        (uint16_t)hw_arg_of(insn, item, 1);
}

/* The same in a bank that a uniform register names: uniform register, register, offset in bytes. */
HW_PRINT(constux)
{
    put_uniform_bank(p, item, false);
    const uint64_t offset = hw_show(p, item, 2);
    const bool based = hw_show_register(p, item, 1) != HW_RZ;
    if (based)
        hw_print_register(p, item, 1);
    hw_print_distance(p, based, based ? hw_sign_extend(offset, item->arg[2].bits) : (int64_t)offset);
    hw_append_char(p, ']');
}
HW_PARSE(constux)
{
    uint64_t offset;
    if (!take_uniform_bank(p, item))
        return false;
    hw_skip_blanks(p);
    if (*p->at != 'R')
        return hw_give_zero(p, item, 1) && parse_address(p, item->arg[2].bits, 1, &offset) &&
               hw_give(p, item, 2, offset) && hw_accept_close(p);
    return hw_parse_register(p, item, 1, "a register") &&
           hw_parse_distance(p, true, item->arg[2].bits, 1, &offset) && hw_give(p, item, 2, offset) &&
           hw_accept_close(p);
}
HW_SEMANTICS(constux)
{
    struct hw_operand *operand =
        hw_new_operand(view, HW_OPERAND_CONST, hw_type_bytes(view->mod[HW_MOD_TYPE]));
    operand->base_kind = HW_BASE_REG;
    operand->reg = (uint16_t)hw_register_of(insn, item, 1);
    operand->space = (uint16_t)(1 + hw_register_of(insn, item, 0));
    operand->part = 1; /* `space` is one more than the uniform register that names the bank */
    hw_uniform_add(view->uniform, operand->space - 1u, 2);
    operand->offset = hw_sign_extend(hw_arg_of(insn, item, 2), item->arg[2].bits);
}

/* clang-format off */
#define INDEXED(name, unit)                       \
    HW_PRINT(name)                                \
    {                                             \
        print_indexed(p, item, unit);             \
    }                                             \
    HW_PARSE(name)                                \
    {                                             \
        return parse_indexed(p, item, unit);      \
    }                                             \
    HW_SEMANTICS(name)                                 \
    {                                             \
        view_indexed(insn, item, unit, view);     \
    }
/* clang-format on */

INDEXED(constx, 1)
INDEXED(constxn, 4)

/* With a uniform register, which is always written. */
HW_PRINT(constxu)
{
    hw_print_bank(p, hw_show(p, item, 1));
    hw_print_register(p, item, 0);
    hw_print_distance(p, true, hw_sign_extend(hw_show(p, item, 2), item->arg[2].bits));
    hw_append_char(p, ']');
}
HW_PARSE(constxu)
{
    uint64_t bank, distance;
    return hw_accept_bank(p, &bank) && hw_give(p, item, 1, bank) &&
           hw_parse_register(p, item, 0, "a uniform register") &&
           hw_parse_distance(p, true, item->arg[2].bits, 1, &distance) && hw_give(p, item, 2, distance) &&
           hw_accept_close(p);
}
HW_SEMANTICS(constxu)
{
    struct hw_operand *operand =
        hw_new_operand(view, HW_OPERAND_CONST, hw_type_bytes(view->mod[HW_MOD_TYPE]));
    operand->base_kind = HW_BASE_UREG;
    operand->reg = (uint16_t)hw_register_of(insn, item, 0);
    operand->space = (uint16_t)hw_arg_of(insn, item, 1);
    operand->offset = hw_sign_extend(hw_arg_of(insn, item, 2), item->arg[2].bits);
}

HW_PRINT(constxz)
{
    if (hw_register_of(p->insn, item, 0) != HW_RZ || hw_arg_of(p->insn, item, 2)) {
        print_indexed(p, item, 1);
        return;
    }
    hw_print_bank(p, hw_show(p, item, 1));
    hw_print_register(p, item, 0);
    (void)hw_show(p, item, 2);
    hw_append_char(p, ']');
}
HW_PARSE(constxz)
{
    return parse_indexed(p, item, 1);
}
HW_SEMANTICS(constxz)
{
    view_indexed(insn, item, 1, view);
}

/* ---------------------------------------------------------------- attributes */

/* The offset has a sign where it has 11 bits and a base, as in addresses of patches. */
static int64_t attribute_offset(const struct hw_insn *insn, const struct hw_element *item)
{
    if (item->arg_count < 2)
        return 0;
    uint64_t offset = hw_arg_of(insn, item, 1);
    bool has_sign = item->arg[1].bits == 11 && hw_register_of(insn, item, 0) != HW_RZ;
    return has_sign ? hw_sign_extend(offset, 11) : (int64_t)offset;
}

HW_PRINT(attribute)
{
    bool based = hw_show_register(p, item, 0) != HW_RZ;
    int64_t offset = attribute_offset(p->insn, item);
    if (item->arg_count > 1)
        (void)hw_show(p, item, 1);
    hw_append_literal(p, "a[");
    if (based)
        hw_print_register(p, item, 0);
    else if (!offset)
        hw_append_literal(p, "RZ");
    if (based || offset)
        hw_print_distance(p, based, offset);
    hw_append_char(p, ']');
}
HW_PARSE(attribute)
{
    uint64_t offset = 0;
    bool based;
    if (!hw_accept(p, "a["))
        return hw_expect(p, "an attribute, as in a[0x70]");
    if (hw_accept_word(p, "RZ")) /* also where the form has no other base */
        return hw_give_zero(p, item, 0) && (item->arg_count < 2 || hw_give(p, item, 1, 0)) &&
               hw_accept_close(p);
    if (!parse_base(p, item, &based))
        return false;
    if (item->arg_count < 2)
        return hw_accept_close(p);
    unsigned bits = item->arg[1].bits;
    return (based && bits == 11 ? hw_parse_distance(p, true, bits, 1, &offset)
                                : (based && !hw_accept(p, "+")) || parse_address(p, bits, 1, &offset)) &&
           hw_give(p, item, 1, offset) && hw_accept_close(p);
}
HW_SEMANTICS(attribute)
{
    struct hw_operand *operand = hw_new_operand(view, HW_OPERAND_ATTR, 4);
    operand->base_kind = HW_BASE_REG;
    operand->reg = (uint16_t)hw_register_of(insn, item, 0);
    operand->offset = attribute_offset(insn, item);
}
