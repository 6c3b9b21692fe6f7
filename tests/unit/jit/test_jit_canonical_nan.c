/* SPDX-License-Identifier: MIT */
/* Compiled arithmetic goes on with the host's NaNs, and nobody sees one: not what computes with words, not
 * memory, and not what a saturated NaN goes into, for that is 0. */
#include "unit/jit/float_threads.h"
#include "ops/scalar/fp32.h"

#define RESULTS 6u

#define PROGRAM                                                                   \
    BEGIN LOAD "FFMA R5, R2, R3, R4\n"                                            \
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

static void expect(const void *context, const uint32_t words[INPUTS], uint32_t *results)
{
    const struct hw_fp32_mode mode = {.round = HW_ROUND_RN};
    const uint32_t a = words[0], b = words[1], c = words[2];
    const uint32_t fused = hw_fp32_fma(a, b, c, mode), product = hw_fp32_mul(fused, a, mode),
                   clamped = hw_fp32_saturate(hw_fp32_add(a, b, mode), HW_SAT_CLEARS_NAN);
    const uint32_t expected[RESULTS] = {fused,
                                        hw_fp32_add(product, clamped, mode),
                                        hw_fp32_add(product, fused ^ HW_FP32_SIGN, mode),
                                        fused + 1,
                                        clamped,
                                        hw_fp32_add(clamped, c, mode)};

    (void)context;
    memcpy(results, expected, sizeof expected);
}

static void run(const char *engine)
{
    run_threads(
        &(struct float_threads){
            .text = PROGRAM, .number = number, .numbers = NUMBERS, .results = RESULTS, .expect = expect},
        engine);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_interpreted), cmocka_unit_test(test_compiled)};

    run_programs = run;
    return cmocka_run_group_tests(tests, without_cache, NULL);
}
