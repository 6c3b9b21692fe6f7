/* SPDX-License-Identifier: MIT */
/* Functions of three words, of which the second is a constant, and then a choice of lanes between the result
 * and one of the words.  LLVM makes one instruction of all that where the host has AVX-512, and some were
 * wrong (jit/compiler/jit_ternary.h). */
#include "kernel.h"

#define MASK    0x7fffu
#define THREADS 32u
#define TABLES  256u
#define AT_ONCE \
    32u /* tables of a program; each has two words of its own, of which the first gets the result */
#define WORDS (2 * AT_ONCE)
#define FIRST 8u /* register of a word */

static size_t write_accesses(char *text, const char *format)
{
    size_t used = 0;

    for (unsigned i = 0; i < WORDS; i += 4)
        used += (size_t)sprintf(text + used, format, FIRST + i, 4 * i);
    return used;
}

/* Words that are loaded elsewhere are in memory for the code that computes with them.  Lanes may keep the
 * first word or the second. */
static void write_program(char *text, unsigned kept, unsigned first)
{
    text += sprintf(text, "S2R R0, SR_TID.X\nISETP.LT.AND P0, PT, R0, 0x5, PT\nSHL R0, R0, 0x8\n"
                          "IADD R0.CC, R0, c[0x0][0x140]\nMOV R1, c[0x0][0x144]\nIADD.X R1, R1, RZ\n");
    text += write_accesses(text, "LDG.E.128 R%1$u, [R0+0x%2$x]\n");
    for (unsigned i = 0; i < AT_ONCE; i++) {
        const unsigned pair = FIRST + 2 * i;
        text += sprintf(text, "LOP3.LUT R5, R%u, 0x%x, R%u, 0x%x\nSEL R%u, R%u, R5, P0\n", pair, MASK,
                        pair + 1, first + i, pair, pair + kept);
    }
    text += write_accesses(text, "STG.E.128 [R0+0x%2$x], R%1$u\n");
    sprintf(text, "EXIT\n");
}

static uint32_t word(unsigned thread, unsigned number)
{
    return (thread * WORDS + number + 1) * 0x9e3779b1u;
}

static uint32_t expected(unsigned thread, unsigned index, unsigned kept, unsigned table)
{
    const uint32_t words[2] = {word(thread, 2 * index), word(thread, 2 * index + 1)};
    uint32_t value = 0;

    if (thread < 5)
        return words[kept];
    for (unsigned bit = 0; bit < 32; bit++) {
        const unsigned row = (words[0] >> bit & 1) * 4 + (MASK >> bit & 1) * 2 + (words[1] >> bit & 1);
        value |= (uint32_t)(table >> row & 1) << bit;
    }
    return value;
}

static void check(const uint32_t *results, unsigned thread, unsigned kept, unsigned first)
{
    for (unsigned i = 0; i < AT_ONCE; i++) {
        const uint32_t right = expected(thread, i, kept, first + i);
        if (results[2 * i] != right)
            fail_msg("table 0x%02x and a choice of word %u: 0x%08x, expected 0x%08x", first + i, kept,
                     results[2 * i], right);
    }
}

static void run(unsigned kept, unsigned first)
{
    static char text[32768];
    struct kernel k;

    write_program(text, kept, first);
    kernel_make(&k, "gm107", text);
    k.launch.block[0] = THREADS;
    k.launch.code.registers = FIRST + WORDS;
    assert_int_equal(hw_execution_context_create(&k.launch.host.execution_context, &k.error), HW_OK);
    for (unsigned i = 0; i < THREADS * WORDS; i++)
        k.out[i] = word(i / WORDS, i % WORDS);
    kernel_expect_ok(&k);
    assert_int_equal(k.result.stats.compiled, k.result.stats.warp_instructions);
    for (unsigned t = 0; t < THREADS; t++)
        check(k.out + t * WORDS, t, kept, first);
    hw_execution_context_destroy(k.launch.host.execution_context);
    kernel_free(&k);
}

static void test_all_tables(void **state)
{
    (void)state;
    for (unsigned kept = 0; kept < 2; kept++)
        for (unsigned first = 0; first < TABLES; first += AT_ONCE)
            run(kept, first);
}

static int compiled(void **state)
{
    (void)state;
    return setenv("HALFWARP_JIT_CACHE", "off", 1) || setenv("HALFWARP_ENGINE", "jit", 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_all_tables)};

    return cmocka_run_group_tests(tests, compiled, NULL);
}
