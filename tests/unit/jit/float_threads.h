/* SPDX-License-Identifier: MIT */
/* A kernel whose threads compute with floats, on all triples of some numbers, some triples at a time.  Each
 * thread has three words, then its results; between two of them lie those of the other threads. */
#ifndef HW_TESTS_JIT_FLOAT_THREADS_H
#define HW_TESTS_JIT_FLOAT_THREADS_H

#include "kernel.h"

#define INPUTS    3u
#define THREADS   256u
#define REGISTERS 18u

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

struct float_threads {
    const char *text;
    const uint32_t *number;
    unsigned numbers;
    /* The results that a thread's words ask for. */
    unsigned results;
    void (*expect)(const void *context, const uint32_t words[INPUTS], uint32_t *results);
    const void *context;
};

static void check_thread(const struct float_threads *threads, const uint32_t *thread, const char *engine)
{
    const uint32_t words[INPUTS] = {thread[0], thread[THREADS], thread[2 * THREADS]};
    uint32_t expected[OUT_WORDS / THREADS];

    threads->expect(threads->context, words, expected);
    for (unsigned i = 0; i < threads->results; i++)
        if (thread[(INPUTS + i) * THREADS] != expected[i])
            fail_msg("%s: result %u of %08x %08x %08x is %08x, expected %08x, by\n%s", engine, i, words[0],
                     words[1], words[2], thread[(INPUTS + i) * THREADS], expected[i], threads->text);
}

static void fill_thread(const struct float_threads *threads, uint32_t *thread, unsigned which)
{
    for (unsigned i = 0; i < INPUTS; i++, which /= threads->numbers)
        thread[i * THREADS] = threads->number[which % threads->numbers];
}

static void run_threads(const struct float_threads *threads, const char *engine)
{
    const unsigned all = threads->numbers * threads->numbers * threads->numbers;
    struct kernel k;

    setenv("HALFWARP_ENGINE", engine, 1);
    kernel_make(&k, "gm107", threads->text);
    k.launch.block[0] = THREADS;
    k.launch.code.registers = REGISTERS;
    assert_int_equal(hw_execution_context_create(&k.launch.host.execution_context, &k.error), HW_OK);
    for (unsigned first = 0; first < all; first += THREADS) {
        for (unsigned t = 0; t < THREADS; t++)
            fill_thread(threads, k.out + t, (first + t) % all);
        kernel_expect_ok(&k);
        for (unsigned t = 0; t < THREADS; t++)
            check_thread(threads, k.out + t, engine);
    }
    if (strcmp(engine, "jit") == 0)
        assert_int_equal(k.result.stats.compiled, k.result.stats.warp_instructions);
    hw_execution_context_destroy(k.launch.host.execution_context);
    kernel_free(&k);
    unsetenv("HALFWARP_ENGINE");
}

/* As the group's setup. */
static int without_cache(void **state)
{
    (void)state;
    return setenv("HALFWARP_JIT_CACHE", "off", 1);
}

/* --- the two tests of a file: its programs by each engine --- */

static void (*run_programs)(const char *engine);

static void test_interpreted(void **state)
{
    (void)state;
    run_programs("interpreter");
}

static void test_compiled(void **state)
{
    (void)state;
    run_programs("jit");
}

#endif
