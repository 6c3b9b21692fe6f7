/* SPDX-License-Identifier: MIT */
/* See stream_memory_ops.h. */
#include "cuda/core/streams/stream_memory_ops.h"

#include "cuda/base/message.h"
#include "cuda/core/devices/context.h"
#include "cuda/core/devices/device.h"
#include "cuda/core/log/reason.h"
#include "cuda/core/memory/allocation.h"
#include "cuda/core/memory/managed.h"
#include "cuda/core/streams/stream.h"
#include "machine/memory/device_memory.h"

#include <stdio.h>

static bool is_wait(const struct hw_memory_op *op)
{
    return op->type == HW_MEMORY_OP_WAIT_32 || op->type == HW_MEMORY_OP_WAIT_64;
}

static bool is_write(const struct hw_memory_op *op)
{
    return op->type == HW_MEMORY_OP_WRITE_32 || op->type == HW_MEMORY_OP_WRITE_64;
}

static size_t bytes_of(const struct hw_memory_op *op)
{
    return op->type == HW_MEMORY_OP_WAIT_64 || op->type == HW_MEMORY_OP_WRITE_64 ? 8 : 4;
}

static unsigned condition_of(const struct hw_memory_op *op)
{
    return op->flags & ~HW_MEMORY_WAIT_FLUSH;
}

bool hw_cuda_memory_ops_wait(const struct hw_cuda_memory_ops_work *ops)
{
    for (size_t i = 0; i < ops->count; i++)
        if (is_wait(&ops->op[i]))
            return true;
    return false;
}

static bool are_alike(const struct hw_memory_op *one, const struct hw_memory_op *other)
{
    if (one->type != other->type)
        return false;
    if (is_wait(one))
        return ((one->flags ^ other->flags) & HW_MEMORY_WAIT_FLUSH) == 0;
    return is_write(one) ? one->flags == other->flags : one->order == other->order;
}

bool hw_cuda_memory_ops_are_alike(const struct hw_cuda_memory_ops_work *one,
                                  const struct hw_cuda_memory_ops_work *other)
{
    bool alike = one->count == other->count && one->context == other->context;

    for (size_t i = 0; alike && i < one->count; i++)
        alike = are_alike(&one->op[i], &other->op[i]);
    return alike;
}

/* --- what a device has --- */

static cudaError_t check_memory(const struct hw_memory_op *op)
{
    const void *address = (const void *)(uintptr_t)op->address;
    const size_t bytes = bytes_of(op);

    if (op->address % bytes != 0)
        return hw_cuda_fail(cudaErrorInvalidValue,
                            "address %p; expected a multiple of %zu, the value's bytes", address, bytes);
    if (!hw_cuda_in_reach(address, bytes))
        return hw_cuda_fail_reach("address", address, bytes);
    if (hw_cuda_is_managed(address))
        return hw_cuda_fail(cudaErrorInvalidValue, "address %p is in managed memory", address);
    return cudaSuccess;
}

static cudaError_t check_wide(const struct hw_cuda_device *device, const char *what)
{
    if (device->chip->capability < HW_WIDE_MEMORY_OPS_CAPABILITY)
        return hw_cuda_fail(cudaErrorNotSupported, "%s; expected a chip of capability 7.0 or higher, not %s",
                            what, device->chip->name);
    return cudaSuccess;
}

static cudaError_t check_wait(const struct hw_memory_op *op, const struct hw_cuda_device *device)
{
    if (condition_of(op) > HW_MEMORY_WAIT_NOR)
        return hw_cuda_fail(cudaErrorInvalidValue, "flags %#x of a wait; expected 0 to 3, and 0x%x or not",
                            op->flags, HW_MEMORY_WAIT_FLUSH);
    return condition_of(op) == HW_MEMORY_WAIT_NOR ? check_wide(device, "a wait with NOR") : cudaSuccess;
}

static cudaError_t check_write(const struct hw_memory_op *op, enum hw_memory_ops_interface interface)
{
    if (op->flags & ~HW_MEMORY_WRITE_UNORDERED)
        return hw_cuda_fail(cudaErrorInvalidValue, "flags %#x of a write; expected 0 or 1", op->flags);
    if (op->flags && interface == HW_MEMORY_OPS_V2)
        return hw_cuda_fail(cudaErrorNotSupported,
                            "flags 1 of a write, without a barrier; only the functions of CUDA 8 have it");
    return cudaSuccess;
}

