/* SPDX-License-Identifier: MIT */
/* Floats of compiled code of which some are flushed and some are not: the host flushes only those.  And a
 * launch computes as the chip does, however the program that launches has set up its processor. */
#include "kernel.h"
#include "ops/host_floats.h"
#include "ops/scalar/fp32.h"

#define INPUTS    3u
#define RESULTS   12u
#define REGISTERS 17u

/* Each thread: three words, then its results; between two of them lie those of the other threads. */
#define BEGIN                         \
    "S2R R0, SR_TID.X\n"              \
    "SHL R0, R0, 0x2\n"               \
    "IADD R0.CC, R0, c[0x0][0x140]\n" \
    "MOV R1, c[0x0][0x144]\n"         \
    "IADD.X R1, R1, RZ\n"
#define LOAD                 \
    "LDG.E R2, [R0]\n"       \
    "LDG.E R3, [R0+0x400]\n" \
    "LDG.E R4, [R0+0x800]\n"
#define FLUSHED                                                \
    "FADD.FTZ R6, R2, R3\n"                                    \
    "FMUL.FTZ R7, R2, R3\n"                                    \
    "FFMA.FTZ R8, R2, -R3, R4\n"                               \
    "FFMA.FTZ R9, R8, R3, -R7\n" /* of what was flushed */     \
    "FADD.FTZ R14, R2, -RZ\n"    /* which LLVM takes for R2 */ \
    "FMUL.FTZ R15, R3, 1\n"                                    \
    "MOV32I R16, 0x3f800000\n"                                 \
    "FMUL.FTZ R16, R4, R16\n"                                  \
    "IADD R10, R9, R6\n"
#define STORE                  \
    "STG.E [R0+0xc00], R5\n"   \
    "STG.E [R0+0x1000], R6\n"  \
    "STG.E [R0+0x1400], R7\n"  \
    "STG.E [R0+0x1800], R8\n"  \
    "STG.E [R0+0x1c00], R9\n"  \
    "STG.E [R0+0x2000], R10\n" \
    "STG.E [R0+0x2400], R11\n" \
    "STG.E [R0+0x2800], R12\n" \
    "STG.E [R0+0x2c00], R13\n" \
    "STG.E [R0+0x3000], R14\n" \
    "STG.E [R0+0x3400], R15\n" \
    "STG.E [R0+0x3800], R16\n" \
    "EXIT\n"

/* Programs for which the host flushes in part, all along, and all along in code for warps without a state.
 * FSWZADD is a call, and keeps denormals. */
static const struct program {
    const char *text;
    bool all_flushed;
} programs[] = {
    {BEGIN "STG.E [R0+0xc00], RZ\n" LOAD "FADD R5, R2, R3\n" FLUSHED
           "FMUL R11, R2, R3\nFFMA R12, R2, R3, R4\nFSWZADD R13, R2, R3, PPPPPPPP\n" STORE,
     false},
    {BEGIN "STG.E [R0+0xc00], RZ\n" LOAD "FADD.FTZ R5, R2, R3\nFSWZADD R13, R2, R3, PPPPPPPP\n" FLUSHED
           "FMUL.FTZ R11, R2, R3\nFFMA.FTZ R12, R2, R3, R4\n" STORE,
     true},
    {BEGIN LOAD "FADD.FTZ R5, R2, R3\n" FLUSHED
                "FMUL.FTZ R11, R2, R3\nFFMA.FTZ R12, R2, R3, R4\nMOV R13, RZ\n" STORE,
     true},
};
#define PROGRAMS (sizeof programs / sizeof *programs)
#define WITHOUT  2u /* FSWZADD, which is no straight code */

/* Denormals, the least normal number and its neighbours, factors whose products are about there, and what is
 * no number. */
static const uint32_t number[] = {0x00000001, 0x007fffff, 0x00800000, 0x00800001, 0x80400000,
                                  0x80800000, 0x1fffffff, 0x20000000, 0x20000001, 0x1f800001,
                                  0x9fffffff, 0x3f7fffff, 0x3f800000, 0xbf800000, 0x00000000,
                                  0x80000000, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc12345};
#define NUMBERS (sizeof number / sizeof *number)
#define THREADS 256u

static void fill(uint32_t *thread, unsigned which)
{
    for (unsigned i = 0; i < INPUTS; i++, which /= NUMBERS)
        thread[i * THREADS] = number[which % NUMBERS];
}

static void check(const uint32_t *thread, unsigned which, const char *engine)
{
    const struct hw_fp32_mode kept = {.round = HW_ROUND_RN}, flushed = {.ftz = HW_FTZ_FLUSH},
                              some = programs[which].all_flushed ? flushed : kept;
    const uint32_t a = thread[0], b = thread[THREADS], c = thread[2 * THREADS], sign = HW_FP32_SIGN;
    const uint32_t sum = hw_fp32_add(a, b, flushed), product = hw_fp32_mul(a, b, flushed),
                   fused = hw_fp32_fma(a, b ^ sign, c, flushed),
                   again = hw_fp32_fma(fused, b, product ^ sign, flushed);
    const uint32_t expected[RESULTS] = {hw_fp32_add(a, b, some),
                                        sum,
                                        product,
                                        fused,
                                        again,
                                        again + sum,
                                        hw_fp32_mul(a, b, some),
                                        hw_fp32_fma(a, b, c, some),
                                        which == WITHOUT ? 0 : hw_fp32_add(a, b, kept),
                                        hw_fp32_add(a, sign, flushed),
                                        hw_fp32_mul(b, HW_FP32_ONE, flushed),
                                        hw_fp32_mul(c, HW_FP32_ONE, flushed)};

    for (unsigned i = 0; i < RESULTS; i++)
        if (thread[(INPUTS + i) * THREADS] != expected[i])
            fail_msg("program %u, %s: result %u of %08x %08x %08x is %08x, expected %08x", which, engine, i,
                     a, b, c, thread[(INPUTS + i) * THREADS], expected[i]);
}

/* All triples, some at a time. */
static void run(unsigned which, const char *engine)
{
    const unsigned all = NUMBERS * NUMBERS * NUMBERS;
    struct kernel k;

    setenv("HALFWARP_ENGINE", engine, 1);
    kernel_make(&k, "gm107", programs[which].text);
    k.launch.block[0] = THREADS;
    k.launch.code.registers = REGISTERS;
    assert_int_equal(hw_runner_create(&k.launch.host.runner, &k.error), HW_OK);
    for (unsigned first = 0; first + THREADS <= all; first += THREADS) {
        for (unsigned t = 0; t < THREADS; t++)
            fill(k.out + t, first + t);
        kernel_expect_ok(&k);
        for (unsigned t = 0; t < THREADS; t++)
            check(k.out + t, which, engine);
    }
    if (strcmp(engine, "jit") == 0)
        assert_int_equal(k.result.stats.compiled, k.result.stats.warp_instructions);
    hw_runner_destroy(k.launch.host.runner);
    kernel_free(&k);
    unsetenv("HALFWARP_ENGINE");
}

static void run_all(const char *engine)
{
    for (unsigned i = 0; i < PROGRAMS; i++)
        run(i, engine);
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
