/* SPDX-License-Identifier: MIT */
/* Compiled arithmetic of doubles: which NaN comes out, of operands in each place, with modifiers and in each
 * rounding; and constants by which LLVM would not compute, or compute other NaNs. */
#include "unit/jit/float_threads.h"
#include "ops/scalar/fp64.h"

#define ONE       0x3ff00000u
#define MINUS_ONE 0xbff00000u
#define MINUS     0x80000000u
#define INFINITE  0x7ff00000u

/* Numbers' high words; their low words are 0. */
static const uint32_t number[] = {0,          MINUS,      ONE,        0xbfe00000, 0x00000001,
                                  0x7fefffff, INFINITE,   0xfff00000, 0x7ff80000, 0xfff80000,
                                  0x7ff80123, 0xfff54321, 0x7ff00001};
#define NUMBERS (sizeof number / sizeof *number)

enum how { SUM, PRODUCT, FUSED };
/* Operands are the thread's numbers a, b and c, or their negatives, or a constant, by its high word. */
struct operand {
    enum {
        DOUBLE_A,
        DOUBLE_B,
        DOUBLE_C,
        DOUBLE_MINUS_A,
        DOUBLE_MINUS_B,
        DOUBLE_MINUS_C,
        DOUBLE_SIZE_A,
        DOUBLE_SIZE_B,
        DOUBLE_CONSTANT
    } kind;
    uint32_t high;
};
struct operation {
    const char *text;
    enum how how;
    struct operand operand[3];
    unsigned round;
};

#define RESULTS 2u
#define PROGRAM(first, operation)                                                       \
    BEGIN LOAD "MOV R6, RZ\nMOV R7, R2\n"                                               \
               "MOV R8, RZ\nMOV R9, R3\n"                                               \
               "MOV R10, RZ\nMOV R11, R4\n" first operation "\nSTG.E [R0+0xc00], R12\n" \
               "STG.E [R0+0x1000], R13\n"                                               \
               "EXIT\n"
#define PLAIN(operation)      PROGRAM("", operation)
#define WITH(high, operation) PROGRAM("MOV R14, RZ\nMOV32I R15, " high "\n", operation)

