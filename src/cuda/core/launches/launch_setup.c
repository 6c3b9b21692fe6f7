/* SPDX-License-Identifier: MIT */
/* A launch is set up: shape, parameters, shared memory, constants, textures, as the call and the state of the
 * context say at that time.  An impossible launch is the error of its own call. */
#include "cuda/core/launches/launch_state.h"

#include "cuda/core/devices/context.h"
#include "cuda/core/devices/device.h"
#include "cuda/core/executor/executor_threads.h"
#include "cuda/core/executor/item_order.h"
#include "cuda/core/launches/cooperative.h"
#include "cuda/core/launches/launch_coverage.h"
#include "cuda/core/launches/multi_device.h"
#include "cuda/core/log/reason.h"
#include "cuda/core/memory/allocation.h"
#include "cuda/core/modules/kernel_image.h"
#include "cuda/core/modules/loaded_module.h"
#include "cuda/core/settings.h"
#include "cuda/core/textures/cuda_texture_object.h"
#include "cuda/core/textures/surface_reference.h"
#include "cuda/core/textures/texture_reference.h"
#include "machine/chip/kernel_abi.h"
#include "environment.h"
#include "machine/memory/device_memory.h"
#include "names/shown.h"

#include <stdlib.h>
#include <string.h>

#define FENCE_BYTES 65536u /* of memory behind g15 */
#define KEPT_FREE   256u   /* launch states that are kept for the next launches */

static struct hw_cuda_launch_state *free_runs;
static unsigned free_count;

static struct hw_cuda_launch_state *new_run(void)
{
    struct hw_cuda_launch_state *run = free_runs;

    if (!run)
        return calloc(1, sizeof *run);
    free_runs = run->next_free;
    free_count--;
    memset(run, 0, offsetof(struct hw_cuda_launch_state, small_parameters));
    return run;
}

void hw_cuda_launch_drop(struct hw_cuda_launch_state *run)
{
    if (!run)
        return;
    if (run->kernel)
        hw_cuda_cooperate_end(run->kernel->module->context, &run->launch);
    hw_cuda_grids_release(run->grids);
    hw_cuda_tree_drop(&run->tree);
    if (run->parameters != run->small_parameters)
        free(run->parameters);
    free(run->assertions.text);
    free(run->texture);
    free(run->surface);
    free(run->table);
    if (free_count == KEPT_FREE) {
        free(run);
        return;
    }
    run->next_free = free_runs;
    free_runs = run;
    free_count++;
}

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
                            HW_SHOWN(kernel->code->name), block.x, block.y, block.z);
    if ((kernel->dynamic_limited || asks_for_more) && dynamic > hw_cuda_most_dynamic(kernel))
        return hw_cuda_fail(
            cudaErrorInvalidValue,
            "%s: %zu bytes of dynamic shared memory; expected at most %u (attribute 8 of kernels)",
            HW_SHOWN(kernel->code->name), dynamic, hw_cuda_most_dynamic(kernel));
    return cudaSuccess;
}

/* Parameters end where the kernel says, though the last argument's size may be less than its place, and a
 * buffer's size a multiple of 8.  Too many of them are an error of resources (as the documentation of
 * cudaErrorLaunchOutOfResources says). */
