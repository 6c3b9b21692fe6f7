/* SPDX-License-Identifier: MIT */
/* These primitives are memory addresses from Volta on: a register, to which a uniform register may be added,
 * and an offset.
 *
 * `[R2.64+UR4+0x10]`: behind the register stands its width, where a uniform register is added, or its scale
 * in shared memory.  RZ is omitted beside something else (and in shared memory without a scale), and so is an
 * offset of 0.  An offset has a sign where a register stands before it; alone it is an address.  (Three kinds
 * differ: vsharedneg always has a sign, vsharedpos only behind a general register, and vglobalz writes RZ and
 * omits URZ, and so does vsharedz.) With a descriptor, `desc[UR4][R2.64+0x10]`, the uniform register is none
 * of the sum; the text shows the descriptor or not. */
#include "isa/primitive_parts.h"

#define ABSENT 0xff

/* Numbers of the item's arguments.  The base is the first; the distance the last, if there is one. */
struct address_parts {
    uint8_t wide, scale, uniform, distance, shown;
    bool may_lack;   /* URZ is omitted */
    bool descriptor; /* the uniform register names one */
};

static struct address_parts find_parts(const struct hw_insn *insn, const struct hw_element *item,
                                       bool descriptor)
{
    struct address_parts parts = {
        .wide = ABSENT,
        .scale = ABSENT,
        .uniform = ABSENT,
        .distance = ABSENT,
        .shown = ABSENT,
        .may_lack = item->kind == HW_ELEMENT_vglobalz || item->kind == HW_ELEMENT_vsharedz,
        .descriptor = descriptor,
    };
    const bool may_hide = descriptor && item->arg[item->arg_count - 1].bits == 1;
    const uint8_t count = (uint8_t)(item->arg_count - may_hide);
    for (uint8_t i = 1; i < count; i++) {
        if (hw_arg_is_uniform(insn, item, i))
            parts.uniform = i;
        else if (i + 1 == count)
            parts.distance = i;
        else if (hw_element_table(item))
            parts.scale = i;
        else
            parts.wide = i;
    }
    if (may_hide)
        parts.shown = count;
    return parts;
}

/* What the distance counts in: that of an access of 256 bits has 19 bits, or 17 in loads from Blackwell on.
 */
static unsigned unit_of(const struct hw_element *item, struct address_parts parts)
{
    const unsigned bits = item->arg[parts.distance].bits;
    return bits == 17 || bits == 19 ? 32 : 1;
}

static int64_t distance_of(const struct hw_insn *insn, const struct hw_element *item,
                           struct address_parts parts)
{
    return hw_sign_extend(hw_arg_of(insn, item, parts.distance), item->arg[parts.distance].bits) *
           unit_of(item, parts);
}

/* ---------------------------------------------------------------- text */

/* Where RZ may be a pair that a uniform register is added to, from Hopper on, NVIDIA takes its name for a
 * reserved number. */
#define RESERVED_PAIR "???255"

static void print_base(struct hw_printer *p, const struct hw_element *item, struct address_parts parts)
{
    if (hw_show_register(p, item, 0) == HW_RZ && parts.wide != ABSENT &&
        hw_arg_of(p->insn, item, parts.wide) && !parts.descriptor && item->kind != HW_ELEMENT_vglobalz)
        hw_append_literal(p, RESERVED_PAIR);
    else
        hw_print_register(p, item, 0);
    if (parts.wide != ABSENT && hw_show(p, item, parts.wide))
        hw_append_literal(p, ".64");
    else if (parts.wide != ABSENT)
        hw_append_literal(p, ".U32");
    if (parts.scale != ABSENT)
        hw_append_suffix(p, item, parts.scale);
}

/* Whether the distance has a sign. */
static bool has_sign(const struct hw_element *item, bool has_register, bool is_sum)
{
    return item->kind == HW_ELEMENT_vsharedneg || item->kind == HW_ELEMENT_tmem ||
           (item->kind == HW_ELEMENT_vsharedpos ? has_register : is_sum);
}

static void print_sum(struct hw_printer *p, const struct hw_element *item, struct address_parts parts)
{
    const uint64_t field = parts.distance == ABSENT ? 0 : hw_show(p, item, parts.distance);
    const bool left_out =
        parts.may_lack && parts.uniform != ABSENT && hw_show_register(p, item, parts.uniform) == HW_RZ;
    const bool uniform = parts.uniform != ABSENT && !left_out,
               has_register = hw_show_register(p, item, 0) != HW_RZ,
               scaled = parts.scale != ABSENT && hw_arg_of(p->insn, item, parts.scale),
               based = has_register || (uniform && scaled) || parts.may_lack || parts.descriptor ||
                       parts.wide != ABSENT;
    hw_append_char(p, '[');
    if (based)
        print_base(p, item, parts);
    else if (!uniform && !field)
        hw_print_register(p, item, 0);
    if (based && uniform)
        hw_append_char(p, '+');
    if (uniform)
        hw_print_register(p, item, parts.uniform);
    if (field && (based || uniform))
        hw_append_char(p, '+');
    if (field && has_sign(item, has_register, based || uniform))
        hw_append_signed(p, distance_of(p->insn, item, parts));
    else if (field)
        hw_append_hex(p, field);
    hw_append_char(p, ']');
}

