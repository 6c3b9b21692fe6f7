/* SPDX-License-Identifier: MIT */
/* Running a kernel.
 *
 * A kernel runs in the call that launches it, or when its stream has come to it.  A kernel's fault is
 * reported on standard error at once and kept in the context, and later calls return it.  An impossible
 * launch is the error of its own call. */
#include "cuda/core/launches/launch.h"

#include "cuda/base/message.h"
#include "cuda/core/memory/allocation.h"
#include "cuda/core/devices/context.h"
#include "cuda/core/launches/cooperative.h"
#include "cuda/core/devices/device.h"
#include "cuda/core/launches/launch_tree.h"
#include "cuda/core/launches/device_time.h"
#include "cuda/core/fault_errors.h"
#include "cuda/core/handle.h"
#include "cuda/core/modules/kernel_image.h"
#include "cuda/core/modules/loaded_module.h"
#include "cuda/core/log/log.h"
#include "cuda/core/textures/cuda_texture_object.h"
#include "cuda/core/log/reason.h"
#include "cuda/core/settings.h"
#include "cuda/core/streams/stream.h"
#include "cuda/core/textures/surface_reference.h"
#include "cuda/core/modules/symbol.h"
#include "cuda/core/textures/texture_reference.h"
#include "cuda/replay/replay.h"
#include "engine/launch/launch_warnings.h"
#include "engine/launch/progress.h"
#include "machine/chip/kernel_abi.h"
#include "machine/device_clock.h"
#include "machine/memory/device_memory.h"

#include <halfwarp/submit.h>
#include <stdlib.h>
#include <string.h>

#define FENCE_BYTES 65536u /* of memory behind g15 */

/* What a launch is made of. */
struct launch_run {
    struct hw_cuda_kernel *kernel;
    cudaStream_t stream;
    struct hw_launch launch;
    struct hw_launch_result result;
    struct hw_bindless entries[HW_TEXTURES];
    uint8_t parameters[HW_CUDA_PARAMETER_BYTES];
};

static cudaError_t set_shape(struct hw_launch *launch, dim3 grid, dim3 block)
{
    static const int error = cudaErrorInvalidConfiguration;
    const struct hw_chip_info *chip = launch->code.chip;
    const uint32_t most_grid[3] = {chip->grid_x, chip->grid_y, chip->grid_z};
    const uint32_t most_block[3] = {chip->block_x, chip->block_y, chip->block_z};
    uint64_t threads = 1;

    memcpy(launch->grid, &grid, sizeof launch->grid);
    memcpy(launch->block, &block, sizeof launch->block);
    for (int i = 0; i < 3; i++) {
        if (launch->grid[i] == 0 || launch->grid[i] > most_grid[i])
            return hw_cuda_fail(error, "grid.%c is %u; expected 1 to %u", "xyz"[i], launch -> grid[i],
                                most_grid[i]);
        if (launch->block[i] == 0 || launch->block[i] > most_block[i])
            return hw_cuda_fail(error, "block.%c is %u; expected 1 to %u", "xyz"[i], launch -> block[i],
                                most_block[i]);
        threads *= launch->block[i];
    }
    if (threads > chip->threads_per_block)
        return hw_cuda_fail(error, "a block of %llu threads; expected at most %u",
                            (unsigned long long)threads, chip->threads_per_block);
    return cudaSuccess;
}

/* What the compiler or the program has said that launches of the kernel will not do.  The error for blocks
 * beyond launch bounds is that of a kernel with .maxntid 128 and blocks of 1024 (triton-lang/triton, issue
 * 2166); for blocks that are not as .reqntid says it is a guess: the PTX ISA says that the launch fails. */
