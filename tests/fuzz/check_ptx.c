/* SPDX-License-Identifier: MIT */
/* Random programs in PTX, compiled and run: every thread must store what the host has computed for it.
 *
 * usage: check_ptx COUNT [SEED [TARGET]].  One program for every so many of COUNT, from SEED on, for the
 * targets and levels of optimisation in turns, or for one target, some of them with few registers; with SEED
 * and COUNT 1 the program is printed.  Prints TAP. */
#include <halfwarp/compiler.h>
#include "ptx_program.h"

#include <halfwarp/chip.h>
#include <halfwarp/image.h>
#include <halfwarp/machine.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define INPUTS_PER_PROGRAM 500u /* so that `make test` takes seconds */
#define MOST_SHOWN         5u
#define LEVELS             4u
#define FEWEST_REGISTERS   24u /* with which all programs can be compiled */

static const char *const targets[] = {"sm_13", "sm_20", "sm_30", "sm_35", "sm_50", "sm_52", "sm_61"};
enum { TARGETS = sizeof targets / sizeof *targets };

static struct ptx_program program;
static struct ptx_thread expected[PTX_THREADS];

/* --- running --- */

struct device {
    struct hw_memory *memory;
    struct hw_image image;
    struct hw_launch launch;
    struct hw_launch_result result;
    uint64_t address[2]; /* what threads store, and begin with */
};

static hw_status prepare(struct device *device, const struct hw_module *module, struct hw_error *error)
{
    const size_t bytes = PTX_THREADS * PTX_WORDS * sizeof(uint32_t);
    const struct hw_chip_info *chip;
    struct hw_target target;
    hw_status status = hw_target_find(module->target, &target, error);

    if (status == HW_OK)
        status = hw_chip_find(module->target, &chip, error);
    if (status == HW_OK)
        status = hw_image_load(&device->image, module, hw_module_find_kernel(module, "random"),
                               device->memory, error);
    for (unsigned i = 0; status == HW_OK && i < 2; i++)
        status = hw_memory_alloc(device->memory, bytes, &device->address[i], error);
    if (status != HW_OK)
        return status;
    uint32_t *words = hw_memory_host(device->memory, device->address[1], bytes);
    for (unsigned i = 0; i < PTX_THREADS * PTX_WORDS; i++)
        words[i] = ptx_program_input(&program, i / PTX_WORDS, i % PTX_WORDS);
    hw_launch_init(&device->launch, &target, chip, device->memory);
    hw_image_bind(&device->image, &device->launch);
    device->launch.block[0] = PTX_THREADS;
    device->launch.params = device->address;
    device->launch.param_bytes = sizeof device->address;
    device->launch.host.workers = 1;
    return HW_OK;
}

/* How many threads have stored something else. */
static unsigned count_wrong(const struct device *device)
{
    const uint32_t *words =
        hw_memory_host(device->memory, device->address[0], PTX_THREADS * PTX_WORDS * sizeof *words);
    unsigned wrong = 0;

    for (unsigned i = 0; i < PTX_THREADS; i++)
        wrong += !ptx_program_is_right(&expected[i], words + i * PTX_WORDS);
    return wrong;
}

static bool run(const struct hw_module *module, struct hw_error *error)
{
    struct device device = {.memory = NULL};
    hw_status status = hw_memory_create(&device.memory, error);
    unsigned wrong = 0;

    if (status == HW_OK)
        status = prepare(&device, module, error);
    if (status == HW_OK)
        status = hw_launch_run(&device.launch, &device.result, error);
    if (status == HW_OK && (wrong = count_wrong(&device)) > 0)
        hw_fail(error, HW_ERR_FAULT, "check", "%u threads have stored something else", wrong);
    if (device.memory) {
        hw_image_unload(&device.image);
        hw_memory_destroy(device.memory);
    }
    return status == HW_OK && !wrong;
}

/* --- programs --- */

static bool is_right(uint64_t seed, const char *target, unsigned level, bool shown)
{
    const struct hw_compile_options options = {
        .target = target, .level = level, .most_registers = seed % 5 < 2 ? FEWEST_REGISTERS + seed % 13 : 0};
    struct hw_module *module = NULL;
    struct hw_error error;

    ptx_program_make(&program, seed, target);
    ptx_program_run(&program, expected);
    if (shown)
        fputs(program.text, stdout);
    const bool right = hw_compile_ptx(program.text, program.length, &options, &module, &error) == HW_OK &&
                       run(module, &error);
    if (!right)
        printf("#   program %" PRIu64 " for %s, -O%u, registers %u: line %u: %s\n", seed, target, level,
               options.most_registers, error.line, error.text);
    hw_module_free(module);
    return right;
}

int main(int argc, char **argv)
{
    const uint64_t count = argc >= 2 && argc <= 4 ? strtoull(argv[1], NULL, 10) : 0;
    const uint64_t programs = count / INPUTS_PER_PROGRAM + 1,
                   first = argc >= 3 ? strtoull(argv[2], NULL, 10) : 1;
    uint64_t wrong = 0;

    if (!count) {
        fprintf(stderr, "usage: %s COUNT [SEED [TARGET]]\n", argv[0]);
        return 2;
    }
    for (uint64_t i = 0; i < programs && wrong < MOST_SHOWN; i++) {
        const uint64_t seed = first + i;
        const char *target = argc == 4 ? argv[3] : targets[seed % TARGETS];
        wrong += !is_right(seed, target, (unsigned)(seed / TARGETS % LEVELS), argc >= 3 && count == 1);
    }
    printf("%s 1 - %" PRIu64 " random programs, %" PRIu64 " are wrong\n", wrong ? "not ok" : "ok", programs,
           wrong);
    return wrong > 0;
}