static const struct operation operations[] = {
    {PLAIN("DFMA R12, R6, R8, R10"), FUSED, {{DOUBLE_A, 0}, {DOUBLE_B, 0}, {DOUBLE_C, 0}}, HW_ROUND_RN},
    {PLAIN("DFMA R12, R6, -R8, R10"),
     FUSED,
     {{DOUBLE_A, 0}, {DOUBLE_MINUS_B, 0}, {DOUBLE_C, 0}},
     HW_ROUND_RN},
    {PLAIN("DFMA R12, R6, R8, -R10"),
     FUSED,
     {{DOUBLE_A, 0}, {DOUBLE_B, 0}, {DOUBLE_MINUS_C, 0}},
     HW_ROUND_RN},
    {PLAIN("DFMA.RM R12, R6, R8, R10"), FUSED, {{DOUBLE_A, 0}, {DOUBLE_B, 0}, {DOUBLE_C, 0}}, HW_ROUND_RM},
    {PLAIN("DFMA.RZ R12, R6, -R8, -R10"),
     FUSED,
     {{DOUBLE_A, 0}, {DOUBLE_MINUS_B, 0}, {DOUBLE_MINUS_C, 0}},
     HW_ROUND_RZ},
    {PLAIN("DADD R12, R6, R8"), SUM, {{DOUBLE_A, 0}, {DOUBLE_B, 0}}, HW_ROUND_RN},
    {PLAIN("DADD R12, -R6, R8"), SUM, {{DOUBLE_MINUS_A, 0}, {DOUBLE_B, 0}}, HW_ROUND_RN},
    {PLAIN("DADD R12, |R6|, -R8"), SUM, {{DOUBLE_SIZE_A, 0}, {DOUBLE_MINUS_B, 0}}, HW_ROUND_RN},
    {PLAIN("DADD.RP R12, -R6, |R8|"), SUM, {{DOUBLE_MINUS_A, 0}, {DOUBLE_SIZE_B, 0}}, HW_ROUND_RP},
    {PLAIN("DMUL R12, R6, R8"), PRODUCT, {{DOUBLE_A, 0}, {DOUBLE_B, 0}}, HW_ROUND_RN},
    {PLAIN("DMUL R12, R6, -R8"), PRODUCT, {{DOUBLE_A, 0}, {DOUBLE_MINUS_B, 0}}, HW_ROUND_RN},
    {PLAIN("DMUL.RM R12, R6, R8"), PRODUCT, {{DOUBLE_A, 0}, {DOUBLE_B, 0}}, HW_ROUND_RM},
    {WITH("0x3ff00000", "DMUL R12, R6, R14"), PRODUCT, {{DOUBLE_A, 0}, {DOUBLE_CONSTANT, ONE}}, HW_ROUND_RN},
    {WITH("0xbff00000", "DMUL R12, R14, R8"),
     PRODUCT,
     {{DOUBLE_CONSTANT, MINUS_ONE}, {DOUBLE_B, 0}},
     HW_ROUND_RN},
    {WITH("0xbff00000", "DMUL R12, R6, R14"),
     PRODUCT,
     {{DOUBLE_A, 0}, {DOUBLE_CONSTANT, MINUS_ONE}},
     HW_ROUND_RN},
    {WITH("0x80000000", "DADD R12, R6, R14"), SUM, {{DOUBLE_A, 0}, {DOUBLE_CONSTANT, MINUS}}, HW_ROUND_RN},
    {WITH("0x80000000", "DADD R12, R14, R8"), SUM, {{DOUBLE_CONSTANT, MINUS}, {DOUBLE_B, 0}}, HW_ROUND_RN},
    {PLAIN("DADD R12, R6, -RZ"), SUM, {{DOUBLE_A, 0}, {DOUBLE_CONSTANT, MINUS}}, HW_ROUND_RN},
    {WITH("0x7ff00000", "DADD R12, R14, -R14"),
     SUM,
     {{DOUBLE_CONSTANT, INFINITE}, {DOUBLE_CONSTANT, INFINITE | MINUS}},
     HW_ROUND_RN},
    {WITH("0x7ff00000", "DMUL R12, R14, RZ"),
     PRODUCT,
     {{DOUBLE_CONSTANT, INFINITE}, {DOUBLE_CONSTANT, 0}},
     HW_ROUND_RN},
    {WITH("0x7ff00000", "DFMA R12, R14, RZ, R10"),
     FUSED,
     {{DOUBLE_CONSTANT, INFINITE}, {DOUBLE_CONSTANT, 0}, {DOUBLE_C, 0}},
     HW_ROUND_RN},
    {WITH("0x3ff00000", "DFMA R12, R6, R14, -RZ"),
     FUSED,
     {{DOUBLE_A, 0}, {DOUBLE_CONSTANT, ONE}, {DOUBLE_CONSTANT, MINUS}},
     HW_ROUND_RN},
    {WITH("0x7ff00000", "DFMA R12, R14, RZ, R14"),
     FUSED,
     {{DOUBLE_CONSTANT, INFINITE}, {DOUBLE_CONSTANT, 0}, {DOUBLE_CONSTANT, INFINITE}},
     HW_ROUND_RN},
};

static uint64_t value_of(const struct operand *operand, const uint32_t words[INPUTS])
{
    switch (operand->kind) {
    case DOUBLE_A:
    case DOUBLE_B:
    case DOUBLE_C: return (uint64_t)words[operand->kind - DOUBLE_A] << 32;
    case DOUBLE_MINUS_A:
    case DOUBLE_MINUS_B:
    case DOUBLE_MINUS_C:
        return hw_fp64_modify((uint64_t)words[operand->kind - DOUBLE_MINUS_A] << 32, HW_OPERAND_NEG);
    case DOUBLE_SIZE_A:
    case DOUBLE_SIZE_B:
        return hw_fp64_modify((uint64_t)words[operand->kind - DOUBLE_SIZE_A] << 32, HW_OPERAND_ABS);
    default: return (uint64_t)operand->high << 32;
    }
}

static void expect(const void *context, const uint32_t words[INPUTS], uint32_t *results)
{
    const struct operation *operation = context;
    uint64_t x[3], result;

    for (unsigned i = 0; i < 3; i++)
        x[i] = value_of(&operation->operand[i], words);
    result = operation->how == SUM       ? hw_fp64_add(x[0], x[1], operation->round)
             : operation->how == PRODUCT ? hw_fp64_mul(x[0], x[1], operation->round)
                                         : hw_fp64_fma(x[0], x[1], x[2], operation->round);
    results[0] = (uint32_t)result;
    results[1] = (uint32_t)(result >> 32);
}

static void run(const char *engine)
{
    for (unsigned i = 0; i < sizeof operations / sizeof *operations; i++)
        run_threads(&(struct float_threads){.text = operations[i].text,
                                            .number = number,
                                            .numbers = NUMBERS,
                                            .results = RESULTS,
                                            .expect = expect,
                                            .context = &operations[i]},
                    engine);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_interpreted), cmocka_unit_test(test_compiled)};

    run_programs = run;
    return cmocka_run_group_tests(tests, without_cache, NULL);
}
