/* SPDX-License-Identifier: MIT */
/* Hopper and later: what copies that complete later, barriers in shared memory and wide atomics read and
 * write. Brackets of uniform registers stand for groups of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <halfwarp/effects.h>
#include <halfwarp/isa.h>

#define U(first, count) ((((uint64_t)1 << (count)) - 1) << (first))

static const struct {
    const char *target, *text;
    uint64_t ureg_read, ureg_written;
    unsigned write_first, write_count; /* general registers; 0 of them: none */
    unsigned read;                     /* how many general registers are read */
    unsigned memory;
} cases[] = {
    {"sm_90", "UTMALDG.2D [UR8], [UR16]", U(8, 4) | U(16, 2), 0, 0, 0, 0, 3},
    {"sm_90", "UTMALDG.5D.IM2COL.MULTICAST [UR8], [UR16], UR4, desc[UR6]", U(4, 4) | U(8, 7) | U(16, 2), 0, 0,
     0, 0, 3},
    {"sm_100", "UTMALDG.2D.GATHER4 [UR8], [UR16]", U(8, 7) | U(16, 2), 0, 0, 0, 0, 3},
    {"sm_90", "UTMASTG.2D [UR4], [UR16]", U(4, 3) | U(16, 2), 0, 0, 0, 0, 3},
    {"sm_90", "UTMAPF.L2.2D [UR4], [UR16]", U(4, 2) | U(16, 2), 0, 0, 0, 0, 8},
    {"sm_90", "UBLKCP.S.G [UR8], [UR16], UR4", U(4, 1) | U(8, 2) | U(16, 2), 0, 0, 0, 0, 3},
    {"sm_90", "UBLKCP.G.S [UR16], [UR8], UR4", U(4, 1) | U(8, 1) | U(16, 2), 0, 0, 0, 0, 3},
    {"sm_90", "SYNCS.EXCH.64 URZ, [UR4], UR6", U(4, 1) | U(6, 2), 0, 0, 0, 0, 3},
    {"sm_100", "SYNCS.CAS.64 UR2, [UR4], UR8, UR10", U(4, 1) | U(8, 4), U(2, 2), 0, 0, 0, 3},
    {"sm_90", "SYNCS.ARRIVE.TRANS64 R4, [R8+UR9], R18", U(9, 1), 0, 4, 2, 2, 3},
    {"sm_90", "STAS.64 [R24.64], R18", 0, 0, 0, 0, 4, 2},
    {"sm_90", "REDG.E.ADD.F32x4.FTZ.RN.STRONG.GPU desc[UR6][R16.64], R4", U(6, 2), 0, 0, 0, 6, 3},
    {"sm_90", "ATOMG.E.EXCH.128.STRONG.GPU PT, R4, desc[UR6][R16.64], R8", U(6, 2), 0, 4, 4, 6, 3},
    {"sm_90", "LDGMC.E.ADD.F32x4.RN.STRONG.SYS R8, [R16.64+UR4]", U(4, 2), 0, 8, 4, 2, 1},
    {"sm_120", "LDSM.8.MT1616.2 R12, [R0]", 0, 0, 12, 4, 1, 1},
    {"sm_90", "STSM.16.M88.4 [R24], R12", 0, 0, 0, 0, 5, 2},
};

static void groups_are_complete(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct hw_error error = {.text = ""};
        struct hw_effects effects;
        struct hw_target target;
        struct hw_insn insn;
        unsigned read = 0;

        assert_int_equal(hw_target_find(cases[i].target, &target, NULL), HW_OK);
        if (hw_parse(&target, HW_SYNTAX_NV, cases[i].text, 0, &insn, &error) != HW_OK)
            fail_msg("%s: %s", cases[i].text, error.text);
        hw_insn_effects(&insn, &effects);
        for (unsigned k = 0; k < effects.read_count; k++)
            read += effects.read[k].count;
        if (effects.ureg_read[0] != cases[i].ureg_read || effects.ureg_written[0] != cases[i].ureg_written ||
            read != cases[i].read || effects.write_count != (cases[i].write_count != 0) ||
            (effects.write_count && (effects.write[0].first != cases[i].write_first ||
                                     effects.write[0].count != cases[i].write_count)) ||
            effects.memory != cases[i].memory)
            fail_msg("%s: uniform %llx, %llx; reads %u, memory %u", cases[i].text,
                     (unsigned long long)effects.ureg_read[0], (unsigned long long)effects.ureg_written[0],
                     read, effects.memory);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(groups_are_complete)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
