/* SPDX-License-Identifier: MIT */
/* See library_source.h. */
#include "cuda/core/modules/library_source.h"

#include "cuda/core/modules/module_image.h"
#include "cuda/core/modules/jit_options.h"
#include "cuda/core/log/reason.h"

#include <halfwarp/status.h>

#define LIBRARY_OPTIONS 2 /* a table of host functions, a binary that stays where it is */

static cudaError_t check_options(const struct hw_cuda_library_source *source)
{
    if (source->count && !source->options)
        return hw_cuda_fail(cudaErrorInvalidValue, "%u options of libraries at null", source->count);
    for (unsigned i = 0; i < source->count; i++)
        if (source->options[i] < 0 || source->options[i] >= LIBRARY_OPTIONS)
            return hw_cuda_fail(cudaErrorInvalidValue, "option %d of libraries; expected 0 or 1",
                                source->options[i]);
    return cudaSuccess;
}

static cudaError_t load_image(struct hw_cuda_library **library, struct hw_cuda_image *image,
                              struct hw_cuda_jit_options *jit)
{
    struct hw_error error = {.text = ""};
    const cudaError_t result = hw_cuda_library_load(library, image, &jit->jit, &error);

    hw_cuda_jit_tell(jit, result == cudaSuccess ? "" : error.text);
    hw_cuda_image_free(image);
    return result;
}

static cudaError_t load(struct hw_cuda_library **library, const void *code, struct hw_cuda_jit_options *jit)
{
    struct hw_cuda_image image;
    const cudaError_t result = hw_cuda_image_copy(code, &image);

    if (result == cudaSuccess)
        return load_image(library, &image, jit);
    hw_cuda_jit_tell(jit, "the image of a library is none, or ends before its header says");
    return result;
}

static cudaError_t load_file(struct hw_cuda_library **library, const char *path,
                             struct hw_cuda_jit_options *jit)
{
    struct hw_cuda_image image;
    const cudaError_t result = hw_cuda_image_read(path, &image);

    if (result != cudaSuccess)
        return hw_cuda_fail(result, "file %s cannot be read as an image", path);
    return load_image(library, &image, jit);
}

cudaError_t hw_cuda_library_open(struct hw_cuda_library **library,
                                 const struct hw_cuda_library_source *source)
{
    struct hw_cuda_jit_options jit;

    if (!library || (!source->code && !source->path))
        return hw_cuda_fail(cudaErrorInvalidValue, "the %s is null", library ? "code" : "library's place");
    cudaError_t result = check_options(source);
    if (result == cudaSuccess)
        result = hw_cuda_jit_take(source->jit_count, source->jit_options, source->jit_values, &jit);
    if (result != cudaSuccess)
        return result;
    return source->path ? load_file(library, source->path, &jit) : load(library, source->code, &jit);
}
