/* SPDX-License-Identifier: MIT */
/* Local response normalization across channels: y = x / (k + alpha / n * (sum of squares of n
 * channels))^beta, where the channels are the (n - 1) / 2 before, the element's own, and the rest behind. */
#include "cuda/dnn/tensor.h"

#include <math.h>
#include <stdlib.h>

struct response_work {
    struct cudnnLRNStruct lrn;
    struct hw_dnn_operand x, y, dy, dx;
    double alpha, beta;
};

/* One position of an image: its channels, `step` apart. */
struct response_line {
    const struct cudnnLRNStruct *lrn;
    size_t channels, step;
};

/* The sum of `values` (squared, or not) over the channels that channel c sees, or that see c. */
static double sum_around(const struct response_line *line, const double *values, size_t c, bool square,
                         bool that_see)
{
    const size_t n = line->lrn->n, before = that_see ? n - 1 - (n - 1) / 2 : (n - 1) / 2;
    const size_t first = c < before ? 0 : c - before;
    double sum = 0;

    for (size_t i = first; i < line->channels && i <= c + (n - 1 - before); i++) {
        const double value = values[i * line->step];
        sum += square ? value * value : value;
    }
    return sum;
}

static double divisor(const struct response_line *line, const double *x, size_t c)
{
    return line->lrn->k + line->lrn->alpha / line->lrn->n * sum_around(line, x, c, true, false);
}

static void normalize(const struct response_line *line, const double *x, double *y)
{
    for (size_t c = 0; c < line->channels; c++)
        y[c * line->step] = x[c * line->step] * pow(divisor(line, x, c), -line->lrn->beta);
}

/* `ratio` is room for a line. */
static void differentiate(const struct response_line *line, const double *x, const double *dy, double *ratio,
                          double *dx)
{
    const struct cudnnLRNStruct *lrn = line->lrn;

    for (size_t i = 0; i < line->channels * line->step; i += line->step) {
        const double d = divisor(line, x, i / line->step);
        dx[i] = dy[i] * pow(d, -lrn->beta);
        ratio[i] = dx[i] * x[i] / d;
    }
    for (size_t c = 0; c < line->channels; c++)
        dx[c * line->step] -=
            2 * lrn->alpha * lrn->beta / lrn->n * x[c * line->step] * sum_around(line, ratio, c, false, true);
}

/* dy NULL: forward. */
static void each_line(const struct response_work *work, const double *x, const double *dy, double *ratio,
                      double *result)
{
    const struct cudnnTensorStruct *tensor = &work->x.tensor;
    const size_t channels = (size_t)tensor->size[1], images = (size_t)tensor->size[0];
    const size_t image = hw_dnn_count(tensor) / images, positions = image / channels;
    const struct response_line line = {&work->lrn, channels, positions};

    for (size_t n = 0; n < images; n++)
        for (size_t i = n * image; i < n * image + positions; i++)
            if (dy)
                differentiate(&line, x + i, dy + i, ratio + i, result + i);
            else
                normalize(&line, x + i, result + i);
}

static cudaError_t do_work(void *data)
{
    const struct response_work *work = data;
    const bool backward = work->dy.memory != NULL;
    const struct hw_dnn_operand *result = backward ? &work->dx : &work->y;
    cudaError_t error = cudaSuccess;
    double *x = hw_dnn_gather(&work->x, &error);
    double *dy = x && backward ? hw_dnn_gather(&work->dy, &error) : NULL;
    double *out = error == cudaSuccess ? hw_dnn_room(result, &error) : NULL;
    double *ratio = out ? hw_dnn_room(result, &error) : NULL;

    if (ratio) {
        each_line(work, x, dy, ratio, out);
        error = hw_dnn_spread(result, out, work->alpha, work->beta);
    }
    free(x), free(dy), free(out), free(ratio);
    return error;
}

