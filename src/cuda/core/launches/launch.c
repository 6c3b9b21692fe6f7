/* SPDX-License-Identifier: MIT */
/* A launch is executed when its turn has come: replayed, timed, or run.
 *
 * A kernel's fault is reported on standard error at once.  It is kept in the context, where the calls that
 * synchronise find it. */
#include "cuda/core/launches/launch_state.h"

#include "cuda/base/message.h"
#include "cuda/core/devices/context.h"
#include "cuda/core/devices/device.h"
#include "cuda/core/executor/executor.h"
#include "cuda/core/fault_errors.h"
#include "cuda/core/launches/cooperative.h"
#include "cuda/core/launches/device_time.h"
#include "cuda/core/log/log.h"
#include "cuda/core/log/reason.h"
#include "cuda/core/modules/kernel_image.h"
#include "cuda/core/modules/loaded_module.h"
#include "cuda/core/settings.h"
#include "cuda/core/streams/stream.h"
#include "cuda/replay/replay.h"
#include "engine/launch/fault_source.h"
#include "engine/launch/launch_warnings.h"
#include "engine/launch/livelock_proof.h"
#include "engine/launch/running_launch.h"
#include "machine/device_launch/child_queue.h"
#include "machine/chip/kernel_abi.h"
#include "machine/device_clock.h"
#include "names/shown.h"

#include <halfwarp/submit.h>
#include <halfwarp/timer.h>
#include <stdatomic.h>
#include <stdio.h>

#define TOLD_AFTER 10.0 /* seconds */

/* --- what became of it --- */

static void report_fault(const struct hw_cuda_kernel *kernel, const struct hw_fault *fault)
{
    const char *name = HW_SHOWN(kernel->code->name);
    char source[HW_FAULT_SOURCE_BYTES];

    if (!*fault->instruction) { /* it was stopped, wherever it was */
        hw_cuda_message("fault in %s: %s: %s", name, hw_fault_name(fault->kind), fault->sentence);
        return;
    }
    const bool known = hw_fault_source(&kernel->image, fault, source);
    hw_cuda_message("fault in %s: %s: %s\n  instruction  0x%04x  %s\n%s%s%s  block        (%u,%u,%u)\n"
                    "  thread       (%u,%u,%u), warp %u, lane %u",
                    name, hw_fault_name(fault->kind), fault->sentence, fault->pc, fault->instruction,
                    known ? "  source       " : "", known ? source : "", known ? "\n" : "", fault->block[0],
                    fault->block[1], fault->block[2], fault->thread[0], fault->thread[1], fault->thread[2],
                    fault->warp, fault->lane);
}

/* The error of a launch that cannot begin. */
static cudaError_t refusal(const struct hw_cuda_launch_state *run, hw_status status,
                           const struct hw_error *error)
{
    const char *name = HW_SHOWN(run->kernel->code->name);

    hw_cuda_message("%s: %s", name, error->text);
    hw_cuda_fail(status, "%s: %s", name, error->text);
    if (!hw_chip_runs(run->launch.code.chip))
        return cudaErrorNoKernelImageForDevice;
    return status == HW_ERR_LAUNCH || status == HW_ERR_NO_MEMORY ? cudaErrorLaunchOutOfResources
                                                                 : cudaErrorInvalidKernelImage;
}

/* What the launch has come to; a fault is the context's, and the launching call itself succeeds. */
static cudaError_t outcome(const struct hw_cuda_launch_state *run)
{
    const struct hw_fault *fault = &run->result.fault;

    if (run->status == HW_OK || run->stopped)
        return cudaSuccess;
    if (fault->kind != HW_FAULT_NONE) {
        struct hw_cuda_context *context = run->kernel->module->context;
        report_fault(run->kernel, fault);
        if (context->failed != cudaSuccess) /* that of a kernel that this one has launched and waited for */
            return context->failed;
        snprintf(context->failed_kernel, sizeof context->failed_kernel, "%s",
                 HW_SHOWN(run->kernel->code->name));
        return context->failed = hw_cuda_fault_error(fault->kind);
    }
    return refusal(run, run->status, &run->error);
}

