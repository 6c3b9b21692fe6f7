/* SPDX-License-Identifier: MIT */
/* Volta to Ada: words that compiled code does not have, and what nvdisasm 12.4 prints for them.  Reserved
 * values of fields, forms of few chips, signs of distances: compare.py (tests/external/nvdisasm) found these,
 * and asks about random words; here an example of each is kept.  Each word also comes back from its text. */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include <halfwarp/isa.h>

#include "nvidia_texts.h"

static const struct nvidia_text words[] = {
    /* clang-format off */
    {"sm_72", 0x000fe20000013456, 0x00000086a3567237,
     "IMMA.8816.S16.U8.STEP1 R86, R163.ROW, R134.COL, R86"},
    {"sm_75", 0x000fe200000c0056, 0x000000171a16723c,
     "HMMA.1688.F16 R22, R26, R23, R86"},
    {"sm_70", 0x000fe20003000000, 0x00000001ff00798f,
     "CCTL.IVALLP"},
    {"sm_80", 0x000fe20000200000, 0x0000000a00057306,
     "I2F.???0.U32 R5, R10"},
    {"sm_80", 0x000fe20000201900, 0x0000000a00057305,
     "F2I.???7 R5, R10"},
    {"sm_80", 0x000fe20000200800, 0x0000000a00057313,
     "FRND.???9 R5, R10"},
    {"sm_80", 0x000fe20000000402, 0x715dc60405027411,
     "LEA.???0.X R2, P0, R5, R2, 0x715dc604, 0x0, P0"},
    {"sm_80", 0x000fe20008000205, 0x0400005005027491,
     "ULEA.???0 UR2, UP0, UR5, UR5, 0x4000050, 0x0"},
    {"sm_75", 0x000fe2000fffe03f, 0xffffff000a0a7897,
     "UIADD3.64 UR10, UR10, -0x100, URZ"},
    {"sm_80", 0x000fe2000fffe03f, 0x000010001a1a7897,
     "UIADD3.64 UR26, UR26, 0x1000, URZ"},
    {"sm_75", 0x000fe20008000802, 0x0015dc40050278b8,
     "ULDC UR2, [UR5+0x8005771], UP0"},
    {"sm_86", 0x000fe20008000802, 0x0015dc403f0278b8,
     "ULDC UR2, [0x8005771]"},
    {"sm_75", 0x000fe20008000000, 0x80000000ff05783b,
     "LDSM.16.M88 R5, [UR0+0x800000]"},
    {"sm_80", 0x000fe20008000000, 0x80000000ff05783b,
     "LDSM.16.M88 R5, [UR0+-0x800000]"},
    {"sm_80", 0x000fe20000000000, 0x80000000ff05783b,
     "LDSM.16.M88 R5, [-0x800000]"},
    {"sm_80", 0x000fe2000803005f, 0x791dfd03ff6befae,
     "@!P6 LDGSTS.E.EF.INVALID0.MMIO.SM [R107+0x791df], [RZ.64+UR31+-0x2fd], P0"},
    {"sm_80", 0x000fe2200803045f, 0x791dfd43056bedae,
     "@!P6 LDGSTS.E.EF.INVALID2.MMIO.SM [R107+UR31+0x791df], [R5.64+-0x2bd], P0"},
    {"sm_86", 0x000fe20000000f00, 0x3000008aff967230,
     "HADD2 R150, -|RZ|.H1_H1, R138.H1_H1"},
    {"sm_86", 0x000fe20000004900, 0x30000082ef7d7230,
     "HADD2.F32 R125, -R239.H0_H0, R130.H1_H1"},
    {"sm_80", 0x000fe20000004900, 0x30000082ef7d7230,
     "HADD2.F32 R125, -R239.H0_H0, R130.H1_H1"},
    {"sm_86", 0x000fe20000004100, 0x00003a111f6bb430,
     "@!P3 HADD2.F32 R107, -R31, 0.75830078125"},
    {"sm_86", 0x000fe200004000c0, 0x000008f5bed77231,
     "HFMA2 R215, R190, R245.H0_NH1, R192"},
    {"sm_86", 0x000fe20000400100, 0x0002d0006fb27a31,
     "HFMA2 R178, -R111, c[0x0] [0xb40].H0_NH1, R0"},
    {"sm_80", 0x000fe200000000c0, 0x000000f5bed77231,
     "HFMA2 R215, R190, R245, R192"},
    {"sm_86", 0x000fe20000448100, 0x803f1d93bf245840,
     "@P5 HMNMX2.XORSIGN R36, -R191, -3.755092620849609375e-06, 0.005443572998046875, P0"},
    {"sm_86", 0x000fe20000420000, 0x000000040504723e,
     "F2FP.???2.PACK_AB.RS.7b R4, R5, R4, R0"},
    {"sm_89", 0x000fe20002401400, 0x0000000a0504723e,
     "F2FP.TF32.E5M2.UNPACK_B R4, R10"},
    {"sm_89", 0x000fe20002405000, 0x0000000a0504723e,
     "F2FP.TF32.F32.PACK_B R4, R10"},
    {"sm_89", 0x000fe20004005000, 0x0000000a0504723e,
     "F2FP.BF16.F32.PACK_AB_MERGE_C R4, R5, R10, R0"},
    {"sm_86", 0x000fe20008204800, 0x000000020a0472ba,
     "UF2FP.MERGE_C UR4, UR2, UR0"},
    {"sm_89", 0x000fe20000008110, 0x800000060504727a,
     "QMMA.16816.F16.E4M3.E5M2 R4, -R5.ROW, -R6.???0, R16"},
    {"sm_89", 0x000fe20000030810, 0x0004000a0504727a,
     "QMMA.SP.REGOFFSET.16832.F16.E4M3.E4M3 R4, R5.ROW, R10.???0, R16, R0.reuse, 0x0"},
    {"sm_89", 0x000fe2000d800c00, 0x00000008e4c37d8f,
     "CCTL.RML2 [R228+UR8], 0x6"},
    {"sm_89", 0x000fe200080fac60, 0x000040040507797e,
     "LDG.E.EF.INVALID3.LTC128B.256.CONSTANT.VC R96, R7, [R5.64+UR4+0x800], 0x0"},
    {"sm_89", 0x000fe220080ffc60, 0x000040040507797e,
     "LDG.E.EF.INVALID3.LTC128B.256.CONSTANT.GPU R96, R7, desc[UR4][R5.64+0x800], 0x0"},
    {"sm_89", 0x000fe20008002c0c, 0x00000104050c797f,
     "STG.E.EF.EFL2.256.CONSTANT.PRIVATE [R5.64+UR12+0x20], R4, R12, 0x0"},
    {"sm_86", 0x000fe20008800000, 0x4000400002087fb3,
     "SUQUERY.1D_ARRAY P0, R8, [R2], ???1, UR0, 0x1"},
    {"sm_86", 0x000fe20000800000, 0x00000092020879b3,
     "SUQUERY.1D P0, R8, [R2], ???1, R0"},
    {"sm_86", 0x000fe20000800000, 0x24c0030002087bb3,
     "SUQUERY.1D_BUFFER P0, R8, [R2], ???1, 0x13, 0x3"},
    /* clang-format on */
};

