/* SPDX-License-Identifier: MIT */
/* Rows of a tensor as dense numbers of the kind REAL, and back, for panel_floats.c and panel_doubles.c,
 * which include this. */
#ifndef HW_CUDA_DNN_PANEL_H
#define HW_CUDA_DNN_PANEL_H

#include "cuda/dnn/element.h"
#include "cuda/dnn/tensor.h"
#include "cuda/math/scaled.h"

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

/* `count` elements, `step` apart, of any type. */
static void load_row(cudnnDataType_t type, const void *memory, size_t count, int64_t step, REAL *to)
{
#define LOAD(kind, code, expression)                     \
    case code: {                                         \
        const kind *from = memory;                       \
        for (size_t i = 0; i < count; i++, from += step) \
            to[i] = (REAL)(expression);                  \
        break;                                           \
    }
    switch (type) {
        LOAD(float, CUDNN_DATA_FLOAT, *from)
        LOAD(double, CUDNN_DATA_DOUBLE, *from)
        LOAD(uint16_t, CUDNN_DATA_HALF, hw_dnn_half_widen(*from))
        LOAD(uint16_t, CUDNN_DATA_BFLOAT16, hw_dnn_bfloat_widen(*from))
        LOAD(int8_t, CUDNN_DATA_INT8, *from)
        LOAD(uint8_t, CUDNN_DATA_UINT8, *from)
        LOAD(uint8_t, CUDNN_DATA_BOOLEAN, *from)
        LOAD(int32_t, CUDNN_DATA_INT32, *from)
        LOAD(int64_t, CUDNN_DATA_INT64, *from)
    default: break;
    }
#undef LOAD
}

static void store_row(cudnnDataType_t type, void *memory, size_t count, int64_t step, const REAL *values,
                      REAL alpha, REAL beta)
{
#define STORE(kind, code, old, expression)                                                 \
    case code: {                                                                           \
        kind *to = memory;                                                                 \
        for (size_t i = 0; i < count; i++, to += step) {                                   \
            const REAL value = HW_SCALED(alpha, values[i]) + HW_SCALED(beta, (REAL)(old)); \
            *to = (kind)(expression);                                                      \
        }                                                                                  \
        break;                                                                             \
    }
    switch (type) {
        STORE(float, CUDNN_DATA_FLOAT, *to, value)
        STORE(double, CUDNN_DATA_DOUBLE, *to, value)
        STORE(uint16_t, CUDNN_DATA_HALF, hw_dnn_half_widen(*to), hw_dnn_half_narrow((float)value))
        STORE(uint16_t, CUDNN_DATA_BFLOAT16, hw_dnn_bfloat_widen(*to), hw_dnn_bfloat_narrow((float)value))
        STORE(int8_t, CUDNN_DATA_INT8, *to, hw_dnn_clamp((double)value, INT8_MIN, INT8_MAX))
        STORE(uint8_t, CUDNN_DATA_UINT8, *to, hw_dnn_clamp((double)value, 0, UINT8_MAX))
        STORE(uint8_t, CUDNN_DATA_BOOLEAN, *to, value != 0)
        STORE(int32_t, CUDNN_DATA_INT32, *to, hw_dnn_clamp((double)value, INT32_MIN, INT32_MAX))
        STORE(int64_t, CUDNN_DATA_INT64, *to, hw_dnn_clamp((double)value, -0x1p63, 0x1.fffffffffffffp62))
    default: break;
    }
#undef STORE
}

/* Walk over the rows along the last coordinate. */
static void walk(const struct cudnnTensorStruct *tensor, void *memory, REAL *values, bool store, REAL alpha,
                 REAL beta)
{
    const size_t element = hw_dnn_type_bytes(tensor->type);
    const int last = tensor->dims - 1;
    const size_t row = (size_t)tensor->size[last], rows = hw_dnn_count(tensor) / row;
    struct hw_dnn_place place = {0};

    for (size_t i = 0; i < rows; i++, values += row) {
        void *at = (char *)memory + place.offset * (int64_t)element;
        if (store)
            store_row(tensor->type, at, row, tensor->stride[last], values, alpha, beta);
        else
            load_row(tensor->type, at, row, tensor->stride[last], values);
        advance(&place, tensor);
    }
}

#endif
