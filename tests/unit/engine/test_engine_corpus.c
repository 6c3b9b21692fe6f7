/* SPDX-License-Identifier: MIT */
/* Real kernels: every launch of the corpus must leave the memory that is stated for it.
 *
 * Left out are those whose result is not the kernel's own: shared memory that nobody initialised, the
 * clock and the performance counters.  Launches that the corpus itself calls odd (misaligned stores, local
 * memory beyond the declared size) run with less alignment. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <halfwarp/image.h>
#include <halfwarp/texture.h>

#include "corpus.h"

static char path[512];

static const char *corpus(const char *name)
{
    corpus_path(path, sizeof path, name);
    return path;
}

/* The text behind "key": in a line of JSON; NULL when the key is not there. */
static const char *find(const char *line, const char *key)
{
    char quoted[64];
    snprintf(quoted, sizeof quoted, "\"%s\": ", key);
    const char *at = strstr(line, quoted);
    return at ? at + strlen(quoted) : NULL;
}

static void numbers(const char *line, const char *key, uint32_t *value, unsigned count)
{
    const char *at = find(line, key);
    for (unsigned i = 0; i < count; i++) {
        char *end;
        at += strspn(at, "[, ");
        value[i] = (uint32_t)strtoul(at, &end, 10);
        at = end;
    }
}

/* A string of hexadecimal digits as malloc'ed bytes; NULL when the key is not there. */
static uint8_t *bytes(const char *line, const char *key, uint32_t *count)
{
    const char *at = find(line, key);
    *count = 0;
    if (!at)
        return NULL;
    size_t digits = strcspn(++at, "\"");
    uint8_t *data = malloc(digits / 2 + 1);
    for (*count = 0; *count < digits / 2; ++*count) {
        unsigned value;
        sscanf(at + 2 * *count, "%2x", &value);
        data[*count] = (uint8_t)value;
    }
    return data;
}

static struct hw_module *module;
static char module_name[128];

/* The module of a line; kept for the next one. */
static void load_module(const char *line)
{
    const char *file = find(line, "file") + 1, *slash = strchr(file, '/') + 1;
    char name[128], file_name[160];
    struct hw_error error = {.text = ""};

    snprintf(name, sizeof name, "%.*s", (int)strcspn(slash, "\""), slash);
    if (strcmp(name, module_name) == 0)
        return;
    hw_module_free(module);
    module = NULL;
    strcpy(module_name, name);
    snprintf(file_name, sizeof file_name, "cubin/%s", name);
    FILE *cubin = fopen(corpus(file_name), "r");
    assert_non_null(cubin);
    static char text[1 << 20];
    size_t length = fread(text, 1, sizeof text, cubin);
    fclose(cubin);
    if (hw_module_read(text, length, &module, &error) != HW_OK)
        fail_msg("%s: %s", name, error.text);
}

enum { PASSED, LEFT_OUT, FAILED };

static int compare(const struct hw_memory *memory, uint32_t base, const uint8_t *after, uint32_t count)
{
    const uint8_t *got = hw_memory_host(memory, base, count);
    for (uint32_t i = 0; i < count; i++) {
        if (got[i] == after[i])
            continue;
        printf("%s: byte 0x%x is 0x%02x, expected 0x%02x\n", module_name, i, got[i], after[i]);
        return FAILED;
    }
    return PASSED;
}

static bool is_left_out(const char *line, const char *note)
{
    const char *file = find(line, "file") + 1;
    return strncmp(file, "tests/test27.cubin", 18) == 0 /* stores the clock */
           || (note && (strncmp(note + 1, "uninit", 6) == 0 || strncmp(note + 1, "reads perf", 10) == 0));
}

/* What the corpus calls a stub: a texture that is a function of unit and texel.  Nobody states which; this
 * one was found by solving the stated results for it, and it gives all 2 x 4096 bytes of them. */
