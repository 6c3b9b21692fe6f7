/* SPDX-License-Identifier: MIT */
/* Compiled arithmetic goes on with the host's NaNs, and nobody sees one: not what computes with words, not
 * memory, and not what a saturated NaN goes into, for that is 0. */
#include "kernel.h"
#include "ops/scalar/fp32.h"

#define INPUTS  3u
#define RESULTS 6u
#define THREADS 256u

/* Each thread: three words, then its results; between two of them lie those of the other threads. */
#define PROGRAM                                                        \
    "S2R R0, SR_TID.X\n"                                               \
    "SHL R0, R0, 0x2\n"                                                \
    "IADD R0.CC, R0, c[0x0][0x140]\n"                                  \
    "MOV R1, c[0x0][0x144]\n"                                          \
    "IADD.X R1, R1, RZ\n"                                              \
    "LDG.E R2, [R0]\n"                                                 \
    "LDG.E R3, [R0+0x400]\n"                                           \
    "LDG.E R4, [R0+0x800]\n"                                           \
    "FFMA R5, R2, R3, R4\n"                                            \
    "FMUL R6, R5, R2\n"                                                \
    "FADD R7, R6, -R5\n"                                               \
    "IADD R8, R5, 0x1\n"                                               \
    "FADD.SAT R9, R2, R3\n"                                            \
    "FADD R10, R9, R4\n"                                               \
    "FADD R6, R6, R9\n" /* of which the product is no longer needed */ \
    "STG.E [R0+0xc00], R5\n"                                           \
    "STG.E [R0+0x1000], R6\n"                                          \
    "STG.E [R0+0x1400], R7\n"                                          \
    "STG.E [R0+0x1800], R8\n"                                          \
    "STG.E [R0+0x1c00], R9\n"                                          \
    "STG.E [R0+0x2000], R10\n"                                         \
    "EXIT\n"

static const uint32_t number[] = {0x00000000, 0x80000000, 0x3f800000, 0xbf000000, 0x7f7fffff, 0x7f800000,
                                  0xff800000, 0x7fffffff, 0x7fc00000, 0xffc12345, 0x7f800001, 0xff812345};
#define NUMBERS (sizeof number / sizeof *number)

static void fill(uint32_t *thread, unsigned which)
{
    for (unsigned i = 0; i < INPUTS; i++, which /= NUMBERS)
        thread[i * THREADS] = number[which % NUMBERS];
}

static void check(const uint32_t *thread, const char *engine)
{
    const struct hw_fp32_mode mode = {.round = HW_ROUND_RN};
    const uint32_t a = thread[0], b = thread[THREADS], c = thread[2 * THREADS];
    const uint32_t fused = hw_fp32_fma(a, b, c, mode), product = hw_fp32_mul(fused, a, mode),
                   clamped = hw_fp32_saturate(hw_fp32_add(a, b, mode), HW_SAT_CLEARS_NAN);
    const uint32_t expected[RESULTS] = {fused,
                                        hw_fp32_add(product, clamped, mode),
                                        hw_fp32_add(product, fused ^ HW_FP32_SIGN, mode),
                                        fused + 1,
                                        clamped,
                                        hw_fp32_add(clamped, c, mode)};

    for (unsigned i = 0; i < RESULTS; i++)
        if (thread[(INPUTS + i) * THREADS] != expected[i])
            fail_msg("%s: result %u of %08x %08x %08x is %08x, expected %08x", engine, i, a, b, c,
                     thread[(INPUTS + i) * THREADS], expected[i]);
}

/* All triples, some at a time. */
static void run(const char *engine)
{
    const unsigned all = NUMBERS * NUMBERS * NUMBERS;
    struct kernel k;

    setenv("HALFWARP_ENGINE", engine, 1);
    kernel_make(&k, "gm107", PROGRAM);
    k.launch.block[0] = THREADS;
    assert_int_equal(hw_runner_create(&k.launch.host.runner, &k.error), HW_OK);
    for (unsigned first = 0; first < all; first += THREADS) {
        for (unsigned t = 0; t < THREADS; t++)
            fill(k.out + t, (first + t) % all);
        kernel_expect_ok(&k);
        for (unsigned t = 0; t < THREADS; t++)
            check(k.out + t, engine);
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
    run("interpreter");
}

static void test_compiled(void **state)
{
    (void)state;
    run("jit");
}

static int begin(void **state)
{
    (void)state;
    return setenv("HALFWARP_JIT_CACHE", "off", 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_interpreted), cmocka_unit_test(test_compiled)};

    return cmocka_run_group_tests(tests, begin, NULL);
}
