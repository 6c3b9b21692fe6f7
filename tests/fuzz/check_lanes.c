/* SPDX-License-Identifier: MIT */
/* Warps of sm_70 to sm_86, torture: random programs of divergent loops, exchanges with masks, locks, calls
 * and barriers as text, assembled and run, against a model that lets one lane go on at a time.  Every fourth
 * has a trap: where the model cannot end, the launch must end with a fault that says why, or by a leniency
 * that it counts.  Those run twice: a strict launch gives no leniency.  Nor does any launch of the other
 * programs, so a wait is lifted only where the program has a mistake; and a mask that names lanes which
 * cannot come never stops a lenient launch.
 *
 * usage: check_lanes COUNT [SEED [TARGET]].  One program for every so many of COUNT and for each target, from
 * SEED on; with COUNT 1 the text of the program is printed.  Prints TAP. */
#include <halfwarp/chip.h>
#include <halfwarp/image.h>
#include <halfwarp/listing.h>
#include <halfwarp/machine.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lane_text.h"

#define INPUTS_PER_PROGRAM 200u /* so that `make test` takes seconds */
#define MOST_SHOWN         5u
#define MOST_INSTRUCTIONS  40000000u
#define MOST_IN_TRAP       400000u

static const char *const targets[] = {"sm_70", "sm_75", "sm_80", "sm_86"};
static const uint32_t turns[] = {0, 1, 7, 100};
static const char *const kinds[] = {
    [HW_FAULT_DEADLOCK] = "deadlock", [HW_FAULT_NO_PROGRESS] = "no progress", [HW_FAULT_LIMIT] = "limit"};
enum { KINDS = sizeof kinds / sizeof *kinds };

static struct lane_program program;
static struct lane_text text;
static struct lane_outcome expected;
static uint64_t stuck[KINDS], traps, lifted, instructions;

struct device {
    struct hw_module *module;
    struct hw_memory *memory;
    struct hw_image image;
    struct hw_launch launch;
    struct hw_launch_result result;
    uint64_t address;
    struct lane_memory *left;
};

static hw_status prepare(struct device *device, const char *target, uint64_t seed, bool strict,
                         struct hw_error *error)
{
    const struct hw_chip_info *chip;
    struct hw_target info;
    hw_status status = hw_listing_read(text.text, HW_LISTING_NATIVE, target, &device->module, error);

    if (status == HW_OK)
        status = hw_memory_create(&device->memory, error);
    if (status == HW_OK)
        status = hw_target_find(target, &info, error);
    if (status == HW_OK)
        status = hw_chip_find(target, &chip, error);
    if (status == HW_OK)
        status = hw_image_load(&device->image, device->module, hw_module_find_kernel(device->module, "lanes"),
                               device->memory, error);
    if (status == HW_OK)
        status = hw_memory_alloc(device->memory, sizeof *device->left, &device->address, error);
    if (status != HW_OK)
        return status;
    device->left = hw_memory_host(device->memory, device->address, sizeof *device->left);
    memset(device->left, 0, sizeof *device->left);
    hw_launch_init(&device->launch, &info, chip, device->memory);
    hw_image_bind(&device->image, &device->launch);
    device->launch.block[0] = program.threads;
    device->launch.code.turn = turns[seed % (sizeof turns / sizeof *turns)];
    device->launch.params = &device->address;
    device->launch.param_bytes = sizeof device->address;
    device->launch.host.workers = 1;
    device->launch.limits.strict = strict;
    device->launch.limits.max_instructions = program.trap ? MOST_IN_TRAP : MOST_INSTRUCTIONS;
    return HW_OK;
}

static void free_device(struct device *device)
{
    if (device->memory) {
        hw_image_unload(&device->image);
        hw_memory_destroy(device->memory);
    }
    hw_module_free(device->module);
}

/* --- comparing --- */

/* Threads that came to EXIT have stored x, and that is all that the model has of others, too. */
static bool is_as_expected(const struct lane_memory *left)
{
    bool same = left->sum == expected.sum && left->taken == expected.taken && !left->apart;

    if (!same)
        printf("#   sum 0x%x of %u%s, expected 0x%x of %u\n", left->sum, left->taken,
               left->apart ? " (a team was apart)" : "", expected.sum, expected.taken);
    for (unsigned i = 0; i < program.threads; i++)
        if (left->x[i] != expected.x[i]) {
            printf("#   thread %u: 0x%08x, expected 0x%08x\n", i, left->x[i], expected.x[i]);
            same = false;
        }
    return same;
}

static bool is_named(const struct hw_fault *fault)
{
    return fault->kind < KINDS && kinds[fault->kind] && *fault->sentence && *fault->instruction;
}

/* Whether who meets whom depends on the order in which lanes go on, and so do results.  From sm_80 on lanes
 * end where an exchange finds others missing. */