static cudaError_t check_order(const struct hw_memory_op *op, enum hw_memory_ops_interface interface)
{
    const bool is_barrier = op->type == HW_MEMORY_OP_BARRIER;

    if (is_barrier && interface == HW_MEMORY_OPS_V1)
        return hw_cuda_fail(cudaErrorNotSupported, "a barrier; the functions of CUDA 8 have none");
    if (op->order > is_barrier)
        return hw_cuda_fail(cudaErrorInvalidValue, "flags %#x of a %s; expected %s", op->order,
                            is_barrier ? "barrier" : "flush", is_barrier ? "0 or 1" : "0");
    return cudaSuccess;
}

static cudaError_t check_op(const struct hw_memory_op *op, const struct hw_cuda_device *device,
                            enum hw_memory_ops_interface interface)
{
    cudaError_t error = cudaSuccess;

    if (op->type == HW_MEMORY_OP_FLUSH || op->type == HW_MEMORY_OP_BARRIER)
        return check_order(op, interface);
    if (!is_wait(op) && !is_write(op))
        return hw_cuda_fail(cudaErrorInvalidValue, "operation %u; expected 1 to 6", op->type);
    error = is_wait(op) ? check_wait(op, device) : check_write(op, interface);
    if (error == cudaSuccess && bytes_of(op) == 8)
        error = check_wide(device, "an operation on 64 bits");
    return error == cudaSuccess ? check_memory(op) : error;
}

cudaError_t hw_cuda_memory_ops_check(const struct hw_cuda_memory_ops_work *ops)
{
    cudaError_t error = cudaSuccess;

    for (size_t i = 0; i < ops->count && error == cudaSuccess; i++)
        error = check_op(&ops->op[i], ops->context->device, (enum hw_memory_ops_interface)ops->interface);
    return error;
}

cudaError_t hw_cuda_memory_ops_begin(const struct hw_cuda_memory_ops_work *ops)
{
    cudaError_t error = cudaSuccess;

    for (size_t i = 0; i < ops->count && error == cudaSuccess; i++)
        if (is_wait(&ops->op[i]) || is_write(&ops->op[i]))
            error = check_memory(&ops->op[i]);
    return error;
}

/* --- what they do --- */

static bool holds(const struct hw_memory_op *op, uint64_t is)
{
    const bool wide = bytes_of(op) == 8;
    const uint64_t value = wide ? op->value : (uint32_t)op->value, difference = is - value;
    const uint64_t neither = ~(is | value);

    switch (condition_of(op)) {
    case HW_MEMORY_WAIT_GEQ: return (difference >> (wide ? 63 : 31) & 1) == 0;
    case HW_MEMORY_WAIT_EQ: return is == value;
    case HW_MEMORY_WAIT_AND: return (is & value) != 0;
    default: return (wide ? neither : (uint32_t)neither) != 0;
    }
}

/* A kernel may store there meanwhile, by a plain store of an aligned word, which is whole on the host, too.
 */
__attribute__((no_sanitize("thread"))) static uint64_t look(const void *there, bool wide)
{
    const uint64_t is = wide ? *(const volatile uint64_t *)there : *(const volatile uint32_t *)there;

    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    return is;
}

/* And a kernel may look there. */
__attribute__((no_sanitize("thread"))) static void put(void *there, bool wide, uint64_t value)
{
    __atomic_thread_fence(__ATOMIC_RELEASE);
    if (wide)
        *(volatile uint64_t *)there = value;
    else
        *(volatile uint32_t *)there = (uint32_t)value;
}

/* False: the memory is not there any more. */
static bool read_value(const struct hw_memory_op *op, uint64_t *is)
{
    const void *there = hw_memory_translate(hw_cuda.memory, op->address, bytes_of(op));

    if (there)
        *is = look(there, bytes_of(op) == 8);
    return there;
}

static bool write_value(const struct hw_memory_op *op)
{
    void *there = hw_memory_host(hw_cuda.memory, op->address, bytes_of(op));

    if (there)
        put(there, bytes_of(op) == 8, op->value);
    return there;
}

bool hw_cuda_memory_ops_visit(const struct hw_cuda_memory_ops_work *ops, struct hw_memory_ops_run *run)
{
    for (; !run->stopped && !run->lost && run->next < ops->count; run->next++) {
        const struct hw_memory_op *op = &ops->op[run->next];
        uint64_t is = 0;
        if (is_wait(op))
            run->lost = !read_value(op, &is);
        else if (is_write(op))
            run->lost = !write_value(op);
        if (run->lost)
            return true;
        if (is_wait(op) && !holds(op, is))
            return false;
    }
    return true;
}

