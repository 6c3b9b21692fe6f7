/* SPDX-License-Identifier: MIT */
/* Gathering and spreading the elements of tensors (tensor.h). */
#include "cuda/dnn/element.h"
#include "cuda/dnn/tensor.h"

/* A row of a tensor: its coordinates but the last, and where it begins. */
struct hw_dnn_place {
    int at[CUDNN_DIM_MAX];
    int64_t offset;
};

static void advance(struct hw_dnn_place *place, const struct cudnnTensorStruct *tensor)
{
    for (int i = tensor->dims - 2; i >= 0; i--) {
        place->offset += tensor->stride[i];
        if (++place->at[i] < tensor->size[i])
            return;
        place->offset -= tensor->stride[i] * tensor->size[i];
        place->at[i] = 0;
    }
}

#define REAL       float
#define NAME(name) name##_floats
#include "cuda/dnn/panel.h"
#undef REAL
#undef NAME

#define REAL       double
#define NAME(name) name##_doubles
#include "cuda/dnn/panel.h"
#undef REAL
#undef NAME

void hw_dnn_load_doubles(const struct cudnnTensorStruct *tensor, const void *host, double *values)
{
    walk_doubles(tensor, (void *)host, values, false, 1, 0);
}

void hw_dnn_load_floats(const struct cudnnTensorStruct *tensor, const void *host, float *values)
{
    walk_floats(tensor, (void *)host, values, false, 1, 0);
}

void hw_dnn_store_doubles(const struct cudnnTensorStruct *tensor, void *host, const double *values,
                          double alpha, double beta)
{
    walk_doubles(tensor, host, (double *)values, true, alpha, beta);
}

void hw_dnn_store_floats(const struct cudnnTensorStruct *tensor, void *host, const float *values, float alpha,
                         float beta)
{
    walk_floats(tensor, host, (float *)values, true, alpha, beta);
}
