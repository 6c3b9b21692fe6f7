/* SPDX-License-Identifier: MIT */
/* What programs may know of a kernel: its parameters and attributes. */
#include "cuda/core/context.h"
#include "cuda/core/device.h"
#include "cuda/core/handle.h"
#include "cuda/core/kernel_image.h"
#include "cuda/core/loaded_module.h"
#include "cuda/core/symbol.h"

#include <stdlib.h>
#include <string.h>

bool hw_cuda_kernel_known(const struct hw_cuda_kernel *kernel)
{
    return hw_cuda_is(kernel, HW_CUDA_KERNEL);
}

void **hw_cuda_kernel_notes(struct hw_cuda_kernel *kernel)
{
    return &kernel->notes;
}

bool hw_cuda_kernel_parameters_known(const struct hw_cuda_kernel *kernel)
{
    return kernel->code->param_count > 0 || kernel->code->param_bytes == 0;
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

cudaError_t hw_cuda_kernel_gather(const struct hw_cuda_kernel *kernel, void **arguments,
                                  uint8_t parameters[HW_CUDA_PARAMETER_BYTES], size_t *end)
{
    size_t offset, bytes;

    *end = 0;
    for (unsigned i = 0; hw_cuda_kernel_parameter(kernel, i, &offset, &bytes); i++) {
        if (!arguments || !arguments[i])
            return cudaErrorInvalidValue;
        if (offset > HW_CUDA_PARAMETER_BYTES || bytes > HW_CUDA_PARAMETER_BYTES - offset)
            return cudaErrorLaunchOutOfResources;
        memcpy(parameters + offset, arguments[i], bytes);
        if (*end < offset + bytes)
            *end = offset + bytes;
    }
    return cudaSuccess;
}

/* The largest block of whole warps for which there are registers. */
static int most_threads(const struct hw_chip_info *chip, uint32_t registers)
{
    const uint32_t fit =
        chip->registers_per_block / (registers ? registers : 1) / chip->warp_size * chip->warp_size;

    return (int)(fit < chip->threads_per_block ? fit : chip->threads_per_block);
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
        .maxThreadsPerBlock = most_threads(module->context->device->chip, code->registers),
        .numRegs = (int)(code->registers ? code->registers : 1),
        .ptxVersion = version,
        .binaryVersion = version,
    };
    attributes->constSizeBytes = constant_bytes(module->code);
    return cudaSuccess;
}