static cudaError_t check_bounds(const struct hw_cuda_kernel *kernel, dim3 block, size_t dynamic)
{
    const struct hw_chip_info *chip = kernel->module->context->device->chip;
    const bool asks_for_more = chip->shared_per_block > hw_cuda_usual_shared(chip);

    if (!hw_cuda_kernel_allows(kernel, block))
        return hw_cuda_fail(cudaErrorInvalidValue,
                            "%s: a block of %u by %u by %u threads is beyond its launch bounds",
                            kernel->code->name, block.x, block.y, block.z);
    if ((kernel->dynamic_limited || asks_for_more) && dynamic > hw_cuda_most_dynamic(kernel))
        return hw_cuda_fail(
            cudaErrorInvalidValue,
            "%s: %zu bytes of dynamic shared memory; expected at most %u (attribute 8 of kernels)",
            kernel->code->name, dynamic, hw_cuda_most_dynamic(kernel));
    return cudaSuccess;
}

/* Parameters end where the kernel says, though the last argument's size may be less than its place.  Too many
 * of them are an error of resources (as the documentation of cudaErrorLaunchOutOfResources says). */
static cudaError_t set_parameters(struct launch_run *run, const void *parameters, size_t bytes)
{
    const struct hw_kernel *code = run->kernel->code;
    size_t needed = bytes;

    if (code->param_bytes >= 0 && bytes > ((size_t)code->param_bytes + 7) / 8 * 8)
        return hw_cuda_fail(cudaErrorLaunchOutOfResources, "%s: %zu bytes of parameters; it has %d",
                            code->name, bytes, (int)code->param_bytes);
    if (code->param_bytes > 0 || (code->param_bytes == 0 && bytes > 0))
        needed = (size_t)code->param_bytes;
    if (needed > HW_CUDA_PARAMETER_BYTES || bytes > HW_CUDA_PARAMETER_BYTES)
        return hw_cuda_fail(cudaErrorLaunchOutOfResources, "%s: %zu bytes of parameters; expected at most %d",
                            code->name, needed > bytes ? needed : bytes, HW_CUDA_PARAMETER_BYTES);
    if (bytes > 0)
        memcpy(run->parameters, parameters, bytes);
    if (needed > bytes)
        memset(run->parameters + bytes, 0, needed - bytes);
    run->launch.params = run->parameters;
    run->launch.param_bytes = (uint32_t)needed;
    return cudaSuccess;
}

/* Shared memory: on Tesla the launch's header and the parameters come first.  Dynamic memory begins at a
 * multiple of 16, as compilers place it. */
static cudaError_t set_shared(struct hw_launch *launch, size_t dynamic)
{
    const uint32_t header = hw_kernel_abi_of(&launch->code.target)->shared_header;

    if (dynamic > launch->code.chip->shared_per_block)
        return hw_cuda_fail(cudaErrorLaunchOutOfResources,
                            "%zu bytes of dynamic shared memory; expected at most %u", dynamic,
                            launch->code.chip->shared_per_block);
    if (header && launch->shared_bytes < header + launch->param_bytes)
        launch->shared_bytes = header + launch->param_bytes;
    if (dynamic)
        launch->shared_bytes = (launch->shared_bytes + 15) / 16 * 16 + (uint32_t)dynamic;
    launch->dynamic_shared_bytes = (uint32_t)dynamic;
    return cudaSuccess;
}

/* The module's constants are read where they have their home. */
static void set_constants(struct hw_launch *launch, const struct hw_cuda_module *module)
{
    for (unsigned i = 0; i < HW_BANKS; i++)
        if (module->home[i] && launch->bank[i].data)
            launch->bank[i].data =
                hw_memory_translate(hw_cuda.memory, module->home[i], launch->bank[i].bytes);
}

