/* SPDX-License-Identifier: MIT */
/* PTX snippets as machine code of each generation: the engine runs them, and every thread computes what
 * tests/ir_run.h computes from its inputs, the first what the manual says. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <halfwarp/chip.h>
#include <halfwarp/compiler.h>
#include <halfwarp/image.h>
#include <halfwarp/machine.h>
#include <halfwarp/module.h>

#include "built_ptx.h"
#include "ptx_number.h"
#include "ptx_snippet.h"

#define THREADS 32u

static const struct {
    const char *name;
    unsigned number;
} targets[] = {{"sm_20", 20}, {"sm_30", 30}, {"sm_35", 35}, {"sm_50", 50}, {"sm_53", 53}, {"sm_61", 61}};

/* --- numbers --- */

static uint64_t next_random(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state ^ *state >> 29;
}

/* Those of the snippet first, then such that are near the edges of 8, 16, 32 and 64 bits. */
static uint64_t number_of(const struct ptx_snippet *snippet, unsigned thread, unsigned which, uint64_t *state)
{
    static const uint64_t edges[] = {0,          1,          0x7f,       0x80,       0xff,
                                     0x7fff,     0x8000,     0xffff,     0x7fffffff, 0x80000000,
                                     0xffffffff, UINT64_MAX, 0x3c003c00, 0x3f800000, 31,
                                     32,         1ull << 63, 0x80008000, 0x7f7f7f7f, 0x80ff7f01};
    const uint64_t random = next_random(state);

    if (!thread || snippet->alone)
        return snippet->in[which];
    if (random % 4 == 0)
        return edges[random / 4 % (sizeof edges / sizeof *edges)];
    if (random % 4 == 1)
        return random >> 58;
    return next_random(state) << 32 | (uint32_t)next_random(state);
}

/* --- running --- */

static void run_on(const char *name, const struct hw_module *module, unsigned threads,
                   const uint64_t in[THREADS][3], uint64_t out[THREADS])
{
    struct hw_memory *memory = NULL;
    struct hw_image image = {0};
    struct hw_launch launch;
    struct hw_launch_result result;
    const struct hw_chip_info *chip;
    struct hw_target target;
    struct hw_error error = {.text = ""};
    uint64_t address[2];
    const size_t bytes[] = {THREADS * 3 * sizeof(uint64_t), THREADS * sizeof(uint64_t)};

    hw_status status = hw_target_find(name, &target, &error);
    status = status ? status : hw_chip_find(name, &chip, &error);
    status = status ? status : hw_memory_create(&memory, &error);
    status = status ? status
                    : hw_image_load(&image, module, hw_module_find_kernel(module, "each"), memory, &error);
    for (unsigned i = 0; !status && i < 2; i++)
        status = hw_memory_alloc(memory, bytes[i], &address[i], &error);
    if (status)
        fail_msg("%s: %s", name, error.text);
    memcpy(hw_memory_host(memory, address[0], bytes[0]), in, bytes[0]);
    hw_launch_init(&launch, &target, chip, memory);
    hw_image_bind(&image, &launch);
    launch.block[0] = threads;
    launch.params = address;
    launch.param_bytes = sizeof address;
    launch.host.workers = 1;
    if (hw_launch_run(&launch, &result, &error))
        print_error("%s: %s\n", name, error.text);
    memcpy(out, hw_memory_host(memory, address[1], bytes[1]), bytes[1]);
    hw_image_unload(&image);
    hw_memory_destroy(memory);
}

static bool is_same_half(uint64_t a, uint64_t b)
{
    return !((a ^ b) & 0xffff) || ((a & 0x7fff) > 0x7c00 && (b & 0x7fff) > 0x7c00);
}

/* PTX leaves open which of several NaNs is the result: each is right. */
static bool is_nan(char result, const char *text, uint64_t bits)
{
    return result == 'h'   ? strstr(text, "f16") && (bits & 0x7fff) > 0x7c00
           : result == 'd' ? strstr(text, "f64") && (bits & INT64_MAX) > (uint64_t)0x7ff << 52
                           : strstr(text, "f32") && (bits & INT32_MAX) > 0x7f800000;
}

static bool is_same(const struct ptx_snippet *snippet, uint64_t a, uint64_t b)
{
    return a == b ||
           (is_nan(snippet->result, snippet->text, a) && is_nan(snippet->result, snippet->text, b)) ||
           (strstr(snippet->text, "f16x2") && is_same_half(a, b) && is_same_half(a >> 16, b >> 16));
}

static unsigned count_wrong(const struct ptx_snippet *snippet, const char *target,
                            const uint64_t in[THREADS][3], const uint64_t expected[THREADS],
                            const uint64_t out[THREADS], unsigned threads)
{
    for (unsigned i = 0; i < threads; i++)
        if (!is_same(snippet, out[i], expected[i])) {
            print_error("%s on %s: of %#llx %#llx %#llx came %#llx, expected %#llx\n", snippet->text, target,
                        (unsigned long long)in[i][0], (unsigned long long)in[i][1],
                        (unsigned long long)in[i][2], (unsigned long long)out[i],
                        (unsigned long long)expected[i]);
            return 1;
        }
    return 0;
}

