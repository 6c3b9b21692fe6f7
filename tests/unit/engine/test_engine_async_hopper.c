/* SPDX-License-Identifier: MIT */
/* Asynchronous operations of Hopper under HW_ASYNC_LATE: bulk copies that a barrier or a group waits for, and
 * products of a warpgroup.  A kernel that waits has the result that it has early, one that does not has
 * another. */
#include "kernel.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define LANES        32
#define NUMBER(i)    (0x1000u + (i))
#define OTHER        0x77u
#define READ         128 /* the words from here on are what lanes have found, and from */
#define STORED       256 /* here on, what a bulk copy has stored */

static int with_preview(void **state)
{
    (void)state;
    return setenv("HALFWARP_PREVIEW", "1", 1);
}

/* A warp; R2: the lane's word of the buffer, R5: of shared memory at 0x100; R9: OTHER; P1: the first lane.
 * The barrier is at 0x40, of one arrival; UR4 is the size of 128 bytes. */
#define BEGIN                                                                                              \
    "S2R R0, SR_TID.X\nLDC.64 R2, c[0x0][0x210]\nULDC.64 UR6, c[0x0][0x210]\n"                             \
    "IMAD.WIDE.U32 R2, R0, 0x4, R2\nIMAD R5, R0, 0x4, RZ\nMOV R9, 0x77\nISETP.EQ.AND P1, PT, R0, RZ, PT\n" \
    "UMOV UR4, 0x8\nUMOV UR8, 0x100\nUMOV UR9, 0x40\nUMOV UR10, 0x1ffffe\nUMOV UR11, 0x7ffff800\n"         \
    "SYNCS.EXCH.64 URZ, [UR9], UR10\nMOV R6, 0x80\n@P1 SYNCS.ARRIVE.TRANS64 RZ, [UR9], R6\n"
#define LOAD  "UBLKCP.S.G [UR8], [UR6], UR4\n"
#define PHASE "wait:\nSYNCS.PHASECHK.TRANS64.TRYWAIT P0, [UR9], RZ\n@!P0 BRA @wait\n"
#define PAST  "MOV R7, 0x80000000\nSYNCS.PHASECHK.TRANS64.TRYWAIT P0, [UR9], R7\n" /* of the phase before */
#define FOUND "LDS R8, [R5+0x100]\nSTG.E desc[UR4][R2.64+0x200], R8\n"
/* The other direction: from shared memory, which holds the lanes' numbers. */
#define OUT                                                      \
    "MOV R8, 0x1000\nIADD3 R8, R8, R0, RZ\nSTS [R5+0x100], R8\n" \
    "UIADD3 UR6, UR6, 0x400, URZ\nUBLKCP.G.S [UR6], [UR8], UR4\n"
#define FLUSH "UTMACMDFLUSH\n"
#define GROUP "DEPBAR.LE SB0, 0x0\n"
#define AGAIN "STS [R5+0x100], R9\n" /* the words are used again */
/* A product of ones: each of the four sums is 16. */
#define ONES                                                                                       \
    "MOV R12, 0x3c003c00\nMOV R13, R12\nMOV R14, R12\nMOV R15, R12\nIMAD R6, R0, 0x10, RZ\n"       \
    "STS.128 [R6+0x400], R12\nSTS.128 [R6+0x600], R12\n"                                           \
    "UMOV UR12, 0x00080040\nUMOV UR13, 0x00000010\nUMOV UR14, 0x00080060\nUMOV UR15, 0x00000010\n" \
    "MOV R24, R9\nMOV R25, R9\nMOV R26, R9\nMOV R27, R9\n"
#define PRODUCT   "HGMMA.64x8x16.F32 R24, gdesc[UR12], RZ, !UPT, gsb0\n"
#define SECOND    "HGMMA.64x8x16.F32 R24, gdesc[UR12], R24, gsb0\n"
#define DEPBAR(n) "WARPGROUP.DEPBAR.LE gsb0, " n "\n"
#define SUM       "STG.E desc[UR4][R2.64+0x200], R24\n"
#define CLEAR     "STS [R5+0x600], RZ\nSTS [R5+0x680], RZ\nSTS [R5+0x700], RZ\nSTS [R5+0x780], RZ\n"
#define SIXTEEN   0x41800000u
#define THIRTY2   0x42000000u

static const struct {
    const char *code;
    unsigned at;          /* READ or STORED: what is looked at */
    uint32_t early, late; /* plus the lane, if it is NUMBER(0) */
} cases[] = {
    {LOAD PHASE FOUND, READ, NUMBER(0), NUMBER(0)},
    {LOAD FOUND, READ, NUMBER(0), 0},                                          /* no wait */
    {LOAD PAST FOUND, READ, NUMBER(0), 0},                                     /* parity flipped */
    {LOAD "STG.E desc[UR4][R2.64], R9\n" PHASE FOUND, READ, NUMBER(0), OTHER}, /* the source changes */
    {OUT FLUSH GROUP AGAIN, STORED, NUMBER(0), NUMBER(0)},
    {OUT FLUSH AGAIN GROUP, STORED, NUMBER(0), OTHER}, /* used again too soon */
    {OUT GROUP AGAIN, STORED, NUMBER(0), OTHER},       /* no commit */
    {OUT FLUSH "DEPBAR.LE SB0, 0x1\n" AGAIN, STORED, NUMBER(0), OTHER},
    {ONES PRODUCT DEPBAR("0x0") SUM, READ, SIXTEEN, SIXTEEN},
    {ONES PRODUCT SECOND DEPBAR("0x0") SUM, READ, THIRTY2, THIRTY2},
    {ONES PRODUCT SUM, READ, SIXTEEN, OTHER},                        /* no wait */
    {ONES PRODUCT SECOND DEPBAR("0x1") SUM, READ, THIRTY2, SIXTEEN}, /* a group too few */
    {ONES PRODUCT CLEAR DEPBAR("0x0") SUM, READ, SIXTEEN, 0},        /* b is used again too soon */
    {ONES PRODUCT DEPBAR("0x0") CLEAR SUM, READ, SIXTEEN, SIXTEEN},
};

static void run(size_t number, uint64_t async, uint32_t want)
{
    char source[2048];
    struct kernel k;

    snprintf(source, sizeof source, BEGIN "%sEXIT\n", cases[number].code);
    kernel_make(&k, "gh100", source);
    k.launch.block[0] = LANES;
    k.launch.shared_bytes = 0x800;
    k.launch.code.registers = 32;
    k.launch.code.async = async;
    for (unsigned i = 0; i < LANES; i++)
        k.out[i] = NUMBER(i);
    kernel_expect_ok(&k);
    for (unsigned i = 0; i < LANES; i++) {
        const uint32_t expected = want == NUMBER(0) ? NUMBER(i) : want;
        if (k.out[cases[number].at + i] != expected)
            fail_msg("%s, async %d, lane %u: %08x, expected %08x", cases[number].code, (int)async, i,
                     k.out[cases[number].at + i], expected);
    }
    kernel_free(&k);
}

static void early_all_are_right(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++)
        run(i, 0, cases[i].early);
}

static void late_mistakes_show(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++)
        run(i, HW_ASYNC_LATE, cases[i].late);
}

static void seeds_change_no_right_kernel(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++)
        for (uint64_t seed = 1; seed <= 20 && cases[i].early == cases[i].late; seed++)
            run(i, seed, cases[i].early);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(early_all_are_right),
        cmocka_unit_test(late_mistakes_show),
        cmocka_unit_test(seeds_change_no_right_kernel),
    };
    return cmocka_run_group_tests(tests, with_preview, NULL);
}
