/* SPDX-License-Identifier: MIT */
/* The calls that convolve. */
#include "cuda/dnn/convolution.h"

#include "cuda/dnn/gemm.h"
#include "cuda/dnn/reduce.h"

#include <limits.h>

/* --- geometry --- */

static void measure_dims(const struct cudnnConvolutionStruct *descriptor,
                         struct hw_dnn_convolution *convolution)
{
    struct hw_dnn_geometry *g = &convolution->geometry;
    const int shift = HW_DNN_CONVOLVED_DIMS - descriptor->dims;

    for (int i = 0; i < HW_DNN_CONVOLVED_DIMS; i++) {
        const bool there = i >= shift;
        const int of = there ? i - shift : 0;
        g->input[i] = there ? convolution->x.tensor.size[of + 2] : 1;
        g->window[i] = there ? convolution->w.tensor.size[of + 2] : 1;
        g->output[i] = there ? convolution->y.tensor.size[of + 2] : 1;
        g->padding[i] = there ? descriptor->padding[of] : 0;
        g->stride[i] = there ? descriptor->stride[of] : 1;
        g->dilation[i] = there ? descriptor->dilation[of] : 1;
    }
}

/* Whether sizes fit together. */
static bool fits(const struct cudnnConvolutionStruct *descriptor, const struct cudnnTensorStruct *x,
                 const struct cudnnTensorStruct *w, const struct cudnnTensorStruct *y)
{
    const int dims = descriptor->dims + 2;

    if (x->dims != dims || w->dims != dims || y->dims != dims || x->size[0] != y->size[0] ||
        x->size[1] != w->size[1] * descriptor->groups || y->size[1] != w->size[0] ||
        w->size[0] % descriptor->groups != 0)
        return false;
    for (int i = 0; i < descriptor->dims; i++)
        if (hw_dnn_output_size(descriptor, i, x->size[i + 2], w->size[i + 2]) != y->size[i + 2])
            return false;
    return true;
}

void hw_dnn_measure_value(struct hw_dnn_call *call, const struct cudnnConvolutionStruct *value,
                          struct hw_dnn_convolution *convolution)
{
    const cudnnDataType_t type = convolution->x.tensor.type;

    hw_dnn_need(call,
                hw_dnn_is_ready(call) && value->groups > 0 &&
                    fits(value, &convolution->x.tensor, &convolution->w.tensor, &convolution->y.tensor));
    if (!hw_dnn_is_ready(call))
        return;
    hw_dnn_support(call, value->dims <= HW_DNN_CONVOLVED_DIMS, "a convolution of more than three dimensions");
    hw_dnn_support(call, hw_dnn_is_real(type) || type == CUDNN_DATA_INT8 || type == CUDNN_DATA_UINT8,
                   "a convolution of this type");
    for (int i = 0; hw_dnn_is_ready(call) && i < value->dims; i++)
        hw_dnn_support(call,
                       (int64_t)convolution->x.tensor.size[i + 2] + 2 * (int64_t)value->padding[i] +
                               value->stride[i] <
                           INT_MAX / 2,
                       "a convolution of such sizes");
    if (!hw_dnn_is_ready(call))
        return;
    convolution->geometry.groups = value->groups;
    convolution->geometry.flipped = value->mode == CUDNN_CONVOLUTION;
    measure_dims(value, convolution);
}

void hw_dnn_measure(struct hw_dnn_call *call, const struct cudnnConvolutionStruct *descriptor,
                    struct hw_dnn_convolution *convolution)
{
    const cudnnDataType_t type = convolution->x.tensor.type;

    hw_dnn_need(call, hw_dnn_is(descriptor, HW_DNN_CONVOLUTION) && descriptor->dims > 0);
    hw_dnn_need(call, type == convolution->w.tensor.type);
    if (!hw_dnn_is_ready(call))
        return;
    hw_dnn_measure_value(call, descriptor, convolution);
    hw_dnn_support(call, type == convolution->y.tensor.type || !hw_dnn_is_real(type),
                   "a convolution of mixed types");
}

