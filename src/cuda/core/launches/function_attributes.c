/* SPDX-License-Identifier: MIT */
/* What is known of a kernel: its name, parameters and attributes, and those attributes that a program may
 * set. */
#include "cuda/core/devices/context.h"
#include "cuda/core/devices/device.h"
#include "cuda/core/handle.h"
#include "cuda/core/modules/kernel_image.h"
#include "cuda/core/modules/loaded_module.h"
#include "cuda/core/log/reason.h"
#include "cuda/core/modules/symbol.h"
#include "cuda/core/streams/stream_work.h"
#include "names/shown.h"

#include <halfwarp/chip.h>

#include <stdlib.h>
#include <string.h>

bool hw_cuda_kernel_is_valid(const struct hw_cuda_kernel *kernel)
{
    return hw_cuda_is(kernel, HW_CUDA_KERNEL);
}

const char *hw_cuda_kernel_name(const struct hw_cuda_kernel *kernel)
{
    return kernel->code->name;
}

struct hw_cuda_module *hw_cuda_kernel_module(const struct hw_cuda_kernel *kernel)
{
    return kernel->module;
}

void **hw_cuda_kernel_notes(struct hw_cuda_kernel *kernel)
{
    return &kernel->notes;
}

/* Files that say their toolkit say nothing of the parameters of kernels that have none. */
bool hw_cuda_kernel_parameters_known(const struct hw_cuda_kernel *kernel)
{
    return kernel->code->param_count > 0 || kernel->code->param_bytes == 0 ||
           (kernel->code->param_bytes < 0 && kernel->module->code->toolkit > 0);
}

bool hw_cuda_kernel_parameter(const struct hw_cuda_kernel *kernel, unsigned index, size_t *offset,
                              size_t *bytes)
{
    const struct hw_kernel *code = kernel->code;

    for (size_t i = 0; i < code->param_count; i++)
        if (code->params[i].ordinal == index) {
            *offset = code->params[i].offset;
            *bytes = code->params[i].bytes;
            return true;
        }
    return false;
}

size_t hw_cuda_kernel_parameter_count(const struct hw_cuda_kernel *kernel)
{
    return kernel->code->param_count;
}

/* Where the last parameter ends. */
static size_t parameters_end(const struct hw_kernel *code)
{
    size_t end = 0;

    for (size_t i = 0; i < code->param_count; i++) {
        const size_t own = (size_t)code->params[i].offset + code->params[i].bytes;
        end = own > end ? own : end;
    }
    return end;
}

size_t hw_cuda_kernel_most_parameters(const struct hw_cuda_kernel *kernel)
{
    return kernel->module->context->device->chip->parameter_bytes;
}

cudaError_t hw_cuda_kernel_check_parameters(const struct hw_cuda_kernel *kernel, size_t bytes)
{
    const size_t end = parameters_end(kernel->code);

    return bytes >= end ? cudaSuccess
                        : hw_cuda_fail(cudaErrorInvalidValue,
                                       "%s: %zu bytes of parameters; expected %zu, where the last ends",
                                       HW_SHOWN(kernel->code->name), bytes, end);
}

void hw_cuda_parameter_room_drop(struct hw_cuda_parameter_room *room)
{
    free(room->more);
    room->more = NULL;
}

cudaError_t hw_cuda_kernel_gather(struct hw_cuda_kernel_work *work, void **arguments,
                                  struct hw_cuda_parameter_room *room)
{
    const struct hw_kernel *code = work->kernel->code;
    const size_t end = parameters_end(code);
    size_t offset, bytes;

    if (end > sizeof room->few && !(room->more = calloc(1, end)))
        return hw_cuda_fail(cudaErrorLaunchOutOfResources, "%s: no memory for %zu bytes of parameters",
                            HW_SHOWN(code->name), end);
    uint8_t *parameters = room->more ? room->more : room->few;
    for (unsigned i = 0; hw_cuda_kernel_parameter(work->kernel, i, &offset, &bytes); i++) {
        if (!arguments || !arguments[i])
            return hw_cuda_fail(cudaErrorInvalidValue, "%s: the address of argument %u is null",
                                HW_SHOWN(code->name), i);
        memcpy(parameters + offset, arguments[i], bytes);
    }
    work->parameters = parameters;
    work->parameter_bytes = end;
    return cudaSuccess;
}

/* --- attributes --- */

/* Launch bounds: records of a kernel's file with a block's size, three words each. */
enum { RECORD_MOST_THREADS = 0x05, RECORD_REQUIRED_THREADS = 0x10 };

static bool find_bound(const struct hw_cuda_kernel *kernel, unsigned record, dim3 *bound)
{
    const struct hw_nv_infos *infos = &kernel->code->infos;

    for (size_t i = 0; i < infos->count; i++) {
        const struct hw_nv_info *info = &infos->list[i];
        uint32_t size[3];
        if (info->attribute != record || !info->data || info->value != sizeof size)
            continue;
        memcpy(size, info->data, sizeof size);
        *bound = (dim3){size[0], size[1] ? size[1] : 1, size[2] ? size[2] : 1};
        return true;
    }
    return false;
}

static uint64_t threads_of(dim3 block)
{
    return (uint64_t)block.x * block.y * block.z;
}

