/* SPDX-License-Identifier: MIT */
/* Gathering the elements of tensors as floats, and spreading them (tensor.h). */
#define REAL float
#include "cuda/dnn/panel.h"

void hw_dnn_load_floats(const struct cudnnTensorStruct *tensor, const void *host, float *values)
{
    walk(tensor, (void *)host, values, false, 1, 0);
}

void hw_dnn_store_floats(const struct cudnnTensorStruct *tensor, void *host, const float *values, float alpha,
                         float beta)
{
    walk(tensor, host, (float *)values, true, alpha, beta);
}
