/* SPDX-License-Identifier: MIT */
/* These primitives are register operands: general, half, pair and quad, condition code, address and special
 * registers.
 *
 * NVIDIA writes R5, R5L, C0, A1, SR_CLOCK; decuda writes $r5, $r5.lo, $p0, $ofs1, %clock. */
#include "isa/primitive_parts.h"

#include <ctype.h>

static const char *const reg_prefix[HW_LANGUAGE_COUNT] = {"R", "$r"};
static const char *const cond_prefix[HW_LANGUAGE_COUNT] = {"C", "$p"};
static const char *const addr_prefix[HW_LANGUAGE_COUNT] = {"A", "$ofs"};
static const char *const half_suffix[HW_LANGUAGE_COUNT][2] = {{"L", "H"}, {".lo", ".hi"}};

void hw_print_numbered(struct hw_printer *p, const char *prefix, uint64_t number)
{
    hw_append_text(p, prefix, strlen(prefix));
    hw_append_decimal(p, (unsigned)number);
}

bool hw_accept_numbered(struct hw_parser *p, const char *prefix, uint64_t *number)
{
    const char *start = p->at;
    if (hw_accept(p, prefix) && isdigit((unsigned char)*p->at)) {
        *number = 0;
        for (unsigned digits = 0; isdigit((unsigned char)*p->at) && digits < 6; digits++)
            *number = *number * 10 + (uint64_t)(*p->at++ - '0');
        return true;
    }
    p->at = start;
    return false;
}

/* The name of a register: RZ where the ISA has one, or where the form has no other.  What the operand cache
 * keeps is said at the operand's end. */
void hw_print_register(struct hw_printer *p, const struct hw_element *item, unsigned index)
{
    const struct hw_field *field = hw_arg_field(p->insn, item, index);
    uint64_t number = hw_show(p, item, index);
    if (field && field->uniform)
        hw_append_char(p, 'U');
    if (number == (field ? field->zero : HW_RZ))
        hw_append_literal(p, "RZ");
    else
        hw_print_numbered(p, reg_prefix[p->language], number);
    if (p->reuse && field && field->slot != HW_NO_SLOT && p->reuse >> field->slot & 1)
        p->reused = true;
}

/* decuda prints source 2 of short forms with bit 6 of the word's upper half, which is a modifier: $r66 is
 * $r2. No short form has such a register, so its listings can be read. */
static uint64_t short_source(const struct hw_parser *p, const struct hw_element *item, unsigned index,
                             uint64_t number)
{
    if (p->language != HW_LANGUAGE_DECUDA || item->arg[index].field >= HW_SPARE || number < 64 ||
        number > 127)
        return number;
    const struct hw_form *form = p->insn->form;
    const unsigned field = item->arg[index].field;
    const bool is_second =
        hw_form_fields(form)[field].bits == 6 && !strcmp(hw_field_text(form, field), "src2");
    return is_second && p->insn->bytes == 4 ? number - 64 : number;
}

static bool parse_register(struct hw_parser *p, const struct hw_element *item, unsigned index,
                           const char *const *prefix, const char *what)
{
    uint64_t number;
    const char *start = p->at;
    if (!hw_accept_numbered(p, prefix[p->language], &number) || isalnum((unsigned char)*p->at)) {
        p->at = start;
        return hw_expect(p, what);
    }
    const char *end = p->at;
    p->at = start; /* an error about the number points at its start */
    if (!hw_give(p, item, index, short_source(p, item, index, number)))
        return false;
    p->at = end;
    return true;
}

bool hw_parse_register(struct hw_parser *p, const struct hw_element *item, unsigned index, const char *what)
{
    const struct hw_field *field = hw_arg_field(p->insn, item, index);
    const char *start = p->at;
    hw_skip_blanks(p);
    p->slot = field ? field->slot : HW_NO_SLOT;
    unsigned zero = field ? field->zero : HW_RZ;
    if (field && field->uniform && !hw_accept(p, "U"))
        return hw_expect(p, "a uniform register");
    if (zero != HW_NO_ZERO && hw_accept_word(p, "RZ"))
        return hw_give(p, item, index, zero);
    if (!parse_register(p, item, index, reg_prefix, what))
        return false;
    const struct hw_arg *arg = &item->arg[index];
    const bool is_zero =
        field ? p->insn->field[arg->field] == field->zero : arg->field == HW_NO_FIELD && arg->value == HW_RZ;
    if (!is_zero)
        return true;
    p->at = start;
    return hw_expect(p, "a register below this one, or RZ");
}

