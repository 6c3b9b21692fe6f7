/* SPDX-License-Identifier: MIT */
/* The device runtime: each executing lane makes its own call, the lowest first. */
#include "machine/device_runtime.h"

#include "machine/cooperative_groups.h"
#include "machine/device_launch/device_function.h"
#include "machine/lane_call.h"
#include "machine/memory/heap.h"
#include "machine/memory/device_memory.h"
#include "machine/warp.h"
#include "machine/kernel_printf.h"
#include "machine/memory/access_generic.h"
#include "machine/paths/paths.h"

#include <stdlib.h>
#include <string.h>

#define ARGUMENTS HW_FIRST_ARGUMENT
#define TEXT_MOST 4096

static const char *const names[HW_DEVICE_CALLS] = {
    [HW_DEVICE_CALL_VPRINTF] = "vprintf",
    [HW_DEVICE_CALL_ASSERTFAIL] = "__assertfail",
    [HW_DEVICE_CALL_MALLOC] = "malloc",
    [HW_DEVICE_CALL_FREE] = "free",
    [HW_DEVICE_CALL_GRID_HANDLE] = "__cuda_syscall_CGS_get_intrinsic_handle",
    [HW_DEVICE_CALL_GRID_SYNC] = "__cuda_syscall_CGS_sync",
    [HW_DEVICE_CALL_GROUP_HANDLE] = "cudaCGGetIntrinsicHandle",
    [HW_DEVICE_CALL_GROUP_SYNC] = "cudaCGSynchronize",
    [HW_DEVICE_CALL_GROUP_SYNC_GRID] = "cudaCGSynchronizeGrid",
    [HW_DEVICE_CALL_GROUP_SIZE] = "cudaCGGetSize",
    [HW_DEVICE_CALL_GROUP_RANK] = "cudaCGGetRank",
    [HW_DEVICE_CALL_UNDEFINED] = "(undefined function)",
};

static uint32_t address_of(uint32_t number)
{
    return HW_DEVICE_CALL_BASE + number * HW_DEVICE_CALL_STEP;
}

uint32_t hw_device_call_address(const char *name)
{
    uint32_t number;

    for (unsigned i = 0; i < HW_DEVICE_CALL_UNDEFINED; i++)
        if (strcmp(names[i], name) == 0)
            return address_of(i);
    return hw_device_function_find(name, &number) ? address_of(HW_DEVICE_CALLS + number) : 0;
}

bool hw_device_call_launches(const char *name)
{
    uint32_t number;

    return hw_device_function_find(name, &number);
}

uint32_t hw_device_call_use(const char *name)
{
    uint32_t number;

    return hw_device_function_find(name, &number) ? hw_device_function_at(number)->use : 0;
}

