/* SPDX-License-Identifier: MIT */
/* This file reports errors: what the card would say of an error, and a sentence for people. */
#include "channel/engine/channel_state.h"

#include "machine/chip/sm_location.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *hw_report_kind_name(unsigned kind)
{
    static const char *const name[HW_REPORT_KINDS] = {
        [HW_REPORT_DMA_PUSHER] = "DMA_PUSHER",
        [HW_REPORT_CACHE_ERROR] = "CACHE_ERROR",
        [HW_REPORT_SEMAPHORE] = "SEMAPHORE",
        [HW_REPORT_ILLEGAL_CLASS] = "ILLEGAL_CLASS",
        [HW_REPORT_ILLEGAL_MTHD] = "ILLEGAL_MTHD",
        [HW_REPORT_DATA_ERROR] = "DATA_ERROR",
        [HW_REPORT_DOUBLE_NOTIFY] = "DOUBLE_NOTIFY",
        [HW_REPORT_TRAP] = "TRAP",
        [HW_REPORT_NOTIFY] = "NOTIFY",
        [HW_REPORT_QUERY] = "QUERY",
        [HW_REPORT_NOTIFY_INTR] = "NOTIFY_INTR",
    };
    return kind < HW_REPORT_KINDS ? name[kind] : "?";
}

bool hw_report_is_error(unsigned kind)
{
    return kind <= HW_REPORT_TRAP;
}

const char *hw_trap_unit_name(unsigned unit)
{
    static const char *const name[HW_UNITS] = {
        [HW_UNIT_DISPATCH] = "DISPATCH", [HW_UNIT_M2MF] = "M2MF", [HW_UNIT_CCACHE] = "CCACHE",
        [HW_UNIT_TEXTURE] = "TEXTURE",   [HW_UNIT_MP] = "MP",     [HW_UNIT_PROP] = "PROP",
    };
    return unit < HW_UNITS ? name[unit] : "?";
}

/* Tell a report that lacks what all have. */
static void call_report(struct hw_channel *channel, struct hw_channel_report *report)
{
    report->subchannel = channel->subchannel;
    report->object = channel->object;
    report->method = channel->method;
    report->data = channel->data;
    report->offset = channel->offset;
    if (channel->setup.report)
        channel->setup.report(channel->setup.context, report);
    if (!hw_report_is_error(report->kind))
        return;
    channel->result->reports++;
    /* the pusher does not go on behind an error of its own */
    channel->stop |= channel->setup.strict || report->kind == HW_REPORT_DMA_PUSHER;
    if (channel->stop)
        channel->result->state = HW_CHANNEL_STOPPED;
}

void hw_channel_error(struct hw_channel *channel, enum hw_report_kind kind, enum hw_trap_unit unit,
                      uint32_t code, const char *format, ...)
{
    struct hw_channel_report report = {.kind = (uint8_t)kind, .unit = (uint8_t)unit, .code = code};
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(report.sentence, sizeof report.sentence, format, arguments);
    va_end(arguments);
    call_report(channel, &report);
}

void hw_channel_data_error(struct hw_channel *channel, enum hw_data_error code, const char *format, ...)
{
    struct hw_channel_report report = {.kind = HW_REPORT_DATA_ERROR, .code = code};
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(report.sentence, sizeof report.sentence, format, arguments);
    va_end(arguments);
    call_report(channel, &report);
}

void hw_channel_memory_error(struct hw_channel *channel, enum hw_trap_unit unit,
                             const struct hw_dma_fault *fault, const char *what)
{
    struct hw_channel_report report = {
        .kind = HW_REPORT_TRAP, .unit = (uint8_t)unit, .code = fault->reason, .address = fault->address};

    snprintf(report.sentence, sizeof report.sentence, "%s: %s at address 0x%010llx: %s", what,
             fault->write ? "a write" : "a read", (unsigned long long)fault->address,
             hw_vm_fault_name(fault->reason));
    call_report(channel, &report);
}

void hw_channel_fail(struct hw_channel *channel, hw_status status)
{
    channel->status = status;
    channel->stop = true;
}

/* --- kernels --- */

/* What a multiprocessor says of a fault; 0: the public list has no bit for it. */
static uint32_t mp_error(unsigned kind)
{
    switch (kind) {
    case HW_FAULT_STACK_UNDERFLOW: return HW_MP_STACK_UNDERFLOW;
    case HW_FAULT_STACK_MISMATCH: return HW_MP_STACK_MISMATCH;
    case HW_FAULT_QUADON: return HW_MP_QUADON_ACTIVE;
    case HW_FAULT_DEADLOCK:
    case HW_FAULT_NO_PROGRESS:
    case HW_FAULT_LIMIT: return HW_MP_TIMEOUT;
    case HW_FAULT_ILLEGAL:
    case HW_FAULT_OPERAND:
    case HW_FAULT_JUMP:
    case HW_FAULT_TRAP: return HW_MP_DECODE_ERROR;
    case HW_FAULT_BREAKPOINT: return HW_MP_BREAKPOINT;
    default: return 0;
    }
}

