/* SPDX-License-Identifier: MIT */
/* Activations: of single numbers, of tensors, and their gradients. */
#include "cuda/dnn/activation.h"

#include "cuda/dnn/tensor.h"

#include <math.h>
#include <stdlib.h>

static double sigmoid(double x)
{
    return 1 / (1 + exp(-x));
}

double hw_dnn_activate(const struct cudnnActivationStruct *activation, double x)
{
    const double coefficient = activation->coefficient;

    switch (activation->mode) {
    case CUDNN_ACTIVATION_SIGMOID: return sigmoid(x);
    case CUDNN_ACTIVATION_RELU: return isnan(x) ? (activation->nan ? x : 0) : x > 0 ? x : 0;
    case CUDNN_ACTIVATION_TANH: return tanh(x);
    case CUDNN_ACTIVATION_CLIPPED_RELU:
        return isnan(x) ? (activation->nan ? x : 0) : x > coefficient ? coefficient : x > 0 ? x : 0;
    case CUDNN_ACTIVATION_ELU: return x > 0 ? x : coefficient * expm1(x);
    case CUDNN_ACTIVATION_IDENTITY: return x;
    case CUDNN_ACTIVATION_SWISH: return x * sigmoid(activation->swish_beta * x);
    }
    return x;
}

double hw_dnn_activation_slope(const struct cudnnActivationStruct *activation, double x, double y)
{
    const double coefficient = activation->coefficient, beta = activation->swish_beta;

    switch (activation->mode) {
    case CUDNN_ACTIVATION_SIGMOID: return y * (1 - y);
    case CUDNN_ACTIVATION_RELU: return y > 0;
    case CUDNN_ACTIVATION_TANH: return 1 - y * y;
    case CUDNN_ACTIVATION_CLIPPED_RELU: return y > 0 && y < coefficient;
    case CUDNN_ACTIVATION_ELU: return y > 0 ? 1 : y + coefficient;
    case CUDNN_ACTIVATION_IDENTITY: return 1;
    case CUDNN_ACTIVATION_SWISH: return sigmoid(beta * x) * (1 + beta * x * (1 - sigmoid(beta * x)));
    }
    return 1;
}

/* --- of tensors --- */

struct activation_work {
    struct cudnnActivationStruct activation;
    struct hw_dnn_operand x, y, dy, dx; /* forward has x and y */
    double alpha, beta;
};

static struct cudnnActivationStruct value_of(struct hw_dnn_call *call,
                                             const struct cudnnActivationStruct *descriptor)
{
    const bool set = hw_dnn_is(descriptor, HW_DNN_ACTIVATION) && descriptor->set;

    hw_dnn_need(call, set);
    return set ? *descriptor : (struct cudnnActivationStruct){0};
}

static cudaError_t do_forward(void *data)
{
    const struct activation_work *work = data;
    cudaError_t error = cudaSuccess;
    double *values = hw_dnn_gather(&work->x, &error);
    const size_t count = values ? hw_dnn_count(&work->x.tensor) : 0;

    for (size_t i = 0; i < count; i++)
        values[i] = hw_dnn_activate(&work->activation, values[i]);
    if (values)
        error = hw_dnn_spread(&work->y, values, work->alpha, work->beta);
    free(values);
    return error;
}

cudnnStatus_t cudnnActivationForward(cudnnHandle_t handle, cudnnActivationDescriptor_t activation_desc,
                                     const void *alpha, cudnnTensorDescriptor_t x_desc, const void *x,
                                     const void *beta, cudnnTensorDescriptor_t y_desc, void *y)
{
    struct hw_dnn_call call = hw_dnn_begin(__func__, handle);
    struct activation_work work = {.activation = value_of(&call, activation_desc),
                                   .x = hw_dnn_operand(&call, x_desc, x),
                                   .y = hw_dnn_operand(&call, y_desc, y)};

    hw_dnn_need(&call, alpha && beta && hw_dnn_same_size(&work.x.tensor, &work.y.tensor) &&
                           work.x.tensor.type == work.y.tensor.type);
    if (hw_dnn_is_ready(&call)) {
        work.alpha = hw_dnn_scalar(alpha, work.y.tensor.type);
        work.beta = hw_dnn_scalar(beta, work.y.tensor.type);
    }
    hw_dnn_work(&call, do_forward, &work, sizeof work);
    return hw_dnn_end(&call);
}

