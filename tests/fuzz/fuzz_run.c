/* SPDX-License-Identifier: MIT */
/* Fuzz the engine: any bytes as code of any chip, run with a few instructions as the limit.  Whatever they
 * do, the launch ends, and where it ends in a fault there is a sentence that says so.
 *
 * The first byte chooses the chip; the next four how many registers and threads there are, how deep the stack
 * may grow and how often warps take turns; the rest is code.  Parameters and registers hold the address of a
 * buffer. */
#include "choose.h"

#include <halfwarp/machine.h>

#include <stdlib.h>
#include <string.h>

enum { BUFFER = 4096, BANK = 256, CONTROL = 5, MOST_CODE = 4096 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct hw_target target;
    enum hw_syntax syntax;
    const struct hw_chip_info *chip;
    struct hw_launch launch;
    struct hw_launch_result result;
    struct hw_error error;
    struct hw_preset presets[32];
    uint32_t constants[BANK / 4];
    uint64_t buffer;

    if (size < CONTROL)
        return 0;
    choose(data[0], &target, &syntax);
    struct hw_memory *memory = device(&buffer);
    if (hw_chip_find(hw_isa_chip(target.isa, target.chip), &chip, &error) != HW_OK)
        abort();
    hw_launch_init(&launch, &target, chip, memory);
    for (unsigned i = 0; i < BANK / 4; i++)
        constants[i] = i % 2 ? 0 : (uint32_t)buffer + 16 * i;
    for (unsigned i = 0; i < 32; i++)
        presets[i] = (struct hw_preset){.kind = HW_OPERAND_REG, .number = (uint8_t)i, .value = constants[i]};
    bind(&launch, presets, 32, constants);
    launch.code.data = data + CONTROL;
    launch.code.bytes = size - CONTROL < MOST_CODE ? size - CONTROL : MOST_CODE;
    launch.code.registers = data[1] % 64;
    launch.block[0] = 1 + data[2] % 96;
    launch.limits.stack_entries = data[3] % 32;
    launch.code.turn = data[4] % 4;
    launch.shared_bytes = 1024;
    launch.local_bytes = 128;
    launch.host.workers = 1;
    launch.limits.max_instructions = 2000;
    if (hw_launch_run(&launch, &result, &error) != HW_OK && error.text[0] == '\0')
        abort();
    return 0;
}
