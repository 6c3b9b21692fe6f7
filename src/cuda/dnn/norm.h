/* SPDX-License-Identifier: MIT */
/* Batch normalization, for both interfaces.
 *
 * Elements of x are normalized together that share a place in the parameters: a channel, or all coordinates
 * but the first.  Behind it may come a sum with z and an activation; the reserve space keeps then, a bit an
 * element, where the activation let the gradient through. */
#ifndef HW_CUDA_DNN_NORM_H
#define HW_CUDA_DNN_NORM_H

#include "cuda/dnn/cudnn_norm.h"
#include "cuda/dnn/tensor.h"

struct hw_dnn_norm {
    bool each_activation; /* else each channel */
    bool inference;
    struct cudnnActivationStruct activation; /* not set: none */
    struct hw_dnn_operand x, z, y, dy, dz, dx;
    struct hw_dnn_operand scale, bias, dscale, dbias;
    struct hw_dnn_operand mean, variance;              /* running ones, or those of inference */
    struct hw_dnn_operand saved_mean, saved_deviation; /* the inverse of the deviation */
    double alpha, beta, parameter_alpha, parameter_beta, factor, epsilon;
    void *reserve; /* with an activation */
    size_t reserve_bytes;
};

/* Arguments, checked. */
void hw_dnn_norm_mode(struct hw_dnn_call *call, struct hw_dnn_norm *norm, unsigned mode, unsigned ops,
                      const struct cudnnActivationStruct *activation);
/* Parameters: those with a descriptor that memory is given for. */
struct hw_dnn_operand hw_dnn_norm_parameter(struct hw_dnn_call *call, const struct hw_dnn_norm *norm,
                                            const struct cudnnTensorStruct *descriptor, const void *memory);
/* Scalars, by the type of x; NULL is a bad parameter. */
void hw_dnn_norm_scalars(struct hw_dnn_call *call, const struct hw_dnn_norm *norm, const void *alpha,
                         const void *beta, double *to_alpha, double *to_beta);
size_t hw_dnn_norm_reserve_bytes(const struct cudnnTensorStruct *x);
/* What follows from the descriptor of x for its parameters. */
void hw_dnn_norm_derive(struct hw_dnn_call *call, struct cudnnTensorStruct *derived,
                        const struct cudnnTensorStruct *x, bool each_activation);

/* In the stream of the call's handle. */
void hw_dnn_norm_forward(struct hw_dnn_call *call, struct hw_dnn_norm *norm);
void hw_dnn_norm_backward(struct hw_dnn_call *call, struct hw_dnn_norm *norm);

#endif