/* What is doubtful in a launch, once a kernel: that which strict runs refuse, and in those also what is bad
 * style. */
static void tell_doubts(const struct hw_cuda_launch_state *run)
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
            hw_cuda_message("warning: %s: %s", HW_SHOWN(kernel->code->name), text);
        else
            hw_cuda_doubt(kernel->code, "%s", text);
    }
}

/* What the clock says of a launch: timed ones are done under the lock, so there is one at a time; of others
 * it says nothing. */
static struct hw_launch_time *time_of(const struct hw_cuda_launch_state *run)
{
    static struct hw_launch_time timed, none;

    return run->clock ? &timed : &none;
}

static bool is_quiet(void *nothing)
{
    (void)nothing;
    return hw_cuda_executor_is_quiet();
}

/* A launch that is timed only waits: what the program would do next it does when the launch is over. */
static bool tell_waiting(void *context)
{
    struct hw_cuda_launch_state *run = context;

    if (!run->told && hw_cuda_seconds() - run->begin > TOLD_AFTER)
        hw_cuda_message(
            "%s has waited for %.0f seconds: launches are timed, so each ends in its call, and kernels "
            "run alone; what the host or another stream would do next comes too late for it",
            HW_SHOWN(run->kernel->code->name), TOLD_AFTER);
    run->told |= hw_cuda_seconds() - run->begin > TOLD_AFTER;
    return true;
}

/* A launch that one thread runs in one visit: timed, or on Tesla's chips by the
 * methods of a channel. */
static hw_status run_at_once(struct hw_cuda_launch_state *run)
{
    hw_status status = HW_OK;

    if (run->clock) {
        run->launch.host.is_quiet = tell_waiting;
        run->launch.host.quiet_context = run;
        return hw_profiler_run(run->clock, &run->launch, &run->result, time_of(run), &run->error);
    }
    run->launch.host.is_quiet = is_quiet;
    if (!hw_cuda.stage)
        status = hw_submitter_create(&hw_cuda.stage, &run->error);
    return status == HW_OK ? hw_submitter_run(hw_cuda.stage, &run->launch, &run->result, &run->error)
                           : status;
}

static bool runs_at_once(const struct hw_cuda_launch_state *run)
{
    return run->clock || (hw_cuda_by_methods() && hw_kernel_abi_of(&run->launch.code.target)->shared_header);
}

/* What no other launch on the device has: its number, and the time.  Tesla's code finds the number in shared
 * memory, where nobody sees whether it reads it: so it stays 0 there. */
static void number_launch(struct hw_cuda_launch_state *run)
{
    static uint64_t begun;
    struct hw_cuda_device *device = run->kernel->module->context->device;

    run->output.begun = ++begun;
    run->launch.ticks = &device->ticks;
    if (!hw_kernel_abi_of(&run->launch.code.target)->shared_header)
        run->launch.grid_id = ++device->launches;
}

void hw_cuda_launch_begin(struct hw_cuda_launch_state *run)
{
    number_launch(run);
    hw_cuda_cooperate_begin(&run->launch);
    run->clock = hw_cuda_clock(run->kernel->module->context);
    run->begin = hw_cuda_seconds();
    hw_busy_begin(&run->kernel->module->context->device->kernels_run, run->begin);
    run->may_replay = !run->injected && (!run->clock || hw_profiler_reuses()) &&
                      !run->launch.children.queue && !run->grids && hw_cuda_executor_begins_alone();
    run->replayed = run->may_replay && hw_cuda_replay(&run->launch, &run->result, time_of(run), run->begin);
    hw_progress_begin(&run->progress, &run->launch, run->kernel->code->name);
}

static void call_workers(void *nothing, uint32_t count)
{
    (void)nothing;
    hw_cuda_executor_call(count);
}