static void set_references(struct launch_run *run)
{
    const struct hw_cuda_kernel *kernel = run->kernel;
    struct hw_launch *launch = &run->launch;

    if (kernel->use_count == 0 && !kernel->module->context->objects)
        return;
    memset(run->entries, 0, sizeof run->entries);
    for (size_t i = 0; i < kernel->use_count; i++) {
        const struct hw_cuda_use *use = &kernel->use[i];
        if (use->texture && hw_cuda_texture_refresh(use->texture))
            launch->textures.unit[use->entry] = run->entries[use->entry].texture = &use->texture->texture;
        if (use->surface && use->surface->array)
            run->entries[use->entry].surface = &use->surface->surface;
    }
    launch->textures.bindless = run->entries;
    launch->textures.bindless_count = HW_TEXTURES;
    hw_cuda_objects_bind(kernel->module->context, launch);
}

/* Code of Tesla for __threadfence() reads words of g15, which the driver has to provide, and drops them. What
 * Tesla does with wide accesses that are aligned to a word is not known: they are faults if the program is to
 * be strict. */
static cudaError_t set_tesla(struct hw_launch *launch, struct hw_cuda_context *context)
{
    if (!hw_kernel_abi_of(&launch->code.target)->shared_header)
        return cudaSuccess;
    if (!context->fence && hw_cuda_allocate(context, FENCE_BYTES, &context->fence) != cudaSuccess)
        return hw_cuda_fail(cudaErrorLaunchOutOfResources, "no memory for what __threadfence() reads");
    launch->limits.max_alignment = hw_cuda_strict() ? 0 : 4;
    launch->segment[15] = (struct hw_segment){
        .mode = HW_SEGMENT_LINEAR, .base = (uint32_t)context->fence, .limit = FENCE_BYTES - 1};
    return cudaSuccess;
}

/* Files do not add up what functions need that call themselves, or are called by pointer: a thread of any
 * kernel has the stack that is the context's limit, and what its file says if that is more. */
static void set_stack(struct hw_launch *launch, const struct hw_kernel *kernel, size_t limit)
{
    const uint32_t own =
        kernel->local_bytes == UINT32_MAX ? 0 : kernel->local_bytes; /* UINT32_MAX: no bound */

    if (limit)
        launch->local_bytes = limit > own ? (uint32_t)limit : own;
}

/* --- what became of it --- */

static void report_fault(const struct hw_kernel *kernel, const struct hw_fault *fault)
{
    hw_cuda_message("fault in %s: %s: %s\n  instruction  0x%04x  %s\n  block        (%u,%u,%u)\n"
                    "  thread       (%u,%u,%u), warp %u, lane %u",
                    kernel->name, hw_fault_name(fault->kind), fault->sentence, fault->pc, fault->instruction,
                    fault->block[0], fault->block[1], fault->block[2], fault->thread[0], fault->thread[1],
                    fault->thread[2], fault->warp, fault->lane);
}

/* What the launch has come to; a fault is the context's, and the launching call itself succeeds. */
static cudaError_t outcome(const struct launch_run *run, hw_status status, const struct hw_error *error)
{
    const struct hw_fault *fault = &run->result.fault;
    struct hw_cuda_context *context = run->kernel->module->context;

    if (status == HW_OK)
        return cudaSuccess;
    if (fault->kind != HW_FAULT_NONE) {
        report_fault(run->kernel->code, fault);
        if (context->fault ==
            cudaSuccess) /* else that of a kernel that this one has launched and waited for */
            context->fault = hw_cuda_fault_error(fault->kind);
        return context->fault;
    }
    hw_cuda_message("%s: %s", run->kernel->code->name, error->text);
    hw_cuda_fail(status, "%s", error->text);
    if (status == HW_ERR_LAUNCH || status == HW_ERR_NO_MEMORY)
        return cudaErrorLaunchOutOfResources;
    return cudaErrorInvalidKernelImage;
}

/* What is doubtful in a launch, once a kernel: that which strict runs refuse, and in those also what is bad
 * style. */
