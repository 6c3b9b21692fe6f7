/* SPDX-License-Identifier: MIT */
/* The condition code of Fermi to Pascal: the suffix .CC, and tests before or without an operand. */
#include "isa/primitive_parts.h"

HW_PRINT(cc)
{
    if (hw_show(p, item, 0))
        hw_put_literal(p, ".CC");
}
HW_PARSE(cc)
{
    return hw_give(p, item, 0, hw_take_word(p, ".CC"));
}
HW_VIEW(cc)
{
    if (hw_arg_of(insn, item, 0))
        view->cond_out = 0;
}

/* Tests of the condition code by number; 0x18 to 0x1d look at clip state. */
static const char *const tests[32] = {
    "F",   "LT",  "EQ",     "LE",     "GT",     "NE",      "GE",      "NUM",     "NAN", "LTU", "EQU",
    "LEU", "GTU", "NEU",    "GEU",    "T",      "OFF",     "LO",      "SFF",     "LS",  "HI",  "SFT",
    "HS",  "OFT", "CSM_TA", "CSM_TR", "CSM_MX", "FCSM_TA", "FCSM_TR", "FCSM_MX", "RLE", "RGT",
};
#define ALWAYS 15
#define UPPER  16 /* tests from here on are numbered 32 and up (modifiers.h) */

static void print_test(struct hw_printer *p, const struct hw_element *item, const char *before,
                       const char *after)
{
    uint64_t test = hw_show(p, item, 0);
    if (test == ALWAYS)
        return;
    hw_put_text(p, before, strlen(before));
    hw_put_literal(p, "CC.");
    hw_put_text(p, tests[test], strlen(tests[test]));
    hw_put_text(p, after, strlen(after));
}

static bool parse_test(struct hw_parser *p, const struct hw_element *item, bool comma)
{
    if (!hw_take(p, "CC."))
        return hw_give(p, item, 0, ALWAYS);
    for (unsigned test = 0; test < 32; test++)
        if (hw_take_word(p, tests[test]))
            return hw_give(p, item, 0, test) && (!comma || hw_take(p, ",") || hw_expect(p, "a comma"));
    return hw_expect(p, "a test of the condition code, as in CC.NEU");
}

static void view_test(const struct hw_insn *insn, const struct hw_element *item, struct hw_view *view)
{
    uint64_t test = hw_arg_of(insn, item, 0);
    view->mod[HW_MOD_TEST] = test == ALWAYS ? 0 : (uint8_t)(1 + test + (test >= UPPER ? UPPER : 0));
}

HW_PRINT(test)
{
    print_test(p, item, "", ", ");
}
HW_PARSE(test)
{
    return parse_test(p, item, true);
}
HW_VIEW(test)
{
    view_test(insn, item, view);
}

HW_PRINT(testonly)
{
    print_test(p, item, " ", "");
}
HW_PARSE(testonly)
{
    return parse_test(p, item, false);
}
HW_VIEW(testonly)
{
    view_test(insn, item, view);
}
