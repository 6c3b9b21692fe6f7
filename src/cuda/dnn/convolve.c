/* SPDX-License-Identifier: MIT */
/* The arithmetic of convolutions (convolution.h). */
#include "cuda/dnn/activation.h"
#include "cuda/dnn/convolution.h"
#include "cuda/dnn/gemm.h"

#include <stdlib.h>
#include <string.h>

enum { PANEL = 1 << 19 }; /* numbers that are gathered at once: they stay in a cache */

/* Where operands are in the host. */
struct hw_dnn_hosts {
    void *x, *w, *y, *added, *bias;
};

/* What one element of the window sees of the input, along one row of the output after another. */
struct hw_dnn_cursor {
    int at[HW_DNN_CONVOLVED_DIMS]; /* of the input; outside where it is padding */
    int start[HW_DNN_CONVOLVED_DIMS], plane_end, position;
};

static struct hw_dnn_cursor begin_cursor(const struct hw_dnn_geometry *g, size_t first, const int window[])
{
    struct hw_dnn_cursor cursor;

    for (int i = HW_DNN_CONVOLVED_DIMS - 1; i >= 0; i--) {
        const int position = (int)(first % (size_t)g->output[i]);
        first /= (size_t)g->output[i];
        cursor.start[i] = window[i] * g->dilation[i] - g->padding[i];
        cursor.at[i] = cursor.start[i] + position * g->stride[i];
        if (i == HW_DNN_CONVOLVED_DIMS - 1)
            cursor.position = position;
    }
    cursor.plane_end = cursor.start[1] + g->output[1] * g->stride[1];
    return cursor;
}

static bool is_inside(const struct hw_dnn_geometry *g, const struct hw_dnn_cursor *cursor)
{
    return (unsigned)cursor->at[1] < (unsigned)g->input[1] && (unsigned)cursor->at[0] < (unsigned)g->input[0];
}

static void next_row(const struct hw_dnn_geometry *g, struct hw_dnn_cursor *cursor)
{
    cursor->position = 0;
    cursor->at[2] = cursor->start[2];
    cursor->at[1] += g->stride[1];
    if (cursor->at[1] == cursor->plane_end) {
        cursor->at[1] = cursor->start[1];
        cursor->at[0] += g->stride[0];
    }
}

#define REAL       float
#define NAME(name) name##_floats
#define GEMM       hw_dnn_gemm_floats
#define LOAD       hw_dnn_load_floats
#define STORE      hw_dnn_store_floats
#include "cuda/dnn/convolve.h"
#undef REAL
#undef NAME
#undef GEMM
#undef LOAD
#undef STORE

#define REAL       double
#define NAME(name) name##_doubles
#define GEMM       hw_dnn_gemm_doubles
#define LOAD       hw_dnn_load_doubles
#define STORE      hw_dnn_store_doubles
#include "cuda/dnn/convolve.h"

cudaError_t hw_dnn_do_convolution(void *data)
{
    const struct hw_dnn_convolution *work = data;
    const struct hw_dnn_hosts host = {
        .x = hw_dnn_host(&work->x),
        .w = hw_dnn_host(&work->w),
        .y = hw_dnn_host(&work->y),
        .added = work->added.memory ? hw_dnn_host(&work->added) : NULL,
        .bias = work->bias.memory ? hw_dnn_host(&work->bias) : NULL,
    };
    const cudnnDataType_t type = work->x.tensor.type;
    const bool narrow = type == CUDNN_DATA_FLOAT || type == CUDNN_DATA_HALF || type == CUDNN_DATA_BFLOAT16;

    if (!host.x || !host.w || !host.y || (work->added.memory && !host.added) ||
        (work->bias.memory && !host.bias))
        return cudaErrorInvalidDevicePointer;
    return narrow ? convolve_floats(work, &host) : convolve_doubles(work, &host);
}
