/* SPDX-License-Identifier: MIT */
/* Which registers products of matrices and accesses of tensor memory read and write: groups whose length
 * follows from shapes, and uniform registers that have descriptors. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include <halfwarp/effects.h>
#include <halfwarp/isa.h>

#define UNIFORM_BITS 64

static size_t write_ranges(const struct hw_register_range *range, unsigned count, char *to, size_t size)
{
    size_t n = 0;

    for (unsigned i = 0; i < count; i++)
        n += (size_t)snprintf(to + n, size - n, " %u+%u", range[i].first, range[i].count);
    return n;
}

static size_t write_uniform(const uint64_t *set, char *to, size_t size)
{
    size_t n = 0;

    for (unsigned i = 0; i < HW_UNIFORM_REGISTERS; i++)
        if (set[i / UNIFORM_BITS] >> i % UNIFORM_BITS & 1)
            n += (size_t)snprintf(to + n, size - n, " u%u", i);
    return n;
}

/* Registers as first+count, uniform ones one by one. */
static void write_effects(const struct hw_effects *e, char *to, size_t size)
{
    size_t n = (size_t)snprintf(to, size, "w");

    n += write_ranges(e->write, e->write_count, to + n, size - n);
    n += write_uniform(e->ureg_written, to + n, size - n);
    n += (size_t)snprintf(to + n, size - n, " r");
    n += write_ranges(e->read, e->read_count, to + n, size - n);
    n += write_uniform(e->ureg_read, to + n, size - n);
    snprintf(to + n, size - n, " p%x,%x m%x", e->upred_read, e->upred_written, e->memory);
}

static void groups_have_their_lengths(void **state)
{
    static const struct {
        const char *target, *text, *expected;
    } cases[] = {
        {"sm_90", "HGMMA.64x256x16.F32.BF16 R24, gdesc[UR12], R24, UP1, gsb0",
         "w 24+128 r 24+128 u12 u13 u14 u15 p2,0 m1"},
        {"sm_90", "HGMMA.64x64x16.F16 R24, R136, gdesc[UR16], R24", "w 24+16 r 136+4 24+16 u18 u19 p0,0 m1"},
        {"sm_90", "IGMMA.64x192x32.S8.S8 R120, gdesc[UR8], RZ, !UPT", "w 120+96 r u8 u9 u10 u11 p0,0 m1"},
        {"sm_90", "BGMMA.64x48x256.AND.POPC R24, R4, gdesc[UR8], R24", "w 24+24 r 4+4 24+24 u10 u11 p0,0 m1"},
        {"sm_90", "HGMMA.SP.64x256x32.F16 R24, gdesc[UR12], R24, R2, 0x0, gsb0",
         "w 24+64 r 24+64 2+1 u12 u13 u14 u15 p0,0 m1"},
        {"sm_90", "DMMA.16x8x16 R64, R40, R32, R16", "w 64+8 r 40+16 32+8 16+8 p0,0 m0"},
        {"sm_120", "QMMA.16832.F32.E4M3.E2M1 R12, R76, R74, R12", "w 12+4 r 76+4 74+2 12+4 p0,0 m0"},
        {"sm_120", "QMMA.SF.SP.16864.F32.E4M3.E4M3.E8 R16, R4, R8, R16, R12, R0, UR6, 0x0",
         "w 16+4 r 4+4 8+4 16+4 12+2 0+1 u6 p0,0 m0"},
        {"sm_120", "OMMA.SF.16864.F32.E2M1.E2M1.UE4M3.4X R16, R4, R8, R16, R13, R0, UR6",
         "w 16+4 r 4+4 8+2 16+4 13+1 0+1 u6 p0,0 m0"},
        {"sm_100", "LDSM.8.MT1616.2 R8, [R2]", "w 8+4 r 2+1 p0,0 m1"},
        {"sm_100", "LDTM R3, tmem[UR6]", "w 3+1 r u6 p0,0 m1"},
        {"sm_100", "LDTM.x128 R4, tmem[UR6+0x108]", "w 4+128 r u6 p0,0 m1"},
        {"sm_100", "LDTM.16dp128bit.x8 R4, tmem[UR6]", "w 4+16 r u6 p0,0 m1"},
        {"sm_100", "LDTM.16dp256bit.x16 R4, tmem[UR6]", "w 4+64 r u6 p0,0 m1"},
        {"sm_100", "LDTM.16dp32bit_t16_t31.x16 R4, tmem[UR29+0x1b0]", "w 4+16 r 4+16 u29 p0,0 m1"},
        {"sm_103", "LDTM.STAT.x32.MAX.F32 R137, R36, tmem[UR13+0x40]", "w 137+1 36+32 r u13 p0,0 m1"},
        {"sm_100", "STTM.16dp256bit.x2 tmem[UR18], R12", "w r 12+8 u18 p0,0 m2"},
        {"sm_100", "UTCHMMA gdesc[UR8], gdesc[UR20], tmem[UR9], tmem[UR12], idesc[UR13], UR16, UP0",
         "w r u8 u9 u12 u13 u16 u17 u18 u19 u20 u21 p1,0 m3"},
        {"sm_100", "UTCHMMA.2CTA tmem[UR8], gdesc[UR20], tmem[UR9], tmem[UR12], idesc[UR13], UR24, UPT",
         "w r u8 u9 u12 u13 u20 u21 u24 u25 u26 u27 u28 u29 u30 u31 p0,0 m3"},
        {"sm_100", "UTCQMMA.WS gdesc[UR4], gdesc[UR6], tmem[UR9], tmem[UR12], idesc[UR13], UR16, UP0",
         "w r u4 u5 u6 u7 u9 u12 u13 u16 u17 p1,0 m3"},
        {"sm_100", "UTCOMMA.4X gdesc[UR4], gdesc[UR6], tmem[UR9], tmem[UR12], idesc[UR13], tmem[UR16], UP0",
         "w r u4 u5 u6 u7 u9 u12 u13 u16 u17 p1,0 m3"},
        {"sm_100", "UTCBAR.MULTICAST [UR6], URZ, UR10", "w r u6 u10 p0,0 m3"},
        {"sm_100", "UTCCP.T.S.4x32dp128bit tmem[UR13+0x20], gdesc[UR8]", "w r u8 u9 u13 p0,0 m3"},
        {"sm_100", "UTCATOMSWS.FIND_AND_SET.ALIGN UP0, UR4, UR5", "w u4 r u5 p0,1 m0"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct hw_error error = {.text = ""};
        struct hw_effects effects;
        struct hw_target target;
        struct hw_insn insn;
        char got[512];

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
    const struct CMUnitTest tests[] = {cmocka_unit_test(groups_have_their_lengths)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
