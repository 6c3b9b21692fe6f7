/* SPDX-License-Identifier: MIT */
/* This file has the state of the one thread that `exec` runs: set by name, run, read back from the trace. */
#include "cli/exec.h"
#include "machine/chip/kernel_abi.h"

#include <halfwarp/listener.h>

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- REG=VALUE */

/* The beginnings of registers' names, and the largest value that such a register holds. */
/* clang-format off */
static const struct prefix {
    const char *text;
    uint8_t kind;
    uint32_t most;
} prefixes[] = {
    {"$ofs", HW_OPERAND_ADDR, 0xffff}, /* longer ones first */
    {"$r", HW_OPERAND_REG, UINT32_MAX},
    {"$c", HW_OPERAND_COND, 15},
    {"$p", HW_OPERAND_COND, 15},
    {"$a", HW_OPERAND_ADDR, 0xffff},
    {"R", HW_OPERAND_REG, UINT32_MAX},
    {"C", HW_OPERAND_COND, 15},
    {"A", HW_OPERAND_ADDR, 0xffff},
    {"P", HW_OPERAND_PRED, 1},
};
/* clang-format on */

/* NULL: of a kind that is not shown. */
static uint32_t *cell_of(struct hw_exec_state *state, unsigned kind, unsigned long number)
{
    switch (kind) {
    case HW_OPERAND_REG: return &state->reg[number];
    case HW_OPERAND_COND: return &state->cond[number];
    case HW_OPERAND_PRED: return &state->pred[number];
    case HW_OPERAND_UREG: return &state->uniform[number];
    case HW_OPERAND_UPRED: return &state->uniform_pred[number];
    case HW_OPERAND_ADDR: return &state->addr[number];
    default: return NULL;
    }
}

static hw_status parse_value(const char *text, uint32_t most, uint32_t *value, struct hw_error *error)
{
    uint64_t number;
    const char *digits = *text == '-' ? text + 1 : text;
    if (strchr(text, '.') && most == UINT32_MAX) {
        char *end;
        float f = strtof(text, &end);
        memcpy(value, &f, sizeof(*value));
        return *end || isinf(f)
                   ? hw_fail(error, HW_ERR_SYNTAX, "cli", "'%.40s' is no number of 32 bits", text)
                   : HW_OK;
    }
    hw_status status = hw_number(digits, most, false, &number, error);
    *value = *text == '-' ? 0 - (uint32_t)number : (uint32_t)number;
    return status;
}

/* The half that a name's ending selects: shift and mask. */
static bool parse_half(const char *suffix, unsigned *shift, uint32_t *mask)
{
    *shift = 0;
    *mask = 0xffffffff;
    if (!*suffix)
        return true;
    *mask = 0xffff;
    *shift = !strcmp(suffix, "H") || !strcmp(suffix, ".hi") || !strcmp(suffix, "h") ? 16 : 0;
    return *shift || !strcmp(suffix, "L") || !strcmp(suffix, ".lo") || !strcmp(suffix, "l");
}

static hw_status unknown_register(const struct hw_exec *exec, const char *text, struct hw_error *error)
{
    return hw_fail(error, HW_ERR_SYNTAX, "cli",
                   "'%.40s': expected REGISTER=VALUE with a register of %s, as in %s", text, exec->chip->name,
                   hw_kernel_abi_of(&exec->target)->predicates ? "R4=0x10, R4=1.5, P0=1 or CC=2"
                                                               : "R4=0x10, R4L=7, C0=2, A1=64 or $r4=1.5");
}

/* How many of a kind a thread has; a single condition code has no number. */
static unsigned count_of(const struct hw_exec *exec, unsigned kind)
{
    const struct hw_kernel_abi *kernel_abi = hw_kernel_abi_of(&exec->target);

    switch (kind) {
    case HW_OPERAND_REG: return exec->chip->registers_per_thread;
    case HW_OPERAND_COND: return kernel_abi->cond_codes > 1 ? kernel_abi->cond_codes : 0;
    case HW_OPERAND_PRED: return kernel_abi->predicates;
    default: return kernel_abi->addr_registers;
    }
}

static bool has_register(const struct hw_exec *exec, const struct prefix *prefix, unsigned long number,
                         bool half)
{
    const bool may_half = prefix->kind == HW_OPERAND_REG && hw_kernel_abi_of(&exec->target)->named_halves;

    return number < count_of(exec, prefix->kind) && (may_half || !half);
}

