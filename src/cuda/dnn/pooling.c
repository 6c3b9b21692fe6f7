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

/* Which element of a plane of the input an element of a window sees; -1: padding. */
static int64_t seen(const struct pooling_work *work, const int *position, const int *element)
{
    const struct cudnnPoolingStruct *pooling = &work->pooling;
    const int *size = &work->x.tensor.size[2];
    int64_t place = 0;

    for (int i = 0; i < pooling->dims; i++) {
        const int64_t at = (int64_t)position[i] * pooling->stride[i] - pooling->padding[i] + element[i];
        if (at < 0 || at >= size[i])
            return -1;
        place = place * size[i] + at;
    }
    return place;
}

/* Whether a value is to be taken for the largest in place of another. */
static bool is_more(const struct pooling_work *work, double value, double largest)
{
    if (isnan(largest))
        return work->pooling.nan == CUDNN_NOT_PROPAGATE_NAN && !isnan(value);
    return value > largest || (isnan(value) && work->pooling.nan == CUDNN_PROPAGATE_NAN);
}

/* The place of the largest; -1: the window sees padding only. */
static int64_t largest_seen(const struct pooling_work *work, const double *plane, const int *position)
{
    int element[HW_DNN_SPATIAL_DIMS] = {0};
    int64_t largest = -1;

    do {
        const int64_t place = seen(work, position, element);
        if (place >= 0 && (largest < 0 || is_more(work, plane[place], plane[largest])))
            largest = place;
    } while (next(element, work->pooling.window, work->pooling.dims));
    return largest;
}

/* The mean's divisor, and the sum of what the window sees. */
static double count_and_sum(const struct pooling_work *work, const double *plane, const int *position,
                            double *sum)
{
    int element[HW_DNN_SPATIAL_DIMS] = {0};
    double inside = 0, all = 0;

    *sum = 0;
    do {
        const int64_t place = seen(work, position, element);
        all++;
        if (place >= 0) {
            inside++;
            *sum += plane[place];
        }
    } while (next(element, work->pooling.window, work->pooling.dims));
    if (work->pooling.mode == CUDNN_POOLING_AVERAGE_COUNT_INCLUDE_PADDING)
        return all;
    return inside > 0 ? inside : 1;
}

static void give_all(const struct pooling_work *work, double *plane, const int *position, double gradient)
{
    int element[HW_DNN_SPATIAL_DIMS] = {0};

    do {
        const int64_t place = seen(work, position, element);
        if (place >= 0)
            plane[place] += gradient;
    } while (next(element, work->pooling.window, work->pooling.dims));
}

static bool is_mean(const struct pooling_work *work)
{
    return work->pooling.mode == CUDNN_POOLING_AVERAGE_COUNT_INCLUDE_PADDING ||
           work->pooling.mode == CUDNN_POOLING_AVERAGE_COUNT_EXCLUDE_PADDING;
}

/* --- work --- */

static double pooled(const struct pooling_work *work, const double *plane, const int *position)
{
    double sum;

    if (is_mean(work)) {
        const double count = count_and_sum(work, plane, position, &sum);
        return sum / count;
    }
    const int64_t largest = largest_seen(work, plane, position);
    return largest < 0 ? -INFINITY : plane[largest];
}

static void share(const struct pooling_work *work, const double *plane, const int *position, double gradient,
                  double *gradients)
{
    double sum;

    if (is_mean(work)) {
        give_all(work, gradients, position, gradient / count_and_sum(work, plane, position, &sum));
        return;
    }
    const int64_t largest = largest_seen(work, plane, position);
    if (largest >= 0)
        gradients[largest] += gradient;
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