/* Whether the fault is one of memory that PROP accesses: global, local, the stack. */
static bool is_of_prop(const struct hw_fault *fault)
{
    return fault->kind == HW_FAULT_ADDRESS &&
           (fault->space == HW_OPERAND_GLOBAL || fault->space == HW_OPERAND_LOCAL ||
            fault->space == HW_OPERAND_NONE);
}

/* Whether an access leaves what the methods of a segment allow.  The launch's segment ends where the DMA
 * object does, which is another reason. */
static bool is_beyond_segment(const struct hw_channel *channel, const struct hw_launch *launch,
                              const struct hw_fault *fault)
{
    const unsigned number = fault->space_index % HW_SEGMENTS;
    struct hw_segment segment = launch->segment[number];
    const uint32_t first = (uint32_t)fault->address, last = first + (fault->size ? fault->size - 1u : 0);
    uint64_t unused;

    segment.limit = hw_state_of_method(channel, HW_OBJECT_COMPUTE, HW_COMPUTE_GLOBAL_LIMIT + 0x20u * number);
    segment.end = 0;
    return last < first || !hw_segment_address(&segment, first, &unused) ||
           !hw_segment_address(&segment, last, &unused);
}

/* Bytes of a faulting access that lie side by side: local memory is accessed in words, the stack in entries.
 */
static unsigned bytes_of(const struct hw_fault *fault)
{
    if (fault->space == HW_OPERAND_GLOBAL)
        return fault->size;
    return fault->space == HW_OPERAND_LOCAL ? (fault->size < 4 ? fault->size : 4) : HW_STACK_ENTRY_BYTES;
}

/* Why a byte cannot be reached through a DMA object. */
static uint32_t reason_at(const struct hw_channel *channel, const struct hw_dma_object *dma, uint64_t address)
{
    struct hw_dma_fault reads, writes;
    uint64_t bytes;

    (void)hw_dma_bytes(&channel->space, dma, address, HW_FOR_READING, &bytes, &reads);
    (void)hw_dma_bytes(&channel->space, dma, address, HW_FOR_WRITING, &bytes, &writes);
    return reads.reason != HW_VM_FINE ? reads.reason : writes.reason;
}

/* Why an address of a kernel is not there. */
static uint32_t reason_of(const struct hw_channel *channel, const struct hw_launch *launch,
                          const struct hw_fault *fault, uint64_t *address)
{
    const bool global = fault->space == HW_OPERAND_GLOBAL;
    const uint32_t slot = global                             ? HW_COMPUTE_DMA_GLOBAL
                          : fault->space == HW_OPERAND_LOCAL ? HW_COMPUTE_DMA_LOCAL
                                                             : HW_COMPUTE_DMA_STACK;
    const struct hw_dma_object *dma = hw_slot_of(channel, HW_OBJECT_COMPUTE, slot);
    const uint64_t base = dma ? dma->base : 0;

    *address = fault->memory_address - base;
    if (global && dma) {
        if (launch->segment[fault->space_index % HW_SEGMENTS].mode == HW_SEGMENT_NONE)
            return HW_VM_DMAOBJ_LIMIT;
        if (is_beyond_segment(channel, launch, fault))
            return HW_VM_GLOBAL_LIMIT;
    }
    const uint32_t first = reason_at(channel, dma, *address);
    return first != HW_VM_FINE ? first : reason_at(channel, dma, *address + bytes_of(fault) - 1);
}

void hw_channel_kernel_error(struct hw_channel *channel, const struct hw_launch *launch,
                             const struct hw_fault *fault)
{
    struct hw_channel_report report = {
        .kind = HW_REPORT_TRAP, .unit = HW_UNIT_MP, .code = mp_error(fault->kind), .fault = *fault};
    const char *reason = hw_fault_name(fault->kind);

    if (is_of_prop(fault)) {
        report.unit = HW_UNIT_PROP;
        report.code = reason_of(channel, launch, fault, &report.address);
        reason = hw_vm_fault_name(report.code);
    } else if (fault->space == HW_OPERAND_CONST) {
        report.unit = HW_UNIT_CCACHE;
        report.code = HW_VM_FINE;
    }
    snprintf(report.sentence, sizeof report.sentence,
             "%s in block (%u,%u), thread (%u,%u,%u) at 0x%x: %s: %.120s", reason, fault->block[0],
             fault->block[1], fault->thread[0], fault->thread[1], fault->thread[2], fault->pc,
             fault->instruction, fault->sentence);
    call_report(channel, &report);
}
