/* SPDX-License-Identifier: MIT */
/* Pooling: the largest or the mean of what a window sees, in planes of any number of dimensions.  The
 * gradient of the largest goes to the first element that is. */
#include "cuda/dnn/tensor.h"

#include <math.h>
#include <stdlib.h>

struct pooling_work {
    struct cudnnPoolingStruct pooling;
    struct hw_dnn_operand x, y, dy, dx; /* forward has x and y; backward all but y */
    double alpha, beta;
};

/* --- windows --- */

/* Step to the next coordinates; false: they are at the start again. */
static bool next(int *at, const int *size, int dims)
{
    for (int i = dims - 1; i >= 0; i--) {
        if (++at[i] < size[i])
            return true;
        at[i] = 0;
    }
    return false;
}

/* The part of a window that is inside a plane of the input: where it begins, and its sizes. */
struct pooling_part {
    int64_t first[HW_DNN_SPATIAL_DIMS];
    int size[HW_DNN_SPATIAL_DIMS];
};

/* False: the window sees padding only. */
static bool part_inside(const struct pooling_work *work, const int *position, struct pooling_part *part)
{
    const struct cudnnPoolingStruct *pooling = &work->pooling;

    for (int i = 0; i < pooling->dims; i++) {
        const int64_t start = (int64_t)position[i] * pooling->stride[i] - pooling->padding[i];
        const int64_t end = start + pooling->window[i], most = work->x.tensor.size[i + 2];
        part->first[i] = start > 0 ? start : 0;
        part->size[i] = (int)((end < most ? end : most) - part->first[i]);
        if (part->size[i] <= 0 || part->first[i] >= most)
            return false;
    }
    return true;
}

/* Where an element of a part is in its plane. */
static size_t place_in_plane(const struct pooling_work *work, const struct pooling_part *part,
                             const int *element)
{
    size_t place = 0;

    for (int i = 0; i < work->pooling.dims; i++)
        place = place * (size_t)work->x.tensor.size[i + 2] + (size_t)(part->first[i] + element[i]);
    return place;
}

/* Whether a value is to be taken for the largest in place of another. */
static bool is_more(const struct pooling_work *work, double value, double largest)
{
    if (isnan(largest))
        return work->pooling.nan == CUDNN_NOT_PROPAGATE_NAN && !isnan(value);
    return value > largest || (isnan(value) && work->pooling.nan == CUDNN_PROPAGATE_NAN);
}

static size_t largest_in(const struct pooling_work *work, const struct pooling_part *part,
                         const double *plane)
{
    int element[HW_DNN_SPATIAL_DIMS] = {0};
    size_t largest = place_in_plane(work, part, element);

    while (next(element, part->size, work->pooling.dims)) {
        const size_t place = place_in_plane(work, part, element);
        if (is_more(work, plane[place], plane[largest]))
            largest = place;
    }
    return largest;
}

static double sum_of(const struct pooling_work *work, const struct pooling_part *part, const double *plane)
{
    int element[HW_DNN_SPATIAL_DIMS] = {0};
    double sum = 0;

    do
        sum += plane[place_in_plane(work, part, element)];
    while (next(element, part->size, work->pooling.dims));
    return sum;
}

/* The mean's divisor. */
static double count_of(const struct pooling_work *work, const struct pooling_part *part)
{
    const bool all = work->pooling.mode == CUDNN_POOLING_AVERAGE_COUNT_INCLUDE_PADDING;
    double count = 1;

    for (int i = 0; i < work->pooling.dims; i++)
        count *= all ? work->pooling.window[i] : part->size[i];
    return count;
}

static void give_all(const struct pooling_work *work, const struct pooling_part *part, double gradient,
                     double *gradients)
{
    int element[HW_DNN_SPATIAL_DIMS] = {0};

    do
        gradients[place_in_plane(work, part, element)] += gradient;
    while (next(element, part->size, work->pooling.dims));
}

static bool is_mean(const struct pooling_work *work)
{
    return work->pooling.mode == CUDNN_POOLING_AVERAGE_COUNT_INCLUDE_PADDING ||
           work->pooling.mode == CUDNN_POOLING_AVERAGE_COUNT_EXCLUDE_PADDING;
}

/* --- work --- */

static double pooled(const struct pooling_work *work, const double *plane, const int *position)
{
    struct pooling_part part;

    if (!part_inside(work, position, &part))
        return is_mean(work) ? 0 : -INFINITY;
    return is_mean(work) ? sum_of(work, &part, plane) / count_of(work, &part)
                         : plane[largest_in(work, &part, plane)];
}

static void share(const struct pooling_work *work, const double *plane, const int *position, double gradient,
                  double *gradients)
{
    struct pooling_part part;

    if (!part_inside(work, position, &part))
        return;
    if (is_mean(work))
        give_all(work, &part, gradient / count_of(work, &part), gradients);
    else
        gradients[largest_in(work, &part, plane)] += gradient;
}