/* .maxntid bounds the number of threads, .reqntid says each dimension (PTX ISA 9.1, 11.4). */
bool hw_cuda_kernel_allows(const struct hw_cuda_kernel *kernel, dim3 block)
{
    dim3 bound;

    if (find_bound(kernel, RECORD_MOST_THREADS, &bound) && threads_of(block) > threads_of(bound))
        return false;
    return !find_bound(kernel, RECORD_REQUIRED_THREADS, &bound) ||
           (block.x == bound.x && block.y == bound.y && block.z == bound.z);
}

/* The largest block of whole warps for which there are registers, within the file's bound. */
static int most_threads(const struct hw_cuda_kernel *kernel)
{
    const struct hw_chip_info *chip = kernel->module->context->device->chip;
    const uint32_t registers = kernel->code->registers ? kernel->code->registers : 1;
    uint64_t most = chip->registers_per_block / registers / chip->warp_size * chip->warp_size;
    dim3 bound;

    most = most < chip->threads_per_block ? most : chip->threads_per_block;
    if (!find_bound(kernel, RECORD_MOST_THREADS, &bound) &&
        !find_bound(kernel, RECORD_REQUIRED_THREADS, &bound))
        return (int)most;
    return (int)(most < threads_of(bound) ? most : threads_of(bound));
}

/* What the program has declared constant: from sm_20 on it has symbols, unlike literals and addresses. */
static size_t constant_bytes(const struct hw_module *code)
{
    size_t bytes = 0;

    for (size_t i = 0; i < code->const_count && code->symbol_count == 0; i++)
        bytes += code->consts[i]->name ? code->consts[i]->bytes : 0;
    for (size_t i = 0; i < code->symbol_count; i++)
        bytes += hw_cuda_constant_bank(code->symbols[i]) < HW_BANKS ? code->symbols[i]->bytes : 0;
    return bytes;
}

cudaError_t hw_cuda_kernel_attributes(struct cudaFuncAttributes *attributes,
                                      const struct hw_cuda_kernel *kernel)
{
    const struct hw_cuda_module *module = kernel->module;
    const struct hw_kernel *code = kernel->code;

    if (!attributes)
        return cudaErrorInvalidValue;
    const int version = atoi(module->code->target + strlen("sm_"));
    *attributes = (struct cudaFuncAttributes){
        .sharedSizeBytes = code->shared_bytes,
        .localSizeBytes = code->local_bytes == UINT32_MAX ? HW_STACK_BYTES : code->local_bytes,
        .maxThreadsPerBlock = most_threads(kernel),
        .numRegs = (int)(code->registers ? code->registers : 1),
        .ptxVersion = version,
        .binaryVersion = version,
    };
    attributes->constSizeBytes = constant_bytes(module->code);
    return cudaSuccess;
}

/* The others that CUDA 9 and 12 added, by CUDA's numbers. */
enum {
    CACHED_LOADS = 7,
    CLUSTER_NEEDED = 10,
    CLUSTER_POLICY = 15,
};

/* What a block of so much shared memory may have besides the kernel's own. */
static uint32_t dynamic_room(const struct hw_cuda_kernel *kernel, uint32_t all)
{
    return all > kernel->code->shared_bytes ? all - kernel->code->shared_bytes : 0;
}

uint32_t hw_cuda_most_dynamic(const struct hw_cuda_kernel *kernel)
{
    return kernel->dynamic_limited
               ? (uint32_t)kernel->most_dynamic
               : dynamic_room(kernel, hw_cuda_usual_shared(kernel->module->context->device->chip));
}

cudaError_t hw_cuda_kernel_setting(const struct hw_cuda_kernel *kernel, int attribute, int *value)
{
    switch (attribute) {
    case HW_CUDA_MOST_DYNAMIC_BYTES: *value = (int)hw_cuda_most_dynamic(kernel); return cudaSuccess;
    case HW_CUDA_CARVEOUT: *value = kernel->carveout_set ? kernel->carveout : -1; return cudaSuccess;
    default:
        if (attribute < CACHED_LOADS || attribute > CLUSTER_POLICY)
            return cudaErrorInvalidValue;
        *value = 0; /* loads are not compiled to be cached; there are no clusters */
        return cudaSuccess;
    }
}

cudaError_t hw_cuda_kernel_set(struct hw_cuda_kernel *kernel, int attribute, int value)
{
    switch (attribute) {
    case HW_CUDA_MOST_DYNAMIC_BYTES:
        if (value < 0 ||
            (uint32_t)value > dynamic_room(kernel, kernel->module->context->device->chip->shared_per_block))
            return hw_cuda_fail(
                cudaErrorInvalidValue, "%s: %d bytes of dynamic shared memory; expected at most %u",
                HW_SHOWN(kernel->code->name), value,
                dynamic_room(kernel, kernel->module->context->device->chip->shared_per_block));
        kernel->dynamic_limited = true;
        kernel->most_dynamic = value;
        return cudaSuccess;
    case HW_CUDA_CARVEOUT:
        if (value < -1 || value > 100)
            return hw_cuda_fail(cudaErrorInvalidValue, "a carve-out of %d percent; expected -1 to 100",
                                value);
        kernel->carveout_set = true;
        kernel->carveout = value;
        return cudaSuccess;
    default:
        return attribute > CLUSTER_NEEDED && attribute <= CLUSTER_POLICY ? cudaErrorNotSupported
                                                                         : cudaErrorInvalidValue;
    }
}
