/* SPDX-License-Identifier: MIT */
/* See one_worker.h.  What the code of a kernel asks for is found in translate/translate_order.c. */
#include "engine/launch/one_worker.h"

#include "machine/chip/sm_slot.h"
#include "machine/events.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* A launch that leaves the order of blocks open. */
static bool is_lifted(const struct hw_launch *launch, enum hw_one_worker reason)
{
    return launch->host.any_order && !launch->host.order &&
           (reason == HW_ONE_WORKER_RETURNS || reason == HW_ONE_WORKER_FENCE);
}

enum hw_one_worker hw_one_worker(const struct hw_launch *launch, const struct hw_program *program)
{
    const enum hw_one_worker reason = program->one_worker.reason;

    if (reason != HW_ONE_WORKER_NONE && !is_lifted(launch, reason))
        return reason;
    if (program->orders_reductions && launch->host.order)
        return HW_ONE_WORKER_ORDER;
    if (hw_subscriptions(launch).one_worker)
        return HW_ONE_WORKER_LISTENER;
    if (launch->host.block_end)
        return HW_ONE_WORKER_END;
    return hw_launch_is_placed(launch) ? HW_ONE_WORKER_AREA : HW_ONE_WORKER_NONE;
}

bool hw_orders_reductions(const struct hw_program *program)
{
    return program->orders_reductions && program->one_worker.reason == HW_ONE_WORKER_NONE;
}

bool hw_collects_reductions(const struct hw_launch *launch, const struct hw_program *program)
{
    return program->has_reductions && !is_lifted(launch, program->one_worker.reason);
}

void hw_serial_set(struct hw_serial *serial, enum hw_one_worker reason, uint64_t block,
                   const struct hw_program *program)
{
    const uint32_t at = program->one_worker.insn;
    const bool by_code =
        reason == program->one_worker.reason && reason != HW_ONE_WORKER_CALLS && at != HW_NO_INSN;

    *serial = (struct hw_serial){.reason = (uint8_t)reason, .block = block};
    if (reason == HW_ONE_WORKER_NONE || !by_code)
        return;
    serial->pc = program->insn[at].pc;
    hw_print(&program->insn[at].insn, hw_target_syntax(&program->target), serial->pc, serial->instruction,
             sizeof serial->instruction);
}

/* Behind the instruction, if there is one. */
static const char *const sentences[] = {
    [HW_ONE_WORKER_RETURNS] = "returns its value (atomics whose order decides the result)",
    [HW_ONE_WORKER_FENCE] = "is a fence, or a volatile load, beside atomics whose order decides the result",
    [HW_ONE_WORKER_LOCK] = "takes or gives back a lock of global memory (the order of blocks decides who has "
                           "it)",
    [HW_ONE_WORKER_SURFACE] = "is an atomic on a surface (whose order decides the result)",
    [HW_ONE_WORKER_CALLS] = "the kernel calls functions of the device runtime (in the order of blocks)",
    [HW_ONE_WORKER_CLOCK] = "reads a clock (all blocks have the same)",
    [HW_ONE_WORKER_ORDER] = "the order of blocks is drawn from a seed, and decides the result of its atomics",
    [HW_ONE_WORKER_LISTENER] = "what listens to the launch wants block after block",
    [HW_ONE_WORKER_END] = "the ends of its blocks are looked at",
    [HW_ONE_WORKER_AREA] = "stacks or local memory are in an area of memory",
    [HW_ONE_WORKER_SUMS] = "it accessed memory to which blocks add (atomics whose order decides the result)",
    [HW_ONE_WORKER_QUANTUM] = "it did not end in its first quantum, and blocks add to memory (atomics whose "
                              "order decides the result)",
};

static bool is_found_late(unsigned reason)
{
    return reason == HW_ONE_WORKER_SUMS || reason == HW_ONE_WORKER_QUANTUM;
}

bool hw_serial_text(const struct hw_serial *serial, char *text, size_t size)
{
    const char *sentence = sentences[serial->reason];

    *text = '\0';
    if (serial->reason == HW_ONE_WORKER_NONE)
        return false;
    if (is_found_late(serial->reason))
        snprintf(text, size, "one worker from block %" PRIu64 " on: %s", serial->block, sentence);
    else if (*serial->instruction)
        snprintf(text, size, "one worker: %s at 0x%x %s", serial->instruction, serial->pc, sentence);
    else
        snprintf(text, size, "one worker: %s", sentence);
    return true;
}
