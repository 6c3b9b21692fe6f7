/* SPDX-License-Identifier: MIT */
/* The device runtime: each executing lane makes its own call, the lowest first. */
#include "machine/device_runtime.h"

#include "machine/memory/heap.h"
#include "machine/memory/device_memory.h"
#include "machine/warp.h"
#include "machine/kernel_printf.h"
#include "machine/memory/access_generic.h"
#include "machine/paths/paths.h"

#include <stdlib.h>
#include <string.h>

#define ARGUMENTS 4 /* register of the first one */
#define TEXT_MOST 4096

static const char *const names[HW_DEVICE_CALLS] = {
    [HW_DEVICE_CALL_VPRINTF] = "vprintf",
    [HW_DEVICE_CALL_ASSERTFAIL] = "__assertfail",
    [HW_DEVICE_CALL_MALLOC] = "malloc",
    [HW_DEVICE_CALL_FREE] = "free",
    [HW_DEVICE_CALL_GRID_HANDLE] = "__cuda_syscall_CGS_get_intrinsic_handle",
    [HW_DEVICE_CALL_GRID_SYNC] = "__cuda_syscall_CGS_sync",
    [HW_DEVICE_CALL_UNDEFINED] = "(undefined function)",
};

uint32_t hw_device_call_address(const char *name)
{
    for (unsigned i = 0; i < HW_DEVICE_CALL_UNDEFINED; i++)
        if (strcmp(names[i], name) == 0)
            return HW_DEVICE_CALL_BASE + i * HW_DEVICE_CALL_STEP;
    return 0;
}

const char *hw_device_call_name(uint32_t address)
{
    const uint32_t number = (address - HW_DEVICE_CALL_BASE) / HW_DEVICE_CALL_STEP;

    return address >= HW_DEVICE_CALL_BASE && number < HW_DEVICE_CALLS ? names[number] : NULL;
}

/* The call of one lane. */
struct call {
    struct hw_warp *warp;
    const struct hw_uop *uop;
    unsigned lane;
};

static uint32_t argument_word(const struct call *call, unsigned number)
{
    const struct hw_launch *launch = call->warp->block->launch;

    return number < launch->code.registers ? call->warp->regs.reg[number][call->lane] : 0;
}

static uint64_t argument_pair(const struct call *call, unsigned number)
{
    return argument_word(call, number) | (uint64_t)argument_word(call, number + 1) << 32;
}

static void return_value(const struct call *call, uint64_t value)
{
    uint32_t registers = call->warp->block->launch->code.registers;

    if (ARGUMENTS + 1 < registers) {
        call->warp->regs.reg[ARGUMENTS][call->lane] = (uint32_t)value;
        call->warp->regs.reg[ARGUMENTS + 1][call->lane] = (uint32_t)(value >> 32);
    }
}

static bool read_memory(void *context, uint64_t address, void *to, size_t bytes)
{
    const struct call *call = context;

    return hw_generic_read(call->warp, call->lane, address, to, bytes);
}

static bool invalid_address(const struct call *call, uint64_t address)
{
    hw_warp_fault(call->warp, call->uop, HW_FAULT_ADDRESS, call->lane,
                  &(struct hw_access){.space = HW_OPERAND_GENERIC, .size = 1, .address = address},
                  "%s reads a byte at 0x%llx, where nothing is", names[call->uop->external],
                  (unsigned long long)address);
    return false;
}

static bool print_formatted(struct call *call)
{
    const struct hw_launch *launch = call->warp->block->launch;
    char *text = NULL;
    size_t bytes = 0;
    uint64_t unreadable = 0;
    int count;
    FILE *out = open_memstream(&text, &bytes);

    if (!out)
        return true;
    const bool ok = hw_kernel_printf(read_memory, call, argument_pair(call, ARGUMENTS),
                                     argument_pair(call, ARGUMENTS + 2), out, &count, &unreadable);
    fclose(out);
    if (ok && launch->host.output)
        launch->host.output(launch->host.output_context, text, bytes);
    else if (ok)
        fwrite(text, 1, bytes, stdout);
    free(text);
    return_value(call, (uint64_t)(int64_t)count);
    return ok || invalid_address(call, unreadable);
}

