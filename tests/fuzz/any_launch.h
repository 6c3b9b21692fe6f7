/* SPDX-License-Identifier: MIT */
/* A launch out of any bytes, for the fuzzers that run code.
 *
 * The first byte chooses the chip; the next four how many registers and threads there are, how deep the stack
 * may grow and how often warps take turns; the rest is code.  Parameters and registers hold the address of a
 * buffer. */
#ifndef HW_TESTS_FUZZ_ANY_LAUNCH_H
#define HW_TESTS_FUZZ_ANY_LAUNCH_H

#include "choose.h"

#include <halfwarp/machine.h>

#include <stdlib.h>
#include <string.h>

enum { BUFFER = 4096, BANK = 256, CONTROL = 5, MOST_CODE = 4096 };

/* One device for all inputs, with one buffer. */
static struct hw_memory *device(uint64_t *buffer)
{
    static struct hw_memory *memory;
    static uint64_t address;
    struct hw_error error;

    if (!memory) {
        if (hw_memory_create(&memory, &error) != HW_OK)
            abort();
        hw_memory_alloc_within(memory, 0, UINT32_MAX);
        if (hw_memory_alloc(memory, BUFFER, &address, &error) != HW_OK)
            abort();
    }
    memset(hw_memory_host(memory, address, BUFFER), 0, BUFFER);
    *buffer = address;
    return memory;
}

static void bind(struct hw_launch *launch, const struct hw_preset *presets, unsigned count,
                 const uint32_t *constants)
{
    launch->params = constants;
    launch->param_bytes = BANK / 4;
    launch->presets = presets;
    launch->preset_count = count;
    for (unsigned i = 1; i < HW_BANKS; i++)
        launch->bank[i] = (struct hw_bank){.data = constants, .bytes = BANK};
}

struct any_launch {
    struct hw_launch launch;
    struct hw_preset presets[32];
    uint32_t constants[BANK / 4];
    uint64_t buffer;
};

/* False: there are too few bytes. */
static bool make_any_launch(struct any_launch *any, const uint8_t *data, size_t size)
{
    struct hw_launch *launch = &any->launch;
    const struct hw_chip_info *chip;
    struct hw_target target;
    enum hw_syntax syntax;
    struct hw_error error;

    if (size < CONTROL)
        return false;
    choose(data[0], &target, &syntax);
    struct hw_memory *memory = device(&any->buffer);
    if (hw_chip_find(hw_isa_chip(target.isa, target.chip), &chip, &error) != HW_OK)
        abort();
    hw_launch_init(launch, &target, chip, memory);
    for (unsigned i = 0; i < BANK / 4; i++)
        any->constants[i] = i % 2 ? 0 : (uint32_t)any->buffer + 16 * i;
    for (unsigned i = 0; i < 32; i++)
        any->presets[i] =
            (struct hw_preset){.kind = HW_OPERAND_REG, .number = (uint8_t)i, .value = any->constants[i]};
    bind(launch, any->presets, 32, any->constants);
    launch->code.data = data + CONTROL;
    launch->code.bytes = size - CONTROL < MOST_CODE ? size - CONTROL : MOST_CODE;
    launch->code.registers = data[1] % 64;
    launch->block[0] = 1 + data[2] % 96;
    launch->limits.stack_entries = data[3] % 32;
    launch->code.turn = data[4] % 4;
    launch->shared_bytes = 1024;
    launch->local_bytes = 128;
    launch->host.workers = 1;
    launch->limits.max_instructions = 2000;
    return true;
}

/* Two ways of running a launch must come to the same; what share of it was compiled is no result. */
static inline void expect_same_result(const struct hw_launch_result *one,
                                      const struct hw_launch_result *other)
{
    struct hw_stats stats[2] = {one->stats, other->stats};

    stats[0].compiled = stats[1].compiled = 0;
    if (memcmp(&stats[0], &stats[1], sizeof stats[0]) != 0 || one->fault.kind != other->fault.kind ||
        one->fault.pc != other->fault.pc || one->fault.address != other->fault.address ||
        memcmp(one->fault.block, other->fault.block, sizeof one->fault.block) != 0 ||
        memcmp(one->fault.thread, other->fault.thread, sizeof one->fault.thread) != 0)
        abort();
}

#endif
