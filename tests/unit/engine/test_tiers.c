/* SPDX-License-Identifier: MIT */
/* Tiered execution: which engine runs a kernel, and the change from one to the other while it runs. */
#include "engine/tiers/compile_queue.h"
#include "engine/tiers/engine_option.h"
#include "engine/compiler_interface.h"
#include "generations.h"
#include "unit/cache/temporary_folder.h"

#include <pthread.h>
#include <time.h>

#define PIECES   50
#define ROUNDS   10000
#define BLOCKS   60
#define WARM     2 /* blocks that surely are enough work to look code up, to compile it, and to optimise it */
#define BASELINE 20
#define HOT      50
#define NAP      1000000 /* nanoseconds */
#define NAPS     60000

/* Each thread adds its number ROUNDS times, and writes the sum. */
#define LOOP                       \
    START OF_BLOCK                 \
        "MOV R4, RZ\nMOV R5, RZ\n" \
        "again: IADD R4, R4, R0\nIADD R5, R5, 0x1\n" LESS("R5", "0x2710") "@P0 BRA @again\n" STORE("R4") END

static void nap(void)
{
    nanosleep(&(struct timespec){.tv_nsec = NAP}, NULL);
}

/* --- the queue --- */

struct piece {
    struct hw_compile_job compile_job;
    unsigned number;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned done[PIECES], done_count;

static void note(struct hw_compile_job *compile_job)
{
    pthread_mutex_lock(&lock);
    done[done_count++] = ((struct piece *)compile_job)->number; /* its first member is the queue's */
    pthread_mutex_unlock(&lock);
}

static unsigned count_done(void)
{
    pthread_mutex_lock(&lock);
    const unsigned count = done_count;
    pthread_mutex_unlock(&lock);
    return count;
}

/* The queue may be busy, and says so. */
static void add(struct piece *piece)
{
    for (unsigned naps = 0; !hw_compile_enqueue(&piece->compile_job); naps++) {
        assert_true(naps < NAPS);
        nap();
    }
}

static void wait_for(unsigned count)
{
    for (unsigned naps = 0; count_done() < count; naps++) {
        assert_true(naps < NAPS);
        nap();
    }
}

static void test_pieces_are_done_in_order(void **state)
{
    static struct piece piece[PIECES];

    (void)state;
    for (unsigned i = 0; i < PIECES; i++) {
        piece[i] = (struct piece){{.work = note}, i};
        add(&piece[i]);
    }
    wait_for(PIECES);
    assert_int_equal(count_done(), PIECES);
    for (unsigned i = 0; i < PIECES; i++)
        assert_int_equal(done[i], i);
}

/* --- HALFWARP_ENGINE --- */

static void skip_without_compiler(void)
{
    if (hw_jit_compiler.installed(NULL) != HW_OK)
        skip();
}

static void test_values(void **state)
{
    static const struct {
        const char *value;
        enum hw_engine wanted;
    } values[] = {{"interpreter", HW_ENGINE_INTERPRETER},
                  {"jit", HW_ENGINE_JIT},
                  {"baseline", HW_ENGINE_BASELINE},
                  {"auto", HW_ENGINE_AUTO},
                  {"", HW_ENGINE_AUTO}};
    enum hw_engine wanted;

    (void)state;
    for (unsigned i = 0; i < sizeof values / sizeof *values; i++) {
        setenv("HALFWARP_ENGINE", values[i].value, 1);
        assert_int_equal(hw_engine_option(&wanted, NULL), HW_OK);
        assert_int_equal(wanted, values[i].wanted);
    }
    unsetenv("HALFWARP_ENGINE");
    assert_int_equal(hw_engine_option(&wanted, NULL), HW_OK);
    assert_int_equal(wanted, HW_ENGINE_AUTO);
}

static void test_other_values_are_errors(void **state)
{
    static const char *const values[] = {"JIT", "jit ", "interpret"};

    (void)state;
    for (unsigned i = 0; i < sizeof values / sizeof *values; i++) {
        struct kernel k;

        setenv("HALFWARP_ENGINE", values[i], 1);
        make_on(&k, GM107, 32, START END);
        assert_int_equal(kernel_run(&k), HW_ERR_ARGUMENT);
        assert_non_null(strstr(k.error.text, "HALFWARP_ENGINE is `"));
        assert_non_null(strstr(k.error.text, "auto, interpreter, jit or baseline"));
        assert_string_equal(hw_engine_name(), "interpreter");
        kernel_free(&k);
    }
    unsetenv("HALFWARP_ENGINE");
}

/* A kernel of several parts (compile_parts.h): three instructions and their scheduling bits, over and over.
 */
static void test_any_size_is_compiled(void **state)
{
    enum { GROUPS = 3000, GROUP_BYTES = 32 };
    static uint8_t code[GROUPS * GROUP_BYTES + GROUP_BYTES];
    struct kernel k;

    (void)state;
    skip_without_compiler();
    make_on(&k, GM107, 32, "LOP.XOR R4, R4, R5\nLOP.XOR R4, R4, R5\nLOP.XOR R4, R4, R5\n" END);
    for (unsigned i = 0; i < GROUPS; i++)
        memcpy(code + i * GROUP_BYTES, k.code, GROUP_BYTES);
    const uint32_t rest = k.launch.code.bytes - GROUP_BYTES;
    memcpy(code + GROUPS * GROUP_BYTES, k.code + GROUP_BYTES, rest);
    k.launch.code.data = code;
    k.launch.code.bytes = GROUPS * GROUP_BYTES + rest;
    assert_true(3 * GROUPS > HW_COMPILE_UOPS_MAX);
    setenv("HALFWARP_ENGINE", "baseline", 1);
    kernel_expect_ok(&k);
    assert_int_equal(k.result.stats.warp_instructions, 3 * GROUPS + 1);
    assert_int_equal(k.result.stats.compiled, k.result.stats.warp_instructions);
    unsetenv("HALFWARP_ENGINE");
    kernel_free(&k);
}

/* --- launches --- */

static void make_loop(struct kernel *k, unsigned generation)
{
    make_on(k, generation, 32, LOOP);
    k->launch.grid[0] = BLOCKS;
}

static bool is_right(const struct kernel *k)
{
    for (uint32_t block = 0; block < BLOCKS; block++)
        for (uint32_t thread = 0; thread < 32; thread++)
            if (k->out[block * 64 + thread] != thread * ROUNDS)
                return false;
    return true;
}

static void test_engine_is_chosen(void **state)
{
    (void)state;
    skip_without_compiler();
    for (unsigned i = 0; i < GENERATIONS; i++) {
        struct kernel k;
        uint64_t instructions;

        make_loop(&k, i);
        setenv("HALFWARP_ENGINE", "interpreter", 1);
        kernel_expect_ok(&k);
        instructions = k.result.stats.warp_instructions;
        assert_true(is_right(&k));
        assert_int_equal(k.result.stats.compiled, 0);
        memset(k.out, 0, OUT_WORDS * 4);
        setenv("HALFWARP_ENGINE", "jit", 1);
        kernel_expect_ok(&k);
        assert_true(is_right(&k));
        assert_int_equal(k.result.stats.warp_instructions, instructions);
        assert_true(k.result.stats.compiled > instructions / 2);
        kernel_free(&k);
    }
}

/* Whatever was asked of the compiler until now is done when this returns. */
static void wait_for_compiler(void)
{
    static struct piece piece;

    piece = (struct piece){.compile_job = {.work = note}};
    done_count = 0; /* nothing else is in the queue that notes */
    add(&piece);
    wait_for(1);
}

static void wait_once(void *context, const struct hw_progress_report *report)
{
    (void)context;
    if (report->begun == HOT)
        wait_for_compiler();
}

/* For cached code, for baseline code and for optimised code. */
static void wait_for_each_stage(void *context, const struct hw_progress_report *report)
{
    (void)context;
    if (report->begun == WARM || report->begun == BASELINE || report->begun == HOT)
        wait_for_compiler();
}

/* The first blocks are interpreted, the last ones compiled, in one launch; the results are those of either.
 */
static void test_change_in_a_launch(void **state)
{
    struct kernel k;

    (void)state;
    skip_without_compiler();
    setenv("HALFWARP_ENGINE", "auto", 1);
    make_loop(&k, GM107);
    k.launch.host.progress = wait_once;
    kernel_expect_ok(&k);
    assert_true(is_right(&k));
    assert_true(k.result.stats.compiled > 0);
    assert_true(k.result.stats.compiled < k.result.stats.warp_instructions);
    kernel_free(&k);
}

static void run_replaced(hw_progress_fn *progress)
{
    struct kernel k;

    make_loop(&k, GM107);
    k.launch.host.workers = 1;
    k.launch.host.progress = progress;
    kernel_expect_ok(&k);
    assert_true(is_right(&k));
    assert_true(k.result.stats.compiled < k.result.stats.warp_instructions);
    kernel_free(&k);
}

/* Optimised code replaces baseline code while the launch goes on.  Both are in the cache; the next launch
 * looks for optimised code. */
static void test_baseline_code_is_replaced(void **state)
{
    (void)state;
    skip_without_compiler();
    setenv("HALFWARP_ENGINE", "auto", 1);
    const unsigned before = count_files(folder_name, NULL);
    run_replaced(wait_for_each_stage);
    assert_int_equal(count_files(folder_name, NULL), before + 2);
    run_replaced(wait_once);
    assert_int_equal(count_files(folder_name, NULL), before + 2);
}

static void *run_one(void *kernel)
{
    struct kernel *k = kernel;

    return kernel_run(k) == HW_OK && is_right(k) && k->result.stats.compiled > 0 ? k : NULL;
}

static void test_several_threads_compile(void **state)
{
    static struct kernel kernel[GENERATIONS];
    pthread_t thread[GENERATIONS];
    void *right[GENERATIONS];

    (void)state;
    skip_without_compiler();
    setenv("HALFWARP_ENGINE", "jit", 1);
    for (unsigned i = 0; i < GENERATIONS; i++)
        make_loop(&kernel[i], i);
    for (unsigned i = 0; i < GENERATIONS; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, run_one, &kernel[i]), 0);
    for (unsigned i = 0; i < GENERATIONS; i++)
        assert_int_equal(pthread_join(thread[i], &right[i]), 0);
    for (unsigned i = 0; i < GENERATIONS; i++) {
        assert_non_null(right[i]);
        kernel_free(&kernel[i]);
    }
}

static int begin(void **state)
{
    const int failed = make_folder(state);

    setenv("HALFWARP_JIT_CACHE", folder_name, 1);
    return failed;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pieces_are_done_in_order),  cmocka_unit_test(test_values),
        cmocka_unit_test(test_other_values_are_errors),   cmocka_unit_test(test_any_size_is_compiled),
        cmocka_unit_test(test_baseline_code_is_replaced), cmocka_unit_test(test_engine_is_chosen),
        cmocka_unit_test(test_change_in_a_launch),        cmocka_unit_test(test_several_threads_compile),
    };
    return cmocka_run_group_tests(tests, begin, remove_folder);
}