static void tell_doubts(const struct launch_run *run)
{
    const struct hw_stats *stats = &run->result.stats;
    const bool strict = run->launch.limits.strict;
    struct hw_cuda_kernel *kernel = run->kernel;
    char text[HW_LAUNCH_WARNING_BYTES];

    for (enum hw_launch_warning doubt = 0; doubt < HW_LAUNCH_WARNING_COUNT; doubt++) {
        if (kernel->doubts >> doubt & 1 || (hw_launch_warning_is_style(doubt) && !strict) ||
            !hw_launch_warning_text(doubt, stats, text))
            continue;
        kernel->doubts |= 1u << doubt;
        if (strict)
            hw_cuda_message("warning: %s: %s", kernel->code->name, text);
        else
            hw_cuda_doubt(kernel->code, "%s", text);
    }
}

/* A launch whose time does not matter: on Tesla's chips by the methods of a channel, if the program is to. */
static hw_status run_untimed(struct launch_run *run, struct hw_error *error)
{
    hw_status status = HW_OK;

    if (!hw_cuda_by_methods() || !hw_kernel_abi_of(&run->launch.code.target)->shared_header)
        return hw_launch_run(&run->launch, &run->result, error);
    if (!hw_cuda.stage)
        status = hw_submitter_create(&hw_cuda.stage, error);
    return status == HW_OK ? hw_submitter_run(hw_cuda.stage, &run->launch, &run->result, error) : status;
}

/* What no other launch on the device has: its number, and the time.  Tesla's code finds the number in shared
 * memory, where nobody sees whether it reads it: so it stays 0 there. */
static void count_launch(struct launch_run *run)
{
    struct hw_cuda_device *device = run->kernel->module->context->device;

    run->launch.ticks = &device->ticks;
    if (!hw_kernel_abi_of(&run->launch.code.target)->shared_header)
        run->launch.grid_id = ++device->launches;
}

static cudaError_t execute(struct launch_run *run)
{
    const struct hw_kernel *code = run->kernel->code;
    struct hw_profiler_device *clock = hw_cuda_clock(run->kernel->module->context);
    struct hw_launch_time time = {.cycles = 0};
    struct hw_progress progress;
    struct hw_error error;

    count_launch(run);
    hw_progress_begin(&progress, &run->launch, code->name);
    const double begin = hw_cuda_seconds();
    const bool may_replay = !clock || hw_profiler_reuses();
    const bool replayed = may_replay && hw_cuda_replay(&run->launch, &run->result, &time, begin);
    const hw_status status = replayed ? HW_OK
                             : clock  ? hw_profiler_run(clock, &run->launch, &run->result, &time, &error)
                                      : run_untimed(run, &error);
    const double end = hw_cuda_seconds();
    hw_progress_end(&progress);
    if (replayed)
        hw_clock_skip(&run->launch, &run->result.stats);
    if (may_replay && !replayed)
        hw_cuda_replay_keep(&run->launch, &run->result, status, &time, end);
    const cudaError_t result = outcome(run, status, &error);

    if (status == HW_OK || run->result.fault.kind != HW_FAULT_NONE)
        hw_cuda_time_kernel(run->kernel->module->context, run->stream,
                            &(struct hw_profiler_kernel){.name = code->name,
                                                         .launch = &run->launch,
                                                         .registers = code->registers,
                                                         .static_shared = code->shared_bytes,
                                                         .time = &time});
    tell_doubts(run);
    hw_cuda_log_launch(&(struct hw_cuda_ran){.kernel = code,
                                             .launch = &run->launch,
                                             .result = &run->result,
                                             .seconds = end - begin,
                                             .replayed = replayed,
                                             .error = result});
    return run->result.fault.kind != HW_FAULT_NONE ? cudaSuccess : result;
}

