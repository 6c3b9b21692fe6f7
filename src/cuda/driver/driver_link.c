/* SPDX-License-Identifier: MIT */
/* Linking: pieces of device code, and PTX, become a cubin (CUDA 5.5).  The answers that the program asks
 * cuLinkCreate for are written by every later call. */
#include "cuda/driver/driver_work.h"

#include "cuda/core/modules/jit_linker.h"
#include "cuda/core/modules/jit_options.h"

#include <stdlib.h>

static CUresult keep(CUlinkState link, const struct hw_cuda_jit_options *jit)
{
    struct hw_cuda_jit_options *kept = malloc(sizeof *kept);

    if (!kept)
        return CUDA_ERROR_OUT_OF_MEMORY;
    *kept = *jit;
    *hw_cuda_link_notes(link) = kept;
    return CUDA_SUCCESS;
}

CUresult hw_cu_link_create_v2(unsigned count, const int *options, void **values, CUlinkState *state)
{
    struct hw_cuda_jit_options jit;
    CUlinkState made;
    CUresult result =
        state ? hw_cu_error(hw_cuda_jit_take(count, options, values, &jit)) : CUDA_ERROR_INVALID_VALUE;

    if (result != CUDA_SUCCESS)
        return result;
    result = hw_cu_error(hw_cuda_link_begin(&jit.wish, &made));
    if (result != CUDA_SUCCESS)
        return result;
    result = keep(made, &jit);
    if (result == CUDA_SUCCESS)
        *state = made;
    else
        hw_cuda_link_end(made);
    return result;
}

/* --- pieces --- */

static CUresult tell(CUlinkState state, CUresult result)
{
    const struct hw_cuda_jit_options *jit = *hw_cuda_link_notes(state);

    hw_cuda_jit_time(jit);
    hw_cuda_logs_tell_both(&jit->logs, hw_cuda_link_log(state, false),
                           result == CUDA_SUCCESS ? "" : hw_cuda_link_log(state, true));
    return result;
}

static CUresult check(CUlinkState state, int type, const void *from, unsigned count, const int *options,
                      void **values)
{
    struct hw_cuda_logs unused = {.info = {.text = NULL}}; /* what is said of a piece goes to the link's */

    if (!hw_cuda_link_is_valid(state))
        return CUDA_ERROR_INVALID_HANDLE;
    if (type < 0 || type >= HW_CUDA_LINK_INPUTS || !from)
        return CUDA_ERROR_INVALID_VALUE;
    return hw_cu_error(hw_cuda_logs_take(count, options, values, &unused));
}

CUresult hw_cu_link_add_data_v2(CUlinkState state, int type, void *data, size_t bytes, const char *name,
                                unsigned count, const int *options, void **values)
{
    const struct hw_cuda_image piece = {data, bytes};
    const CUresult result =
        bytes ? check(state, type, data, count, options, values) : CUDA_ERROR_INVALID_VALUE;

    if (result != CUDA_SUCCESS)
        return result;
    return tell(state, hw_cu_error(hw_cuda_link_add(state, (enum hw_cuda_link_input)type, &piece, name)));
}

CUresult hw_cu_link_add_file_v2(CUlinkState state, int type, const char *path, unsigned count,
                                const int *options, void **values)
{
    struct hw_cuda_image piece;
    CUresult result = check(state, type, path, count, options, values);

    if (result == CUDA_SUCCESS)
        result = hw_cu_error(hw_cuda_image_read(path, &piece));
    if (result != CUDA_SUCCESS)
        return result;
    result = tell(state, hw_cu_error(hw_cuda_link_add(state, (enum hw_cuda_link_input)type, &piece, path)));
    hw_cuda_image_free(&piece);
    return result;
}

/* --- the end --- */

CUresult hw_cu_link_complete(CUlinkState state, void **cubin, size_t *bytes)
{
    const struct hw_cuda_image *image;

    if (!hw_cuda_link_is_valid(state))
        return CUDA_ERROR_INVALID_HANDLE;
    if (!cubin)
        return CUDA_ERROR_INVALID_VALUE;
    const CUresult result = tell(state, hw_cu_error(hw_cuda_link_complete(state, &image)));
    if (result != CUDA_SUCCESS)
        return result;
    *cubin = image->bytes;
    if (bytes)
        *bytes = image->length;
    return CUDA_SUCCESS;
}

CUresult hw_cu_link_destroy(CUlinkState state)
{
    if (!hw_cuda_link_is_valid(state))
        return CUDA_ERROR_INVALID_HANDLE;
    hw_cuda_link_end(state);
    return CUDA_SUCCESS;
}