bool hw_cuda_launch_create(struct hw_cuda_launch_state *run)
{
    struct hw_running_launch *running;

    run->launch.host.beside_others = hw_cuda_executor_has_others() || run->launch.children.queue;
    run->status =
        hw_running_launch_create(run->launch.host.execution_context, &run->launch, &running, &run->error);
    if (run->status != HW_OK)
        return false;
    hw_running_launch_set_call(running, call_workers, NULL);
    atomic_store(&run->running, running);
    return true;
}

/* A launch whose code launches kernels. */
static enum hw_cuda_visit visit_tree(struct hw_cuda_launch_state *run)
{
    if (!run->tree.begun) {
        if (!hw_cuda_launch_create(run))
            return HW_CUDA_VISIT_OVER;
        run->tree.begun = true;
        if (!hw_cuda_tree_grids_begin(run)) {
            run->tree.error = cudaErrorLaunchOutOfResources;
            return HW_CUDA_VISIT_OVER;
        }
    }
    return hw_cuda_tree_grids_visit(run);
}

enum hw_cuda_visit hw_cuda_launch_visit(struct hw_cuda_launch_state *run)
{
    static const enum hw_cuda_visit visits[] = {[HW_RUNNING_OVER] = HW_CUDA_VISIT_OVER,
                                                [HW_RUNNING_WAITS] = HW_CUDA_VISIT_WAITS,
                                                [HW_RUNNING_BUSY] = HW_CUDA_VISIT_LEFT,
                                                [HW_RUNNING_MORE] = HW_CUDA_VISIT_MORE};

    if (run->replayed)
        return HW_CUDA_VISIT_OVER;
    if (run->injected) {
        hw_cuda_tree_end(&run->tree, false);
        return HW_CUDA_VISIT_OVER;
    }
    if (runs_at_once(run)) {
        run->status = run_at_once(run);
        hw_cuda_tree_end(&run->tree, run->status == HW_OK);
        return HW_CUDA_VISIT_OVER;
    }
    if (run->tree.queue)
        return visit_tree(run);
    return run->running || hw_cuda_launch_create(run) ? visits[hw_running_launch_work(run->running)]
                                                      : HW_CUDA_VISIT_OVER;
}

const char *hw_cuda_launch_name(struct hw_cuda_launch_state *run)
{
    const char *name = run->tree.queue ? hw_cuda_tree_grids_name(&run->tree.grids) : NULL;

    return name ? name : run->kernel->code->name;
}

uint32_t hw_cuda_launch_wants(struct hw_cuda_launch_state *run)
{
    struct hw_running_launch *running = run->running;

    if (run->tree.queue)
        return hw_cuda_tree_grids_want(&run->tree.grids);
    return running ? hw_running_launch_wants(running) : 0;
}

uint64_t hw_cuda_launch_moves(const struct hw_cuda_launch_state *run)
{
    struct hw_running_launch *running = run->running;

    if (run->tree.queue)
        return atomic_load(&run->tree.grids.moves);
    return running ? hw_running_launch_moves(running) : 0;
}

void hw_cuda_launch_give_way(struct hw_cuda_launch_state *run)
{
    struct hw_running_launch *running = run->running;

    if (run->tree.queue)
        hw_cuda_tree_grids_give_way(&run->tree.grids);
    else if (running)
        hw_running_launch_ask_to_leave(running);
}

void hw_cuda_running_launch_stop(struct hw_running_launch *running, const char *sentence, bool waits)
{
    struct hw_fault fault = {.kind = HW_FAULT_NO_PROGRESS};

    if (waits)
        hw_livelock_locate(running, &fault);
    snprintf(fault.sentence, sizeof fault.sentence, "%s", sentence ? sentence : "");
    hw_running_launch_stop(running, &fault);
}

static void stop(struct hw_cuda_launch_state *run, const char *sentence, bool waits)
{
    run->stopped = !sentence;
    if (run->tree.queue) {
        hw_child_queue_abandon(run->tree.queue);
        hw_cuda_tree_grids_stop(&run->tree.grids, sentence, waits);
    } else if (run->running) {
        hw_cuda_running_launch_stop(run->running, sentence, waits);
    }
}

