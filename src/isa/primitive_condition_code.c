/* SPDX-License-Identifier: MIT */
/* These primitives are the condition code of Fermi to Pascal: the suffix .CC, and condition tests before or
 * without an operand. */
#include "isa/primitive_parts.h"

HW_PRINT(cc)
{
    if (hw_show(p, item, 0))
        hw_append_literal(p, ".CC");
}
HW_PARSE(cc)
{
    return hw_give(p, item, 0, hw_accept_word(p, ".CC"));
}
HW_SEMANTICS(cc)
{
    if (hw_arg_of(insn, item, 0))
        view->cond_out = 0;
}

/* Tests of the condition code by number; 0x18 to 0x1d test clip state. */
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
    hw_append_text(p, before, strlen(before));
    hw_append_literal(p, "CC.");
    hw_append_text(p, tests[test], strlen(tests[test]));
    hw_append_text(p, after, strlen(after));
}

static bool parse_test(struct hw_parser *p, const struct hw_element *item, bool comma)
{
    if (!hw_accept(p, "CC."))
        return hw_give(p, item, 0, ALWAYS);
    for (unsigned test = 0; test < 32; test++)
        if (hw_accept_word(p, tests[test]))
            return hw_give(p, item, 0, test) && (!comma || hw_accept(p, ",") || hw_expect(p, "a comma"));
    return hw_expect(p, "a test of the condition code, as in CC.NEU");
}

static void view_test(const struct hw_insn *insn, const struct hw_element *item, struct hw_semantics *view)
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
HW_SEMANTICS(test)
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
HW_SEMANTICS(testonly)
{
    view_test(insn, item, view);
}
