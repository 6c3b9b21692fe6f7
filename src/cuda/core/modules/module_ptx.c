/* SPDX-License-Identifier: MIT */
/* hw_cuda_compile of jit_linker.h: PTX to code by the first compiler that takes it. */
#include "cuda/core/modules/jit_linker.h"
#include "cuda/core/modules/nvjitlink_link.h"
#include "cuda/core/modules/ptx_compiler.h"
#include "cuda/core/modules/source_compiler.h"

#include <halfwarp/chip.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static cudaError_t compile_by(const struct hw_nvjitlink *by, unsigned target,
                              const struct hw_cuda_link_wish *wish, const struct hw_cuda_image *ptx,
                              struct hw_cuda_ptx_code *code, char **tried)
{
    struct hw_nvjitlink_link link;
    char said[160]; /* the first line, since there may be several to tell of */
    cudaError_t result = cudaErrorNoKernelImageForDevice;

    if (hw_nvjitlink_begin(&link, by, target, wish))
        result = hw_nvjitlink_add(&link, HW_CUDA_LINK_PTX, ptx, "ptx");
    if (result == cudaSuccess)
        result = hw_nvjitlink_complete(&link, &code->cubin);
    if (result == cudaSuccess) {
        code->said = link.info;
        link.info = NULL;
    } else {
        hw_cuda_ptx_code_free(code);
        if (link.errors)
            snprintf(said, sizeof said, "%.*s", (int)strcspn(link.errors, "\n"), link.errors);
        else
            snprintf(said, sizeof said, "nvJitLink makes no code for sm_%u", target);
        hw_nvjitlink_note(tried, by->path, said);
    }
    hw_nvjitlink_end(&link);
    return result;
}

/* What ours says; where it does not know the chip and there is nothing else, what to install. */
static void note_own(char **tried, unsigned target, const char *said)
{
    char text[400];

    snprintf(text, sizeof text, "%s; NVIDIA's nvJitLink does it (`pip install nvidia-nvjitlink`)", said);
    hw_nvjitlink_note(tried, *tried ? HW_NVJITLINK_OWN : NULL,
                      *tried || hw_cuda_is_target(target) ? said : text);
}

static cudaError_t compile(const struct hw_cuda_image *ptx, const struct hw_chip_info *chip,
                           const struct hw_cuda_link_wish *wish, struct hw_cuda_ptx_code *code, char **tried)
{
    const unsigned target = wish->target ? wish->target : chip->capability;
    const struct hw_nvjitlink *by;
    struct hw_error error = {.text = ""};
    cudaError_t result = cudaErrorNoKernelImageForDevice;

    for (size_t number = 0; (by = hw_nvjitlink_for(&number, target)) != NULL; number++) {
        result = compile_by(by, target, wish, ptx, code, tried);
        if (result == cudaSuccess)
            return result;
    }
    if (hw_nvjitlink_is_named())
        return result;
    result = hw_cuda_compile_ptx(ptx, chip, wish, HW_CUDA_PTX_FOR_MODULE, code, &error);
    if (result != cudaSuccess)
        note_own(tried, target, error.text);
    return result;
}

cudaError_t hw_cuda_compile(const struct hw_cuda_image *ptx, const struct hw_chip_info *chip,
                            const struct hw_cuda_link_wish *wish, struct hw_cuda_ptx_code *code,
                            struct hw_error *error)
{
    char *tried = NULL;

    *code = (struct hw_cuda_ptx_code){.said = NULL};
    if (hw_nvjitlink_check(error) != HW_OK)
        return (cudaError_t)HW_CUDA_ERROR_NO_COMPILER;
    const cudaError_t result = compile(ptx, chip, wish, code, &tried);
    if (result != cudaSuccess)
        hw_fail(error, HW_ERR_FORMAT, "cuda", "PTX: %s", tried ? tried : "no memory");
    free(tried);
    return result;
}
