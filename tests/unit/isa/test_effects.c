/* SPDX-License-Identifier: MIT */
/* What instructions read and write, as a scheduler asks: vectors of registers whose length follows from
 * modifiers, predicates, condition codes, memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include <halfwarp/effects.h>
#include <halfwarp/isa.h>

/* Registers as first+count, sets as masks. */
static void write_effects(const struct hw_effects *e, char *to, size_t size)
{
    size_t n = (size_t)snprintf(to, size, "w");

    for (unsigned i = 0; i < e->write_count; i++)
        n += (size_t)snprintf(to + n, size - n, " %u+%u", e->write[i].first, e->write[i].count);
    n += (size_t)snprintf(to + n, size - n, " p%x c%x r", e->pred_written, e->cond_written);
    for (unsigned i = 0; i < e->read_count; i++)
        n += (size_t)snprintf(to + n, size - n, " %u+%u", e->read[i].first, e->read[i].count);
    snprintf(to + n, size - n, " p%x c%x m%x", e->pred_read, e->cond_read, e->memory);
}

static void effects_are_complete(void **state)
{
    static const struct {
        const char *target, *text, *expected;
    } cases[] = {
        {"sm_61", "IADD R0.CC, R1, R2", "w 0+1 p0 c1 r 1+1 2+1 p0 c0 m0"},
        {"sm_61", "IADD.X R0, R1, -R2", "w 0+1 p0 c0 r 1+1 2+1 p0 c1 m0"},
        {"sm_61", "@!P3 DFMA R4, R6, R8, R10", "w 4+2 p0 c0 r 6+2 8+2 10+2 p8 c0 m0"},
        {"sm_61", "ISETP.LT.AND P1, P2, R3, RZ, !P4", "w p6 c0 r 3+1 p10 c0 m0"},
        {"sm_61", "LDG.E.128 R4, [R8+0x10]", "w 4+4 p0 c0 r 8+2 p0 c0 m1"},
        {"sm_61", "STG.E.64 [R8], R2", "w p0 c0 r 8+2 2+2 p0 c0 m2"},
        {"sm_61", "SHFL.BFLY P1, R0, R2, 0x1, 0x1f", "w 0+1 p2 c0 r 2+1 p0 c0 m0"},
        {"sm_61", "P2R R0, PR, R1, 0x5", "w 0+1 p0 c0 r 1+1 p5 c0 m0"},
        {"sm_61", "R2P PR, R0, 0x7f", "w p7f c0 r 0+1 p0 c0 m0"},
        {"sm_61", "EXIT CC.NEU", "w p0 c0 r p0 c1 m0"},
        {"sm_61", "TEX R0, R4, R8, 0x1, ARRAY_2D, 0x7", "w 0+3 p0 c0 r 4+3 p0 c0 m1"},
        {"sm_61", "TEXS R6, R8, R4, R2, 0x50, 2D, RGBA", "w 6+2 8+2 p0 c0 r 4+1 2+1 p0 c0 m1"},
        {"sm_61", "TEXS R6, R8, R4, R2, 0x50, ARRAY_2D, RGBA", "w 6+2 8+2 p0 c0 r 4+2 2+1 p0 c0 m1"},
        {"sm_61", "TLDS.LZ R6, R8, R4, R2, 0x50, ARRAY_2D, RGBA", "w 6+2 8+2 p0 c0 r 4+1 2+2 p0 c0 m1"},
        {"sm_61", "TLD4S.R R6, R8, R4, R2, 0x50", "w 6+2 8+2 p0 c0 r 4+1 2+1 p0 c0 m1"},
        {"sm_61", "ATOM.E.ADD R0, [R2], R4", "w 0+1 p0 c0 r 2+2 4+1 p0 c0 m3"},
        {"sm_70", "TEX.SCR.LL R6, R4, R8, R10, 0x0, 0x5a, 2D", "w 6+2 4+2 p0 c0 r 8+2 10+1 p0 c0 m1"},
        {"sm_70", "TEX.LL P1, R6, R4, R8, R12, 0x0, 0x5a, ARRAY_CUBE, 0x7",
         "w 6+1 4+2 p2 c0 r 8+4 12+1 p0 c0 m1"},
        {"sm_70", "TEX.SCR.B.LL R6, R4, R8, R10, 2D, 0x1", "w 4+1 p0 c0 r 8+2 10+2 p0 c0 m1"},
        {"sm_70", "TEX.SCR.F16.RN.LZ R6, R4, R8, R10, 0x0, 0x5a, 2D", "w 6+1 4+1 p0 c0 r 8+1 10+1 p0 c0 m1"},
        {"sm_75", "TLD.SCR.B.LL.CL R6, R4, R8, R10, 1D", "w 6+2 4+2 p0 c0 r 8+2 10+1 p0 c0 m1"},
        {"sm_75", "TLD.SCR.LZ R6, R4, R8, 0x0, 0x5a, 1D", "w 6+2 4+2 p0 c0 r 8+1 p0 c0 m1"},
        {"sm_75", "TXD.B R6, R4, R8, R12, ARRAY_2D", "w 6+2 4+2 p0 c0 r 8+4 12+4 p0 c0 m1"},
        {"sm_80", "TXQ.B RZ, R4, R8, TEX_HEADER_DIMENSION, 0x3", "w 4+2 p0 c0 r 8+2 p0 c0 m1"},
        {"sm_80", "TLD4.SCR.R R6, R4, R8, R10, 0x0, 0x5a, ARRAY_2D", "w 6+2 4+2 p0 c0 r 8+2 10+1 p0 c0 m1"},
        {"sm_80", "SULD.P.2D.IGN R4, [R8], R10", "w 4+4 p0 c0 r 8+2 10+1 p0 c0 m1"},
        {"sm_80", "SUST.P.2D.RG.IGN [R8], R4, 0x0, 0x5a", "w p0 c0 r 8+2 4+2 p0 c0 m2"},
        {"sm_89", "LDG.E.ENL2.256 R12, R8, [R2.64]", "w 12+4 8+4 p0 c0 r 2+2 p0 c0 m1"},
        {"sm_89", "STG.E.ENL2.256 [R2.64], R8, R12", "w p0 c0 r 2+2 8+4 12+4 p0 c0 m2"},
        {"sm_80", "ATOMS.ARRIVE.64 R8, [R2+URZ]", "w 8+2 p0 c0 r 2+1 p0 c0 m3"},
        {"sm_80", "ATOM.E.ADD.64 P1, R8, [R2.64], R4", "w 8+2 p2 c0 r 2+2 4+2 p0 c0 m3"},
        {"sm_86", "R2UR P1, UR4, R2", "w p2 c0 r 2+1 p0 c0 m0"},
        {"sm_86", "R2UR.OR P1, UR4, R2", "w p2 c0 r 2+1 p2 c0 m0"},
        {"sm_80", "HMMA.SP.16832.F32 R4, R8, R12, R16, R2, 0x1", "w 4+4 p0 c0 r 8+4 12+4 16+4 2+1 p0 c0 m0"},
        {"sm_86", "IMMA.SP.16832.S8.S8 R4, R8.ROW, R12.COL, R16, R2, 0x1",
         "w 4+4 p0 c0 r 8+2 12+2 16+4 2+1 p0 c0 m0"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct hw_error error = {.text = ""};
        struct hw_effects effects;
        struct hw_target target;
        struct hw_insn insn;
        char got[256];

        assert_int_equal(hw_target_find(cases[i].target, &target, NULL), HW_OK);
        if (hw_parse(&target, HW_SYNTAX_NV, cases[i].text, 0, &insn, &error) != HW_OK)
            fail_msg("%s: %s", cases[i].text, error.text);
        hw_insn_effects(&insn, &effects);
        write_effects(&effects, got, sizeof got);
        if (strcmp(got, cases[i].expected) != 0)
            fail_msg("%s, %s: %s, expected %s", cases[i].target, cases[i].text, got, cases[i].expected);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(effects_are_complete)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
