/* Launches: the configurations of each host thread, their arguments, and running a kernel.
 *
 * A kernel runs in the call that launches it.  What goes wrong in it is told on standard error at once and
 * kept as the device's fault, which later calls return; what a launch may not ask for, its call returns. */
#include "cuda/state.h"

#include "machine/convention.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PARAMETER_BYTES 4096 /* the most that any device takes */
#define CONFIGURATIONS 16    /* configured, not yet launched: one, unless arguments launch kernels themselves */

struct configuration {
    dim3 grid, block;
    size_t shared_bytes;
    size_t parameter_bytes;
    uint8_t parameters[PARAMETER_BYTES];
};

static _Thread_local struct configuration stack[CONFIGURATIONS];
static _Thread_local unsigned depth;

cudaError_t hw_cuda_configure(dim3 grid, dim3 block, size_t shared_bytes, cudaStream_t stream)
{
    const cudaError_t error = hw_cuda_stream_check(stream);

    if (error != cudaSuccess)
        return error;
    if (depth == CONFIGURATIONS)
        return cudaErrorInvalidConfiguration;
    struct configuration *top = &stack[depth++];
    top->grid = grid;
    top->block = block;
    top->shared_bytes = shared_bytes;
    top->parameter_bytes = 0;
    memset(top->parameters, 0, sizeof top->parameters);
    return cudaSuccess;
}

cudaError_t hw_cuda_argument(const void *argument, size_t bytes, size_t offset)
{
    if (depth == 0)
        return cudaErrorMissingConfiguration;
    struct configuration *top = &stack[depth - 1];
    if (!argument || offset > PARAMETER_BYTES || bytes > PARAMETER_BYTES - offset)
        return cudaErrorInvalidValue;
    memcpy(top->parameters + offset, argument, bytes);
    if (top->parameter_bytes < offset + bytes)
        top->parameter_bytes = offset + bytes;
    return cudaSuccess;
}

/* --- what a launch needs --- */

static void set_shape(struct hw_launch *launch, const struct configuration *configuration)
{
    memcpy(launch->grid, &configuration->grid, sizeof launch->grid);
    memcpy(launch->block, &configuration->block, sizeof launch->block);
}

static bool shape_fits(const struct hw_launch *launch)
{
    const struct hw_chip_info *chip = launch->chip;
    const uint32_t most_grid[3] = {chip->grid_x, chip->grid_y, chip->grid_z};
    const uint32_t most_block[3] = {chip->block_x, chip->block_y, chip->block_z};
    uint64_t threads = 1;

    for (int i = 0; i < 3; i++) {
        if (launch->grid[i] == 0 || launch->grid[i] > most_grid[i] || launch->block[i] == 0 ||
            launch->block[i] > most_block[i])
            return false;
        threads *= launch->block[i];
    }
    return threads <= chip->threads_per_block;
}

/* Parameters end where the kernel says, though the last argument's size may be less than its place.  Too many
 * of them are an error of resources (as the documentation of cudaErrorLaunchOutOfResources says). */
static bool set_parameters(struct hw_launch *launch, const struct hw_kernel *kernel,
                           const struct configuration *configuration)
{
    size_t bytes = configuration->parameter_bytes;

    if (kernel->param_bytes >= 0 && bytes > ((size_t)kernel->param_bytes + 7) / 8 * 8)
        return false;
    if (kernel->param_bytes > 0 || (kernel->param_bytes == 0 && bytes > 0))
        bytes = (size_t)kernel->param_bytes;
    launch->params = configuration->parameters;
    launch->param_bytes = (uint32_t)bytes;
    return bytes <= PARAMETER_BYTES;
}

/* Shared memory: on Tesla the launch's header and the parameters come first.  Dynamic memory begins at a
 * multiple of 16, as compilers place it. */
static bool set_shared(struct hw_launch *launch, size_t dynamic)
{
    const uint32_t header = hw_convention_of(&launch->target)->shared_header;

    if (dynamic > launch->chip->shared_per_block)
        return false;
    if (header && launch->shared_bytes < header + launch->param_bytes)
        launch->shared_bytes = header + launch->param_bytes;
    if (dynamic)
        launch->shared_bytes = (launch->shared_bytes + 15) / 16 * 16 + (uint32_t)dynamic;
    launch->dynamic_shared_bytes = (uint32_t)dynamic;
    return true;
}

