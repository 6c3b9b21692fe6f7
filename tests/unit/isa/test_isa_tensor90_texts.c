/* SPDX-License-Identifier: MIT */
/* Products of matrices of Hopper and Blackwell, and tensor memory: words, and what nvdisasm 13.5 prints for
 * them.  Each word also comes back from its text. */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include <halfwarp/isa.h>

#include "isa_corpus.h"

static const struct {
    const char *chip;
    uint64_t high, low;
    const char *text;
} words[] = {
    /* clang-format off */
    {"sm_90", 0x000fe20008001818, 0x43e000000c1879f0,
     "HGMMA.64x256x16.F32.BF16 R24, gdesc[UR12].tnspB, R24, gsb0"},
    {"sm_90", 0x000fe20008001918, 0xe3e000000c1879f0,
     "HGMMA.64x256x16.F32.BF16 R24, gdesc[UR12].negA.negB.tnspA.tnspB, R24, gsb0"},
    {"sm_90", 0x000fe20008002818, 0x47e000000c1879f0,
     "HGMMA.64x256x8.F32.TF32 R24, gdesc[UR12].tnspB, R24, gsb0"},
    {"sm_90", 0x000fe20008901818, 0x4be000000c1879f0,
     "HGMMA.INVALID95.F32.BF16 R24, gdesc[UR12].tnspB, R24, UP6, INVALID1"},
    {"sm_90", 0x000fe20008f00118, 0x40e0001088187df0,
     "HGMMA.64x64x16.F16 R24, -R136, gdesc[UR16].tnspB, R24, UP6"},
    {"sm_90", 0x000fe20008000618, 0x40e1031088187df0,
     "HGMMA.SP.REGOFFSET.64x64x16.F16 R24, R136, gdesc[UR16].tnspB, R24, R3, 0x1, gsb0"},
    {"sm_90", 0x000fe2000c000a18, 0x48e0001088187df0,
     "HGMMA.SP.64x64x32.F32 R24, R136, gdesc[UR16].tnspB, R24, !UPT, R0, 0x0, gsb0"},
    {"sm_90", 0x000fe2000c7410ff, 0x04e00000087879f1,
     "IGMMA.64x192x32.S8.S8 R120, gdesc[UR8], RZ, !UPT"},
    {"sm_90", 0x000fe2000c7418ff, 0x04c00000087879f1,
     "IGMMA.INVALID38.S8.S8.SAT R120, gdesc[UR8], RZ, !UPT"},
    {"sm_90", 0x000fe20008041018, 0x01e0000854187df1,
     "IGMMA.64x64x32.S8.S8 R24, R84, gdesc[UR8], R24, gsb0"},
    {"sm_90", 0x000fe20008041218, 0x02220008541879f1,
     "IGMMA.SP.INVALID17.S8.S8 R24, gdesc[UR20], R24, R0, 0x2, gsb0"},
    {"sm_90", 0x000fe20008000818, 0x02e00000081879f3,
     "QGMMA.64x192x32.F32.E4M3.E4M3 R24, gdesc[UR8], R24, gsb0"},
    {"sm_90", 0x000fe20008001918, 0x82e00000081879f3,
     "QGMMA.64x192x32.F32.E5M2.E4M3 R24, gdesc[UR8].negA.negB, R24, gsb0"},
    {"sm_90", 0x000fe20008000a18, 0x04e1000864187df3,
     "QGMMA.SP.64x64x64.F32.E4M3.E4M3 R24, R100, gdesc[UR8], R24, R0, 0x1, gsb0"},
    {"sm_90", 0x000fe20008016018, 0x022000000c1879f2,
     "BGMMA.64x256x256.???3.POPC R24, gdesc[UR12], R24, gsb0"},
    {"sm_90", 0x000fe20008000018, 0x020000000c187df2,
     "BGMMA.64x240x256.???0.???0 R24, R12, gdesc[UR0], R24, gsb0"},
    {"sm_90", 0x000fe20000010000, 0x00008000000079c5,
     "WARPGROUP.DEPBAR.LE gsb0, 0x0"},
    {"sm_90", 0x000fe20000110200, 0x00008000000079c5,
     "WARPGROUP.DEPBAR.LE ???1, 0x2"},
    {"sm_90", 0x000fe20000000000, 0x00008000000079c5,
     "WARPGROUP.ARRIVE"},
    {"sm_90", 0x000fe20000008000, 0x00008000000079c5,
     "WARPGROUP.WAIT"},
    {"sm_90", 0x000fe20008010000, 0x0000800100003d5e,
     "@P3 WARPGROUPSET.AC UR1"},
    {"sm_90", 0x000fe20008018000, 0x000080000000fd5e,
     "@!PT WARPGROUPSET.SB UR0, gsb0"},
    {"sm_90", 0x000fe200002054ff, 0x0000002238407237,
     "IMMA.INVALID2.S8.S8 R64, R56.ROW, R34.COL, RZ"},
    {"sm_100", 0x000fe200000054ff, 0x0000002238407237,
     "IMMA.INVALID0.S8.S8 R64, R56.ROW, R34.COL, RZ"},
    {"sm_90", 0x000fe20000485cff, 0x0000002238407237,
     "IMMA.16832.INVALID5.S8 R64, R56.ROW, R34.COL, RZ"},
    {"sm_90", 0x000fe200000018ff, 0x000000223840723f,
     "DMMA.16x8x4 R64, R56, R34, -RZ"},
    {"sm_90", 0x000fe200000034ff, 0x000000223840723f,
     "DMMA.16x8x16 R64, R56, R34, |RZ|"},
    {"sm_100", 0x000fe200000018ff, 0x000000223840723f,
     "DMMA.INVALID1 R64, R56, R34, -RZ"},
    {"sm_90", 0x000fe200000058ff, 0x000000223840723d,
     "BMMA.INVALID3.AND.???0 R64, R56.ROW, R34.???0, RZ"},
    {"sm_100", 0x000fe200000c5a20, 0x000002a88820723c,
     "HMMA.SP.16832.F32.INVALID3 R32, R136, R168, R32, R2, 0x0"},
    {"sm_120", 0x000fe20000005a20, 0x000002a88820723c,
     "HMMA.SP.16832.F32 R32, R136, R168, R32, R2, 0x0"},
    {"sm_100", 0x000fe205972b0000, 0x82000105ac20783b,
     "LDSM.16.MT1616 R32, [R172+-0x7dffff]"},
    {"sm_120", 0x000fe20597202900, 0x82000005ac20783b,
     "LDSM.U4x16P64TO8.M88.2 R32, [R172+-0x7e0000]"},
    {"sm_100", 0x000fe20597200800, 0x00000005ac20723a,
     "MOVM.U4TO8.MT88 R32, R172"},
    {"sm_120", 0x000fe20000002c0c, 0x0000004a4c0c727a,
     "QMMA.16832.F32.E4M3.E4M3 R12, R76, R74, R12"},
    {"sm_120", 0x000fe20000246c0c, 0x0000004a4c0c727a,
     "QMMA.16832.F32.E3M2.E2M3 R12, R76, R74, R12"},
    {"sm_120", 0x000fe2000081340c, 0x0001014a4c0c727a,
     "QMMA.SP.16864.F32.E4M3.E4M3 R12, R76, R74, R12, UP6, R1, 0x1"},
    {"sm_120", 0x000fe20000001c0c, 0x60000d4a4c0c747a,
     "QMMA.SF.16832.F32.E4M3.E4M3.E8 R12, R76, R74, R12, R13, R0, UR118"},
    {"sm_120", 0x000fe20000091d0c, 0x60020d4a4c0c747a,
     "QMMA.SF.SP.16864.F32.E2M3.E4M3.E8 R12, -R76, R74, R12, R13, R0, UR118, 0x2"},
    {"sm_120", 0x000fe20000040c0c, 0x60000d4a4c0c747f,
     "OMMA.SF.16864.F32.E2M1.E2M1.UE4M3.4X R12, R76, R74, R12, R13, R0, UR54"},
    {"sm_120", 0x000fe20000090c0c, 0xe0000d4a4c0c747f,
     "OMMA.SF.SP.168128.F32.E2M1.E2M1.E8 R12, R76, -R74, R12, R13, R0, UR54, 0x0"},
    {"sm_100", 0x000fe200081c0000, 0x00010806001479ee,
     "LDTM.x8 R20, tmem[UR6+0x108]"},
    {"sm_100", 0x000fe20008990000, 0x00010806001479ee,
     "LDTM.16dp32bit_t0_t15.x8.PACK16BIT R20, tmem[UR6+0x108]"},
    {"sm_100", 0x000fe200081c8000, 0x80000006001479ee,
     "LDTM.x8 R20, tmem[UR6+-0x7f800000]"},
    {"sm_103", 0x000fe200082c001e, 0x0000400d892475ee,
     "LDTM.STAT.x32.MINABS.F32.NAN R137, R36, tmem[UR13+0x40]"},
    {"sm_107", 0x000fe200082c0022, 0x0000400d892473ee,
     "LDTM.STAT.SPARSIFY.U2.2TO4.x32.MAX.F32 R137, R36, tmem[UR13+0x40]"},
    {"sm_110", 0x000fe200080c0019, 0x00010002000079ed,
     "STTM.x2 tmem[UR25+0x100], R2"},
    {"sm_110", 0x000fe200082f0019, 0x00010002000079ed,
     "STTM.16dp64bit.x32.EXPAND16BIT tmem[UR25+0x100], R2"},
    {"sm_100", 0x000fe2000812830d, 0x00ff2618140075ea,
     "UTCQMMA gdesc[UR20].A_KEEP, gdesc[UR24].B_KEEP.BUFFER1, tmem[UR13], tmem[UR38], idesc[UR39], UP0"},
    {"sm_100", 0x000fe2000808010d, 0x00fe2618140075ea,
     "UTCIMMA.WS gdesc[UR20], gdesc[UR24], tmem[UR13], tmem[UR38], idesc[UR39], UR254, UP0"},
    {"sm_107", 0x000fe2000821030d, 0x10ff2618140075ea,
     "UTCQMMA.LUTB.2CTA gdesc[UR20], gdesc[UR24].???2, tmem[UR13], tmem[UR38], idesc[UR39], UP0"},
    {"sm_103", 0x000fe2000f804c33, 0x00ff1624370079ea,
     "UTCHMMA.ASHIFT tmem[UR55], gdesc[UR36], tmem[UR51], tmem[UR22], idesc[UR23], !UPT, 0x9"},
    {"sm_103", 0x000fe2000820031a, 0x00322e1816007dea,
     "UTCQMMA.2CTA gdesc[UR22], gdesc[UR24], tmem[UR26], tmem[UR46], idesc[UR47], tmem[UR50], UP0"},
    {"sm_100", 0x000fe2000860031a, 0x0032801816007fea,
     "UTCQMMA.2CTA tmem[UR22].A_REUSE, gdesc[UR24], tmem[UR26], tmem[UR128], idesc[UR129], tmem[UR50], UP0"},
    {"sm_100", 0x000fe2000800000f, 0x800620220a0075ea,
     "UTCOMMA.4X gdesc[UR10], gdesc[UR34], tmem[UR15], tmem[UR32], idesc[UR33], tmem[UR6], UP0"},
    {"sm_103", 0x000fe2000820000f, 0x800620220a0075ea,
     "UTCOMMA.2CTA.BLOCK16 gdesc[UR10], gdesc[UR34], tmem[UR15], tmem[UR32], idesc[UR33], tmem[UR6], UP0"},
    {"sm_107", 0x000fe2000804000f, 0xc00620220a0075ea,
     "UTCOMMA gdesc[UR10], gdesc[UR34].B_REUSE, tmem[UR15], tmem[UR32], idesc[UR33], tmem[UR6], UP0"},
    {"sm_100", 0x000fe2000820080a, 0x000000ff060073e9,
     "UTCBAR.2CTA.MULTICAST [UR6], URZ, UR10"},
    {"sm_107", 0x000fe20008003c0a, 0x000000ff060073e9,
     "UTCBAR.A0TX.WAKEUP.MULTICAST.MMA_READ_SHM_A [UR6], URZ, UR10"},
    {"sm_100", 0x000fe20009300000, 0x0000040a1a0079e7,
     "UTCCP.T.S.2CTA.4x32dp128bit tmem[UR26+0x4], gdesc[UR10]"},
    {"sm_100", 0x000fe200081a0000, 0x0000040a1a0079e7,
     "UTCCP.T.S.128dp128bit.U6x16P32 tmem[UR26+0x4], gdesc[UR10]"},
    {"sm_100", 0x000fe20009210000, 0x0000040a1a0079e6,
     "UTCSHIFT.2CTA.DOWN tmem[UR26+0x4]"},
    {"sm_100", 0x000fe20008000800, 0x00000004000475e3,
     "UTCATOMSWS.FIND_AND_SET.ALIGN UP0, UR4, UR4"},
    {"sm_100", 0x000fe20008200801, 0x00000004000473e3,
     "UTCATOMSWS.2CTA.CAS UP0, UR4, UR4, UR1"},
    {"sm_100", 0x000fe20008800000, 0x0000000600ff79e3,
     "UTCATOMSWS.OR URZ, UR6"},
    {"sm_107", 0x000fe20000108010, 0x000000223840723d,
     "__HIR0X1C0.4.U2.2TO4.X2 R16, R64, R56, UR34"},
    /* clang-format on */
};