void hw_dnn_convolve(struct hw_dnn_call *call, struct hw_dnn_convolution *convolution)
{
    hw_dnn_need_gemm(call);
    hw_dnn_work(call, hw_dnn_do_convolution, convolution, sizeof *convolution);
}

/* --- calls --- */

static cudnnStatus_t end(struct hw_dnn_call *call, const struct cudnnConvolutionStruct *descriptor,
                         struct hw_dnn_convolution *work, const void *alpha, const void *beta)
{
    hw_dnn_measure(call, descriptor, work);
    hw_dnn_need(call, alpha && beta);
    if (hw_dnn_is_ready(call)) {
        work->alpha = hw_dnn_scalar(alpha, work->x.tensor.type);
        work->beta = hw_dnn_scalar(beta, work->x.tensor.type);
    }
    hw_dnn_convolve(call, work);
    return hw_dnn_end(call);
}

cudnnStatus_t cudnnConvolutionForward(cudnnHandle_t handle, const void *alpha, cudnnTensorDescriptor_t x_desc,
                                      const void *x, cudnnFilterDescriptor_t w_desc, const void *w,
                                      cudnnConvolutionDescriptor_t conv_desc, cudnnConvolutionFwdAlgo_t algo,
                                      void *workspace, size_t workspace_bytes, const void *beta,
                                      cudnnTensorDescriptor_t y_desc, void *y)
{
    struct hw_dnn_call call = hw_dnn_begin(__func__, handle);
    struct hw_dnn_convolution work = {.direction = HW_CONVOLVE_FORWARD,
                                      .x = hw_dnn_operand(&call, x_desc, x),
                                      .w = hw_dnn_operand(&call, w_desc, w),
                                      .y = hw_dnn_operand(&call, y_desc, y)};

    (void)workspace, (void)workspace_bytes;
    hw_dnn_need(&call, (unsigned)algo < CUDNN_CONVOLUTION_FWD_ALGO_COUNT);
    return end(&call, conv_desc, &work, alpha, beta);
}

cudnnStatus_t cudnnConvolutionBackwardData(cudnnHandle_t handle, const void *alpha,
                                           cudnnFilterDescriptor_t w_desc, const void *w,
                                           cudnnTensorDescriptor_t dy_desc, const void *dy,
                                           cudnnConvolutionDescriptor_t conv_desc,
                                           cudnnConvolutionBwdDataAlgo_t algo, void *workspace,
                                           size_t workspace_bytes, const void *beta,
                                           cudnnTensorDescriptor_t dx_desc, void *dx)
{
    struct hw_dnn_call call = hw_dnn_begin(__func__, handle);
    struct hw_dnn_convolution work = {.direction = HW_CONVOLVE_BACKWARD_DATA,
                                      .x = hw_dnn_operand(&call, dx_desc, dx),
                                      .w = hw_dnn_operand(&call, w_desc, w),
                                      .y = hw_dnn_operand(&call, dy_desc, dy)};

    (void)workspace, (void)workspace_bytes;
    hw_dnn_need(&call, (unsigned)algo < CUDNN_CONVOLUTION_BWD_DATA_ALGO_COUNT);
    return end(&call, conv_desc, &work, alpha, beta);
}

cudnnStatus_t cudnnConvolutionBackwardFilter(cudnnHandle_t handle, const void *alpha,
                                             cudnnTensorDescriptor_t x_desc, const void *x,
                                             cudnnTensorDescriptor_t dy_desc, const void *dy,
                                             cudnnConvolutionDescriptor_t conv_desc,
                                             cudnnConvolutionBwdFilterAlgo_t algo, void *workspace,
                                             size_t workspace_bytes, const void *beta,
                                             cudnnFilterDescriptor_t dw_desc, void *dw)
{
    struct hw_dnn_call call = hw_dnn_begin(__func__, handle);
    struct hw_dnn_convolution work = {.direction = HW_CONVOLVE_BACKWARD_FILTER,
                                      .x = hw_dnn_operand(&call, x_desc, x),
                                      .w = hw_dnn_operand(&call, dw_desc, dw),
                                      .y = hw_dnn_operand(&call, dy_desc, dy)};

    (void)workspace, (void)workspace_bytes;
    hw_dnn_need(&call, (unsigned)algo < CUDNN_CONVOLUTION_BWD_FILTER_ALGO_COUNT);
    return end(&call, conv_desc, &work, alpha, beta);
}