static cudaError_t set_parameters(struct hw_cuda_launch_state *run, const void *parameters, size_t bytes)
{
    const struct hw_kernel *code = run->kernel->code;
    size_t needed = bytes;

    if (code->param_bytes >= 0 && bytes > ((size_t)code->param_bytes + 7) / 8 * 8)
        return hw_cuda_fail(cudaErrorLaunchOutOfResources, "%s: %zu bytes of parameters; it has %d",
                            HW_SHOWN(code->name), bytes, (int)code->param_bytes);
    const cudaError_t error = hw_cuda_kernel_check_parameters(run->kernel, bytes);
    if (error != cudaSuccess)
        return error;
    if (code->param_bytes > 0 || (code->param_bytes == 0 && bytes > 0))
        needed = (size_t)code->param_bytes;
    run->parameters = needed <= HW_CUDA_SMALL_PARAMETERS ? run->small_parameters : malloc(needed);
    if (!run->parameters)
        return hw_cuda_fail(cudaErrorLaunchOutOfResources, "%s: no memory for %zu bytes of parameters",
                            HW_SHOWN(code->name), needed);
    const size_t taken = bytes < needed ? bytes : needed;
    if (taken > 0)
        memcpy(run->parameters, parameters, taken);
    memset(run->parameters + taken, 0, needed - taken);
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

/* Take what the kernel's references are bound to now: the program may bind them to something else before the
 * launch's turn comes. */
static bool take_references(struct hw_cuda_launch_state *run)
{
    const struct hw_cuda_kernel *kernel = run->kernel;
    struct hw_launch *launch = &run->launch;

    run->texture = calloc(kernel->use_count + 1, sizeof *run->texture);
    run->surface = calloc(kernel->use_count + 1, sizeof *run->surface);
    if (!run->texture || !run->surface)
        return false;
    for (size_t i = 0; i < kernel->use_count; i++) {
        const struct hw_cuda_use *use = &kernel->use[i];
        if (use->texture && hw_cuda_texture_refresh(use->texture)) {
            run->texture[i] = use->texture->texture;
            launch->textures.unit[use->entry] = run->table[use->entry].texture = &run->texture[i];
        }
        if (use->surface && use->surface->array) {
            run->surface[i] = use->surface->surface;
            run->table[use->entry].surface = &run->surface[i];
        }
    }
    return true;
}

static cudaError_t set_textures(struct hw_cuda_launch_state *run)
{
    const struct hw_cuda_context *context = run->kernel->module->context;
    const uint32_t objects = hw_cuda_objects_count(context),
                   count = objects > HW_TEXTURES ? objects : HW_TEXTURES;

    if (run->kernel->use_count == 0 && objects == 0)
        return cudaSuccess;
    run->table = calloc(count, sizeof *run->table);
    if (!run->table || !take_references(run))
        return hw_cuda_fail(cudaErrorLaunchOutOfResources, "no memory for the table of textures");
    hw_cuda_objects_bind(context, run->table);
    run->launch.textures.bindless = run->table;
    run->launch.textures.bindless_count = count;
    return cudaSuccess;
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

/* HALFWARP_ASYNC: a word, or a seed. */
static uint64_t async_order(void)
{
    if (hw_environment_has(HW_ENVIRONMENT_ASYNC, "late"))
        return HW_ASYNC_LATE;
    return hw_environment(HW_ENVIRONMENT_ASYNC) && !hw_environment_has(HW_ENVIRONMENT_ASYNC, "early")
               ? (uint64_t)hw_environment_number(HW_ENVIRONMENT_ASYNC, 0)
               : 0;
}

static void set_host(struct hw_cuda_launch_state *run)
{
    struct hw_launch_host *host = &run->launch.host;

    run->launch.code.async = async_order();
    host->execution_context = hw_cuda.execution_context;
    host->workers = hw_cuda_worker_limit();
    host->order =
        hw_cuda_item_order() == HW_CUDA_ORDER_DRAWN ? 1 + (uint64_t)hw_cuda_order_draw(UINT32_MAX) : 0;
    host->any_order = hw_cuda_any_block_order();
    host->output = hw_cuda_output_keep;
    host->output_context = &run->output;
    host->assertions = hw_cuda_output_keep_all;
    host->assertions_context = &run->assertions;
}

static cudaError_t set_all(struct hw_cuda_launch_state *run, const struct hw_cuda_kernel_work *work)
{
    const struct hw_cuda_kernel *kernel = run->kernel;
    struct hw_cuda_context *context = kernel->module->context;
    cudaError_t error = set_shape(&run->launch, work->grid, work->block);

    if (error == cudaSuccess)
        error = check_bounds(kernel, work->block, work->shared_bytes);
    if (error == cudaSuccess)
        error = set_parameters(run, work->parameters, work->parameter_bytes);
    if (error == cudaSuccess)
        error = set_shared(&run->launch, work->shared_bytes);
    if (error == cudaSuccess)
        error = set_tesla(&run->launch, context);
    if (error == cudaSuccess && work->cooperative)
        error = hw_cuda_cooperate(&run->launch, work);
    if (error == cudaSuccess && work->grids) {
        run->grids = work->grids;
        run->launch.multi_grid = hw_cuda_grids_hold(work->grids);
    }
    if (error != cudaSuccess)
        return error;
    hw_cuda_cover_launch(run);
    set_constants(&run->launch, kernel->module);
    set_stack(&run->launch, kernel->code, hw_cuda_limit(context, cudaLimitStackSize));
    return set_textures(run);
}

cudaError_t hw_cuda_launch_prepare(const struct hw_cuda_kernel_work *work, cudaStream_t stream,
                                   struct hw_cuda_launch_state **run)
{
    struct hw_cuda_kernel *kernel = work->kernel;
    struct hw_cuda_launch_state *made;

    if (!hw_cuda_kernel_is_valid(kernel))
        return hw_cuda_fail_handle(cudaErrorInvalidResourceHandle, "kernel", kernel);
    if (!(made = new_run()))
        return hw_cuda_fail(cudaErrorLaunchOutOfResources, "no memory for a launch");
    hw_cuda_fit(kernel->module->context);
    made->kernel = kernel;
    made->stream = stream;
    hw_launch_init(&made->launch, &kernel->target, kernel->module->context->device->chip, hw_cuda.memory);
    made->launch.limits.strict = hw_cuda_strict();
    hw_image_bind(&kernel->image, &made->launch);
    set_host(made);
    cudaError_t error = set_all(made, work);
    if (error == cudaSuccess)
        error = hw_cuda_tree_begin(&made->tree, work, stream, &made->launch);
    if (error != cudaSuccess) {
        hw_cuda_launch_drop(made);
        return error;
    }
    made->output.number = work->printed ? work->printed : hw_cuda_output_number();
    made->tree.printed = made->output.number;
    *run = made;
    return cudaSuccess;
}