static cudaError_t do_backward(void *data)
{
    const struct activation_work *work = data;
    cudaError_t error = cudaSuccess;
    double *x = hw_dnn_gather(&work->x, &error);
    double *y = x ? hw_dnn_gather(&work->y, &error) : NULL;
    double *dy = y ? hw_dnn_gather(&work->dy, &error) : NULL;
    const size_t count = dy ? hw_dnn_count(&work->dy.tensor) : 0;

    for (size_t i = 0; i < count; i++)
        dy[i] *= hw_dnn_activation_slope(&work->activation, x[i], y[i]);
    if (dy)
        error = hw_dnn_spread(&work->dx, dy, work->alpha, work->beta);
    free(x);
    free(y);
    free(dy);
    return error;
}

cudnnStatus_t cudnnActivationBackward(cudnnHandle_t handle, cudnnActivationDescriptor_t activation_desc,
                                      const void *alpha, cudnnTensorDescriptor_t y_desc, const void *y,
                                      cudnnTensorDescriptor_t dy_desc, const void *dy,
                                      cudnnTensorDescriptor_t x_desc, const void *x, const void *beta,
                                      cudnnTensorDescriptor_t dx_desc, void *dx)
{
    struct hw_dnn_call call = hw_dnn_begin(__func__, handle);
    struct activation_work work = {.activation = value_of(&call, activation_desc),
                                   .x = hw_dnn_operand(&call, x_desc, x),
                                   .y = hw_dnn_operand(&call, y_desc, y),
                                   .dy = hw_dnn_operand(&call, dy_desc, dy),
                                   .dx = hw_dnn_operand(&call, dx_desc, dx)};

    hw_dnn_need(&call, alpha && beta && hw_dnn_same_size(&work.y.tensor, &work.dy.tensor) &&
                           hw_dnn_same_size(&work.x.tensor, &work.dx.tensor) &&
                           hw_dnn_same_size(&work.x.tensor, &work.y.tensor));
    if (hw_dnn_is_ready(&call)) {
        work.alpha = hw_dnn_scalar(alpha, work.dx.tensor.type);
        work.beta = hw_dnn_scalar(beta, work.dx.tensor.type);
    }
    hw_dnn_work(&call, do_backward, &work, sizeof work);
    return hw_dnn_end(&call);
}

/* --- descriptors --- */

cudnnStatus_t cudnnSetActivationDescriptor(cudnnActivationDescriptor_t activation_desc,
                                           cudnnActivationMode_t mode, cudnnNanPropagation_t relu_nan_opt,
                                           double coef)
{
    struct hw_dnn_call call = hw_dnn_begin_plain(__func__);

    hw_dnn_need(&call, hw_dnn_is(activation_desc, HW_DNN_ACTIVATION) &&
                           (unsigned)mode <= CUDNN_ACTIVATION_SWISH &&
                           (unsigned)relu_nan_opt <= CUDNN_PROPAGATE_NAN);
    if (hw_dnn_is_ready(&call))
        *activation_desc = (struct cudnnActivationStruct){true, mode, relu_nan_opt, coef, 1};
    return hw_dnn_end(&call);
}

cudnnStatus_t cudnnGetActivationDescriptor(cudnnActivationDescriptor_t activation_desc,
                                           cudnnActivationMode_t *mode, cudnnNanPropagation_t *relu_nan_opt,
                                           double *coef)
{
    struct hw_dnn_call call = hw_dnn_begin_plain(__func__);
    const struct cudnnActivationStruct value = value_of(&call, activation_desc);

    if (hw_dnn_is_ready(&call)) {
        HW_DNN_GIVE(mode, value.mode);
        HW_DNN_GIVE(relu_nan_opt, value.nan);
        HW_DNN_GIVE(coef, value.coefficient);
    }
    return hw_dnn_end(&call);
}

cudnnStatus_t cudnnSetActivationDescriptorSwishBeta(cudnnActivationDescriptor_t activation_desc,
                                                    double swish_beta)
{
    struct hw_dnn_call call = hw_dnn_begin_plain(__func__);

    hw_dnn_need(&call, hw_dnn_is(activation_desc, HW_DNN_ACTIVATION));
    if (hw_dnn_is_ready(&call))
        activation_desc->swish_beta = swish_beta;
    return hw_dnn_end(&call);
}

cudnnStatus_t cudnnGetActivationDescriptorSwishBeta(cudnnActivationDescriptor_t activation_desc,
                                                    double *swish_beta)
{
    struct hw_dnn_call call = hw_dnn_begin_plain(__func__);

    hw_dnn_need(&call, hw_dnn_is(activation_desc, HW_DNN_ACTIVATION) && swish_beta);
    if (hw_dnn_is_ready(&call))
        *swish_beta = activation_desc->swish_beta;
    return hw_dnn_end(&call);
}
