/* SPDX-License-Identifier: MIT */
/* What runs of Hopper's and Blackwell's code where HALFWARP_PREVIEW asks for it: matrices to shared memory, a
 * lane that is elected, two floats in a pair of registers, extremes of three; and what is refused. */
#include "kernel.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define HOPPER       "LDC.64 R2, c[0x0][0x210]\n"
#define BLACKWELL    "LDC.64 R2, c[0x0][0x380]\n"
#define OUT          "S2R R0, SR_TID.X\nIMAD.WIDE.U32 R2, R0, 0x8, R2\nST.E.64 desc[UR10][R2.64], R8\nEXIT\n"

static int with_preview(void **state)
{
    (void)state;
    return setenv("HALFWARP_PREVIEW", "1", 1);
}

static int without_preview(void **state)
{
    (void)state;
    return unsetenv("HALFWARP_PREVIEW");
}

/* Run it in one warp, which writes R8 and R9 of each lane. */
static void run_warp(struct kernel *k, const char *chip, const char *code)
{
    char source[1024];

    snprintf(source, sizeof source, "%s%s" OUT, chip[1] == 'h' ? HOPPER : BLACKWELL, code);
    kernel_make(k, chip, source);
    k->launch.block[0] = 32;
    k->launch.shared_bytes = 1024;
}

/* The lane's own numbers, 2 * lane and 2 * lane + 1 of matrix 0, and 0x100 more of matrix 1. */
#define SUM(d, factor, more) "MOV R9, " more "\nIMAD " d ", R0, " factor ", R9\n"
#define NUMBERS                                                                            \
    "S2R R0, SR_TID.X\n" SUM("R4", "0x20002", "0x10000") SUM("R5", "0x20002", "0x1010100") \
        SUM("R6", "0x10", "0x400")
/* The words of shared memory in its order: the halves of a matrix line by line. */
#define LINES SUM("R7", "0x4", "0x400") "LDS R8, [R7]\nLDS R9, [R7+0x80]\n"

static void matrices_are_stored(void **state)
{
    static const char *const chips[] = {"gh100", "gb100", "gb202"};

    (void)state;
    for (size_t i = 0; i < 2 * COUNT(chips); i++) {
        const bool transposed = i % 2;
        struct kernel k;

        run_warp(&k, chips[i / 2],
                 transposed ? NUMBERS "STSM.16.MT88.2 [R6], R4\n" LINES
                            : NUMBERS "STSM.16.M88.2 [R6], R4\n" LINES);
        kernel_expect_ok(&k);
        for (unsigned n = 0; n < 64; n++)
            for (unsigned half = 0; half < 2; half++) {
                /* Halves of both matrices alternate by words of a lane: R8, R9. */
                const unsigned matrix = n % 2, at = n / 2 * 2 + half, line = at / 8, column = at % 8,
                               number = transposed ? column * 8 + line : at;
                assert_int_equal(k.out[n] >> 16 * half & 0xffff, number + 0x100 * matrix);
            }
        kernel_free(&k);
    }
}

static void lines_must_be_aligned_and_inside(void **state)
{
    struct kernel k;

    (void)state;
    run_warp(&k, "gh100", NUMBERS "MOV R9, 0x8\nIMAD R6, R6, 0x1, R9\nSTSM.16.M88 [R6], R4\n");
    kernel_expect_fault(&k, HW_FAULT_MISALIGNED);
    kernel_free(&k);
    run_warp(&k, "gh100", NUMBERS "MOV R9, 0x400\nIMAD R6, R6, 0x1, R9\nSTSM.16.M88 [R6], R4\n");
    kernel_expect_fault(&k, HW_FAULT_ADDRESS);
    kernel_free(&k);
}

