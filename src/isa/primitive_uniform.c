/* SPDX-License-Identifier: MIT */
/* These primitives are memory addresses from Volta on: a register, to which a uniform register may be added,
 * and an offset.
 *
 * `[R2.64+UR4+0x10]`: behind the register stands its width, where a uniform register is added, or its scale
 * in shared memory.  RZ is omitted beside something else (and in shared memory without a scale), and so is an
 * offset of 0.  An offset has a sign where a register stands before it; alone it is an address.  (Some kinds
 * differ: vsharedneg, vgenericneg and vglobalneg always have a sign, vsharedpos only behind a general
 * register, and vglobalz writes RZ and omits URZ, and so does vsharedz.) */
#include "isa/primitive_uniform.h"

struct hw_address_parts hw_find_address_parts(const struct hw_insn *insn, const struct hw_element *item,
                                              bool descriptor)
{
    struct hw_address_parts parts = {
        .wide = HW_ABSENT_PART,
        .scale = HW_ABSENT_PART,
        .uniform = HW_ABSENT_PART,
        .distance = HW_ABSENT_PART,
        .shown = HW_ABSENT_PART,
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
static unsigned unit_of(const struct hw_element *item, struct hw_address_parts parts)
{
    const unsigned bits = item->arg[parts.distance].bits;
    return bits == 17 || bits == 19 ? 32 : 1;
}

static int64_t distance_of(const struct hw_insn *insn, const struct hw_element *item,
                           struct hw_address_parts parts)
{
    return hw_sign_extend(hw_arg_of(insn, item, parts.distance), item->arg[parts.distance].bits) *
           unit_of(item, parts);
}

/* ---------------------------------------------------------------- text */

/* Where RZ may be a pair that a uniform register is added to, from Hopper on, NVIDIA takes its name for a
 * reserved number. */
#define RESERVED_PAIR "???255"

static void print_base(struct hw_printer *p, const struct hw_element *item, struct hw_address_parts parts)
{
    if (hw_show_register(p, item, 0) == HW_RZ && parts.wide != HW_ABSENT_PART &&
        hw_arg_of(p->insn, item, parts.wide) && !parts.descriptor && item->kind != HW_ELEMENT_vglobalz)
        hw_append_literal(p, RESERVED_PAIR);
    else
        hw_print_register(p, item, 0);
    if (parts.wide != HW_ABSENT_PART && hw_show(p, item, parts.wide))
        hw_append_literal(p, ".64");
    else if (parts.wide != HW_ABSENT_PART)
        hw_append_literal(p, ".U32");
    if (parts.scale != HW_ABSENT_PART)
        hw_append_suffix(p, item, parts.scale);
}

/* Whether the distance has a sign. */
static bool has_sign(const struct hw_element *item, bool has_register, bool is_sum)
{
    return item->kind == HW_ELEMENT_vsharedneg || item->kind == HW_ELEMENT_vgenericneg ||
           item->kind == HW_ELEMENT_vglobalneg || item->kind == HW_ELEMENT_tmem ||
           (item->kind == HW_ELEMENT_vsharedpos ? has_register : is_sum);
}

void hw_print_sum(struct hw_printer *p, const struct hw_element *item, struct hw_address_parts parts)
{
    const uint64_t field = parts.distance == HW_ABSENT_PART ? 0 : hw_show(p, item, parts.distance);
    const bool left_out = parts.may_lack && parts.uniform != HW_ABSENT_PART &&
                          hw_show_register(p, item, parts.uniform) == HW_RZ;
    const bool uniform = parts.uniform != HW_ABSENT_PART && !left_out,
               has_register = hw_show_register(p, item, 0) != HW_RZ,
               scaled = parts.scale != HW_ABSENT_PART && hw_arg_of(p->insn, item, parts.scale),
               based = has_register || (uniform && scaled) || parts.may_lack || parts.descriptor ||
                       parts.wide != HW_ABSENT_PART;
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

static bool parse_base(struct hw_parser *p, const struct hw_element *item, struct hw_address_parts parts,
                       bool *based)
{
    hw_skip_blanks(p);
    if (hw_accept_word(p, RESERVED_PAIR)) {
        *based = true;
        return hw_give_zero(p, item, 0) && parts.wide != HW_ABSENT_PART && take_width(p, item, parts.wide);
    }
    *based = *p->at == (hw_arg_is_uniform(p->insn, item, 0) ? 'U' : 'R');
    if (!*based)
        return hw_give_zero(p, item, 0);
    return hw_parse_register(p, item, 0, "a base register, or RZ with a scale") &&
           (parts.wide == HW_ABSENT_PART || take_width(p, item, parts.wide)) &&
           (parts.scale == HW_ABSENT_PART || hw_accept_suffix(p, item, parts.scale));
}

static bool parse_uniform(struct hw_parser *p, const struct hw_element *item, struct hw_address_parts parts,
                          bool based)
{
    if (parts.may_lack && parts.uniform != HW_ABSENT_PART) {
        const char *start = p->at;
        if (!(hw_accept(p, based ? "+U" : "U") && (p->at--, true))) {
            p->at = start;
            return hw_give_zero(p, item, parts.uniform);
        }
        p->at = start;
    }
    return parts.uniform == HW_ABSENT_PART ||
           ((!based || hw_accept(p, "+") || hw_expect(p, "a uniform register")) &&
            hw_parse_register(p, item, parts.uniform, "a uniform register"));
}

static bool parse_offset(struct hw_parser *p, const struct hw_element *item, struct hw_address_parts parts,
                         bool has_register)
{
    uint64_t distance = 0;
    if (parts.distance == HW_ABSENT_PART)
        return true;
    const bool is_sum = has_register || parts.uniform != HW_ABSENT_PART;
    const bool read =
        has_sign(item, has_register, is_sum)
            ? hw_parse_distance(p, is_sum, item->arg[parts.distance].bits, unit_of(item, parts), &distance)
            : (is_sum && !hw_accept(p, "+")) || hw_accept_number(p, &distance);
    return read && hw_give(p, item, parts.distance, distance);
}

bool hw_parse_sum(struct hw_parser *p, const struct hw_element *item, struct hw_address_parts parts)
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

void hw_view_sum(const struct hw_insn *insn, const struct hw_element *item, struct hw_address_parts parts,
                 struct hw_semantics *view, enum hw_operand_kind kind)
{
    struct hw_operand *operand = hw_new_operand(view, kind, hw_type_bytes(view->mod[HW_MOD_TYPE]));
    operand->base_kind = hw_arg_is_uniform(insn, item, 0) ? HW_BASE_UREG : HW_BASE_REG;
    operand->reg = (uint16_t)hw_register_of(insn, item, 0);
    if (parts.distance != HW_ABSENT_PART)
        operand->offset = distance_of(insn, item, parts);
    if (parts.scale != HW_ABSENT_PART)
        operand->part = hw_arg_of(insn, item, parts.scale) & 15;
    const bool wide = view->mod[HW_MOD_WIDE] && kind != HW_OPERAND_SHARED && kind != HW_OPERAND_LOCAL;
    if (parts.wide == HW_ABSENT_PART ? wide : hw_arg_of(insn, item, parts.wide))
        operand->flags |= HW_OPERAND_WIDE;
    if (parts.uniform == HW_ABSENT_PART)
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
        hw_print_sum(p, item, hw_find_address_parts(p->insn, item, false));             \
    }                                                                     \
    HW_PARSE(name)                                                        \
    {                                                                     \
        return hw_parse_sum(p, item, hw_find_address_parts(p->insn, item, false));      \
    }                                                                     \
    HW_SEMANTICS(name)                                                         \
    {                                                                     \
        hw_view_sum(insn, item, hw_find_address_parts(insn, item, false), view, kind);  \
    }
/* clang-format on */

ADDRESS(vgeneric, HW_OPERAND_GENERIC)
ADDRESS(vgenericneg, HW_OPERAND_GENERIC)
ADDRESS(vglobal, HW_OPERAND_GLOBAL)
ADDRESS(vglobalneg, HW_OPERAND_GLOBAL)
ADDRESS(vglobalz, HW_OPERAND_GLOBAL)
ADDRESS(vshared, HW_OPERAND_SHARED)
ADDRESS(vsharedneg, HW_OPERAND_SHARED)
ADDRESS(vsharedpos, HW_OPERAND_SHARED)
ADDRESS(vsharedz, HW_OPERAND_SHARED)
ADDRESS(vlocal, HW_OPERAND_LOCAL)
