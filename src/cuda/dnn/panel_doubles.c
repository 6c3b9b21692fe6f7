/* SPDX-License-Identifier: MIT */
/* Gathering the elements of tensors as doubles, and spreading them (tensor.h). */
#define REAL double
#include "cuda/dnn/panel.h"

void hw_dnn_load_doubles(const struct cudnnTensorStruct *tensor, const void *host, double *values)
{
    walk(tensor, (void *)host, values, false, 1, 0);
}

void hw_dnn_store_doubles(const struct cudnnTensorStruct *tensor, void *host, const double *values,
                          double alpha, double beta)
{
    walk(tensor, host, (double *)values, true, alpha, beta);
}
