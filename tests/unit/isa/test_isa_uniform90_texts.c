/* SPDX-License-Identifier: MIT */
/* Blackwell and Rubin: words of what the uniform datapath does to memory, of addresses at uniform registers
 * without a register or an offset, and of reserved values, and what nvdisasm 13.5 prints for them (a reserved
 * value of one of several fields, and a register that is none, are told apart: docs/text.md). */
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
    {"sm_100", 0x000fe20008098800, 0x0000000604007377,
     "USTGR.E.NA.MMIO.SYS [UR4], UR6"},
    {"sm_100", 0x000fe20008098a00, 0xfffff006ff007377,
     "USTGR.E.NA.64.MMIO.SYS [-0x10], UR6"},
    {"sm_100", 0x000fe20008098000, 0x0000000604007378,
     "UREDGR.E.ADD.NA.MMIO.SYS [UR4], UR6"},
    {"sm_100", 0x000fe2000998e800, 0x0000000604007378,
     "UREDGR.E.INVALID3.NA.???3.INVALID4.STRONG.GPU [UR4], UR6"},
    {"sm_120", 0x000fe20008000006, 0x000000ff040073cb,
     "UMEMSETS.64 [UR4], URZ, UR6"},
    {"sm_100", 0x000fe20008000006, 0x80001009ff0073cb,
     "UMEMSETS.64 [-0x7ffff0], ???9, UR6"},
    {"sm_107", 0x000fe20008000000, 0x000000200408733e,
     "UCCTL.I.ABS.PF1 [UR4+0x20], UR8"},
    {"sm_107", 0x000fe2000e000000, 0x00000000ff57793e,
     "UCCTL.I.REL.PF1_5 [-0x200000000000000], 0x57"},
    {"sm_107", 0x000fe20008221106, 0x0000000504ff7fa7,
     "SYNCS.PHASECHK.TRANS64.TRYWAIT.PRIMARY P1, P2, RZ, [R4+UR6], R5"},
    {"sm_107", 0x000fe20008222000, 0x00000800042c7fbf,
     "USYNCS.???2.TRANS64.PRIMARY UP1, UP2, ???44, [UR4+0x8], UR5"},
    {"sm_107", 0x000fe200086000ff, 0x000000ff04ff79a7,
     "SYNCS.ARRIVE.TRANS64.ACT0 RZ, [R4+URZ], RZ"},
    {"sm_107", 0x000fe2000800e20a, 0x50000004080073ba,
     "UBLKCP.S.G.VALIDCHK_EVERY_FF.STRONG.GPU [UR4], [UR8], UR10"},
    {"sm_107", 0x000fe2000800800a, 0x70000004080073b4,
     "UTMALDG.2D.???7 [UR4], [UR8], UR10"},
    {"sm_120", 0x000fe2000820800a, 0x00000004080073b4,
     "UTMALDG.2D.???1 [UR4], [UR8], UR10"},
    {"sm_100", 0x000fe20009808004, 0x0000010003007740,
     "CCTL.C.LDCU.IV cx[UR3][???4+0x8]"},
    {"sm_120", 0x000fe20009808004, 0x003fff0003007740,
     "CCTL.C.LDCU.IV cx[UR3][UR4+-0x8]"},
    {"sm_100", 0x000fe200098080ff, 0x003fff000300773f,
     "CCTL.C.LDC.IV cx[UR3][-0x8]"},
    {"sm_100", 0x000fe20009808000, 0xfffffff0ff007540,
     "CCTL.E.C.LDCU.IV [-0x10]"},
    {"sm_100", 0x000fe20009808000, 0x00c00100ff007b40,
     "CCTL.C.LDCU.IV c[0x3][0x8]"},
    {"sm_100", 0x000fe20002008000, 0x00000000ff00798f,
     "CCTL.C.IVALL"},
    {"sm_100", 0x000fe2000b800800, 0x00000000ff0479ac,
     "LDCU UR4, [URZ], UPT"},
    {"sm_100", 0x000fe20008000804, 0x0000010003097bac,
     "LDCU UR9, cx[UR3][???4+0x8]"},
    {"sm_120", 0x000fe2000b8f043f, 0xfffffc0fff0873ac,
     "LDCU.256 UR4, UR8, [-0x10], UPT"},
    {"sm_100", 0x000fe20008200000, 0x000000ff00007d91,
     "CCTLT.IVTH URZ"},
    {"sm_100", 0x000fe2000b800000, 0x0000000005007943,
     "CALL.ABS UR5"},
    {"sm_100", 0x000fe20000008500, 0x0000000000097919,
     "S2R R9, __HIR0X000"},
    /* clang-format on */
};

static void texts_are_nvidias(void **state)
{
    (void)state;
    assert_nvidia_texts(words, sizeof words / sizeof words[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(texts_are_nvidias)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