static hw_status stub_texture(void *context, unsigned unit, const struct hw_texture_lookup *lookup,
                              uint32_t exec, uint32_t out[4][32], struct hw_error *error)
{
    (void)context;
    (void)error;
    for (unsigned lane = 0; lane < 32; lane++) {
        float x, y, texel;
        if (!(exec >> lane & 1))
            continue;
        memcpy(&x, &lookup->coord[0][lane], 4);
        memcpy(&y, &lookup->coord[1][lane], 4);
        texel = (float)((7 * (int)x + 13 * (int)y + 101 * (int)unit) & 0xff) / 256;
        memcpy(&out[0][lane], &texel, 4);
    }
    return HW_OK;
}

static int run_line(const char *line)
{
    const char *note = find(line, "note");
    struct hw_memory *memory;
    struct hw_image image;
    struct hw_launch launch;
    struct hw_launch_result result;
    struct hw_error error = {.text = ""};
    struct hw_target target;
    const struct hw_chip_info *chip;
    uint32_t base, before_bytes, after_bytes, param_bytes, c0_bytes;

    if (is_left_out(line, note))
        return LEFT_OUT;
    load_module(line);
    assert_int_equal(hw_target_find("sm_10", &target, &error), HW_OK);
    assert_int_equal(hw_chip_find("sm_10", &chip, &error), HW_OK);
    assert_int_equal(hw_memory_create(&memory, &error), HW_OK);
    assert_int_equal(hw_image_load(&image, module, module->kernels[0], memory, &error), HW_OK);
    hw_launch_init(&launch, &target, chip, memory);

    numbers(line, "gbase", &base, 1);
    uint8_t *before = bytes(line, "gmem_before", &before_bytes),
            *after = bytes(line, "gmem_after", &after_bytes);
    uint8_t *params = bytes(line, "params", &param_bytes), *c0 = bytes(line, "c0", &c0_bytes);
    assert_int_equal(hw_memory_map(memory, base, before_bytes, &error), HW_OK);
    hw_memory_write(memory, base, before, before_bytes, NULL);
    if (c0) {
        assert_int_equal(hw_image_extend_bank(&image, 0, c0_bytes, &error), HW_OK);
        memcpy(image.bank[0].data, c0, c0_bytes);
    }
    hw_image_bind(&image, &launch);
    numbers(line, "grid", launch.grid, 2);
    numbers(line, "block", launch.block, 3);
    launch.textures.sample = stub_texture;
    launch.params = params;
    launch.param_bytes = param_bytes;
    launch.host.workers = 1; /* motion_div's blocks store over each other */
    launch.limits.max_instructions = 1000000;
    launch.limits.max_alignment = note ? 2 : 0;
    launch.local_bytes = chip->local_per_thread; /* nor what its lmem counts */
    launch.shared_bytes = chip->shared_per_mp;   /* the corpus does not say how much an extern array gets */

    int outcome = FAILED;
    if (hw_launch_run(&launch, &result, &error) == HW_OK)
        outcome = compare(memory, base, after, after_bytes);
    else
        printf("%s: %s (%s)\n", module_name, error.text, result.fault.instruction);
    free(before);
    free(after);
    free(params);
    free(c0);
    hw_image_unload(&image);
    hw_memory_destroy(memory);
    return outcome;
}

static void test_all_launches(void **state)
{
    /* Each launch reserves a memory, which takes the thread sanitizer a good while. */
    const unsigned step = getenv("HW_SAMPLE") ? 10 : 1;
    unsigned count[3] = {0, 0, 0}, read = 0;
    char *line = NULL;
    size_t size = 0;
    FILE *file = fopen(corpus("vectors/tesla_kernels.jsonl"), "r");

    (void)state;
    if (!file)
        skip();
    while (getline(&line, &size, file) > 0)
        if (read++ % step == 0)
            count[run_line(line)]++;
    free(line);
    fclose(file);
    hw_module_free(module);
    print_message("%u launches give the memory stated, %u left out, %u differ\n", count[PASSED],
                  count[LEFT_OUT], count[FAILED]);
    assert_int_equal(count[FAILED], 0);
    assert_true(count[PASSED] > 1700 / step);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_all_launches)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
