/* SPDX-License-Identifier: MIT */
/* Hopper and Blackwell: integers, the uniform datapath, control flow and special registers.  Words, what
 * nvdisasm 13.5 prints for them, and what the new operations write and read. */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
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
    {"sm_90", 0x000fe20000008000, 0x0000000000007992,
     "MEMBAR.ALL.CTA"},
    {"sm_90", 0x000fe20000010000, 0x0000000000000b1d,
     "@P0 BAR.SYNC.DEFER_BLOCKING 0x0"},
    {"sm_90", 0x000fe20000000000, 0x000080000000791a,
     "DEPBAR.LE SB0, 0x0"},
    {"sm_90", 0x000fe20008000000, 0x0000000000007d1a,
     "DEPBAR.???0 SB0, UR0"},
    {"sm_90", 0x000fe20003800003, 0x0000000200007446,
     "VIADDMNMX.U32 R0, R0, R3, 0x2, PT"},
    {"sm_90", 0x000fe2000b90110a, 0x000000080604754a,
     "JMP.???0.ANY UP6, 0x110a0000000810"},
    {"sm_90", 0x000fe20008000000, 0x00000000000079c7,
     "UCGABAR_ARV"},
    {"sm_90", 0x000fe20000002000, 0x0000000000007992,
     "MEMBAR.SC.GPU"},
    {"sm_90", 0x000fe2000b800100, 0x0000001691917c0f,
     "VIMNMX3 R145, R145, UR22, R0, PT"},
    {"sm_90", 0x000fe20000000000, 0x0000000000007992,
     "MEMBAR.SC.CTA"},
    {"sm_90", 0x000fe20000000000, 0x000000000000734e,
     "LEPC R0"},
    {"sm_90", 0x000fe20004014800, 0x0000000000007b1d,
     "BAR.RED.OR.DEFER_BLOCKING 0x0, !P0"},
    {"sm_90", 0x000fe20000000000, 0x000000000000782d,
     "PREEXIT"},
    {"sm_90", 0x000fe20003fe0300, 0x0000000a00007248,
     "VIMNMX.S16x2 R0, R0, R10, PT"},
    {"sm_90", 0x000fe20000000000, 0x00000000000075ab,
     "CGAERRBAR"},
    {"sm_90", 0x000fe20003820000, 0x00000000003f782f,
     "ELECT P1, URZ, PT"},
    {"sm_90", 0x000fe20008000000, 0x0000000000007958,
     "BRXU P0, UR0"},
    {"sm_90", 0x000fe20000000000, 0x0000000f1c3f7836,
     "VIADD R63, R28, 0xf"},
    {"sm_90", 0x000fe2000000000a, 0x000000080604720f,
     "VIMNMX3.U32 R4, R6, R8, R10, P0"},
    {"sm_90", 0x000fe20003a00000, 0x0000000000007348,
     "WARPSYNC.EXCLUSIVE R0"},
    {"sm_100", 0x000fe20003fe0000, 0x0000008097047848,
     "VIMNMX.U32 R4, PT, PT, R151, 0x80, PT"},
    {"sm_100", 0x000fe20000011403, 0x0000001fff037819,
     "SHF.R.S32.HI R3, RZ, 0x1f, R3"},
    {"sm_100", 0x000fe200000006ff, 0x0000000402047819,
     "SHF.L.U32 R4, R2, 0x4, RZ"},
    {"sm_100", 0x000fe20008000400, 0x0005b000040577ac,
     "LDCU.U16 UR5, c[0x0][UR4+0x2d80]"},
    {"sm_100", 0x000fe20007800204, 0x000000020003720f,
     "VIMNMX3.U16x2 R3, R0, R2, R4, !PT"},
    {"sm_100", 0x000fe20003820000, 0x0000000000ff782f,
     "ELECT P1, URZ, PT"},
    {"sm_100", 0x000fe20000001007, 0x0000000106037819,
     "SHF.R.S64 R3, R6, 0x1, R7"},
    {"sm_100", 0x000fe2000000000a, 0x000000080604720f,
     "VIMNMX3.U32 R4, R6, R8, R10, P0"},
    {"sm_100", 0x000fe20003fe1100, 0x0000008004047848,
     "VIMNMX.RELU R4, PT, PT, R4, 0x80, PT"},
    {"sm_100", 0x000fe20000010e05, 0x0000000607057219,
     "SHF.L.W.U32.HI R5, R7, R6, R5"},
    {"sm_100", 0x000fe20000000000, 0x00000000000072cc,
     "CREDUX.MAX UR0, R0"},
    {"sm_100", 0x000fe20003800100, 0x0000000000008942,
     "@!P0 BREAK.RELIABLE B0"},
    {"sm_100", 0x000fe20000100000, 0x00000000020512ca,
     "@P1 R2UR.OR P0, UR5, R2"},
    {"sm_100", 0x000fe20003800000, 0x0000000000007941,
     "BSYNC B0"},
    {"sm_100", 0x000fe2000b80018d, 0x00000004088d7c0f,
     "VIMNMX3 R141, R8, UR4, R141, PT"},
    {"sm_100", 0x000fe200008e0000, 0x00000000020812ca,
     "@P1 R2UR.BROADCAST UR8, R2"},
    {"sm_100", 0x000fe20008000800, 0x00010a00ff0a77ac,
     "LDCU UR10, c[0x0][0x850]"},
    {"sm_100", 0x000fe20003fe0200, 0x0000000002027248,
     "VIMNMX.U16x2 R2, PT, PT, R2, R0, PT"},
    {"sm_100", 0x000fe20008000000, 0x00000000000079ac,
     "LDCU.U8 UR0, [UR0], UP0"},
    {"sm_100", 0x000fe2000000000a, 0x0000000806047219,
     "SHF.L.S64 R4, R6, R8, R10"},
    {"sm_120", 0x000fe20000015000, 0x00000000000478cb,
     "CS2UR UR4, SR_CLOCKLO"},
    {"sm_120", 0x000fe2000c800000, 0x000000050e057287,
     "USEL UR5, UR14, UR5, !UP1"},
    {"sm_120", 0x000fe20008000000, 0x0000000000007254,
     "UFADD UR0, UR0, UR0"},
    {"sm_120", 0x000fe20008000000, 0x00000000000079ac,
     "LDCU.U8 UR0, [UR0], UP0"},
    {"sm_120", 0x000fe2000bf14270, 0x7ffffffe0400788c,
     "UISETP.GT.S64.AND UP0, UPT, UR4, 0x7ffffffe, UPT"},
    {"sm_120", 0x000fe2000f8e02ff, 0x00000080060478a5,
     "UIMAD.WIDE UR4, UR6, 0x80, URZ"},
    {"sm_120", 0x000fe20001f64670, 0x000000575800720c,
     "ISETP.GT.OR P3, PT, R88, R87, P3"},
    {"sm_120", 0x000fe2000bf14070, 0x000000040600728c,
     "UISETP.GT.U64.AND UP0, UPT, UR6, UR4, UPT"},
    {"sm_120", 0x000fe20008000000, 0x000000000000725e,
     "UI2FP.INVALID0.INVALID0 UR0, UR0"},
    {"sm_120", 0x000fe20009f62070, 0x000000ff1600728c,
     "UISETP.EQ.U32.AND UP3, UPT, UR22, URZ, UP3"},
    {"sm_120", 0x000fe200018e0400, 0x0000000d0a0d7235,
     "IADD.X R13, R10, R13, P3"},
    {"sm_120", 0x000fe20003f44070, 0x0000037f6e00780c,
     "ISETP.GT.U32.AND P2, PT, R110, 0x37f, PT"},
    {"sm_120", 0x000fe20004702670, 0x000000ff0000720c,
     "ISETP.EQ.OR P0, PT, R0, RZ, !P0"},
    {"sm_120", 0x000fe20000f22470, 0x000000ff0800720c,
     "ISETP.EQ.U32.OR P1, PT, R8, RZ, P1"},
    {"sm_120", 0x000fe20003f14070, 0x000000161400720c,
     "ISETP.GT.U64.AND P0, PT, R20, R22, PT"},
    {"sm_120", 0x000fe20008000000, 0x000000000000728c,
     "UISETP.F.U32.AND UP0, UP0, UR0, UR0, UP0"},
    {"sm_120", 0x000fe20008000400, 0x000093c00c0407ac,
     "@UP0 LDCU.U16 UR4, c[0x0][UR12+0x49e]"},
    {"sm_120", 0x000fe20008400000, 0x0000000706067256,
     "UFMUL UR6, UR6, UR7"},
    {"sm_120", 0x000fe200078e0200, 0x000000020a0a7235,
     "IADD.64 R10, R10, R2"},
    {"sm_120", 0x000fe20008713470, 0x000000040a00728c,
     "UISETP.LE.U64.OR UP0, UPT, UR10, UR4, UP0"},
    {"sm_120", 0x000fe2000821f000, 0x0000000c000d725c,
     "UF2I.FTZ.U32.TRUNC.NTZ UR13, UR12"},
    {"sm_120", 0x000fe20000f31470, 0x000000040c00780c,
     "ISETP.LT.U64.OR P1, PT, R12, 0x4, P1"},
    {"sm_120", 0x000fe20000706670, 0x000000d3ca00720c,
     "ISETP.GE.OR P0, PT, R202, R211, P0"},
    {"sm_120", 0x000fe2000bf21270, 0x000000ff0d00728c,
     "UISETP.LT.AND UP1, UPT, UR13, URZ, UPT"},
    {"sm_120", 0x000fe2000bf16070, 0x000000041800788c,
     "UISETP.GE.U64.AND UP0, UPT, UR24, 0x4, UPT"},
    {"sm_120", 0x000fe20008101400, 0x000000040004725a,
     "UI2F.S16 UR4, UR4"},
    {"sm_107", 0x000fe20008000800, 0x00010a00ff0a77ac,
     "LDCU UR10, c[0x0][0x850]"},
    {"sm_107", 0x000fe20000000000, 0x0000000000007247,
     "VISET.BM.F.U32 R0, R0, R0"},
    {"sm_107", 0x000fe20000000000, 0x0000000000007316,
     "__HIR0X1D0.8.U2.N1.M2.X1 R0, R0, R0"},
    {"sm_107", 0x000fe2000000000a, 0x0000000806047554,
     "MOV64IUR R4, 0xa0000000806"},
    {"sm_107", 0x000fe20000000000, 0x0000000000007217,
     "IMNMX.U32 P0, P0, R0, R0, R0, P0, P0"},
    {"sm_107", 0x000fe20008000c00, 0x0000e200ff1077ac,
     "LDCU.128 UR16, c[0x0][0x710]"},
    {"sm_107", 0x000fe20000000000, 0x0000000000007235,
     "IADD R0, P0, R0, R0"},
    {"sm_107", 0x000fe20008000000, 0x00000000000079ac,
     "LDCU.U8 UR0, [UR0], UP0"},
    {"sm_107", 0x000fe20000000000, 0x00000001cd8f7836,
     "VIADD.32 R143, R205, 0x1"},
    {"sm_107", 0x000fe2000800000a, 0x00000008060473ac,
     "LDCU.256 UR0, UR4, [UR6+0x28000000], 0x8, UP0"},
    {"sm_107", 0x000fe20008000200, 0x000c4140ff0477ac,
     "LDCU.S8 UR4, c[0x0][0x620a]"},
    {"sm_107", 0x000fe20008000000, 0x0000000000007917,
     "UTRACEEVENT.EN.0 UR0, 0x0"},
    {"sm_107", 0x000fe20008000a00, 0x00006b00ff0c77ac,
     "LDCU.64 UR12, c[0x0][0x358]"},
    {"sm_107", 0x000fe20008000400, 0x0005b000040577ac,
     "LDCU.U16 UR5, c[0x0][UR4+0x2d80]"},
    /* clang-format on */
};

