/* SPDX-License-Identifier: MIT */
/* These primitives are barrier and scoreboard numbers, and the condition code as a source. */
#include "isa/primitive_parts.h"

HW_PRINT(ccsrc)
{
    (void)item;
    hw_append_literal(p, "CC");
}
HW_PARSE(ccsrc)
{
    (void)item;
    return hw_accept_word(p, "CC") || hw_expect(p, "CC");
}
HW_SEMANTICS(ccsrc)
{
    (void)insn, (void)item;
    hw_new_operand(view, HW_OPERAND_COND, 1);
}

HW_PRINT(barriernum)
{
    hw_append_hex(p, hw_show(p, item, 0));
}
HW_PARSE(barriernum)
{
    uint64_t number;
    return hw_accept_number(p, &number) && hw_give(p, item, 0, number);
}
HW_SEMANTICS(barriernum)
{
    hw_new_operand(view, HW_OPERAND_BARRIER, 4)->offset = (int64_t)hw_arg_of(insn, item, 0);
}

/* There are six; NVIDIA's disassembler writes the two other numbers as it writes what it has no name for. */
HW_PRINT(scoreboard)
{
    uint64_t number = hw_show(p, item, 0);
    hw_print_numbered(p, number < 6 ? "SB" : "???", number);
}
HW_PARSE(scoreboard)
{
    uint64_t number;
    return (hw_accept_numbered(p, "SB", &number) || hw_accept_numbered(p, "???", &number) ||
            hw_expect(p, "a scoreboard, as in SB0")) &&
           hw_give(p, item, 0, number);
}
HW_SEMANTICS(scoreboard)
{
    hw_new_operand(view, HW_OPERAND_BARRIER, 4)->offset = (int64_t)hw_arg_of(insn, item, 0);
}

/* `{2,1}`, the highest first. */
HW_PRINT(scoreboards)
{
    uint64_t mask = hw_show(p, item, 0);
    const char *before = "{";
    for (unsigned n = 6; n--;)
        if (mask >> n & 1) {
            hw_append_char(p, *before);
            hw_append_decimal(p, n);
            before = ",";
        }
    hw_append_char(p, '}');
}
HW_PARSE(scoreboards)
{
    uint64_t mask = 0, number;
    if (!hw_accept(p, "{"))
        return hw_expect(p, "a list of scoreboards, as in {2,1}");
    do {
        if (!hw_accept_number(p, &number))
            return false;
        if (number > 5)
            return hw_expect(p, "scoreboards 0 to 5");
        mask |= 1ull << number;
    } while (hw_accept(p, ","));
    return (hw_accept(p, "}") || hw_expect(p, "}")) && hw_give(p, item, 0, mask);
}
HW_SEMANTICS(scoreboards)
{
    hw_new_operand(view, HW_OPERAND_IMM, 4)->offset = (int64_t)hw_arg_of(insn, item, 0);
}
