/* SPDX-License-Identifier: MIT */
/* Floats of compiled code of which some are flushed and some are not: the host flushes only those.  And a
 * launch computes as the chip does, however the program that launches has set up its processor. */
#include "kernel.h"
#include "ops/host_floats.h"
#include "ops/scalar/fp32.h"

#define INPUTS  3u
#define RESULTS 8u

/* Each thread: three words, then its results.  A store before the loads, and a jump that nobody takes, make
 * it a program of the usual kind. */
static const char source[] = "S2R R0, SR_TID.X\n"
                             "SHL R0, R0, 0x6\n"
                             "IADD R0.CC, R0, c[0x0][0x140]\n"
                             "MOV R1, c[0x0][0x144]\n"
                             "IADD.X R1, R1, RZ\n"
                             "STG.E [R0+0xc], RZ\n"
                             "LDG.E R2, [R0]\n"
                             "LDG.E R3, [R0+0x4]\n"
                             "LDG.E R4, [R0+0x8]\n"
                             "FADD R5, R2, R3\n" /* kept */
                             "FADD.FTZ R6, R2, R3\n"
                             "FMUL.FTZ R7, R2, R3\n"
                             "FFMA.FTZ R8, R2, -R3, R4\n"
                             "FFMA.FTZ R9, R8, R3, -R7\n" /* of what was flushed */
                             "IADD R10, R9, R6\n"
                             "FMUL R11, R2, R3\n" /* kept again */
                             "FFMA R12, R2, R3, R4\n"
                             "STG.E [R0+0xc], R5\n"
                             "STG.E [R0+0x10], R6\n"
                             "STG.E [R0+0x14], R7\n"
                             "STG.E [R0+0x18], R8\n"
                             "STG.E [R0+0x1c], R9\n"
                             "STG.E [R0+0x20], R10\n"
                             "STG.E [R0+0x24], R11\n"
                             "STG.E [R0+0x28], R12\n"
                             "EXIT\n";

/* Denormals, the least normal number and its neighbours, factors whose products are about there, and what is
 * no number. */
static const uint32_t number[] = {0x00000001, 0x007fffff, 0x00800000, 0x00800001, 0x80400000,
                                  0x80800000, 0x1fffffff, 0x20000000, 0x20000001, 0x1f800001,
                                  0x9fffffff, 0x3f7fffff, 0x3f800000, 0xbf800000, 0x00000000,
                                  0x80000000, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc12345};
#define NUMBERS (sizeof number / sizeof *number)
#define WORDS   16u /* of a thread */

static void fill(uint32_t *thread, unsigned which)
{
    for (unsigned i = 0; i < INPUTS; i++, which /= NUMBERS)
        thread[i] = number[which % NUMBERS];
}

static void check(const uint32_t *thread, const char *engine)
{
    const struct hw_fp32_mode kept = {.round = HW_ROUND_RN}, flushed = {.ftz = HW_FTZ_FLUSH};
    const uint32_t a = thread[0], b = thread[1], c = thread[2], sign = HW_FP32_SIGN;
    const uint32_t sum = hw_fp32_add(a, b, flushed), product = hw_fp32_mul(a, b, flushed),
                   fused = hw_fp32_fma(a, b ^ sign, c, flushed),
                   again = hw_fp32_fma(fused, b, product ^ sign, flushed);
    const uint32_t expected[RESULTS] = {
        hw_fp32_add(a, b, kept),   sum, product, fused, again, again + sum, hw_fp32_mul(a, b, kept),
        hw_fp32_fma(a, b, c, kept)};

    for (unsigned i = 0; i < RESULTS; i++)
        if (thread[INPUTS + i] != expected[i])
            fail_msg("%s: result %u of %08x %08x %08x is %08x, expected %08x", engine, i, a, b, c,
                     thread[INPUTS + i], expected[i]);
}

/* All triples, as many as there is room for at a time. */
static void run_all(const char *engine)
{
    const unsigned threads = OUT_WORDS / WORDS, all = NUMBERS * NUMBERS * NUMBERS;
    struct kernel k;

    setenv("HALFWARP_ENGINE", engine, 1);
    kernel_make(&k, "gm107", source);
    k.launch.block[0] = threads;
    assert_int_equal(hw_runner_create(&k.launch.host.runner, &k.error), HW_OK);
    for (unsigned first = 0; first + threads <= all; first += threads) {
        for (unsigned t = 0; t < threads; t++)
            fill(k.out + t * WORDS, first + t);
        kernel_expect_ok(&k);
        for (unsigned t = 0; t < threads; t++)
            check(k.out + t * WORDS, engine);
    }
    if (strcmp(engine, "jit") == 0)
        assert_int_equal(k.result.stats.compiled, k.result.stats.warp_instructions);
    hw_runner_destroy(k.launch.host.runner);
    kernel_free(&k);
    unsetenv("HALFWARP_ENGINE");
}

static void test_interpreted(void **state)
{
    (void)state;
    run_all("interpreter");
}

static void test_compiled(void **state)
{
    (void)state;
    run_all("jit");
}

#ifdef __SSE2__
/* Code that gcc links for -ffast-math flushes denormals in all of a program; this one rounds up, too. */
static void test_of_a_program_that_flushes(void **state)
{
    const unsigned before = _mm_getcsr(), other = HW_MXCSR_FLUSHES | _MM_ROUND_UP;

    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        _mm_setcsr(other);
        run_all(i ? "jit" : "interpreter");
        const unsigned behind = _mm_getcsr();
        _mm_setcsr(before);
        assert_int_equal(behind & ~(unsigned)_MM_EXCEPT_MASK, other);
    }
}
#endif

static int begin(void **state)
{
    (void)state;
    return setenv("HALFWARP_JIT_CACHE", "off", 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_interpreted),
        cmocka_unit_test(test_compiled),
#ifdef __SSE2__
        cmocka_unit_test(test_of_a_program_that_flushes),
#endif
    };

    return cmocka_run_group_tests(tests, begin, NULL);
}