/* Notes are ours: nvdisasm has none. */
static void without_notes(char *text)
{
    char *note = strstr(text, " # ");
    if (note)
        *note = '\0';
}

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
        without_notes(text);
        assert_string_equal(text, words[i].text);
    }
}

/* What later chips lack has no text there. */
static void chips_lack_forms(void **state)
{
    static const struct {
        const char *chip, *text;
    } lacks[] = {
        {"sm_89", "VIADD R4, R6, R8"},
        {"sm_107", "VIMNMX3 R4, R6, R8, R10, PT"},
        {"sm_120", "VABSDIFF R4, R6, R8, R10"},
        {"sm_100", "IADD R4, R6, R8"},
        {"sm_110", "IADD.XOR R4, PT, R6, R8, R10"},
        {"sm_100", "MOV R4, c[0x0][0x160]"},
        {"sm_90", "LDCU UR4, c[0x0][UR6]"},
        {"sm_100", "ULDC UR4, c[0x0][0x160]"},
        {"sm_100", "UFADD UR4, UR6, UR10"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof lacks / sizeof lacks[0]; i++) {
        const struct hw_target target = target_named(lacks[i].chip);
        struct hw_insn insn;
        assert_int_not_equal(hw_parse(&target, HW_SYNTAX_NV, lacks[i].text, 0, &insn, NULL), HW_OK);
    }
}

/* Registers as first+count; of the uniform datapath the numbers of the lowest 64 as a mask. */
static void write_effects(const struct hw_effects *e, char *to, size_t size)
{
    size_t n = (size_t)snprintf(to, size, "w");
    for (unsigned i = 0; i < e->write_count; i++)
        n += (size_t)snprintf(to + n, size - n, " %u+%u", e->write[i].first, e->write[i].count);
    n += (size_t)snprintf(to + n, size - n, " u%" PRIx64 " p%x q%x r", e->ureg_written[0], e->pred_written,
                          e->upred_written);
    for (unsigned i = 0; i < e->read_count; i++)
        n += (size_t)snprintf(to + n, size - n, " %u+%u", e->read[i].first, e->read[i].count);
    snprintf(to + n, size - n, " u%" PRIx64 " p%x q%x m%x", e->ureg_read[0], e->pred_read, e->upred_read,
             e->memory);
}

static void effects_are_complete(void **state)
{
    static const struct {
        const char *chip, *text, *expected;
    } cases[] = {
        {"sm_100", "IADD3 R4, P1, P2, R6, R8, R10", "w 4+1 u0 p6 q0 r 6+1 8+1 10+1 u0 p0 q0 m0"},
        {"sm_120", "IADD.64.X R4, P1, R6, R8, P2", "w 4+2 u0 p2 q0 r 6+2 8+2 u0 p4 q0 m0"},
        {"sm_120", "IADD R4, R6, UR8", "w 4+1 u0 p0 q0 r 6+1 u100 p0 q0 m0"},
        {"sm_107", "IMNMX.U64 P1, P2, R4, R6, R8, P3, P4", "w 4+2 u0 p6 q0 r 6+2 8+2 u0 p18 q0 m0"},
        {"sm_120", "ISETP.LT.S64.AND P1, PT, R4, UR8, PT", "w u0 p2 q0 r 4+2 u300 p0 q0 m0"},
        {"sm_120", "MOV.64 R4, UR8", "w 4+2 u0 p0 q0 r u300 p0 q0 m0"},
        {"sm_120", "MOV.64 R4, 0x123456789a", "w 4+2 u0 p0 q0 r u0 p0 q0 m0"},
        {"sm_120", "SEL.64 R4, R6, R8, !P1", "w 4+2 u0 p0 q0 r 6+2 8+2 u0 p2 q0 m0"},
        {"sm_90", "VIMNMX.U16x2 R4, P1, P2, R6, R8, PT", "w 4+1 u0 p6 q0 r 6+1 8+1 u0 p0 q0 m0"},
        {"sm_90", "VIADDMNMX R4, R6, R8, R10, !P1", "w 4+1 u0 p0 q0 r 6+1 8+1 10+1 u0 p2 q0 m0"},
        {"sm_90", "ELECT P1, UR4, P2", "w u10 p2 q0 r u0 p4 q0 m0"},
        {"sm_100", "R2UR.FILL UR4, R8", "w u10 p0 q0 r 8+1 u0 p0 q0 m0"},
        {"sm_100", "LDCU.128 UR4, c[0x0][UR8+0x10]", "w uf0 p0 q0 r u100 p0 q0 m1"},
        {"sm_100", "LDCU.64 UR4, cx[UR8][0x10]", "w u30 p0 q0 r u300 p0 q0 m1"},
        {"sm_120", "LDCU.64 UR4, cx[UR8][UR12+0x10]", "w u30 p0 q0 r u1300 p0 q0 m1"},
        {"sm_120", "LDCU.256 UR12, UR4, c[0x0][UR8], 0x0", "w uf0f0 p0 q0 r u100 p0 q0 m1"},
        {"sm_100", "UGETNEXTWORKID.SELFCAST [UR4], [UR5]", "w u0 p0 q0 r u30 p0 q0 m2"},
        {"sm_90", "USETMAXREG.TRY_ALLOC.CTAPOOL UP1, 0xa0", "w u0 p0 q2 r u0 p0 q0 m0"},
        {"sm_120", "UIMNMX.S64 UP1, UPT, UR4, UR6, UR8, UP2, UPT", "w u30 p0 q2 r u3c0 p0 q4 m0"},
        {"sm_120", "UFFMA UR4, UR6, UR8, UR10", "w u10 p0 q0 r u540 p0 q0 m0"},
        {"sm_90", "ULEPC UR4, 0x20", "w u30 p0 q0 r u0 p0 q0 m0"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct hw_target target = target_named(cases[i].chip);
        const struct hw_insn insn = parse_nv(&target, cases[i].text);
        struct hw_effects effects;
        char text[256];
        hw_insn_effects(&insn, &effects);
        write_effects(&effects, text, sizeof text);
        assert_string_equal(text, cases[i].expected);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(texts_are_nvidias),
                                       cmocka_unit_test(chips_lack_forms),
                                       cmocka_unit_test(effects_are_complete)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