/* The line of a thread, as CUDA writes it: the guide, "Assertion". */
static void print_assertion(const struct call *call, char (*text)[TEXT_MOST], uint32_t line)
{
    const struct hw_block *block = call->warp->block;
    const struct hw_launch *launch = block->launch;
    char *printed = NULL;
    uint32_t thread[3];
    size_t bytes = 0;
    FILE *out = open_memstream(&printed, &bytes);

    if (!out)
        return;
    hw_thread_id(launch, call->warp->number * hw_launch_lanes(launch) + call->lane, thread);
    fprintf(out, "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.\n", text[1], line,
            text[2], block->id[0], block->id[1], block->id[2], thread[0], thread[1], thread[2], text[0]);
    fclose(out);
    if (launch->host.assertions)
        launch->host.assertions(launch->host.assertions_context, printed, bytes);
    else
        fwrite(printed, 1, bytes, stderr);
    free(printed);
}

/* Four strings and a line number become a line, and the sentence of a fault. */
static bool fail_assertion(struct call *call)
{
    static const unsigned argument[3] = {ARGUMENTS, ARGUMENTS + 2, ARGUMENTS + 6}; /* what, file, function */
    char text[3][TEXT_MOST] = {""};
    uint64_t unreadable;

    for (unsigned i = 0; i < 3; i++) {
        FILE *out = fmemopen(text[i], sizeof text[i] - 1, "w");
        bool ok = !out || hw_kernel_puts(read_memory, call, argument_pair(call, argument[i]), TEXT_MOST - 2,
                                         out, &unreadable);
        if (out)
            fclose(out);
        if (!ok)
            return invalid_address(call, unreadable);
    }
    const uint32_t line = argument_word(call, ARGUMENTS + 4);
    print_assertion(call, text, line);
    hw_warp_note_fault(call->warp, call->uop, HW_FAULT_ASSERT, call->lane, NULL,
                       "%s:%u: %s: assertion `%s` failed", text[1], line, text[2], text[0]);
    return true;
}

static bool allocate_block(struct call *call)
{
    struct hw_heap *heap = hw_memory_heap(call->warp->block->launch->memory);

    return_value(call, hw_heap_alloc(heap, argument_pair(call, ARGUMENTS)));
    return true;
}

static bool free_block(struct call *call)
{
    struct hw_heap *heap = hw_memory_heap(call->warp->block->launch->memory);
    const uint64_t address = argument_pair(call, ARGUMENTS);

    if (hw_heap_free(heap, address))
        return true;
    hw_warp_fault(call->warp, call->uop, HW_FAULT_ADDRESS, call->lane,
                  &(struct hw_access){.space = HW_OPERAND_GENERIC, .address = address},
                  "free of 0x%llx, which malloc has not given or which is free already",
                  (unsigned long long)address);
    return false;
}

/* What a group of all blocks knows itself by; 0: the launch is not cooperative. */
static bool find_grid(struct call *call)
{
    return_value(call, call->warp->block->launch->grid_workspace);
    return true;
}

/* The call does not say which function it is: all of them have one address. */
static bool report_missing(struct call *call)
{
    hw_warp_fault(call->warp, call->uop, HW_FAULT_JUMP, call->lane, NULL,
                  "a call of a function that the file does not define; expected a linked file, or vprintf, "
                  "malloc and the like");
    return false;
}

void hw_uop_device_call(struct hw_regs *regs, const struct hw_uop *uop)
{
    /* clang-format off */
    static bool (*const function[HW_DEVICE_CALLS])(struct call *call) = {
        [HW_DEVICE_CALL_VPRINTF] = print_formatted,
        [HW_DEVICE_CALL_ASSERTFAIL] = fail_assertion,
        [HW_DEVICE_CALL_MALLOC] = allocate_block,
        [HW_DEVICE_CALL_FREE] = free_block,
        [HW_DEVICE_CALL_GRID_HANDLE] = find_grid,
        [HW_DEVICE_CALL_GRID_SYNC] = report_missing, /* of code with too few registers to call it */
        [HW_DEVICE_CALL_UNDEFINED] = report_missing,
    };
    /* clang-format on */
    struct call call = {.warp = hw_warp_of(regs), .uop = uop};

    for (call.lane = 0; call.lane < HW_LANES; call.lane++)
        if (regs->exec >> call.lane & 1 && !function[uop->external](&call))
            return;
    if (uop->external == HW_DEVICE_CALL_ASSERTFAIL)
        hw_paths_end(call.warp, uop, regs->exec);
}
