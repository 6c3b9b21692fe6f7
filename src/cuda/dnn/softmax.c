/* SPDX-License-Identifier: MIT */
/* Softmax over channels or whole images, its logarithm, and their gradients.  The fast algorithm is the
 * accurate one. */
#include "cuda/dnn/tensor.h"

#include <math.h>
#include <stdlib.h>

struct softmax_work {
    bool logarithm, each_position; /* else over all of an image */
    struct hw_dnn_operand x, y, dy, dx;
    double alpha, beta;
};

/* A set of numbers that sum to 1, `step` apart. */
struct softmax_line {
    size_t count, step;
};

static void normalize(double *values, struct softmax_line line, bool logarithm)
{
    const size_t end = line.count * line.step;
    double most = -INFINITY, sum = 0;

    for (size_t i = 0; i < end; i += line.step)
        most = isnan(values[i]) || values[i] > most ? values[i] : most;
    for (size_t i = 0; i < end; i += line.step)
        sum += exp(values[i] - most);
    for (size_t i = 0; i < end; i += line.step)
        values[i] = logarithm ? values[i] - most - log(sum) : exp(values[i] - most) / sum;
}

/* From the results and their gradients, which become those of the operands. */
static void differentiate(const double *y, double *dy, struct softmax_line line, bool logarithm)
{
    const size_t end = line.count * line.step;
    double sum = 0;

    for (size_t i = 0; i < end; i += line.step)
        sum += logarithm ? dy[i] : y[i] * dy[i];
    for (size_t i = 0; i < end; i += line.step)
        dy[i] = logarithm ? dy[i] - exp(y[i]) * sum : y[i] * (dy[i] - sum);
}

/* Normalize `values`, or with y make gradients of them. */
static void each_line(const struct softmax_work *work, const struct cudnnTensorStruct *tensor,
                      const double *y, double *values)
{
    const size_t images = (size_t)tensor->size[0], image = hw_dnn_count(tensor) / images;
    const size_t positions = work->each_position ? image / (size_t)tensor->size[1] : 1;
    const struct softmax_line line = {.count = image / positions, .step = positions};

    for (size_t n = 0; n < images; n++)
        for (size_t p = 0; p < positions; p++) {
            const size_t first = n * image + p;
            if (y)
                differentiate(y + first, values + first, line, work->logarithm);
            else
                normalize(values + first, line, work->logarithm);
        }
}

static cudaError_t do_forward(void *data)
{
    const struct softmax_work *work = data;
    cudaError_t error = cudaSuccess;
    double *x = hw_dnn_gather(&work->x, &error);

    if (x) {
        each_line(work, &work->x.tensor, NULL, x);
        error = hw_dnn_spread(&work->y, x, work->alpha, work->beta);
    }
    free(x);
    return error;
}

static cudaError_t do_backward(void *data)
{
    const struct softmax_work *work = data;
    cudaError_t error = cudaSuccess;
    double *y = hw_dnn_gather(&work->y, &error);
    double *dy = y ? hw_dnn_gather(&work->dy, &error) : NULL;

    if (dy) {
        each_line(work, &work->y.tensor, y, dy);
        error = hw_dnn_spread(&work->dx, dy, work->alpha, work->beta);
    }
    free(y), free(dy);
    return error;
}

static cudnnStatus_t end(struct hw_dnn_call *call, struct softmax_work *work, cudnnSoftmaxAlgorithm_t algo,
                         cudnnSoftmaxMode_t mode, const void *alpha, const void *beta,
                         hw_cuda_work_fn *function)
{
    hw_dnn_need(call, (unsigned)algo <= CUDNN_SOFTMAX_LOG && (unsigned)mode <= CUDNN_SOFTMAX_MODE_CHANNEL &&
                          alpha && beta);
    if (hw_dnn_is_ready(call)) {
        work->logarithm = algo == CUDNN_SOFTMAX_LOG;
        work->each_position = mode == CUDNN_SOFTMAX_MODE_CHANNEL;
        work->alpha = hw_dnn_scalar(alpha, work->y.tensor.type);
        work->beta = hw_dnn_scalar(beta, work->y.tensor.type);
    }
    hw_dnn_work(call, function, work, sizeof *work);
    return hw_dnn_end(call);
}

cudnnStatus_t cudnnSoftmaxForward(cudnnHandle_t handle, cudnnSoftmaxAlgorithm_t algo, cudnnSoftmaxMode_t mode,
                                  const void *alpha, cudnnTensorDescriptor_t x_desc, const void *x,
                                  const void *beta, cudnnTensorDescriptor_t y_desc, void *y)
{
    struct hw_dnn_call call = hw_dnn_begin(__func__, handle);
    struct softmax_work work = {.x = hw_dnn_operand(&call, x_desc, x), .y = hw_dnn_operand(&call, y_desc, y)};

    hw_dnn_need(&call, hw_dnn_same_size(&work.x.tensor, &work.y.tensor));
    return end(&call, &work, algo, mode, alpha, beta, do_forward);
}

cudnnStatus_t cudnnSoftmaxBackward(cudnnHandle_t handle, cudnnSoftmaxAlgorithm_t algo,
                                   cudnnSoftmaxMode_t mode, const void *alpha, cudnnTensorDescriptor_t y_desc,
                                   const void *y, cudnnTensorDescriptor_t dy_desc, const void *dy,
                                   const void *beta, cudnnTensorDescriptor_t dx_desc, void *dx)
{
    struct hw_dnn_call call = hw_dnn_begin(__func__, handle);
    struct softmax_work work = {.y = hw_dnn_operand(&call, y_desc, y),
                                .dy = hw_dnn_operand(&call, dy_desc, dy),
                                .dx = hw_dnn_operand(&call, dx_desc, dx)};

    hw_dnn_need(&call, hw_dnn_same_size(&work.y.tensor, &work.dy.tensor) &&
                           hw_dnn_same_size(&work.y.tensor, &work.dx.tensor));
    return end(&call, &work, algo, mode, alpha, beta, do_backward);
}