/* The entries through which the kernel's code reaches textures and surfaces. */
struct bindings {
    struct hw_bindless entry[HW_TEXTURES];
};

/* The place of a texture or surface among them; NULL when the kernel does not name it. */
static const struct hw_reference *place_of(const struct hw_cuda_kernel *kernel, const char *name)
{
    const struct hw_reference *reference = hw_image_reference(&kernel->image, name);

    return reference && reference->entry < HW_TEXTURES ? reference : NULL;
}

static void bind_references(struct hw_launch *launch, const struct hw_cuda_kernel *kernel,
                            struct bindings *bindings)
{
    memset(bindings, 0, sizeof *bindings);
    for (const struct hw_cuda_texture *texture = kernel->fatbin->textures; texture; texture = texture->next) {
        const struct hw_reference *place = place_of(kernel, texture->name);
        if (!texture->bound || !place)
            continue;
        launch->texture[place->entry] = &texture->texture;
        bindings->entry[place->entry].texture = &texture->texture;
    }
    for (const struct hw_cuda_surface *surface = kernel->fatbin->surfaces; surface; surface = surface->next) {
        const struct hw_reference *place = place_of(kernel, surface->name);
        if (surface->bound && place)
            bindings->entry[place->entry].surface = &surface->surface;
    }
    launch->bindless = bindings->entry;
    launch->bindless_count = HW_TEXTURES;
}

/* Code of Tesla for __threadfence() reads words of g15, which the driver has to provide, and drops them. What
 * Tesla does with wide accesses that are aligned to a word is not known. */
static void set_tesla(struct hw_launch *launch)
{
    if (!hw_convention_of(&launch->target)->shared_header)
        return;
    launch->most_alignment = 4;
    launch->segment[15] = (struct hw_segment){
        .mode = HW_SEGMENT_LINEAR, .base = (uint32_t)hw_cuda.fence, .limit = HW_CUDA_FENCE_BYTES - 1};
}

/* Files do not add up what functions need that call themselves, or are called by pointer: a thread of any
 * kernel has the stack that the program asks for, and what its file says if that is more. */
static void set_stack(struct hw_launch *launch, const struct hw_kernel *kernel)
{
    const size_t limit = hw_cuda.limits[cudaLimitStackSize];
    const uint32_t own =
        kernel->local_bytes == UINT32_MAX ? 0 : kernel->local_bytes; /* UINT32_MAX: no bound */

    if (limit)
        launch->local_bytes = limit > own ? (uint32_t)limit : own;
}

/* --- what became of it --- */

static bool log_wanted(void)
{
    const char *value = getenv("HALFWARP_LOG");

    return value && *value && strcmp(value, "0") != 0;
}

static void log_launch(const struct hw_cuda_kernel *kernel, const struct hw_launch *launch,
                       const struct hw_launch_result *result, double seconds)
{
    hw_cuda_say("%s: launch %s grid (%u,%u,%u) block (%u,%u,%u) shared %u parameters %u: %" PRIu64
                " thread instructions, %.3f s",
                launch->chip->name, kernel->name, launch->grid[0], launch->grid[1], launch->grid[2],
                launch->block[0], launch->block[1], launch->block[2], launch->dynamic_shared_bytes,
                launch->param_bytes, result->stats.thread_instructions, seconds);
}

static void report_fault(const struct hw_cuda_kernel *kernel, const struct hw_fault *fault)
{
    hw_cuda_say("fault in %s: %s: %s\n  instruction  0x%04x  %s\n  block        (%u,%u,%u)\n"
                "  thread       (%u,%u,%u), warp %u, lane %u",
                kernel->name, hw_fault_name(fault->kind), fault->sentence, fault->pc, fault->instruction,
                fault->block[0], fault->block[1], fault->block[2], fault->thread[0], fault->thread[1],
                fault->thread[2], fault->warp, fault->lane);
}

/* A kernel that never ends is one that a watchdog would stop. */
static cudaError_t error_of(const struct hw_fault *fault)
{
    switch (fault->kind) {
    case HW_FAULT_ASSERT:
        return cudaErrorAssert;
    case HW_FAULT_DEADLOCK:
    case HW_FAULT_LIMIT:
        return cudaErrorLaunchTimeout;
    default:
        return cudaErrorLaunchFailure;
    }
}