static bool take_width(struct hw_parser *p, const struct hw_element *item, unsigned at)
{
    if (hw_accept_word(p, ".64"))
        return hw_give(p, item, at, 1);
    return (hw_accept_word(p, ".U32") || hw_expect(p, ".U32 or .64: the width of the register")) &&
           hw_give(p, item, at, 0);
}

static bool parse_base(struct hw_parser *p, const struct hw_element *item, struct address_parts parts,
                       bool *based)
{
    hw_skip_blanks(p);
    if (hw_accept_word(p, RESERVED_PAIR)) {
        *based = true;
        return hw_give_zero(p, item, 0) && parts.wide != ABSENT && take_width(p, item, parts.wide);
    }
    *based = *p->at == (hw_arg_is_uniform(p->insn, item, 0) ? 'U' : 'R');
    if (!*based)
        return hw_give_zero(p, item, 0);
    return hw_parse_register(p, item, 0, "a base register, or RZ with a scale") &&
           (parts.wide == ABSENT || take_width(p, item, parts.wide)) &&
           (parts.scale == ABSENT || hw_accept_suffix(p, item, parts.scale));
}

static bool parse_uniform(struct hw_parser *p, const struct hw_element *item, struct address_parts parts,
                          bool based)
{
    if (parts.may_lack && parts.uniform != ABSENT) {
        const char *start = p->at;
        if (!(hw_accept(p, based ? "+U" : "U") && (p->at--, true))) {
            p->at = start;
            return hw_give_zero(p, item, parts.uniform);
        }
        p->at = start;
    }
    return parts.uniform == ABSENT || ((!based || hw_accept(p, "+") || hw_expect(p, "a uniform register")) &&
                                       hw_parse_register(p, item, parts.uniform, "a uniform register"));
}

static bool parse_offset(struct hw_parser *p, const struct hw_element *item, struct address_parts parts,
                         bool has_register)
{
    uint64_t distance = 0;
    if (parts.distance == ABSENT)
        return true;
    const bool is_sum = has_register || parts.uniform != ABSENT;
    const bool read =
        has_sign(item, has_register, is_sum)
            ? hw_parse_distance(p, is_sum, item->arg[parts.distance].bits, unit_of(item, parts), &distance)
            : (is_sum && !hw_accept(p, "+")) || hw_accept_number(p, &distance);
    return read && hw_give(p, item, parts.distance, distance);
}

static bool parse_sum(struct hw_parser *p, const struct hw_element *item, struct address_parts parts)
{
    bool based;
    return (hw_accept(p, "[") || hw_expect(p, "an address in brackets")) &&
           parse_base(p, item, parts, &based) && parse_uniform(p, item, parts, based) &&
           parse_offset(p, item, parts, based) && hw_accept_close(p);
}

/* ---------------------------------------------------------------- view */

/* A copy whose other address has a uniform register uses the next for its descriptor. */
static bool next_descriptor(const struct hw_element *item)
{
    return item->kind == HW_ELEMENT_gdescnext || item->kind == HW_ELEMENT_gdescnot;
}

static void view_sum(const struct hw_insn *insn, const struct hw_element *item, struct address_parts parts,
                     struct hw_semantics *view, enum hw_operand_kind kind)
{
    struct hw_operand *operand = hw_new_operand(view, kind, hw_type_bytes(view->mod[HW_MOD_TYPE]));
    operand->base_kind = hw_arg_is_uniform(insn, item, 0) ? HW_BASE_UREG : HW_BASE_REG;
    operand->reg = (uint16_t)hw_register_of(insn, item, 0);
    if (parts.distance != ABSENT)
        operand->offset = distance_of(insn, item, parts);
    if (parts.scale != ABSENT)
        operand->part = hw_arg_of(insn, item, parts.scale) & 15;
    const bool wide = view->mod[HW_MOD_WIDE] && kind != HW_OPERAND_SHARED && kind != HW_OPERAND_LOCAL;
    if (parts.wide == ABSENT ? wide : hw_arg_of(insn, item, parts.wide))
        operand->flags |= HW_OPERAND_WIDE;
    if (parts.uniform == ABSENT)
        return;
    const unsigned uniform = hw_register_of(insn, item, parts.uniform);
    if (!parts.descriptor) {
        operand->space = (uint16_t)(1 + uniform);
        hw_uniform_add(view->uniform, uniform, wide ? 2 : 1);
    } else {
        hw_uniform_add(view->uniform, uniform + next_descriptor(item), 2);
    }
}

/* clang-format off */
#define ADDRESS(name, kind)                                               \
    HW_PRINT(name)                                                        \
    {                                                                     \
        print_sum(p, item, find_parts(p->insn, item, false));             \
    }                                                                     \
    HW_PARSE(name)                                                        \
    {                                                                     \
        return parse_sum(p, item, find_parts(p->insn, item, false));      \
    }                                                                     \
    HW_SEMANTICS(name)                                                         \
    {                                                                     \
        view_sum(insn, item, find_parts(insn, item, false), view, kind);  \
    }