static size_t plane_of(const struct cudnnTensorStruct *tensor)
{
    return hw_dnn_count(tensor) / (size_t)tensor->size[0] / (size_t)tensor->size[1];
}

/* Forward, the result is y; backward, y is its gradient and dx the result. */
static void pool(const struct pooling_work *work, const struct cudnnTensorStruct *out, const double *x,
                 double *y, double *dx)
{
    const size_t plane = plane_of(&work->x.tensor);
    const size_t planes = (size_t)out->size[0] * (size_t)out->size[1];

    for (size_t i = 0; i < planes; i++, x += plane) {
        int position[HW_DNN_SPATIAL_DIMS] = {0};
        do {
            if (dx)
                share(work, x, position, *y++, dx);
            else
                *y++ = pooled(work, x, position);
        } while (next(position, &out->size[2], work->pooling.dims));
        if (dx)
            dx += plane;
    }
}

static cudaError_t do_forward(void *data)
{
    const struct pooling_work *work = data;
    cudaError_t error = cudaSuccess;
    double *x = hw_dnn_gather(&work->x, &error);
    double *y = x ? hw_dnn_room(&work->y, &error) : NULL;

    if (y) {
        pool(work, &work->y.tensor, x, y, NULL);
        error = hw_dnn_spread(&work->y, y, work->alpha, work->beta);
    }
    free(x), free(y);
    return error;
}

static cudaError_t do_backward(void *data)
{
    const struct pooling_work *work = data;
    cudaError_t error = cudaSuccess;
    double *x = hw_dnn_gather(&work->x, &error);
    double *dy = x ? hw_dnn_gather(&work->dy, &error) : NULL;
    double *dx = dy ? hw_dnn_room(&work->dx, &error) : NULL;

    if (dx) {
        pool(work, &work->dy.tensor, x, dy, dx);
        error = hw_dnn_spread(&work->dx, dx, work->alpha, work->beta);
    }
    free(x), free(dy), free(dx);
    return error;
}

/* --- calls --- */

/* Planes of y may have any size: ONNX Runtime pads at one side by a larger one. */
static bool fits(const struct cudnnPoolingStruct *pooling, const struct cudnnTensorStruct *x,
                 const struct cudnnTensorStruct *y)
{
    return x->dims == pooling->dims + 2 && y->dims == x->dims && x->size[0] == y->size[0] &&
           x->size[1] == y->size[1];
}

static cudnnStatus_t end(struct hw_dnn_call *call, struct pooling_work *work,
                         const struct cudnnPoolingStruct *pooling, const struct hw_dnn_operand *y,
                         const void *alpha, const void *beta, hw_cuda_work_fn *function)
{
    hw_dnn_need(call, hw_dnn_is(pooling, HW_DNN_POOLING) && pooling->dims > 0 && alpha && beta);
    hw_dnn_need(call, hw_dnn_is_ready(call) && fits(pooling, &work->x.tensor, &y->tensor));
    if (hw_dnn_is_ready(call)) {
        work->pooling = *pooling;
        work->alpha = hw_dnn_scalar(alpha, work->x.tensor.type);
        work->beta = hw_dnn_scalar(beta, work->x.tensor.type);
    }
    hw_dnn_work(call, function, work, sizeof *work);
    return hw_dnn_end(call);
}

cudnnStatus_t cudnnPoolingForward(cudnnHandle_t handle, cudnnPoolingDescriptor_t pooling_desc,
                                  const void *alpha, cudnnTensorDescriptor_t x_desc, const void *x,
                                  const void *beta, cudnnTensorDescriptor_t y_desc, void *y)
{
    struct hw_dnn_call call = hw_dnn_begin(__func__, handle);
    struct pooling_work work = {.x = hw_dnn_operand(&call, x_desc, x), .y = hw_dnn_operand(&call, y_desc, y)};

    return end(&call, &work, pooling_desc, &work.y, alpha, beta, do_forward);
}

cudnnStatus_t cudnnPoolingBackward(cudnnHandle_t handle, cudnnPoolingDescriptor_t pooling_desc,
                                   const void *alpha, cudnnTensorDescriptor_t y_desc, const void *y,
                                   cudnnTensorDescriptor_t dy_desc, const void *dy,
                                   cudnnTensorDescriptor_t x_desc, const void *x, const void *beta,
                                   cudnnTensorDescriptor_t dx_desc, void *dx)
{
    struct hw_dnn_call call = hw_dnn_begin(__func__, handle);
    struct pooling_work work = {.x = hw_dnn_operand(&call, x_desc, x),
                                .dy = hw_dnn_operand(&call, dy_desc, dy),
                                .dx = hw_dnn_operand(&call, dx_desc, dx)};

    (void)y_desc, (void)y;
    hw_dnn_need(&call, hw_dnn_same_size(&work.x.tensor, &work.dx.tensor));
    return end(&call, &work, pooling_desc, &work.dy, alpha, beta, do_backward);
}
