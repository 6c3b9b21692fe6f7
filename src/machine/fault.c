/* SPDX-License-Identifier: MIT */
/* Faults of a launch: the instruction, the lane and the address at which a kernel went wrong. */
#include "machine/program.h"
#include "machine/warp_control.h"
#include "machine/warp.h"
#include "machine/device_runtime.h"

#include <stdarg.h>
#include <stdio.h>

const char *hw_fault_name(unsigned kind)
{
    static const char *const name[] = {
        [HW_FAULT_NONE] = "no fault",
        [HW_FAULT_ADDRESS] = "bad address",
        [HW_FAULT_MISALIGNED] = "misaligned address",
        [HW_FAULT_ILLEGAL] = "illegal instruction",
        [HW_FAULT_OPERAND] = "illegal operand",
        [HW_FAULT_JUMP] = "bad jump",
        [HW_FAULT_TRAP] = "trap",
        [HW_FAULT_BREAKPOINT] = "breakpoint",
        [HW_FAULT_DEADLOCK] = "barrier deadlock",
        [HW_FAULT_NO_PROGRESS] = "no progress",
        [HW_FAULT_STACK_OVERFLOW] = "stack overflow",
        [HW_FAULT_STACK_UNDERFLOW] = "stack underflow",
        [HW_FAULT_STACK_MISMATCH] = "stack mismatch",
        [HW_FAULT_QUADON] = "exit under quadon",
        [HW_FAULT_UNBOUND] = "unbound resource",
        [HW_FAULT_ASSERT] = "assertion failed",
        [HW_FAULT_LIMIT] = "instruction limit",
    };
    return kind < sizeof name / sizeof name[0] ? name[kind] : "?";
}

hw_status hw_fault_fail(struct hw_error *error, hw_status status, const struct hw_fault *fault)
{
    return hw_fail(error, status, "machine", "%s at 0x%x, block (%u,%u,%u): %s", hw_fault_name(fault->kind),
                   fault->pc, fault->block[0], fault->block[1], fault->block[2], fault->sentence);
}

/* The first of a block counts. */
static void note_fault(struct hw_warp *warp, const struct hw_uop *uop, unsigned kind, unsigned lane,
                       const struct hw_access *access, const char *format, va_list arguments)
{
    struct hw_block *block = warp->block;
    const struct hw_program *program = block->program;
    struct hw_fault *fault = &block->fault;
    const struct hw_program_insn *insn = &program->insn[program->insn_of[uop - program->uop]];

    if (fault->kind != HW_FAULT_NONE)
        return;
    if (lane == HW_NO_LANE)
        lane = warp->active ? hw_lowest_lane(warp->active) : 0;
    *fault = (struct hw_fault){.kind = (uint8_t)kind,
                               .pc = insn->pc,
                               .block = {block->id[0], block->id[1], block->id[2]},
                               .warp = warp->number,
                               .lane = lane};
    if (access) {
        fault->space = access->space;
        fault->size = access->size;
        fault->space_index = access->index;
        fault->address = access->address;
    }
    hw_thread_id(block->launch, warp->number * hw_launch_lanes(block->launch) + lane, fault->thread);
    if (insn->insn.bytes)
        hw_print(&insn->insn, hw_target_syntax(&block->launch->code.target), insn->pc, fault->instruction,
                 sizeof fault->instruction);
    else if (hw_device_call_name(insn->pc))
        snprintf(fault->instruction, sizeof fault->instruction, "%s", hw_device_call_name(insn->pc));
    vsnprintf(fault->sentence, sizeof fault->sentence, format, arguments);
}

void hw_warp_note_fault(struct hw_warp *warp, const struct hw_uop *uop, unsigned kind, unsigned lane,
                        const struct hw_access *access, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    note_fault(warp, uop, kind, lane, access, format, arguments);
    va_end(arguments);
}

void hw_warp_fault(struct hw_warp *warp, const struct hw_uop *uop, unsigned kind, unsigned lane,
                   const struct hw_access *access, const char *format, ...)
{
    va_list arguments;

    hw_warp_count(warp, uop);
    va_start(arguments, format);
    note_fault(warp, uop, kind, lane, access, format, arguments);
    va_end(arguments);
    hw_warp_stop(warp, HW_STOP_FAULT);
}
