/* SPDX-License-Identifier: MIT */
/* See nvjitlink_link.h. */
#include "cuda/core/modules/nvjitlink_link.h"

#include "cuda/core/call.h"
#include "cuda/core/modules/ptx_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OPTIONS      6
#define OPTION_BYTES 32

/* What nvJitLink calls the inputs, by our numbers. */
static const int inputs[HW_CUDA_LINK_INPUTS] = {1, 2, 4, 5, 6};

bool hw_nvjitlink_begin(struct hw_nvjitlink_link *link, const struct hw_nvjitlink *by, unsigned target,
                        const struct hw_cuda_link_wish *wish)
{
    char text[OPTIONS][OPTION_BYTES];
    const char *options[OPTIONS];
    unsigned count = 0;

    snprintf(text[count++], OPTION_BYTES, "-arch=sm_%u", target);
    if (wish->registers)
        snprintf(text[count++], OPTION_BYTES, "-maxrregcount=%u", wish->registers);
    if (wish->optimization >= 0)
        snprintf(text[count++], OPTION_BYTES, "-O%d", wish->optimization < 3 ? wish->optimization : 3);
    if (wish->debug_info)
        snprintf(text[count++], OPTION_BYTES, "-g");
    if (wish->lines)
        snprintf(text[count++], OPTION_BYTES, "-lineinfo");
    if (wish->verbose)
        snprintf(text[count++], OPTION_BYTES, "-verbose");
    for (unsigned i = 0; i < count; i++)
        options[i] = text[i];
    *link = (struct hw_nvjitlink_link){.by = by};
    struct hw_cuda_context *const context = hw_cuda_go_outside();
    const int result = by->create(&link->handle, count, options);
    hw_cuda_come_back(context);
    if (result != HW_NVJITLINK_SUCCESS)
        link->handle = NULL;
    return result == HW_NVJITLINK_SUCCESS;
}

static char *read_log(void *handle, int (*size)(void *, size_t *), int (*read)(void *, char *))
{
    size_t bytes = 0;
    char *text = size(handle, &bytes) == HW_NVJITLINK_SUCCESS ? calloc(1, bytes + 1) : NULL;

    if (text && bytes && read(handle, text) != HW_NVJITLINK_SUCCESS)
        *text = '\0';
    return text;
}

/* The linker's result as an error, and what it has said. */
static cudaError_t told(struct hw_nvjitlink_link *link, int result, cudaError_t otherwise)
{
    free(link->info);
    free(link->errors);
    link->info = read_log(link->handle, link->by->info_size, link->by->info);
    link->errors = read_log(link->handle, link->by->error_size, link->by->error);
    if (result == HW_NVJITLINK_SUCCESS)
        return cudaSuccess;
    return result == HW_NVJITLINK_PTX_COMPILE ? (cudaError_t)HW_CUDA_ERROR_INVALID_PTX : otherwise;
}

static cudaError_t give(struct hw_nvjitlink_link *link, enum hw_cuda_link_input input,
                        const struct hw_cuda_image *piece, const char *name)
{
    struct hw_cuda_context *const context = hw_cuda_go_outside();
    const int result = link->by->add(link->handle, inputs[input], piece->bytes, piece->length, name);

    hw_cuda_come_back(context);
    return told(link, result,
                input == HW_CUDA_LINK_PTX ? (cudaError_t)HW_CUDA_ERROR_INVALID_PTX
                                          : cudaErrorInvalidKernelImage);
}

cudaError_t hw_nvjitlink_add(struct hw_nvjitlink_link *link, enum hw_cuda_link_input input,
                             const struct hw_cuda_image *piece, const char *name)
{
    struct hw_cuda_image copy;

    if (input != HW_CUDA_LINK_PTX)
        return give(link, input, piece, name);
    cudaError_t result = hw_cuda_ptx_lift(piece, &copy);
    if (result == cudaSuccess)
        result = give(link, input, &copy, name);
    hw_cuda_image_free(&copy);
    return result;
}

cudaError_t hw_nvjitlink_complete(struct hw_nvjitlink_link *link, struct hw_cuda_image *cubin)
{
    size_t bytes = 0;
    struct hw_cuda_context *const context = hw_cuda_go_outside();
    const int linked = link->by->complete(link->handle);

    hw_cuda_come_back(context);
    const cudaError_t result = told(link, linked, cudaErrorUnknown);
    if (result != cudaSuccess)
        return result;
    if (link->by->cubin_size(link->handle, &bytes) != HW_NVJITLINK_SUCCESS)
        return cudaErrorUnknown;
    *cubin = (struct hw_cuda_image){calloc(1, bytes + 1), bytes};
    if (!cubin->bytes)
        return cudaErrorMemoryAllocation;
    return link->by->cubin(link->handle, cubin->bytes) == HW_NVJITLINK_SUCCESS ? cudaSuccess
                                                                               : cudaErrorUnknown;
}

void hw_nvjitlink_end(struct hw_nvjitlink_link *link)
{
    struct hw_cuda_context *const context = hw_cuda_go_outside();

    if (link->handle)
        link->by->destroy(&link->handle);
    hw_cuda_come_back(context);
    free(link->info);
    free(link->errors);
    *link = (struct hw_nvjitlink_link){.by = NULL};
}

void hw_nvjitlink_note(char **tried, const char *name, const char *said)
{
    char *both = NULL;
    int length = (int)strlen(said);

    while (length && said[length - 1] == '\n')
        length--;
    if (asprintf(&both, "%s%s%s%s%.*s", *tried ? *tried : "", *tried ? "\n" : "", name ? name : "",
                 name ? ": " : "", length, said) < 0)
        return;
    free(*tried);
    *tried = both;
}