/* As a cubin, which has what the loader needs.  False: the text is refused. */
static bool compile(const char *text, const char *target, unsigned level, struct hw_module **module,
                    struct hw_error *error)
{
    const struct hw_compile_options options = {.target = target, .level = level};
    struct hw_module *made = NULL;
    uint8_t *bytes = NULL;
    size_t length = 0;

    *module = NULL;
    if (hw_compile_ptx(text, strlen(text), &options, &made, error))
        return false;
    hw_status status = hw_module_write(made, made->container, &bytes, &length, error);
    hw_module_free(made);
    status = status ? status : hw_module_read(bytes, length, module, error);
    free(bytes);
    if (status)
        fail_msg("%s: %s", target, error->text);
    return true;
}

static unsigned check_snippet(const struct ptx_snippet *snippet, uint64_t seed, unsigned level)
{
    const unsigned threads = snippet->alone ? 1 : THREADS;
    uint64_t in[THREADS][3] = {{0}}, expected[THREADS], out[THREADS];
    struct built_ptx built;
    char text[PTX_SNIPPET_TEXT];
    unsigned wrong = 0;

    ptx_snippet_module(snippet, text);
    built_ptx_make(&built, text);
    for (unsigned i = 0; i < threads; i++) {
        for (unsigned k = 0; k < 3; k++)
            in[i][k] = number_of(snippet, i, k, &seed);
        expected[i] = built_ptx_run(&built, "f", in[i]);
    }
    hw_arena_clear(&built.arena);
    const size_t step = getenv("HW_SMALL_SAMPLE") ? 3 : getenv("HW_QUICK") ? 2 : 1;
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i += step) {
        struct hw_module *module;
        struct hw_error error = {.text = ""};
        const bool is_refused = !compile(text, targets[i].name, level, &module, &error);
        if (is_refused != (targets[i].number < snippet->needs)) {
            print_error("%s on %s: %s\n", snippet->text, targets[i].name,
                        is_refused ? error.text : "it should have been refused");
            wrong++;
        } else if (!is_refused) {
            memset(out, 0xa5, sizeof out);
            run_on(targets[i].name, module, threads, in, out);
            wrong += count_wrong(snippet, targets[i].name, in, expected, out, threads);
        }
        hw_module_free(module);
    }
    return wrong;
}

static void check_table(const struct ptx_snippets *table)
{
    unsigned wrong = 0;

    for (size_t i = 0; i < table->count; i++)
        if (table->snippet[i].needs != PTX_NEVER && ptx_snippet_is_known(&table->snippet[i]))
            wrong += check_snippet(&table->snippet[i], i + 1, 2) != 0;
    if (wrong)
        fail_msg("%u snippets of %s are wrong", wrong, table->about);
}

/* The same with a number as the second argument, which selection takes in where it can. */
static unsigned check_with_number(const struct ptx_snippet *snippet, uint64_t seed, unsigned level)
{
    const uint64_t number = ptx_number(PTX_CLASS_D, next_random(&seed));
    struct ptx_snippet with = *snippet;
    char text[1024];

    snprintf(text, sizeof text,
             "mov.b64 %%d2, %#llx; mov.b32 %%r2, %#llx; mov.b16 %%h2, %#llx; mov.pred %%p2, %u;\n%s",
             (unsigned long long)number, (unsigned long long)(number & UINT32_MAX),
             (unsigned long long)(number & UINT16_MAX), number != 0, snippet->text);
    with.text = text;
    return check_snippet(&with, seed, level);
}

static void numbers_in_instructions_are_right(void **state)
{
    const struct ptx_snippets *table = &ptx_snippets_numbers;
    unsigned wrong = 0;

    (void)state;
    for (size_t i = 0; i < table->count; i++)
        if (!table->snippet[i].alone && table->snippet[i].needs != PTX_NEVER &&
            ptx_snippet_is_known(&table->snippet[i]))
            for (unsigned level = 0; level <= 2; level += 2)
                wrong += check_with_number(&table->snippet[i], i + 1, level) != 0;
    if (wrong)
        fail_msg("%u snippets with numbers are wrong", wrong);
}

static void numbers_are_right(void **state)
{
    (void)state;
    check_table(&ptx_snippets_numbers);
}

static void memory_is_right(void **state)
{
    (void)state;
    check_table(&ptx_snippets_memory);
}

static void media_are_right(void **state)
{
    (void)state;
    check_table(&ptx_snippets_media);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_right),
        cmocka_unit_test(numbers_in_instructions_are_right),
        cmocka_unit_test(memory_is_right),
        cmocka_unit_test(media_are_right),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
