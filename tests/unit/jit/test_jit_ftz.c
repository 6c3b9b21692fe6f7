/* SPDX-License-Identifier: MIT */
/* Floats of compiled code of which some are flushed and some are not: the host flushes only those.  And a
 * launch computes as the chip does, however the program that launches has set up its processor. */
#include "unit/jit/float_threads.h"
#include "ops/host_fenv.h"
#include "ops/scalar/fp32.h"

#define RESULTS 13u

#define FLUSHED                                                \
    "FADD.FTZ R6, R2, R3\n"                                    \
    "FMUL.FTZ R7, R2, R3\n"                                    \
    "FFMA.FTZ R8, R2, -R3, R4\n"                               \
    "FFMA.FTZ R9, R8, R3, -R7\n" /* of what was flushed */     \
    "FADD.FTZ R14, R2, -RZ\n"    /* which LLVM takes for R2 */ \
    "FMUL.FTZ R15, R3, 1\n"                                    \
    "MOV32I R16, 0x3f800000\n"                                 \
    "FMUL.FTZ R16, R4, R16\n"                                  \
    "FFMA.FTZ R17, RZ, -RZ, R4\n"                              \
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
    "STG.E [R0+0x3c00], R17\n" \
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

static void expect(const void *context, const uint32_t words[INPUTS], uint32_t *results)
{
    const struct program *program = context;
    const struct hw_fp32_mode kept = {.round = HW_ROUND_RN}, flushed = {.ftz = HW_FTZ_FLUSH},
                              some = program->all_flushed ? flushed : kept;
    const uint32_t a = words[0], b = words[1], c = words[2], sign = HW_FP32_SIGN;
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
                                        program == &programs[WITHOUT] ? 0 : hw_fp32_add(a, b, kept),
                                        hw_fp32_add(a, sign, flushed),
                                        hw_fp32_mul(b, HW_FP32_ONE, flushed),
                                        hw_fp32_mul(c, HW_FP32_ONE, flushed),
                                        hw_fp32_add(sign, c, flushed)};

    memcpy(results, expected, sizeof expected);
}

static void run(unsigned which, const char *engine)
{
    run_threads(&(struct float_threads){.text = programs[which].text,
                                        .number = number,
                                        .numbers = NUMBERS,
                                        .results = RESULTS,
                                        .expect = expect,
                                        .context = &programs[which]},
                engine);
}

static void run_all(const char *engine)
{
    for (unsigned i = 0; i < PROGRAMS; i++)
        run(i, engine);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_interpreted),
        cmocka_unit_test(test_compiled),
#ifdef __SSE2__
        cmocka_unit_test(test_of_a_program_that_flushes),
#endif
    };

    run_programs = run_all;
    return cmocka_run_group_tests(tests, without_cache, NULL);
}