static hw_status assign(struct hw_exec *exec, const struct prefix *prefix, const char *name, const char *text,
                        struct hw_error *error)
{
    uint32_t value, mask;
    unsigned shift;
    char *suffix;
    unsigned long number = strtoul(name + strlen(prefix->text), &suffix, 10);
    if (!parse_half(suffix, &shift, &mask) || !has_register(exec, prefix, number, *suffix))
        return unknown_register(exec, text, error);
    hw_status status =
        parse_value(strchr(text, '=') + 1, mask < prefix->most ? mask : prefix->most, &value, error);
    if (status != HW_OK)
        return status;
    uint32_t *cell = cell_of(&exec->before, prefix->kind, number);
    *cell = (*cell & ~(mask << shift)) | (value & mask) << shift;
    return HW_OK;
}

hw_status hw_exec_assign(struct hw_exec *exec, const char *text, struct hw_error *error)
{
    const char *equals = strchr(text, '=');
    char name[16];
    if (!equals || (size_t)(equals - text) >= sizeof(name))
        return unknown_register(exec, text, error);
    memcpy(name, text, (size_t)(equals - text));
    name[equals - text] = '\0';
    if (!strcmp(name, "CC") && hw_kernel_abi_of(&exec->target)->cond_codes == 1)
        return parse_value(equals + 1, 15, &exec->before.cond[0], error);
    for (size_t i = 0; i < sizeof(prefixes) / sizeof(prefixes[0]); i++) {
        size_t length = strlen(prefixes[i].text);
        if (!strncmp(name, prefixes[i].text, length) && isdigit((unsigned char)name[length]))
            return assign(exec, &prefixes[i], name, text, error);
    }
    return unknown_register(exec, text, error);
}

/* ---------------------------------------------------------------- running */

static void note_writes(void *context, const struct hw_written_event *event)
{
    struct hw_exec *exec = context;
    if (!(event->executed & 1))
        return;
    for (unsigned i = 0; i < event->written_count; i++) {
        uint32_t *cell = cell_of(&exec->after, event->written[i].kind, event->written[i].number);
        if (cell)
            *cell = event->written[i].lanes[0];
    }
}

static void note_shared(void *context, const uint32_t block[3], const uint8_t *shared, uint32_t bytes)
{
    struct hw_exec *exec = context;
    (void)block;
    exec->shared_bytes = bytes < HW_EXEC_SHARED ? bytes : HW_EXEC_SHARED;
    memcpy(exec->shared, shared, exec->shared_bytes);
}

#define PRESETS (HW_EXEC_REGISTERS + 4 + 8 + HW_EXEC_PREDICATES)

static void make_presets(const struct hw_exec_state *state, struct hw_preset presets[PRESETS])
{
    unsigned n = 0;
    for (unsigned i = 0; i < HW_EXEC_REGISTERS; i++)
        presets[n++] = (struct hw_preset){HW_OPERAND_REG, (uint8_t)i, state->reg[i]};
    for (unsigned i = 0; i < 4; i++)
        presets[n++] = (struct hw_preset){HW_OPERAND_COND, (uint8_t)i, state->cond[i] & 15};
    for (unsigned i = 0; i < 8; i++)
        presets[n++] = (struct hw_preset){HW_OPERAND_ADDR, (uint8_t)i, state->addr[i] & 0xffff};
    for (unsigned i = 0; i < HW_EXEC_PREDICATES; i++)
        presets[n++] = (struct hw_preset){HW_OPERAND_PRED, (uint8_t)i, state->pred[i] & 1};
}

hw_status hw_exec_run(struct hw_exec *exec, const void *code, size_t bytes, struct hw_launch_result *result,
                      struct hw_error *error)
{
    struct hw_preset presets[PRESETS];
    const struct hw_listener listener = {.context = exec, .written = note_writes, .one_worker = true};
    struct hw_launch launch;
    hw_launch_init(&launch, &exec->target, exec->chip, exec->memory);
    make_presets(&exec->before, presets);
    launch.code.data = code;
    launch.code.bytes = bytes;
    launch.shared_bytes = HW_EXEC_SHARED;
    launch.local_bytes = launch.code.chip->local_per_thread;
    launch.limits.max_instructions = exec->max_instructions;
    launch.presets = presets;
    launch.preset_count = PRESETS;
    launch.listeners = &listener;
    launch.listener_count = 1;
    launch.host.block_end = note_shared;
    launch.host.block_end_context = exec;
    launch.host.workers = 1;
    for (unsigned i = 0; i < HW_SEGMENTS; i++)
        launch.segment[i] = launch.segment[14];
    exec->after = exec->before;
    return hw_launch_run(&launch, result, error);
}