static void texts_are_nvidias(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        const struct hw_target target = target_named(words[i].chip);
        const uint64_t word[2] = {words[i].low, words[i].high};
        struct hw_insn insn, again;
        char text[HW_TEXT_MAX];

        assert_int_equal(hw_decode(&target, word, sizeof word, &insn), HW_OK);
        hw_print(&insn, HW_SYNTAX_NV, 0, text, sizeof text);
        assert_int_equal(hw_parse(&target, HW_SYNTAX_NV, text, 0, &again, NULL), HW_OK);
        assert_memory_equal(again.word, word, sizeof word);
        char *note = strstr(text, " #");
        if (note)
            *note = '\0';
        assert_string_equal(text, words[i].text);
    }
}

/* Chips have products that others lack. */
static void chips_differ(void **state)
{
    static const struct {
        const char *text, *has, *lacks;
    } cases[] = {
        {"HGMMA.64x8x16.F32 R24, R28, gdesc[UR4], R24, gsb0", "sm_90", "sm_100"},
        {"LDTM.x8 R20, tmem[UR6]", "sm_110", "sm_120"},
        {"LDTM.STAT.x32.MAX.F32 R137, R36, tmem[UR13]", "sm_103", "sm_100"},
        {"UTCIMMA gdesc[UR4], gdesc[UR6], tmem[UR8], tmem[UR10], idesc[UR11], UPT", "sm_100", "sm_103"},
        {"QMMA.16832.F32.E2M1.E4M3 R12, R76, R74, R12", "sm_120", "sm_89"},
        {"IMMA.8816.S8.S8 R56, R121.ROW, R24.COL, R56", "sm_90", "sm_100"},
    };
    struct hw_insn insn;

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct hw_target has = target_named(cases[i].has), lacks = target_named(cases[i].lacks);
        assert_int_equal(hw_parse(&has, HW_SYNTAX_NV, cases[i].text, 0, &insn, NULL), HW_OK);
        assert_int_not_equal(hw_parse(&lacks, HW_SYNTAX_NV, cases[i].text, 0, &insn, NULL), HW_OK);
    }
}

/* The address of metadata and the description of a product are in registers that follow each other. */
static void the_description_is_behind_the_metadata(void **state)
{
    const struct hw_target target = target_named("sm_100");
    struct hw_insn insn;

    (void)state;
    assert_int_equal(hw_parse(&target, HW_SYNTAX_NV,
                              "UTCHMMA gdesc[UR4], gdesc[UR6], tmem[UR8], tmem[URZ], idesc[URZ], UPT", 0,
                              &insn, NULL),
                     HW_OK);
    assert_int_not_equal(hw_parse(&target, HW_SYNTAX_NV,
                                  "UTCHMMA gdesc[UR4], gdesc[UR6], tmem[UR8], tmem[UR10], idesc[UR12], UPT",
                                  0, &insn, NULL),
                         HW_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(texts_are_nvidias), cmocka_unit_test(chips_differ),
                                       cmocka_unit_test(the_description_is_behind_the_metadata)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