static void one_lane_is_elected(void **state)
{
    static const struct {
        const char *code;
        unsigned lane;
    } cases[] = {
        {"ELECT P0, UR4, PT\n", 0},
        {"S2R R0, SR_TID.X\nISETP.GT.AND P1, PT, R0, 0x4, PT\nELECT P0, UR4, P1\n", 5},
        {"UMOV UR6, 0xfff00\nELECT P0, UR4, UR6\n", 8},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        char code[256];
        struct kernel k;

        snprintf(code, sizeof code, "%sMOV R8, UR4\nSEL R9, RZ, 0x1, !P0\n", cases[i].code);
        run_warp(&k, "gh100", code);
        kernel_expect_ok(&k);
        for (unsigned lane = 0; lane < 32; lane++) {
            assert_int_equal(k.out[2 * lane], cases[i].lane);
            assert_int_equal(k.out[2 * lane + 1], lane == cases[i].lane);
        }
        kernel_free(&k);
    }
}

/* R4 to R7 are 2, 3, 5 and 7. */
#define PRIMES "MOV R4, 0x40000000\nMOV R5, 0x40400000\nMOV R6, 0x40a00000\nMOV R7, 0x40e00000\n"

static void pairs_are_two_floats(void **state)
{
    static const struct {
        const char *code;
        float low, high;
    } cases[] = {
        {"FADD2 R8, R4.F32x2.HI_LO, R6.F32x2.HI_LO\n", 7, 10},
        {"FADD2 R8, R4.F32x2.LO_HI, -R6.F32x2.HI_LO\n", -2, -5},
        {"FADD2 R8, R4.F32, |R6|.F32x2.LO_HI\n", 9, 7},
        {"FMUL2 R8, R4.F32x2.HI_LO, R6.F32x2.HI_LO\n", 10, 21},
        {"FMUL2 R8, R4.F32x2.HI_LO, 0.5\n", 1, 1.5f},
        {"FFMA2 R8, R4.F32x2.HI_LO, R6.F32x2.HI_LO, R4.F32x2.LO_HI\n", 13, 23},
        {"UMOV UR4, 0x3f800000\nUMOV UR5, 0x40000000\nFFMA2 R8, R4.F32x2.HI_LO, UR4.F32x2.HI_LO, R6.F32\n", 7,
         11},
        /* What the first half writes the second still reads. */
        {"MOV R8, R4\nMOV R9, R5\nFADD2 R8, R8.F32x2.LO_HI, R6.F32x2.HI_LO\n", 8, 9},
        {"MOV R8, R4\nMOV R9, R5\nFFMA2 R8, R8.F32, R8.F32, R8.F32x2.HI_LO\n", 6, 7},
        {"MOV R9, RZ\nFMNMX3 R8, R4, R5, R6, PT\n", 2, 0},
        {"MOV R9, RZ\nMOV R8, R7\nFMNMX3 R8, -R4, R5, |R8|, !PT\n", 7, 0},
    };
    static const char *const chips[] = {"gb100", "gb110"};

    (void)state;
    for (size_t i = 0; i < COUNT(cases) * COUNT(chips); i++) {
        const size_t n = i / COUNT(chips);
        char code[512];
        float found[2];
        struct kernel k;

        snprintf(code, sizeof code, PRIMES "%s", cases[n].code);
        run_warp(&k, chips[i % COUNT(chips)], code);
        kernel_expect_ok(&k);
        memcpy(found, k.out, sizeof found);
        if (found[0] != cases[n].low || found[1] != cases[n].high)
            fail_msg("%s: %g %g", cases[n].code, (double)found[0], (double)found[1]);
        kernel_free(&k);
    }
}

static void other_code_is_refused_by_name(void **state)
{
    struct kernel k;

    (void)state;
    run_warp(&k, "gb100", "UTCBAR [UR4], URZ\n");
    kernel_expect_fault(&k, HW_FAULT_ILLEGAL);
    assert_non_null(strstr(k.result.fault.sentence, "this instruction not yet"));
    kernel_free(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(matrices_are_stored),           cmocka_unit_test(lines_must_be_aligned_and_inside),
        cmocka_unit_test(one_lane_is_elected),           cmocka_unit_test(pairs_are_two_floats),
        cmocka_unit_test(other_code_is_refused_by_name),
    };
    return cmocka_run_group_tests(tests, with_preview, without_preview);
}