static void texts_are_nvidias(void **state)
{
    (void)state;
    assert_nvidia_texts(words, sizeof words / sizeof words[0]);
}

/* A reserved value has no text on the chips before. */
static void chips_differ(void **state)
{
    const struct hw_target turing = target_named("sm_75"), ampere = target_named("sm_80");
    const uint64_t word[2] = {0x0000000a00057306, 0x000fe20000200000};
    struct hw_insn insn;
    (void)state;
    assert_int_equal(hw_decode(&turing, word, sizeof word, &insn), HW_OK);
    assert_null(insn.form);
    assert_int_not_equal(hw_parse(&turing, HW_SYNTAX_NV, "I2F.???0.U32 R5, R10", 0, &insn, NULL), HW_OK);
    assert_int_equal(hw_parse(&ampere, HW_SYNTAX_NV, "I2F.???0.U32 R5, R10", 0, &insn, NULL), HW_OK);
}

/* The literal of a sum of pairs has 64 bits: its sign is in both words, and nothing else is the same text. */
static void literals_of_pairs_have_a_sign(void **state)
{
    const struct hw_target turing = target_named("sm_75");
    struct hw_insn insn = parse_nv(&turing, "UIADD3.64 UR10, UR10, -0x100, URZ");
    struct hw_semantics view;
    (void)state;
    hw_insn_semantics(&insn, &view);
    for (unsigned i = 0; i < view.operand_count; i++)
        if (view.operand[i].kind == HW_OPERAND_IMM) {
            assert_int_equal(view.operand[i].bytes, 8);
            assert_int_equal(view.operand[i].offset, -0x100);
        }
    assert_int_not_equal(
        hw_parse(&turing, HW_SYNTAX_NV, "UIADD3.64 UR10, UR10, 0xffffff00, URZ", 0, &insn, NULL), HW_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(texts_are_nvidias), cmocka_unit_test(chips_differ),
                                       cmocka_unit_test(literals_of_pairs_have_a_sign)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