bool hw_device_call_replaces(const char *name)
{
    for (unsigned i = HW_DEVICE_CALL_GROUP_HANDLE; i <= HW_DEVICE_CALL_GROUP_RANK; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return hw_device_call_launches(name);
}

uint32_t hw_device_call_count(bool launches)
{
    return HW_DEVICE_CALLS + (launches ? hw_device_function_count() : 0);
}

const char *hw_device_call_name(uint32_t address)
{
    const uint32_t number = (address - HW_DEVICE_CALL_BASE) / HW_DEVICE_CALL_STEP;

    if (address < HW_DEVICE_CALL_BASE || number >= hw_device_call_count(true))
        return NULL;
    return number < HW_DEVICE_CALLS ? names[number] : hw_device_function_at(number - HW_DEVICE_CALLS)->name;
}

static bool read_memory(void *context, uint64_t address, void *to, size_t bytes)
{
    const struct hw_lane_call *call = context;

    return hw_generic_read(call->warp, call->lane, address, to, bytes);
}

static bool invalid_address(const struct hw_lane_call *call, uint64_t address)
{
    hw_warp_fault(call->warp, call->uop, HW_FAULT_ADDRESS, call->lane,
                  &(struct hw_access){.space = HW_OPERAND_GENERIC, .size = 1, .address = address},
                  "%s reads a byte at 0x%llx, where nothing is", names[call->uop->external],
                  (unsigned long long)address);
    return false;
}

static bool print_formatted(struct hw_lane_call *call)
{
    const struct hw_launch *launch = call->warp->block->launch;
    char *text = NULL;
    size_t bytes = 0;
    uint64_t unreadable = 0;
    int count;
    FILE *out = open_memstream(&text, &bytes);

    if (!out)
        return true;
    const bool ok = hw_kernel_printf(read_memory, call, hw_argument_pair(call, ARGUMENTS),
                                     hw_argument_pair(call, ARGUMENTS + 2), out, &count, &unreadable);
    fclose(out);
    if (ok && launch->host.output)
        launch->host.output(launch->host.output_context, text, bytes);
    else if (ok)
        fwrite(text, 1, bytes, stdout);
    free(text);
    hw_return_pair(call, (uint64_t)(int64_t)count);
    return ok || invalid_address(call, unreadable);
}

/* The line of a thread, as CUDA writes it: the guide, "Assertion". */
static void print_assertion(const struct hw_lane_call *call, char (*text)[TEXT_MOST], uint32_t line)
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
static bool fail_assertion(struct hw_lane_call *call)
{
    static const unsigned argument[3] = {ARGUMENTS, ARGUMENTS + 2, ARGUMENTS + 6}; /* what, file, function */
    char text[3][TEXT_MOST] = {""};
    uint64_t unreadable;

    for (unsigned i = 0; i < 3; i++) {
        FILE *out = fmemopen(text[i], sizeof text[i] - 1, "w");
        bool ok = !out || hw_kernel_puts(read_memory, call, hw_argument_pair(call, argument[i]),
                                         TEXT_MOST - 2, out, &unreadable);
        if (out)
            fclose(out);
        if (!ok)
            return invalid_address(call, unreadable);
    }
    const uint32_t line = hw_argument_word(call, ARGUMENTS + 4);
    print_assertion(call, text, line);
    hw_warp_note_fault(call->warp, call->uop, HW_FAULT_ASSERT, call->lane, NULL,
                       "%s:%u: %s: assertion `%s` failed", text[1], line, text[2], text[0]);
    return true;
}

static bool allocate_block(struct hw_lane_call *call)
{
    struct hw_heap *heap = hw_memory_heap(call->warp->block->launch->memory);

    hw_return_pair(call, hw_heap_alloc(heap, hw_argument_pair(call, ARGUMENTS)));
    return true;
}

static bool free_block(struct hw_lane_call *call)
{
    struct hw_heap *heap = hw_memory_heap(call->warp->block->launch->memory);
    const uint64_t address = hw_argument_pair(call, ARGUMENTS);

    if (hw_heap_free(heap, address))
        return true;
    hw_warp_fault(call->warp, call->uop, HW_FAULT_ADDRESS, call->lane,
                  &(struct hw_access){.space = HW_OPERAND_GENERIC, .address = address},
                  "free of 0x%llx, which malloc has not given or which is free already",
                  (unsigned long long)address);
    return false;
}

/* The call does not say which function it is: all of them have one address.  The launch may know what there
 * is. */
static bool report_missing(struct hw_lane_call *call)
{
    const struct hw_launch_code *code = &call->warp->block->launch->code;

    hw_warp_fault(
        call->warp, call->uop, HW_FAULT_JUMP, call->lane, NULL,
        "a call of %.100s%s the file does not define; expected a linked file, or vprintf, malloc and "
        "the like",
        code->missing ? code->missing : "a function",
        !code->missing      ? " that"
        : code->misses_more ? " or another function that"
                            : ", which");
    return false;
}

/* A function that launches kernels, where somebody runs what it launches. */
static bool call_launching(struct hw_lane_call *call)
{
    const struct hw_device_function *function = hw_device_function_at(call->uop->external - HW_DEVICE_CALLS);

    if (call->warp->block->launch->children.queue) {
        hw_block_finish(call->warp->block); /* what it launches may begin at once */
        return function->call(call, function);
    }
    hw_warp_fault(call->warp, call->uop, HW_FAULT_JUMP, call->lane, NULL,
                  "a kernel calls %s, and nobody runs what it launches", function->name);
    return false;
}

void hw_uop_device_call(struct hw_regs *regs, const struct hw_uop *uop)
{
    /* clang-format off */
    static bool (*const function[HW_DEVICE_CALLS])(struct hw_lane_call *call) = {
        [HW_DEVICE_CALL_VPRINTF] = print_formatted,
        [HW_DEVICE_CALL_ASSERTFAIL] = fail_assertion,
        [HW_DEVICE_CALL_MALLOC] = allocate_block,
        [HW_DEVICE_CALL_FREE] = free_block,
        [HW_DEVICE_CALL_GRID_HANDLE] = hw_group_handle,
        [HW_DEVICE_CALL_GRID_SYNC] = report_missing, /* of code with too few registers to call it; so are */
        [HW_DEVICE_CALL_GROUP_HANDLE] = hw_group_handle,
        [HW_DEVICE_CALL_GROUP_SYNC] = report_missing, /* these two */
        [HW_DEVICE_CALL_GROUP_SYNC_GRID] = report_missing,
        [HW_DEVICE_CALL_GROUP_SIZE] = hw_group_size,
        [HW_DEVICE_CALL_GROUP_RANK] = hw_group_rank,
        [HW_DEVICE_CALL_UNDEFINED] = report_missing,
    };
    /* clang-format on */
    struct hw_lane_call call = {.warp = hw_warp_of(regs), .uop = uop};

    bool (*const serve)(struct hw_lane_call *) =
        uop->external < HW_DEVICE_CALLS ? function[uop->external] : call_launching;
    for (call.lane = 0; call.lane < HW_LANES; call.lane++)
        if (regs->exec >> call.lane & 1 && !serve(&call))
            return;
    if (uop->external == HW_DEVICE_CALL_ASSERTFAIL)
        hw_paths_end(call.warp, uop, regs->exec);
}