static void view_register(const struct hw_insn *insn, const struct hw_element *item, unsigned index,
                          struct hw_semantics *view, enum hw_operand_kind kind, unsigned bytes)
{
    const struct hw_field *field = hw_arg_field(insn, item, index);
    struct hw_operand *operand = hw_new_operand(view, kind, bytes);
    operand->reg = (uint16_t)hw_register_of(insn, item, index);
    if (field && field->uniform)
        operand->kind = HW_OPERAND_UREG;
}

/* ---- words, pairs, quads */

HW_PRINT(reg32)
{
    hw_print_register(p, item, 0);
}
HW_PARSE(reg32)
{
    return hw_parse_register(p, item, 0, "a register");
}
HW_SEMANTICS(reg32)
{
    view_register(insn, item, 0, view, HW_OPERAND_REG, 4);
}

HW_PRINT(reg64)
{
    hw_print_reg32(p, item);
}
HW_PARSE(reg64)
{
    return hw_parse_register(p, item, 0, "the first register of a pair");
}
HW_SEMANTICS(reg64)
{
    view_register(insn, item, 0, view, HW_OPERAND_REG, 8);
}

unsigned hw_register_behind(const struct hw_insn *insn, const struct hw_element *item, unsigned index,
                            unsigned distance)
{
    const unsigned zero = hw_arg_field(insn, item, index)->zero;
    const unsigned number = (unsigned)hw_arg_of(insn, item, index) + distance;
    return number < zero ? number : HW_RZ;
}

void hw_print_register_behind(struct hw_printer *p, const struct hw_element *item, unsigned index,
                              unsigned distance)
{
    const unsigned number = hw_register_behind(p->insn, item, index, distance);
    if (number == HW_RZ)
        hw_append_literal(p, "URZ");
    else
        hw_print_numbered(p, "UR", number);
}

bool hw_parse_register_behind(struct hw_parser *p, const struct hw_element *item, unsigned index,
                              unsigned distance)
{
    uint64_t number = HW_RZ;
    if (!hw_accept_word(p, "URZ") && !hw_accept_numbered(p, "UR", &number))
        return hw_expect(p, "a uniform register");
    return number == hw_register_behind(p->insn, item, index, distance) ||
           hw_expect(p, "the uniform register behind the one before");
}

void hw_view_register_behind(const struct hw_insn *insn, const struct hw_element *item, unsigned distance,
                             struct hw_semantics *view, unsigned bytes)
{
    hw_new_operand(view, HW_OPERAND_UREG, bytes)->reg = (uint16_t)hw_register_behind(insn, item, 0, distance);
}

HW_PRINT(regnext)
{
    hw_print_register_behind(p, item, 0, 1);
}
HW_PARSE(regnext)
{
    return hw_parse_register_behind(p, item, 0, 1);
}
HW_SEMANTICS(regnext)
{
    hw_view_register_behind(insn, item, 1, view, 4);
}

HW_PRINT(regbehind)
{
    hw_print_register_behind(p, item, 0, 2);
}
HW_PARSE(regbehind)
{
    return hw_parse_register_behind(p, item, 0, 2);
}
HW_SEMANTICS(regbehind)
{
    hw_view_register_behind(insn, item, 2, view, 8);
}

HW_PRINT(reg128)
{
    hw_print_reg32(p, item);
}
HW_PARSE(reg128)
{
    return hw_parse_register(p, item, 0, "the first register of a group of four");
}
HW_SEMANTICS(reg128)
{
    view_register(insn, item, 0, view, HW_OPERAND_REG, 16);
}

HW_PRINT(regsecond)
{
    hw_print_reg32(p, item);
}
HW_PARSE(regsecond)
{
    return hw_parse_reg128(p, item);
}
HW_SEMANTICS(regsecond)
{
    view_register(insn, item, 0, view, HW_OPERAND_REG, 8);
    if (hw_last_operand(view)->reg != HW_RZ)
        hw_last_operand(view)->reg += 2;
}

/* ---- as many as the modifier `type`, which stands before it, needs */

unsigned hw_type_bytes(unsigned type)
{
    static const uint8_t bytes[] = {
        [HW_TYPE_NONE] = 4,  [HW_TYPE_U8] = 1,  [HW_TYPE_S8] = 1,    [HW_TYPE_U16] = 2,   [HW_TYPE_S16] = 2,
        [HW_TYPE_U24] = 4,   [HW_TYPE_S24] = 4, [HW_TYPE_U32] = 4,   [HW_TYPE_S32] = 4,   [HW_TYPE_U64] = 8,
        [HW_TYPE_S64] = 8,   [HW_TYPE_F16] = 2, [HW_TYPE_F32] = 4,   [HW_TYPE_F64] = 8,   [HW_TYPE_B16] = 2,
        [HW_TYPE_B32] = 4,   [HW_TYPE_B64] = 8, [HW_TYPE_B128] = 16, [HW_TYPE_F16X2] = 4, [HW_TYPE_BF16] = 2,
        [HW_TYPE_BF16X2] = 4};
    return type < sizeof bytes ? bytes[type] : 4;
}

