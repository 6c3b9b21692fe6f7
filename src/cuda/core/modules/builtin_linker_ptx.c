/* SPDX-License-Identifier: MIT */
/* See builtin_linker_ptx.h. */
#include "cuda/core/modules/builtin_linker_ptx.h"

#include "cuda/core/modules/ptx_compiler.h"

#include <halfwarp/chip.h>

#include <stdlib.h>
#include <string.h>

#define FIRST_LINKED 20u /* chips before have no relocatable code */

static cudaError_t compile_and_add(struct hw_cuda_builtin_linker *link, const struct hw_chip_info *chip,
                                   const struct hw_cuda_link_wish *wish, const struct hw_cuda_image *ptx,
                                   const char *name, enum hw_cuda_ptx_for purpose, char **said,
                                   struct hw_error *error)
{
    struct hw_cuda_ptx_code code;
    cudaError_t result = hw_cuda_compile_ptx(ptx, chip, wish, purpose, &code, error);

    *said = code.said;
    code.said = NULL;
    if (result == cudaSuccess)
        result = hw_cuda_builtin_linker_add(link, chip, &code.cubin, name, false, error);
    hw_cuda_ptx_code_free(&code);
    return result;
}

/* Keep the text, for it may have to be compiled again. */
static cudaError_t keep(struct hw_cuda_builtin_linker *link, const struct hw_cuda_image *ptx,
                        const char *name)
{
    link->text = (struct hw_cuda_image){malloc(ptx->length + 1), ptx->length};
    link->text_name = name ? strdup(name) : NULL;
    if (!link->text.bytes || (name && !link->text_name))
        return cudaErrorMemoryAllocation;
    memcpy(link->text.bytes, ptx->bytes, ptx->length);
    return cudaSuccess;
}

cudaError_t hw_cuda_builtin_linker_ptx(struct hw_cuda_builtin_linker *link, const struct hw_chip_info *chip,
                                       const struct hw_cuda_link_wish *wish, const struct hw_cuda_image *ptx,
                                       const char *name, char **said, struct hw_error *error)
{
    const bool is_linked = (wish->target ? wish->target : chip->capability) >= FIRST_LINKED;
    const bool is_first = !link->linker && !link->whole.bytes;

    if (is_first || !is_linked) {
        const cudaError_t result =
            compile_and_add(link, chip, wish, ptx, name, HW_CUDA_PTX_FOR_ITSELF, said, error);
        if (result == cudaSuccess)
            return keep(link, ptx, name);
        if (!is_linked || error->status != HW_ERR_NOT_FOUND)
            return result;
        free(*said);
        *error = (struct hw_error){.text = ""}; /* another piece may define what is missing */
    }
    return compile_and_add(link, chip, wish, ptx, name, HW_CUDA_PTX_FOR_LINK, said, error);
}

cudaError_t hw_cuda_builtin_linker_loosen(struct hw_cuda_builtin_linker *link,
                                          const struct hw_chip_info *chip,
                                          const struct hw_cuda_link_wish *wish, struct hw_error *error)
{
    const struct hw_cuda_image text = link->text;
    char *const name = link->text_name, *said = NULL;
    cudaError_t result = cudaSuccess;

    if (!text.bytes || (wish->target ? wish->target : chip->capability) < FIRST_LINKED)
        return cudaSuccess;
    link->text = (struct hw_cuda_image){NULL, 0};
    link->text_name = NULL;
    hw_cuda_image_free(&link->whole);
    result = compile_and_add(link, chip, wish, &text, name, HW_CUDA_PTX_FOR_LINK, &said, error);
    free(said); /* it was said before */
    free(text.bytes);
    free(name);
    return result;
}