static cudnnStatus_t end(struct hw_dnn_call *call, struct response_work *work,
                         const struct cudnnLRNStruct *lrn, cudnnLRNMode_t mode, const void *alpha,
                         const void *beta)
{
    hw_dnn_need(call, hw_dnn_is(lrn, HW_DNN_LRN) && mode == CUDNN_LRN_CROSS_CHANNEL_DIM1 && alpha && beta);
    hw_dnn_need(call, hw_dnn_is_ready(call) && lrn->n > 0);
    if (hw_dnn_is_ready(call)) {
        work->lrn = *lrn;
        work->alpha = hw_dnn_scalar(alpha, work->x.tensor.type);
        work->beta = hw_dnn_scalar(beta, work->x.tensor.type);
    }
    hw_dnn_work(call, do_work, work, sizeof *work);
    return hw_dnn_end(call);
}

cudnnStatus_t cudnnLRNCrossChannelForward(cudnnHandle_t handle, cudnnLRNDescriptor_t norm_desc,
                                          cudnnLRNMode_t lrn_mode, const void *alpha,
                                          cudnnTensorDescriptor_t x_desc, const void *x, const void *beta,
                                          cudnnTensorDescriptor_t y_desc, void *y)
{
    struct hw_dnn_call call = hw_dnn_begin(__func__, handle);
    struct response_work work = {.x = hw_dnn_operand(&call, x_desc, x),
                                 .y = hw_dnn_operand(&call, y_desc, y)};

    hw_dnn_need(&call, hw_dnn_same_size(&work.x.tensor, &work.y.tensor));
    return end(&call, &work, norm_desc, lrn_mode, alpha, beta);
}

cudnnStatus_t cudnnLRNCrossChannelBackward(cudnnHandle_t handle, cudnnLRNDescriptor_t norm_desc,
                                           cudnnLRNMode_t lrn_mode, const void *alpha,
                                           cudnnTensorDescriptor_t y_desc, const void *y,
                                           cudnnTensorDescriptor_t dy_desc, const void *dy,
                                           cudnnTensorDescriptor_t x_desc, const void *x, const void *beta,
                                           cudnnTensorDescriptor_t dx_desc, void *dx)
{
    struct hw_dnn_call call = hw_dnn_begin(__func__, handle);
    struct response_work work = {.x = hw_dnn_operand(&call, x_desc, x),
                                 .dy = hw_dnn_operand(&call, dy_desc, dy),
                                 .dx = hw_dnn_operand(&call, dx_desc, dx)};

    (void)y_desc, (void)y;
    hw_dnn_need(&call, hw_dnn_same_size(&work.x.tensor, &work.dy.tensor) &&
                           hw_dnn_same_size(&work.x.tensor, &work.dx.tensor));
    return end(&call, &work, norm_desc, lrn_mode, alpha, beta);
}

/* --- descriptors --- */

cudnnStatus_t cudnnSetLRNDescriptor(cudnnLRNDescriptor_t norm_desc, unsigned lrn_n, double lrn_alpha,
                                    double lrn_beta, double lrn_k)
{
    struct hw_dnn_call call = hw_dnn_begin_plain(__func__);

    hw_dnn_need(&call, hw_dnn_is(norm_desc, HW_DNN_LRN) && lrn_n >= CUDNN_LRN_MIN_N &&
                           lrn_n <= CUDNN_LRN_MAX_N && lrn_beta >= CUDNN_LRN_MIN_BETA &&
                           lrn_k >= CUDNN_LRN_MIN_K);
    if (hw_dnn_is_ready(&call))
        *norm_desc = (struct cudnnLRNStruct){lrn_n, lrn_alpha, lrn_beta, lrn_k};
    return hw_dnn_end(&call);
}

cudnnStatus_t cudnnGetLRNDescriptor(cudnnLRNDescriptor_t norm_desc, unsigned *lrn_n, double *lrn_alpha,
                                    double *lrn_beta, double *lrn_k)
{
    struct hw_dnn_call call = hw_dnn_begin_plain(__func__);

    hw_dnn_need(&call, hw_dnn_is(norm_desc, HW_DNN_LRN) && norm_desc->n > 0);
    if (hw_dnn_is_ready(&call)) {
        HW_DNN_GIVE(lrn_n, norm_desc->n);
        HW_DNN_GIVE(lrn_alpha, norm_desc->alpha);
        HW_DNN_GIVE(lrn_beta, norm_desc->beta);
        HW_DNN_GIVE(lrn_k, norm_desc->k);
    }
    return hw_dnn_end(&call);
}