/* Whether there is one bias for each channel of y. */
static bool is_bias(const struct cudnnTensorStruct *bias, const struct cudnnTensorStruct *y)
{
    return bias->dims == y->dims && bias->size[1] == y->size[1] && hw_dnn_count(bias) == (size_t)y->size[1];
}

cudnnStatus_t cudnnConvolutionBiasActivationForward(
    cudnnHandle_t handle, const void *alpha1, cudnnTensorDescriptor_t x_desc, const void *x,
    cudnnFilterDescriptor_t w_desc, const void *w, cudnnConvolutionDescriptor_t conv_desc,
    cudnnConvolutionFwdAlgo_t algo, void *workspace, size_t workspace_bytes, const void *alpha2,
    cudnnTensorDescriptor_t z_desc, const void *z, cudnnTensorDescriptor_t bias_desc, const void *bias,
    cudnnActivationDescriptor_t activation_desc, cudnnTensorDescriptor_t y_desc, void *y)
{
    struct hw_dnn_call call = hw_dnn_begin(__func__, handle);
    struct hw_dnn_convolution work = {.direction = HW_CONVOLVE_FORWARD,
                                      .x = hw_dnn_operand(&call, x_desc, x),
                                      .w = hw_dnn_operand(&call, w_desc, w),
                                      .y = hw_dnn_operand(&call, y_desc, y),
                                      .bias = hw_dnn_operand(&call, bias_desc, bias)};

    (void)workspace, (void)workspace_bytes;
    hw_dnn_need(&call, (unsigned)algo < CUDNN_CONVOLUTION_FWD_ALGO_COUNT && alpha1 && alpha2);
    hw_dnn_need(&call, hw_dnn_is(activation_desc, HW_DNN_ACTIVATION));
    hw_dnn_need(&call,
                hw_dnn_is_ready(&call) && activation_desc->set && is_bias(&work.bias.tensor, &work.y.tensor));
    hw_dnn_measure(&call, conv_desc, &work);
    if (hw_dnn_is_ready(&call)) {
        work.alpha = hw_dnn_scalar(alpha1, work.x.tensor.type);
        work.added_factor = hw_dnn_scalar(alpha2, work.x.tensor.type);
        work.activation = *activation_desc;
        if (work.added_factor != 0)
            work.added = hw_dnn_operand(&call, z_desc, z);
    }
    if (work.added.memory)
        hw_dnn_need(&call, hw_dnn_same_size(&work.added.tensor, &work.y.tensor));
    hw_dnn_convolve(&call, &work);
    return hw_dnn_end(&call);
}

/* The gradient of a bias is the sum over all but the channels. */
cudnnStatus_t cudnnConvolutionBackwardBias(cudnnHandle_t handle, const void *alpha,
                                           cudnnTensorDescriptor_t dy_desc, const void *dy, const void *beta,
                                           cudnnTensorDescriptor_t db_desc, void *db)
{
    struct hw_dnn_call call = hw_dnn_begin(__func__, handle);
    struct hw_dnn_reduction work = {.a = hw_dnn_operand(&call, dy_desc, dy),
                                    .c = hw_dnn_operand(&call, db_desc, db),
                                    .op = CUDNN_REDUCE_TENSOR_ADD};

    hw_dnn_need(&call, alpha && beta && is_bias(&work.c.tensor, &work.a.tensor));
    if (hw_dnn_is_ready(&call)) {
        work.alpha = hw_dnn_scalar(alpha, work.a.tensor.type);
        work.beta = hw_dnn_scalar(beta, work.a.tensor.type);
    }
    hw_dnn_work(&call, hw_dnn_do_reduction, &work, sizeof work);
    return hw_dnn_end(&call);
}