/* The error that the launching call itself returns. */
static cudaError_t finish(const struct hw_cuda_kernel *kernel, hw_status status, const struct hw_fault *fault,
                          const struct hw_error *error)
{
    if (status == HW_OK)
        return cudaSuccess;
    if (fault->kind != HW_FAULT_NONE) {
        report_fault(kernel, fault);
        hw_cuda.fault = error_of(fault);
        return cudaSuccess;
    }
    hw_cuda_say("%s: %s", kernel->name, error->text);
    if (status == HW_ERR_LAUNCH || status == HW_ERR_NO_MEMORY)
        return cudaErrorLaunchOutOfResources;
    return cudaErrorInvalidKernelImage;
}

static cudaError_t run(struct hw_cuda_kernel *kernel, const struct configuration *configuration)
{
    struct hw_launch launch;
    struct hw_launch_result result;
    struct hw_target target;
    struct bindings bindings;
    struct hw_error error;

    if (hw_target_of_code(hw_cuda.chip, kernel->fatbin->module->target, &target, NULL) != HW_OK)
        return cudaErrorInvalidKernelImage;
    hw_launch_init(&launch, &target, hw_cuda.chip, hw_cuda.memory);
    hw_image_bind(&kernel->image, &launch);
    set_shape(&launch, configuration);
    if (!shape_fits(&launch))
        return cudaErrorInvalidConfiguration;
    if (!set_parameters(&launch, kernel->image.kernel, configuration) ||
        !set_shared(&launch, configuration->shared_bytes))
        return cudaErrorLaunchOutOfResources;
    set_tesla(&launch);
    set_stack(&launch, kernel->image.kernel);
    bind_references(&launch, kernel, &bindings);
    const double begin = hw_cuda_seconds();
    const hw_status status = hw_launch_run(&launch, &result, &error);
    if (log_wanted())
        log_launch(kernel, &launch, &result, hw_cuda_seconds() - begin);
    return finish(kernel, status, &result.fault, &error);
}

cudaError_t hw_cuda_launch(const void *host)
{
    if (depth == 0)
        return cudaErrorMissingConfiguration;
    const struct configuration *configuration = &stack[--depth];
    struct hw_cuda_kernel *kernel = hw_cuda_find_kernel(host);
    if (!kernel)
        return cudaErrorInvalidDeviceFunction;
    const cudaError_t error = hw_cuda_kernel_load(kernel);
    return error == cudaSuccess ? run(kernel, configuration) : error;
}

bool hw_cuda_kernel_known(const void *kernel)
{
    return hw_cuda_find_kernel(kernel) != NULL;
}

/* --- attributes --- */

/* The largest block of whole warps for which there are registers. */
static int most_threads(const struct hw_chip_info *chip, uint32_t registers)
{
    const uint32_t fit =
        chip->registers_per_block / (registers ? registers : 1) / chip->warp_size * chip->warp_size;

    return (int)(fit < chip->threads_per_block ? fit : chip->threads_per_block);
}

cudaError_t hw_cuda_kernel_attributes(struct cudaFuncAttributes *attributes, const void *host)
{
    struct hw_cuda_kernel *kernel = hw_cuda_find_kernel(host);

    if (!attributes)
        return cudaErrorInvalidValue;
    const cudaError_t error = kernel ? hw_cuda_kernel_load(kernel) : cudaErrorInvalidDeviceFunction;
    if (error != cudaSuccess)
        return error;
    const struct hw_kernel *code = kernel->image.kernel;
    const int version = atoi(kernel->fatbin->module->target + strlen("sm_"));
    *attributes = (struct cudaFuncAttributes){
        .sharedSizeBytes = code->shared_bytes,
        .localSizeBytes = code->local_bytes,
        .maxThreadsPerBlock = most_threads(hw_cuda.chip, code->registers),
        .numRegs = (int)(code->registers ? code->registers : 1),
        .ptxVersion = version,
        .binaryVersion = version,
    };
    for (const struct hw_cuda_variable *v = kernel->fatbin->variables; v; v = v->next)
        attributes->constSizeBytes += v->constant ? v->bytes : 0;
    return cudaSuccess;
}