static bool is_any(void)
{
    return program.trap == LANE_TRAP_MASK || program.trap == LANE_TRAP_BARRIER;
}

/* Whether leniencies were given where they may be: in no strict launch, and in no program without a trap. */
static bool is_lenient_enough(const struct device *device, uint64_t *given)
{
    const uint64_t *lenient = device->result.stats.lenient;
    const struct hw_fault *fault = &device->result.fault;

    *given = 0;
    for (unsigned i = 0; i < HW_LENIENCIES; i++)
        *given += lenient[i];
    if (*given && (device->launch.limits.strict || !program.trap)) {
        printf("#   %" PRIu64 " leniencies\n", *given);
        return false;
    }
    if (!device->launch.limits.strict && program.trap == LANE_TRAP_MASK && fault->kind == HW_FAULT_DEADLOCK) {
        printf("#   no leniency: %s\n", fault->sentence);
        return false;
    }
    return true;
}

/* A trap may stop a launch that the model ends: lanes that wait at a convergence barrier, of which the model
 * knows nothing, may be those whom the trap waits for. */
static bool is_right(const struct device *device, hw_status status, bool ends)
{
    const struct hw_fault *fault = &device->result.fault;
    uint64_t given;

    if (!is_lenient_enough(device, &given))
        return false;
    lifted += given != 0;
    if (status == HW_OK && given)
        return true;
    if (status == HW_OK)
        return is_any() ? ends || device->left->apart : ends && is_as_expected(device->left);
    if (!program.trap || !is_named(fault)) {
        printf("#   %s [%s]\n", fault->sentence, fault->instruction);
        return false;
    }
    stuck[fault->kind]++;
    return true;
}

/* --- programs --- */

static bool run(const char *target, uint64_t seed, bool strict, bool ends)
{
    struct device device = {.module = NULL};
    struct hw_error error = {.text = ""};
    hw_status status = prepare(&device, target, seed, strict, &error);

    if (status != HW_OK) {
        printf("#   line %u: %s\n", error.line, error.text);
        free_device(&device);
        return false;
    }
    status = hw_launch_run(&device.launch, &device.result, &error);
    const bool right = is_right(&device, status, ends);
    if (!right)
        printf("#   these are of program %" PRIu64 " for %s, turn %u, trap %u, strict %d, which %s\n", seed,
               target, device.launch.code.turn, program.trap, strict, ends ? "ends" : "cannot end");
    instructions += device.result.stats.warp_instructions;
    free_device(&device);
    return right;
}

static bool check(const char *target, uint64_t seed, bool shown)
{
    const unsigned trap = seed % 4 == 3 ? 1 + (unsigned)(seed / 4 % (LANE_TRAPS - 1)) : LANE_NO_TRAP;

    lane_program_make(&program, seed, trap);
    lane_text_write(&program, target, &text);
    if (shown)
        printf("%s", text.text);
    const bool ends = lane_program_alone(&program, seed, &expected);
    traps += trap != LANE_NO_TRAP;
    const bool right = run(target, seed, trap || seed / 4 % 2, ends);
    return (!trap || run(target, seed, false, ends)) && right;
}

static bool check_target(unsigned number, const char *target, uint64_t first, uint64_t programs)
{
    uint64_t wrong = 0;

    traps = lifted = instructions = 0;
    memset(stuck, 0, sizeof stuck);
    for (uint64_t i = 0; i < programs && wrong < MOST_SHOWN; i++)
        wrong += !check(target, first + i, programs == 1);
    printf("%s %u - %s: %" PRIu64 " programs, %" PRIu64 " differ; %" PRIu64 " warp instructions; of %" PRIu64
           " traps",
           wrong ? "not ok" : "ok", number, target, programs, wrong, instructions, traps);
    for (unsigned kind = 0; kind < KINDS; kind++)
        if (kinds[kind])
            printf(" %" PRIu64 " %s,", stuck[kind], kinds[kind]);
    printf(" %" PRIu64 " by leniency, others end\n", lifted);
    return !wrong;
}

int main(int argc, char **argv)
{
    const uint64_t count = argc >= 2 && argc <= 4 ? strtoull(argv[1], NULL, 10) : 0;
    const uint64_t programs = (count + INPUTS_PER_PROGRAM - 1) / INPUTS_PER_PROGRAM,
                   first = argc >= 3 ? strtoull(argv[2], NULL, 10) : 1;
    bool right = true;

    if (!count) {
        fprintf(stderr, "usage: %s COUNT [SEED [TARGET]]\n", argv[0]);
        return 2;
    }
    for (unsigned i = 0; i < sizeof targets / sizeof *targets; i++)
        if (argc < 4 || strcmp(argv[3], targets[i]) == 0)
            right &= check_target(i + 1, targets[i], first, programs);
    return !right;
}
