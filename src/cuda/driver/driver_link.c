/* SPDX-License-Identifier: MIT */
/* See driver_link.h.  The logs that the program gives to cuLinkCreate are written by every later call. */
#include "cuda/driver/driver_link.h"

#include "cuda/core/jit_linker.h"
#include "cuda/driver/driver_call.h"
#include "cuda/driver/jit_log.h"

#include <stdlib.h>

/* What a program asks of the compiler; the value is a number in the place of a pointer. */
static void take_wish(unsigned count, const int *options, void **values, struct hw_cuda_link_wish *wish)
{
    *wish = (struct hw_cuda_link_wish){.optimization = -1};
    for (unsigned i = 0; i < count; i++) {
        const unsigned value = (uintptr_t)values[i] & UINT32_MAX;
        switch (options[i]) {
        case CU_JIT_MAX_REGISTERS: wish->registers = value; break;
        case CU_JIT_OPTIMIZATION_LEVEL: wish->optimization = value <= 4 ? (int)value : -1; break;
        case CU_JIT_GENERATE_DEBUG_INFO: wish->debug_info = value; break;
        case CU_JIT_GENERATE_LINE_INFO: wish->lines = value; break;
        case CU_JIT_LOG_VERBOSE: wish->verbose = value; break;
        default: break;
        }
    }
}

static CUresult keep_logs(CUlinkState link, const struct hw_cu_logs *logs)
{
    struct hw_cu_logs *kept = malloc(sizeof *kept);

    if (!kept)
        return CUDA_ERROR_OUT_OF_MEMORY;
    *kept = *logs;
    *hw_cuda_link_notes(link) = kept;
    return CUDA_SUCCESS;
}

static CUresult begin(unsigned count, const int *options, void **values, CUlinkState *state)
{
    struct hw_cu_logs logs = {.info = {.text = NULL}};
    struct hw_cuda_link_wish wish;
    CUlinkState made;
    CUresult result = state ? hw_cu_logs_take(count, options, values, &logs) : CUDA_ERROR_INVALID_VALUE;

    if (result != CUDA_SUCCESS)
        return result;
    take_wish(count, options, values, &wish);
    result = hw_cu_error(hw_cuda_link_begin(&wish, &made));
    if (result != CUDA_SUCCESS)
        return result;
    result = keep_logs(made, &logs);
    if (result == CUDA_SUCCESS)
        *state = made;
    else
        hw_cuda_link_end(made);
    return result;
}

CUresult cuLinkCreate_v2(unsigned count, int *options, void **values, CUlinkState *state)
{
    HW_CONTEXT_CALL(begin(count, options, values, state));
}

/* --- pieces --- */

static CUresult tell(CUlinkState state, CUresult result)
{
    const struct hw_cu_logs *logs = *hw_cuda_link_notes(state);

    hw_cu_logs_tell_both(logs, hw_cuda_link_log(state, false),
                         result == CUDA_SUCCESS ? "" : hw_cuda_link_log(state, true));
    return result;
}

static CUresult check(CUlinkState state, int type, const void *from, unsigned count, const int *options,
                      void **values)
{
    struct hw_cu_logs unused = {.info = {.text = NULL}};

    if (!hw_cuda_link_known(state))
        return CUDA_ERROR_INVALID_HANDLE;
    if (type < 0 || type >= HW_CUDA_LINK_INPUTS || !from)
        return CUDA_ERROR_INVALID_VALUE;
    return hw_cu_logs_take(count, options, values, &unused);
}

static CUresult add_data(CUlinkState state, int type, void *data, size_t bytes, const char *name,
                         unsigned count, const int *options, void **values)
{
    const struct hw_cuda_image piece = {data, bytes};
    const CUresult result =
        bytes ? check(state, type, data, count, options, values) : CUDA_ERROR_INVALID_VALUE;

    if (result != CUDA_SUCCESS)
        return result;
    return tell(state, hw_cu_error(hw_cuda_link_add(state, (enum hw_cuda_link_input)type, &piece, name)));
}

CUresult cuLinkAddData_v2(CUlinkState state, int type, void *data, size_t bytes, const char *name,
                          unsigned count, int *options, void **values)
{
    HW_CONTEXT_CALL(add_data(state, type, data, bytes, name, count, options, values));
}

static CUresult add_file(CUlinkState state, int type, const char *path, unsigned count, const int *options,
                         void **values)
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

CUresult cuLinkAddFile_v2(CUlinkState state, int type, const char *path, unsigned count, int *options,
                          void **values)
{
    HW_CONTEXT_CALL(add_file(state, type, path, count, options, values));
}

/* --- the end --- */

static CUresult complete(CUlinkState state, void **cubin, size_t *bytes)
{
    const struct hw_cuda_image *image;

    if (!hw_cuda_link_known(state))
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

CUresult cuLinkComplete(CUlinkState state, void **cubin, size_t *bytes)
{
    HW_CONTEXT_CALL(complete(state, cubin, bytes));
}

static CUresult destroy(CUlinkState state)
{
    if (!hw_cuda_link_known(state))
        return CUDA_ERROR_INVALID_HANDLE;
    hw_cuda_link_end(state);
    return CUDA_SUCCESS;
}

CUresult cuLinkDestroy(CUlinkState state)
{
    HW_HANDLE_CALL(destroy(state));
}

/* --- the names of before CUDA 6.5, whose arguments are the same here --- */

CUresult cuLinkCreate(unsigned count, int *options, void **values, CUlinkState *state)
{
    return cuLinkCreate_v2(count, options, values, state);
}

CUresult cuLinkAddData(CUlinkState state, int type, void *data, size_t bytes, const char *name,
                       unsigned count, int *options, void **values)
{
    return cuLinkAddData_v2(state, type, data, bytes, name, count, options, values);
}

CUresult cuLinkAddFile(CUlinkState state, int type, const char *path, unsigned count, int *options,
                       void **values)
{
    return cuLinkAddFile_v2(state, type, path, count, options, values);
}
