/* Addresses of Maxwell: constants, memory with a base register, and code.
 *
 * A memory address is `[R2+0x8]` or `[R2+-0x8]`; without a base (RZ) it is the offset alone, and `[RZ]` when that is 0. */
#include "isa/primitive_parts.h"

#define RZ 255

/* ---------------------------------------------------------------- base and distance */

void hw_print_distance(struct hw_printer *p, bool based, int64_t distance)
{
    if (based && distance)
        hw_put(p, '+');
    if (!based || distance)
        hw_put_signed(p, distance);
}

bool hw_parse_distance(struct hw_parser *p, bool based, unsigned bits, unsigned unit, uint64_t *field)
{
    *field = 0;
    if (based && !hw_take(p, "+"))
        return true;
    bool negative = hw_take(p, "-");
    const char *start = p->at;
    uint64_t limit = (1ull << (bits - 1)) - !negative;
    if (!hw_take_number(p, field))
        return false;
    if (*field % unit || *field / unit > limit) {
        p->at = start;
        return hw_expect(p, "a distance that fits its field");
    }
    *field = (negative ? 0 - *field / unit : *field / unit) & ((1ull << bits) - 1);
    return true;
}

/* Arguments 0 base and `at` distance, in brackets that the caller opens and closes. */
static void print_based(struct hw_printer *p, const struct hw_element *item, unsigned at, unsigned unit)
{
    unsigned bits = item->arg[at].bits;
    int64_t distance = hw_sign_extend(hw_show(p, item, at), bits) * (int64_t)unit;
    bool based = hw_show(p, item, 0) != RZ;
    if (based || !distance)
        hw_print_register(p, item, 0);
    if (based || distance)
        hw_print_distance(p, based, distance);
}

static bool parse_based(struct hw_parser *p, const struct hw_element *item, unsigned at, unsigned unit)
{
    uint64_t distance;
    hw_skip_blanks(p);
    bool based = *p->at == 'R';
    return (based ? hw_parse_register(p, item, 0, "a base register") : hw_give(p, item, 0, RZ)) &&
           hw_parse_distance(p, based, item->arg[at].bits, unit, &distance) && hw_give(p, item, at, distance);
}

static struct hw_operand *view_based(const struct hw_insn *insn, const struct hw_element *item, unsigned at,
                                     unsigned unit, struct hw_view *view, enum hw_operand_kind kind)
{
    struct hw_operand *operand = hw_new_operand(view, kind, hw_type_bytes(view->mod[HW_MOD_TYPE]));
    operand->offset = hw_sign_extend(hw_arg_of(insn, item, at), item->arg[at].bits) * (int64_t)unit;
    operand->base_kind = HW_BASE_REG;
    operand->reg = (uint16_t)hw_arg_of(insn, item, 0);
    if (view->mod[HW_MOD_TYPE] == HW_TYPE_S8 || view->mod[HW_MOD_TYPE] == HW_TYPE_S16)
        operand->flags |= HW_OPERAND_SIGNED;
    return operand;
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
    hw_put(p, '[');
    print_based(p, item, 1, unit_of(item));
    hw_put(p, ']');
}

static bool parse_memory(struct hw_parser *p, const struct hw_element *item)
{
    return (hw_take(p, "[") || hw_expect(p, "an address in brackets")) && parse_based(p, item, 1, unit_of(item)) &&
           hw_take_close(p);
}

static void view_memory(const struct hw_insn *insn, const struct hw_element *item, struct hw_view *view,
                        enum hw_operand_kind kind)
{
    struct hw_operand *operand = view_based(insn, item, 1, unit_of(item), view, kind);
    if (item->arg_count > 2 && hw_arg_of(insn, item, 2))
        operand->flags |= HW_OPERAND_WIDE;
}

#define MEMORY(name, kind)                     \
    HW_PRINT(name)                             \
    {                                          \
        print_memory(p, item);                 \
    }                                          \
    HW_PARSE(name)                             \
    {                                          \
        return parse_memory(p, item);          \
    }                                          \
    HW_VIEW(name)                              \
    {                                          \
        view_memory(insn, item, view, kind);   \
    }

MEMORY(generic, HW_OPERAND_GENERIC)
MEMORY(globalr, HW_OPERAND_GLOBAL)
MEMORY(sharedr, HW_OPERAND_SHARED)
MEMORY(localr, HW_OPERAND_LOCAL)

/* ---------------------------------------------------------------- constants */

static void print_constant(struct hw_printer *p, const struct hw_element *item, unsigned unit, const char *between)
{
    hw_put_literal(p, "c[");
    hw_put_hex(p, hw_show(p, item, 0));
    hw_put_text(p, between, strlen(between));
    hw_put_hex(p, hw_show(p, item, 1) * unit);
    hw_put(p, ']');
}

static bool parse_constant(struct hw_parser *p, const struct hw_element *item, unsigned unit)
{
    uint64_t bank, offset;
    if (!hw_take_bank(p, &bank) || !hw_give(p, item, 0, bank) || !hw_take_number(p, &offset))
        return false;
    if (offset % unit)
        return hw_expect(p, "an offset that is a multiple of 4");
    return hw_give(p, item, 1, offset / unit) && hw_take_close(p);
}