HW_PRINT(regtype)
{
    hw_print_register(p, item, 0);
}
HW_PARSE(regtype)
{
    return hw_parse_register(p, item, 0, "a register");
}
static void view_typed(const struct hw_insn *insn, const struct hw_element *item, struct hw_semantics *view,
                       unsigned type)
{
    unsigned bytes = hw_type_bytes(type);
    view_register(insn, item, 0, view, HW_OPERAND_REG, bytes < 4 ? 4 : bytes);
}
HW_SEMANTICS(regtype)
{
    view_typed(insn, item, view, view->mod[HW_MOD_TYPE]);
}

HW_PRINT(regtype2)
{
    hw_print_register(p, item, 0);
}
HW_PARSE(regtype2)
{
    return hw_parse_register(p, item, 0, "a register");
}
HW_SEMANTICS(regtype2)
{
    view_typed(insn, item, view, view->mod[HW_MOD_TYPE2]);
}

/* ---- halves: the number counts halves, low half first */

static void print_half(struct hw_printer *p, uint64_t half)
{
    hw_print_numbered(p, reg_prefix[p->language], half >> 1);
    const char *suffix = half_suffix[p->language][half & 1];
    hw_append_text(p, suffix, strlen(suffix));
}

static bool parse_half(struct hw_parser *p, const struct hw_element *item, unsigned index)
{
    uint64_t number;
    const char *start = p->at;
    if (hw_accept_numbered(p, reg_prefix[p->language], &number))
        for (unsigned half = 0; half < 2; half++)
            if (hw_accept_word(p, half_suffix[p->language][half]))
                return hw_give(p, item, index, short_source(p, item, index, number * 2 + half));
    p->at = start;
    return hw_expect(p, "a half register");
}

static void view_half(struct hw_semantics *view, uint64_t half)
{
    struct hw_operand *operand = hw_new_operand(view, HW_OPERAND_REG, 2);
    operand->reg = (uint16_t)(half >> 1);
    operand->flags = half & 1 ? HW_OPERAND_HIGH : 0;
}

HW_PRINT(reg16)
{
    print_half(p, hw_show(p, item, 0));
}
HW_PARSE(reg16)
{
    return parse_half(p, item, 0);
}
HW_SEMANTICS(reg16)
{
    view_half(view, hw_arg_of(insn, item, 0));
}

/* ---- destinations: a register, an output register, or (output 127) nothing */

#define DISCARD 127

static void print_output(struct hw_printer *p, uint64_t number)
{
    if (p->language == HW_LANGUAGE_NV) {
        hw_append_literal(p, "o");
        hw_append_open(p);
        hw_append_hex(p, number);
        hw_append_char(p, ']');
    } else {
        hw_print_numbered(p, "$o", number);
    }
}

static bool take_output(struct hw_parser *p, uint64_t *number)
{
    const char *start = p->at;
    if (p->language == HW_LANGUAGE_DECUDA) {
        *number = DISCARD;
        return hw_accept_word(p, "_") || hw_accept_numbered(p, "$o", number);
    }
    if (hw_accept_word(p, "o") && hw_accept(p, "[") && hw_accept_number(p, number) && hw_accept(p, "]"))
        return true;
    p->at = start;
    return false;
}

static void view_output(struct hw_semantics *view, uint64_t number, unsigned bytes)
{
    struct hw_operand *operand =
        hw_new_operand(view, number == DISCARD ? HW_OPERAND_DISCARD : HW_OPERAND_OUT, bytes);
    operand->offset = (int64_t)number * bytes;
}

HW_PRINT(dst32)
{
    uint64_t out = hw_show(p, item, 0), number = hw_show(p, item, 1);
    if (out)
        print_output(p, number);
    else
        hw_print_numbered(p, reg_prefix[p->language], number);
}

HW_PARSE(dst32)
{
    uint64_t number;
    if (take_output(p, &number))
        return hw_give(p, item, 0, 1) && hw_give(p, item, 1, number);
    return hw_give(p, item, 0, 0) && hw_parse_register(p, item, 1, "a destination register");
}

HW_SEMANTICS(dst32)
{
    if (hw_arg_of(insn, item, 0))
        view_output(view, hw_arg_of(insn, item, 1), 4);
    else
        view_register(insn, item, 1, view, HW_OPERAND_REG, 4);
}

