/* SPDX-License-Identifier: MIT */
/* Activations of single numbers. */
#ifndef HW_CUDA_DNN_ACTIVATION_H
#define HW_CUDA_DNN_ACTIVATION_H

#include "cuda/dnn/dnn_descriptor.h"

double hw_dnn_activate(const struct cudnnActivationStruct *activation, double x);
/* The derivative where the activation of x is y. */
double hw_dnn_activation_slope(const struct cudnnActivationStruct *activation, double x, double y);

#endif
