/* SPDX-License-Identifier: MIT */
/* These primitives are sub-register selectors, suffixes that say which part of a register an operand is:
 * `.H1` behind R7.H1, `.H0_H0` behind a packed half.
 *
 * They narrow the operand before them: bytes, for a half HW_OPERAND_HIGH, and a register's first byte in
 * `offset` (for packed halves enum hw_half in `space`). */
#include "isa/primitive_parts.h"

void hw_narrow_operand(struct hw_operand *operand, unsigned bytes, unsigned first)
{
    operand->bytes = (uint8_t)bytes;
    operand->flags |= bytes == 2 && first ? HW_OPERAND_HIGH : 0;
    if (operand->kind == HW_OPERAND_REG)
        operand->offset = first;
    else if (bytes == 1)
        operand->offset +=
            first; /* a byte of a constant lies further on; a half is the high one of its word */
}

HW_PRINT(half)
{
    if (hw_show(p, item, 0))
        hw_append_literal(p, ".H1");
}
HW_PARSE(half)
{
    return hw_give(p, item, 0, hw_accept_word(p, ".H1"));
}
HW_SEMANTICS(half)
{
    hw_narrow_operand(hw_last_operand(view), 2, hw_arg_of(insn, item, 0) ? 2 : 0);
}

/* 3 has no meaning; NVIDIA's disassembler says so. */
static const char *const halves3[] = {"", ".H0", ".H1", ".???3"};

HW_PRINT(half3)
{
    const char *text = halves3[hw_show(p, item, 0)];
    hw_append_text(p, text, strlen(text));
}
HW_PARSE(half3)
{
    for (unsigned i = 1; i < 4; i++)
        if (hw_accept_word(p, halves3[i]))
            return hw_give(p, item, 0, i);
    return hw_give(p, item, 0, 0);
}
HW_SEMANTICS(half3)
{
    uint64_t half = hw_arg_of(insn, item, 0);
    if (half)
        hw_narrow_operand(hw_last_operand(view), 2, half == 2 ? 2 : 0);
}

/* A packed half with what its two lanes read: inside the bars of an absolute value. */
static const char *const lanes[] = {
    [HW_HALF_H1_H0] = "", [HW_HALF_F32] = ".F32", [HW_HALF_H0_H0] = ".H0_H0", [HW_HALF_H1_H1] = ".H1_H1"};

HW_PRINT(reghalves)
{
    hw_print_register(p, item, 0);
    const char *text = lanes[hw_show(p, item, 1)];
    hw_append_text(p, text, strlen(text));
}
HW_PARSE(reghalves)
{
    if (!hw_parse_register(p, item, 0, "a register"))
        return false;
    for (unsigned i = 1; i < 4; i++)
        if (hw_accept_word(p, lanes[i]))
            return hw_give(p, item, 1, i);
    return hw_give(p, item, 1, 0);
}
HW_SEMANTICS(reghalves)
{
    struct hw_operand *operand = hw_new_operand(view, HW_OPERAND_REG, 4);
    operand->reg = (uint16_t)hw_register_of(insn, item, 0);
    operand->space = (uint16_t)hw_arg_of(insn, item, 1);
}

/* FSWZADD: for each lane of a quad, lane 0 first, whether a and b are added or subtracted; Z stands for no
 * a.  Volta has an enum of them, which says with modifier `lane0` what each does. */
static const char *const signs[4] = {"PP", "NP", "PN", "ZP"};

static const char *sign_text(const struct hw_element *item, uint64_t code)
{
    return hw_element_table(item) ? hw_element_table(item)->entry[code].text : signs[code];
}

HW_PRINT(quadsigns)
{
    uint64_t codes = hw_show(p, item, 0);
    for (unsigned lane = 0; lane < 4; lane++)
        hw_append_text(p, sign_text(item, codes >> (6 - 2 * lane) & 3), 2);
}
HW_PARSE(quadsigns)
{
    uint64_t codes = 0;
    hw_skip_blanks(p);
    for (unsigned lane = 0, code; lane < 4; lane++, p->at += 2) {
        for (code = 0; code < 4 && strncmp(p->at, sign_text(item, code), 2); code++)
            continue;
        if (code == 4)
            return hw_expect(p, "four of PP, NP, PN and ZP, as in PPNPPPZP");
        codes = codes << 2 | code;
    }
    return hw_give(p, item, 0, codes);
}
HW_SEMANTICS(quadsigns)
{
    uint64_t codes = hw_arg_of(insn, item, 0);
    for (unsigned lane = 0; lane < 4; lane++) {
        const uint8_t code = codes >> (6 - 2 * lane) & 3;
        view->mod[HW_MOD_LANE0 + lane] =
            hw_element_table(item) ? hw_element_table(item)->entry[code].set[0].value : code;
    }
}

/* The suffix stands in the word of conversions whose source is no half, too. */
HW_PRINT(halfbit)
{
    hw_print_half(p, item);
}
HW_PARSE(halfbit)
{
    return hw_parse_half(p, item);
}
HW_SEMANTICS(halfbit)
{
    (void)insn, (void)item, (void)view;
}

/* IMADSP's types say which part of source 1 it reads; code 0 and 1 are the whole register. */
HW_PRINT(upper)
{
    (void)p, (void)item;
}
HW_PARSE(upper)
{
    (void)p, (void)item;
    return true;
}
HW_SEMANTICS(upper)
{
    uint64_t part = hw_arg_of(insn, item, 0);
    if (part >= 2)
        hw_narrow_operand(hw_last_operand(view), 2, part == 3 ? 2 : 0);
}

/* ISUB is an addition. */
HW_PRINT(subtracted)
{
    (void)p, (void)item;
}
HW_PARSE(subtracted)
{
    (void)p, (void)item;
    return true;
}
HW_SEMANTICS(subtracted)
{
    (void)insn, (void)item;
    hw_last_operand(view)->flags |= HW_OPERAND_NEG;
}