HW_PRINT(dst16)
{
    uint64_t out = hw_show(p, item, 0), number = hw_show(p, item, 1);
    if (out)
        print_output(p, number);
    else
        print_half(p, number);
}

/* decuda numbers half outputs as halves, cudasm also reads $o3.hi. */
HW_PARSE(dst16)
{
    uint64_t number;
    if (take_output(p, &number)) {
        if (p->language == HW_LANGUAGE_DECUDA && *p->at == '.')
            number = number * 2 + hw_accept_word(p, ".hi");
        return hw_give(p, item, 0, 1) && hw_give(p, item, 1, number) &&
               (*p->at != '.' || hw_accept_word(p, ".lo"));
    }
    return hw_give(p, item, 0, 0) && parse_half(p, item, 1);
}

HW_SEMANTICS(dst16)
{
    if (hw_arg_of(insn, item, 0))
        view_output(view, hw_arg_of(insn, item, 1), 2);
    else
        view_half(view, hw_arg_of(insn, item, 1));
}

/* ---- condition code and address registers */

HW_PRINT(cond)
{
    hw_print_numbered(p, cond_prefix[p->language], hw_show(p, item, 0));
}
HW_PARSE(cond)
{
    return parse_register(p, item, 0, cond_prefix, "a condition code register");
}
HW_SEMANTICS(cond)
{
    view_register(insn, item, 0, view, HW_OPERAND_COND, 1);
}

HW_PRINT(areg)
{
    hw_print_numbered(p, addr_prefix[p->language], hw_show(p, item, 0));
}
HW_PARSE(areg)
{
    return parse_register(p, item, 0, addr_prefix, "an address register");
}
HW_SEMANTICS(areg)
{
    view_register(insn, item, 0, view, HW_OPERAND_ADDR, 2);
}

/* ---- special registers: by name where the forms know one, else by number */

static const char *const sreg_prefix[HW_LANGUAGE_COUNT] = {"SR", "%sr"};

/* decuda writes the numbers without a name as i[0x000a]. */
HW_PRINT(sreg)
{
    uint64_t number = hw_show(p, item, 0);
    const struct hw_enum_entry *entry = hw_enum_find(hw_element_table(item), number);
    if (entry)
        hw_append_text(p, entry->text, entry->length);
    else if (p->language == HW_LANGUAGE_NV)
        hw_print_numbered(p, sreg_prefix[p->language], number);
    else {
        hw_append_literal(p, "i[0x");
        hw_append_padded(p, number, 4);
        hw_append_char(p, ']');
    }
}

/* A name in any case: NVIDIA's description writes SR_LaneId where its disassembler prints SR_LANEID; before
 * CUDA 5 that wrote SR_Tid_X for SR_TID.X. */
static bool is_name(const char *text, const struct hw_enum_entry *entry)
{
    for (unsigned i = 0; i < entry->length; i++)
        if (toupper((unsigned char)text[i]) != toupper((unsigned char)entry->text[i]) &&
            !(text[i] == '_' && entry->text[i] == '.'))
            return false;
    return !hw_is_word(text[entry->length]);
}

static const struct hw_enum_entry *take_name(struct hw_parser *p, const struct hw_enum *table)
{
    const struct hw_enum_entry *best = NULL;
    for (unsigned i = 0; i < table->count; i++) {
        const struct hw_enum_entry *entry = &table->entry[i];
        if (entry->length && (!best || entry->length > best->length) && is_name(p->at, entry))
            best = entry;
    }
    if (best)
        p->at += best->length;
    return best;
}

static bool has_name(const struct hw_enum *table, const char *name)
{
    for (unsigned i = 0; i < table->count; i++)
        if (is_name(name, &table->entry[i]) && table->entry[i].length)
            return true;
    return false;
}

HW_PARSE(sreg)
{
    uint64_t number;
    if (p->language == HW_LANGUAGE_DECUDA && hw_accept(p, "i["))
        return hw_accept_number(p, &number) && hw_accept(p, "]") && hw_give(p, item, 0, number);
    hw_skip_blanks(p);
    const struct hw_enum *table = hw_element_table(item);
    const struct hw_enum_entry *entry = take_name(p, table);
    if (!entry && strncasecmp(p->at, "SR_WARPID", 9) == 0 && has_name(table, "SR_VIRTID"))
        return hw_expect(p, "a special register: a warp's number is in bits 13:8 of SR_VIRTID");
    return entry ? hw_give(p, item, 0, entry->value)
                 : parse_register(p, item, 0, sreg_prefix, "a special register");
}

HW_SEMANTICS(sreg)
{
    view_register(insn, item, 0, view, HW_OPERAND_SREG, 4);
}