bool hw_cuda_memory_ops_are_stuck(const struct hw_cuda_memory_ops_work *ops,
                                  const struct hw_memory_ops_run *run)
{
    const struct hw_memory_op *op = &ops->op[run->next];
    const struct hw_dirty_map *map = hw_memory_dirty_map(hw_cuda.memory);
    uint64_t is = 0;

    return !run->stopped && read_value(op, &is) && !holds(op, is) &&
           !hw_dirty_map_is_lent(map, op->address, bytes_of(op));
}

void hw_cuda_memory_ops_describe(const struct hw_cuda_memory_ops_work *ops,
                                 const struct hw_memory_ops_run *run, char *text, size_t bytes)
{
    static const char *const before[] = {"value - ", "value == ", "(value & ", "~(value | "},
                             *const behind[] = {" >= 0", "", ") != 0", ") != 0"};
    const struct hw_memory_op *op = &ops->op[run->next];
    const unsigned condition = condition_of(op);
    uint64_t is = 0;

    (void)read_value(op, &is);
    snprintf(text, bytes, "cuStreamWaitValue%u at %#llx (value = %#llx; waits until %s%#llx%s)",
             bytes_of(op) == 8 ? 64 : 32, (unsigned long long)op->address, (unsigned long long)is,
             before[condition], (unsigned long long)op->value, behind[condition]);
}

void hw_cuda_memory_ops_stop(struct hw_memory_ops_run *run, const char *why)
{
    if (run->stopped)
        return;
    run->stopped = true;
    snprintf(run->why, sizeof run->why, "%s", why ? why : "");
}

cudaError_t hw_cuda_memory_ops_end(const struct hw_cuda_memory_ops_work *ops,
                                   const struct hw_memory_ops_run *run)
{
    char text[200];

    if (run->lost) {
        hw_cuda_message("the memory at %#llx has been freed, which an operation of a stream uses",
                        (unsigned long long)ops->op[run->next].address);
        return hw_cuda.context->failed = cudaErrorIllegalAddress;
    }
    if (!*run->why)
        return cudaSuccess;
    hw_cuda_memory_ops_describe(ops, run, text, sizeof text);
    hw_cuda_message("%s: %s", text, run->why);
    return hw_cuda.context->failed = cudaErrorLaunchTimeout;
}

/* --- calls --- */

cudaError_t hw_cuda_memory_ops_work(struct hw_cuda_work *work, unsigned count, const struct hw_memory_op *op,
                                    unsigned flags, enum hw_memory_ops_interface interface)
{
    if (count < 1 || count > HW_MEMORY_OPS_MAX)
        return hw_cuda_fail(cudaErrorInvalidValue, "%u operations; expected 1 to %u", count,
                            HW_MEMORY_OPS_MAX);
    if (!op)
        return hw_cuda_fail(cudaErrorInvalidValue, "the operations are null");
    if (flags)
        return hw_cuda_fail(cudaErrorInvalidValue, "flags %#x; expected 0", flags);
    *work = (struct hw_cuda_work){.kind = HW_CUDA_WORK_MEMORY_OPS,
                                  .memory_ops = {.op = op, .count = count, .interface = (int)interface}};
    return cudaSuccess;
}

cudaError_t hw_cuda_memory_ops(cudaStream_t stream, unsigned count, const struct hw_memory_op *op,
                               unsigned flags, enum hw_memory_ops_interface interface)
{
    struct hw_cuda_work work;
    cudaError_t error = hw_cuda_stream_check(stream);

    if (error == cudaSuccess)
        error = hw_cuda_memory_ops_work(&work, count, op, flags, interface);
    if (error != cudaSuccess)
        return error;
    work.memory_ops.context = hw_cuda_stream_context(stream);
    error = hw_cuda_memory_ops_check(&work.memory_ops);
    return error == cudaSuccess ? hw_cuda_submit(stream, &work) : error;
}

cudaError_t hw_cuda_memory_op(cudaStream_t stream, enum hw_memory_op_type type, uint64_t address,
                              uint64_t value, unsigned flags, enum hw_memory_ops_interface interface)
{
    const struct hw_memory_op op = {
        .type = (unsigned)type, .address = address, .value = value, .flags = flags};

    return hw_cuda_memory_ops(stream, 1, &op, 0, interface);
}