/* All that does not change between the call and the launch. */
static cudaError_t prepare(struct launch_run *run, const struct hw_cuda_kernel_work *work)
{
    struct hw_cuda_kernel *kernel = work->kernel;
    struct hw_cuda_context *context = kernel->module->context;

    hw_cuda_fit(context);
    run->kernel = kernel;
    hw_launch_init(&run->launch, &kernel->target, context->device->chip, hw_cuda.memory);
    run->launch.host.execution_context = hw_cuda.execution_context;
    run->launch.host.workers = hw_cuda_workers();
    run->launch.host.assertions = hw_cuda_assertion_keep;
    run->launch.host.assertions_context = context;
    run->launch.limits.strict = hw_cuda_strict();
    hw_image_bind(&kernel->image, &run->launch);
    cudaError_t error = set_shape(&run->launch, work->grid, work->block);
    if (error == cudaSuccess)
        error = check_bounds(kernel, work->block, work->shared_bytes);
    if (error == cudaSuccess)
        error = set_parameters(run, work->parameters, work->parameter_bytes);
    if (error == cudaSuccess)
        error = set_shared(&run->launch, work->shared_bytes);
    if (error == cudaSuccess)
        error = set_tesla(&run->launch, context);
    return error == cudaSuccess && work->cooperative ? hw_cuda_cooperate(&run->launch, work) : error;
}

/* Threads that need more registers than a block has are an error of resources (documentation of
 * CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES; HazyResearch/ThunderKittens, issue 37). */
cudaError_t hw_cuda_kernel_check(const struct hw_cuda_kernel_work *work)
{
    struct launch_run run;
    struct hw_error error;

    if (!hw_cuda_kernel_is_valid(work->kernel))
        return hw_cuda_fail_handle(cudaErrorInvalidResourceHandle, "kernel", work->kernel);
    const cudaError_t prepared = prepare(&run, work);
    if (prepared != cudaSuccess)
        return prepared;
    if (hw_launch_check(&run.launch, &error) == HW_OK)
        return cudaSuccess;
    hw_cuda_message("%s: %s", work->kernel->code->name, error.text);
    return hw_cuda_fail(cudaErrorLaunchOutOfResources, "%s", error.text);
}

cudaError_t hw_cuda_kernel_run(const struct hw_cuda_kernel_work *work, cudaStream_t stream)
{
    const struct hw_cuda_context *context = work->kernel->module->context;
    struct hw_cuda_tree tree;
    struct launch_run run;
    cudaError_t error = prepare(&run, work);

    if (error == cudaSuccess)
        error = hw_cuda_tree_begin(&tree, work, stream, &run.launch);
    if (error != cudaSuccess)
        return error;
    run.stream = stream;
    set_constants(&run.launch, work->kernel->module);
    set_stack(&run.launch, work->kernel->code, hw_cuda_limit(context, cudaLimitStackSize));
    set_references(&run);
    return hw_cuda_tree_end(&tree, execute(&run));
}

cudaError_t hw_cuda_kernel_submit(cudaStream_t stream, const struct hw_cuda_kernel_work *work)
{
    struct hw_cuda_context *context = work->kernel->module->context;

    if (hw_cuda_stream_check(stream) != cudaSuccess)
        return cudaErrorInvalidResourceHandle;
    stream = hw_cuda_stream_resolve(stream);
    if (stream && hw_cuda_stream_context(stream) != context)
        return hw_cuda_fail(cudaErrorInvalidResourceHandle, "stream %p is of another context than kernel %s",
                            (const void *)stream, work->kernel->code->name);
    if (context->fault != cudaSuccess)
        return hw_cuda_fault_told(context);
    return hw_cuda_submit(stream, &(struct hw_cuda_work){.kind = HW_CUDA_WORK_KERNEL, .kernel = *work});
}

cudaError_t hw_cuda_kernel_launch(struct hw_cuda_kernel *kernel, dim3 grid, dim3 block, size_t shared_bytes,
                                  cudaStream_t stream, const void *parameters, size_t parameter_bytes)
{
    return hw_cuda_kernel_submit(stream, &(struct hw_cuda_kernel_work){.kernel = kernel,
                                                                       .grid = grid,
                                                                       .block = block,
                                                                       .shared_bytes = shared_bytes,
                                                                       .parameter_bytes = parameter_bytes,
                                                                       .parameters = parameters});
}