static void view_constant(const struct hw_insn *insn, const struct hw_element *item, struct hw_view *view, unsigned unit,
                          unsigned bytes)
{
    struct hw_operand *operand = hw_new_operand(view, HW_OPERAND_CONST, bytes);
    operand->space = (uint16_t)hw_arg_of(insn, item, 0);
    operand->offset = (int64_t)hw_arg_of(insn, item, 1) * unit;
}

#define CONSTANT(name, unit, bytes, between)           \
    HW_PRINT(name)                                     \
    {                                                  \
        print_constant(p, item, unit, between);        \
    }                                                  \
    HW_PARSE(name)                                     \
    {                                                  \
        return parse_constant(p, item, unit);          \
    }                                                  \
    HW_VIEW(name)                                      \
    {                                                  \
        view_constant(insn, item, view, unit, bytes);  \
    }

CONSTANT(constw, 4, 4, "][")
CONSTANT(constd, 4, 8, "][")
CONSTANT(constb, 4, 4, "] [")
CONSTANT(consttype2, 4, hw_type_bytes(view->mod[HW_MOD_TYPE2]), "][")
CONSTANT(constcode, 1, 4, "][")

/* LDC: base register, bank, signed offset in bytes.  Unlike elsewhere RZ leaves an offset of 0 standing. */
HW_PRINT(constx)
{
    hw_put_literal(p, "c[");
    hw_put_hex(p, hw_show(p, item, 1));
    hw_put_literal(p, "][");
    int64_t distance = hw_sign_extend(hw_show(p, item, 2), item->arg[2].bits);
    bool based = hw_show(p, item, 0) != RZ;
    if (based)
        hw_print_register(p, item, 0);
    hw_print_distance(p, based, distance);
    hw_put(p, ']');
}
HW_PARSE(constx)
{
    uint64_t bank;
    return hw_take_bank(p, &bank) && hw_give(p, item, 1, bank) && parse_based(p, item, 2, 1) && hw_take_close(p);
}
HW_VIEW(constx)
{
    view_based(insn, item, 2, 1, view, HW_OPERAND_CONST)->space = (uint16_t)hw_arg_of(insn, item, 1);
}

/* ---------------------------------------------------------------- code */

#define NEXT 8 /* distances count from the end of the instruction */

HW_PRINT(relative)
{
    int64_t distance = hw_sign_extend(hw_show(p, item, 0), item->arg[0].bits);
    hw_put_signed(p, (int64_t)p->address + NEXT + distance);
}
HW_PARSE(relative)
{
    uint64_t target;
    unsigned bits = item->arg[0].bits;
    bool negative = hw_take(p, "-");
    const char *start = p->at;
    if (!hw_take_number(p, &target))
        return false;
    int64_t distance = (int64_t)((negative ? 0 - target : target) - p->address - NEXT);
    if (distance != hw_sign_extend((uint64_t)distance & ((1ull << bits) - 1), bits)) {
        p->at = start;
        return hw_expect(p, "a code address within reach");
    }
    return hw_give(p, item, 0, (uint64_t)distance & ((1ull << bits) - 1));
}
HW_VIEW(relative)
{
    struct hw_operand *operand = hw_new_operand(view, HW_OPERAND_CODE, 4);
    operand->offset = hw_sign_extend(hw_arg_of(insn, item, 0), item->arg[0].bits);
    operand->flags = HW_OPERAND_RELATIVE;
}

HW_PRINT(absolute)
{
    hw_put_hex(p, hw_show(p, item, 0));
}
HW_PARSE(absolute)
{
    uint64_t target;
    return hw_take_number(p, &target) && hw_give(p, item, 0, target);
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
    return ((*p->at != '-' && *p->at != '0') || hw_parse_distance(p, false, item->arg[1].bits, 1, &distance)) &&
           hw_give(p, item, 1, distance);
}
HW_VIEW(indirect)
{
    struct hw_operand *operand = hw_new_operand(view, HW_OPERAND_CODE, 4);
    operand->base_kind = HW_BASE_REG;
    operand->reg = (uint16_t)hw_arg_of(insn, item, 0);
    operand->offset = hw_sign_extend(hw_arg_of(insn, item, 1), item->arg[1].bits);
    operand->flags = view->op == HW_OP_BRX ? HW_OPERAND_RELATIVE : 0;
}

/* ---------------------------------------------------------------- attributes: base, offset without a sign */

HW_PRINT(attribute)
{
    bool based = hw_show(p, item, 0) != RZ;
    uint64_t offset = hw_show(p, item, 1);
    hw_put_literal(p, "a[");
    if (based)
        hw_print_register(p, item, 0);
    hw_print_distance(p, based, (int64_t)offset);
    hw_put(p, ']');
}
HW_PARSE(attribute)
{
    uint64_t offset = 0;
    if (!hw_take(p, "a["))
        return hw_expect(p, "an attribute, as in a[0x70]");
    hw_skip_blanks(p);
    bool based = *p->at == 'R';
    if (!(based ? hw_parse_register(p, item, 0, "a base register") : hw_give(p, item, 0, RZ)))
        return false;
    if ((!based || hw_take(p, "+")) && !hw_take_number(p, &offset))
        return false;
    return hw_give(p, item, 1, offset) && hw_take_close(p);
}
HW_VIEW(attribute)
{
    struct hw_operand *operand = hw_new_operand(view, HW_OPERAND_ATTR, 4);
    operand->base_kind = HW_BASE_REG;
    operand->reg = (uint16_t)hw_arg_of(insn, item, 0);
    operand->offset = (int64_t)hw_arg_of(insn, item, 1);
}