void hw_cuda_launch_stop(struct hw_cuda_launch_state *run, const char *sentence)
{
    stop(run, sentence, sentence != NULL);
}

void hw_cuda_launch_fails(struct hw_cuda_launch_state *run)
{
    if (!run->stopped)
        stop(run, "a kernel that it has launched has failed", false);
}

size_t hw_cuda_launch_running(struct hw_cuda_launch_state *run, struct hw_running_launch **running,
                              size_t most)
{
    if (run->tree.queue)
        return hw_cuda_tree_grids_running(&run->tree.grids, running, most);
    if (!run->running || most == 0)
        return 0;
    *running = run->running;
    return 1;
}

static void tell(const struct hw_cuda_launch_state *run, double end, cudaError_t error)
{
    const struct hw_kernel *code = run->kernel->code;

    if (run->status == HW_OK || run->result.fault.kind != HW_FAULT_NONE)
        hw_cuda_time_kernel(run->kernel->module->context, run->stream,
                            &(struct hw_profiler_kernel){.name = code->name,
                                                         .launch = &run->launch,
                                                         .registers = code->registers,
                                                         .static_shared = code->shared_bytes,
                                                         .time = time_of(run)});
    tell_doubts(run);
    hw_cuda_log_launch(&(struct hw_cuda_ran){.kernel = code,
                                             .launch = &run->launch,
                                             .result = &run->result,
                                             .seconds = end - run->begin,
                                             .replayed = run->replayed,
                                             .error = error});
}

cudaError_t hw_cuda_launch_end(struct hw_cuda_launch_state *run)
{
    const double end = hw_cuda_seconds();

    if (run->running)
        run->status = hw_running_launch_finish(run->running, &run->result, &run->error);
    run->running = NULL;
    hw_busy_end(&run->kernel->module->context->device->kernels_run, end);
    const bool faulted = run->result.fault.kind != HW_FAULT_NONE;

    hw_progress_end(&run->progress);
    if (run->replayed)
        hw_clock_skip(&run->launch, &run->result.stats);
    else if (run->may_replay && hw_cuda_executor_was_alone())
        hw_cuda_replay_keep(&run->launch, &run->result, run->status, time_of(run), end);
    else if (run->may_replay)
        hw_cuda_replay_abandon(end);
    const cudaError_t error = outcome(run);
    tell(run, end, error);
    hw_cuda_output_ended(&run->output);
    if (run->assertions.bytes)
        hw_cuda_assertion_keep(run->kernel->module->context, run->assertions.text, run->assertions.bytes);
    const cudaError_t tree_error = run->tree.error;
    hw_cuda_launch_drop(run);
    return faulted ? cudaSuccess : error != cudaSuccess ? error : tree_error;
}

/* Threads that need more registers than a block has are an error of resources (documentation of
 * CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES; HazyResearch/ThunderKittens, issue 37). */
cudaError_t hw_cuda_launch_check(const struct hw_cuda_launch_state *run)
{
    struct hw_error error;
    const hw_status status = hw_launch_check(&run->launch, &error);

    return status == HW_OK ? cudaSuccess : refusal(run, HW_ERR_LAUNCH, &error);
}

cudaError_t hw_cuda_kernel_submit(cudaStream_t stream, const struct hw_cuda_kernel_work *work)
{
    struct hw_cuda_context *context = work->kernel->module->context;

    if (hw_cuda_stream_check(stream) != cudaSuccess)
        return cudaErrorInvalidResourceHandle;
    stream = hw_cuda_stream_resolve(stream);
    if (stream && hw_cuda_stream_context(stream) != context)
        return hw_cuda_fail(cudaErrorInvalidResourceHandle, "stream %p is of another context than kernel %s",
                            (const void *)stream, HW_SHOWN(work->kernel->code->name));
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
