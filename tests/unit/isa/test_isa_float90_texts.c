/* SPDX-License-Identifier: MIT */
/* Hopper, Blackwell and Rubin: floats, halves, conversions, textures and surfaces, a word of each new form,
 * and what nvdisasm 13.5 prints for it.  Each word also comes back from its text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include <halfwarp/effects.h>
#include <halfwarp/isa.h>

#include "isa_corpus.h"

static const struct {
    const char *chip;
    uint64_t high, low;
    const char *text;
} words[] = {
    /* clang-format off */
    {"sm_90", 0x000fe20000840006, 0x0000000509047209,
     "FMNMX.XORSIGN.IS_A R4, P1, R9, R5, P1"},
    {"sm_90", 0x000fe20000200000, 0x0000000509047230,
     "HADD2.BF16_V2 R4, R9, R5"},
    {"sm_90", 0x000fe20000200000, 0x3f803f8009047430,
     "HADD2.BF16_V2 R4, R9, 1, 1"},
    {"sm_90", 0x000fe20000411006, 0x0000000509047231,
     "HFMA2.OOB R4, R9, R5.H0_NH1, R6"},
    {"sm_90", 0x000fe20000202000, 0x0000000509047232,
     "HMUL2.BF16_V2.SAT R4, R9, R5"},
    {"sm_90", 0x000fe2000080e082, 0x0000000509047233,
     "HSET2.BF16_V2.BF.GEU.AND R4, R9, R5, P1"},
    {"sm_90", 0x000fe20000200006, 0x0000000509047235,
     "HFMA2.MMA.BF16_V2 R4, R9, R5, R6"},
    {"sm_90", 0x000fe20000800046, 0x0000000509047240,
     "HMNMX2.IS_A R4, P1, P2, R9, R5, P1"},
    {"sm_90", 0x000fe20000b00006, 0x0000000509047247,
     "VHMNMX.BF16_V2 R4, R9, R5, -R6, P1"},
    {"sm_90", 0x000fe20000000a00, 0x0000000500047308,
     "MUFU.EX2.BF16 R4, R5"},
    {"sm_90", 0x000fe20000401000, 0x0000000500047304,
     "F2F.F32.BF16 R4, R5"},
    {"sm_90", 0x000fe20000401800, 0x0000000500047311,
     "F2I.U64.BF16 R4, R5"},
    {"sm_90", 0x000fe20000301800, 0x0000000500047312,
     "I2F.F64.U64 R4, R5"},
    {"sm_90", 0x000fe20000101000, 0x0000000500047313,
     "FRND.???10 R4, R5"},
    {"sm_90", 0x000fe20004806006, 0x000000050904723e,
     "F2FP.SATFINITE.E5M2.F32.PACK_AB_MERGE_C R4, R9, R5, R6"},
    {"sm_90", 0x000fe20000200000, 0x0000000500047245,
     "I2FP.INVALID0.U32 R4, R5"},
    {"sm_90", 0x000fe20000004406, 0x0000000509047239,
     "I2IP.U2.S32.SAT R4, R9, R5, R6.???0"},
    {"sm_100", 0x000fe200000e0000, 0x0000000509047221,
     "FHADD.BF16 R4, R9.H1, R5"},
    {"sm_100", 0x000fe20008120006, 0x4000000509047c23,
     "FHFMA R4, R9, |UR5.H1|, R6"},
    {"sm_100", 0x000fe20000820006, 0x0000000509047276,
     "FMNMX3.NAN R4, R9, R5, R6, P1"},
    {"sm_100", 0x000fe20001001106, 0x0000000509047249,
     "FFMA2.FMZ R4, -R9.F32x2.HI_LO, R5.F32, R6.F32x2.HI_LO"},
    {"sm_100", 0x000fe20000200000, 0x3f8000000904744b,
     "FADD2 R4, R9.F32x2.HI_LO, 1"},
    {"sm_100", 0x000fe20008800000, 0x4000000509047c4a,
     "FMUL2 R4, R9.F32x2.HI_LO, |UR5.F32x2.LO_HI|"},
    {"sm_100", 0x000fe2000400a206, 0x280000050904727b,
     "QFMA4.E5M2x4.E2M1x4.E5M2x4.SATFINITE R4, -R9.B3210, R5.N7654, R6.B3210"},
    {"sm_100", 0x000fe20004207006, 0x000000050904723e,
     "F2FP.SATFINITE.E2M1.F32.PACK_AB_MERGE_C R4, R9, R5, R6"},
    {"sm_100", 0x000fe20003041263, 0x000000050204763e,
     "F2FP.BF16.E2M1.UNPACK_B R4, R5.B2, R99.B0"},
    {"sm_100", 0x000fe20000021006, 0x000000050904723e,
     "F2FP.BF16.F32.PACK_AB.RS R4, R9, R5, R6"},
    {"sm_100", 0x000fe20004c160ff, 0x000000050904723e,
     "F2FP.SATFINITE.E8.F32.PACK_AB_MERGE_C.RP R4, R9, R5, RZ"},
    {"sm_100", 0x000fe20000010400, 0x0000000500047445,
     "I2FP.F16x2.S4x2 R4, R5.B1"},
    {"sm_100", 0x000fe200081e0306, 0x00ff000509047d67,
     "TLD.B.LZ R6, R4, R9, R5, 1D, 0x3"},
    {"sm_100", 0x000fe200081e0f00, 0x60ffc80009047f97,
     "SULD.P.2D.IGN R4, [R9], UR200"},
    {"sm_100", 0x000fe200089e0f16, 0x28ff041814147f60,
     "TEX.LL R22, R20, R20, R24, UR4, 2D"},
    {"sm_100", 0x000fe200081e0f06, 0x20ffff0604047f60,
     "TEX R6, R4, R4, R6, URZ, 2D"},
    {"sm_100", 0x000fe200081ea900, 0x70ff07000e057f99,
     "SULD.D.BA.2D.STRONG.SM.TRAP R5, [R14], UR7"},
    {"sm_103", 0x000fe20000010800, 0x0000000500047308,
     "MUFU.EX2.BF16x2 R4, R5"},
    {"sm_107", 0x000fe20000400000, 0x0000000509047232,
     "HMUL2.BF16x2.BF16x2.F16x2 R4, R9, R5"},
    {"sm_107", 0x000fe20001000000, 0x000000050904764b,
     "FHADD2.F32x2.BF16x2.F32x2 R4, R9, R5.F32x2.HI_LO"},
    {"sm_107", 0x000fe20002000006, 0x0000000509047649,
     "FHFMA2.F32x2.BF16x2.F32x2.F32x2 R4, R9, R5.F32x2.HI_LO, R6.F32x2.HI_LO"},
    {"sm_107", 0x000fe20000022006, 0x0000000509047822,
     "FSWZADD.DXY R4, R9, R6, PPPPPNPN"},
    {"sm_110", 0x000fe20007ffe000, 0x0000000316007817,
     "IMNMX.U32 R0, R22, 0x3, !PT"},
    {"sm_120", 0x000fe200081e0f06, 0x20ff04ff04047f60,
     "TEX R6, R4, R4, UR4, 2D"},
    {"sm_120", 0x000fe200081e0306, 0x20ff000604047d61,
     "TEX.B R6, R4, R4, R6, 2D, 0x3"},
    {"sm_120", 0x000fe200001e0f06, 0x20ffff0604047361,
     "TEX.B R6, R4, R4, R6, URZ, URZ, 2D"},
    {"sm_120", 0x000fe200080001ff, 0x0000ff0000007f6f,
     "TXQ RZ, R0, R0, TEX_HEADER_DIMENSION, URZ, 0x0, 0x1"},
    {"sm_120", 0x000fe20008000006, 0x0000000509047255,
     "UFFMA UR4, UR9, UR5, UR6"},
    {"sm_120", 0x000fe20008000000, 0xbf80000009047454,
     "UFADD UR4, UR9, -1"},
    {"sm_120", 0x000fe20008209400, 0x000000050004725a,
     "UI2F.RP UR4, UR5"},
    {"sm_120", 0x000fe20008202000, 0x000000050004725b,
     "UF2F.BF16.F32 UR4, UR5"},
    {"sm_120", 0x000fe2000a1e0f06, 0x2214060509047f60,
     "TEX.ULC.UAOFFI R6, R4, R9, R5, UR6, UR20, 2D"},
    {"sm_120", 0x000fe200001e0a06, 0x60ff00000904799a,
     "SULD.D.2D.64.IGN R4, [R9], R6"},
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
        assert_string_equal(text, words[i].text);
    }
}

/* Two floats are in a pair of registers, one for both lanes in one; .IS_A writes predicates behind the
 * result. */
static void pairs_and_predicates_have_effects(void **state)
{
    struct hw_effects effects;
    struct hw_insn insn;
    struct hw_target target = target_named("sm_100");
    (void)state;
    insn = parse_nv(&target, "FFMA2 R4, R8.F32x2.HI_LO, R16.F32, UR6.F32x2.LO_HI");
    hw_insn_effects(&insn, &effects);
    assert_int_equal(effects.write[0].count, 2);
    assert_int_equal(effects.read_count, 2);
    assert_int_equal(effects.read[0].count, 2);
    assert_int_equal(effects.read[1].count, 1);
    assert_int_equal(effects.ureg_read[0], 3u << 6);
    target = target_named("sm_90");
    insn = parse_nv(&target, "HMNMX2.IS_A R4, P1, P2, R8, R16, P3");
    hw_insn_effects(&insn, &effects);
    assert_int_equal(effects.write_count, 1);
    assert_int_equal(effects.pred_written, 6);
    assert_int_equal(effects.pred_read, 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(texts_are_nvidias),
                                       cmocka_unit_test(pairs_and_predicates_have_effects)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