/* clang-format on */

ADDRESS(vgeneric, HW_OPERAND_GENERIC)
ADDRESS(vglobal, HW_OPERAND_GLOBAL)
ADDRESS(vglobalz, HW_OPERAND_GLOBAL)
ADDRESS(vshared, HW_OPERAND_SHARED)
ADDRESS(vsharedneg, HW_OPERAND_SHARED)
ADDRESS(vsharedpos, HW_OPERAND_SHARED)
ADDRESS(vsharedz, HW_OPERAND_SHARED)
ADDRESS(vlocal, HW_OPERAND_LOCAL)

/* ---------------------------------------------------------------- tensor memory */

HW_PRINT(tmem)
{
    hw_append_literal(p, "tmem");
    print_sum(p, item, find_parts(p->insn, item, false));
}
HW_PARSE(tmem)
{
    hw_skip_blanks(p);
    return (hw_accept(p, "tmem") || hw_expect(p, "tmem[...], an address in tensor memory")) &&
           parse_sum(p, item, find_parts(p->insn, item, false));
}
HW_SEMANTICS(tmem)
{
    view_sum(insn, item, find_parts(insn, item, false), view, HW_OPERAND_TENSOR);
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

/* ---------------------------------------------------------------- with a descriptor */

/* The parts of the sum alone. */
static struct address_parts without_uniform(struct address_parts parts)
{
    parts.uniform = ABSENT;
    return parts;
}

/* Whether text without the descriptor would be another form's, so that it needs an annotation. */
static bool notes_descriptor(const struct hw_element *item)
{
    return item->kind == HW_ELEMENT_gdescnote || item->kind == HW_ELEMENT_ldesc;
}

/* The uniform register behind that of an argument; behind the last one and URZ it is URZ. */
static void print_next(struct hw_printer *p, const struct hw_element *item, unsigned index)
{
    const uint64_t number = hw_show(p, item, index);
    if (number + 1 < hw_arg_field(p->insn, item, index)->zero)
        hw_print_numbered(p, "UR", number + 1);
    else
        hw_append_literal(p, "URZ");
}

static void print_described(struct hw_printer *p, const struct hw_element *item)
{
    const struct address_parts parts = find_parts(p->insn, item, true);
    if (item->kind != HW_ELEMENT_gdescnot && (parts.shown == ABSENT || hw_show(p, item, parts.shown))) {
        hw_append_literal(p, "desc[");
        if (item->kind == HW_ELEMENT_gdescnext)
            print_next(p, item, parts.uniform);
        else
            hw_print_register(p, item, parts.uniform);
        hw_append_char(p, ']');
    } else if (notes_descriptor(item)) {
        p->noted |= 1u << item->arg[parts.uniform].field;
    }
    print_sum(p, item, without_uniform(parts));
}

/* The register that holds the descriptor; a copy whose other address has a uniform register uses the next. */
static bool take_descriptor(struct hw_parser *p, const struct hw_element *item, unsigned uniform)
{
    uint64_t number;
    if (item->kind != HW_ELEMENT_gdescnext)
        return hw_parse_register(p, item, uniform, "a uniform register");
    if (hw_accept_word(p, "URZ")) /* which of the two stands with the other address */
        return p->insn->field[item->arg[uniform].field] + 1 >= hw_arg_field(p->insn, item, uniform)->zero ||
               hw_expect(p, "the next uniform register");
    return (hw_accept_numbered(p, "UR", &number) || hw_expect(p, "a uniform register")) && number &&
           hw_give(p, item, uniform, number - 1);
}

static bool parse_described(struct hw_parser *p, const struct hw_element *item)
{
    const struct address_parts parts = find_parts(p->insn, item, true);
    if (item->kind == HW_ELEMENT_gdescnot)
        return parse_sum(p, item, without_uniform(parts));
    const bool shown = hw_accept(p, "desc[");
    if (shown && !(take_descriptor(p, item, parts.uniform) && hw_accept_close(p)))
        return false;
    if (!shown && notes_descriptor(item))
        p->need_note = "a note that tells the descriptor, as usrc3=0x4";
    if (parts.shown == ABSENT ? !shown : !hw_give(p, item, parts.shown, shown))
        return parts.shown == ABSENT && hw_expect(p, "a descriptor, as desc[UR4][R2.64]");
    return parse_sum(p, item, without_uniform(parts));
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
        view_sum(insn, item, find_parts(insn, item, true), view, kind);   \
    }
/* clang-format on */

DESCRIBED(gdesc, HW_OPERAND_GLOBAL)
DESCRIBED(gendesc, HW_OPERAND_GENERIC)
DESCRIBED(gdescnext, HW_OPERAND_GLOBAL)
DESCRIBED(gdescnot, HW_OPERAND_GLOBAL)
DESCRIBED(gdescnote, HW_OPERAND_GLOBAL)
DESCRIBED(ldesc, HW_OPERAND_LOCAL)
