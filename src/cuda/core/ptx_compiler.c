/* SPDX-License-Identifier: MIT */
/* See ptx_compiler.h. */
#include "cuda/core/ptx_compiler.h"

#include <halfwarp/compiler.h>

#include <halfwarp/chip.h>

#include <stdio.h>
#include <string.h>

static cudaError_t error_of(hw_status status)
{
    switch (status) {
    case HW_OK: return cudaSuccess;
    case HW_ERR_NO_MEMORY: return cudaErrorMemoryAllocation;
    default: return (cudaError_t)HW_CUDA_ERROR_INVALID_PTX;
    }
}

/* Say where in the text. */
static void name_place(struct hw_error *error)
{
    const struct hw_error inner = *error;

    if (inner.line)
        hw_fail(error, inner.status, inner.module, "line %u, column %u: %s", inner.line, inner.column,
                inner.text);
}

cudaError_t hw_cuda_compile_ptx(const struct hw_cuda_image *ptx, const struct hw_chip_info *chip,
                                const struct hw_cuda_link_wish *wish, struct hw_cuda_image *cubin,
                                struct hw_error *error)
{
    char target[16];
    const struct hw_compile_options options = {
        .target = target,
        .level = wish->optimization < 0 || wish->optimization > 3 ? 3 : (unsigned)wish->optimization,
        .most_registers = wish->registers};
    const char *const text = (const char *)ptx->bytes;
    struct hw_module *module = NULL;

    *cubin = (struct hw_cuda_image){NULL, 0};
    snprintf(target, sizeof target, "sm_%u", chip->capability);
    hw_status status = hw_compile_ptx(text, strnlen(text, ptx->length), &options, &module, error);
    if (status == HW_OK)
        status = hw_module_write(module, module->container, &cubin->bytes, &cubin->length, error);
    else
        name_place(error);
    hw_module_free(module);
    return error_of(status);
}
