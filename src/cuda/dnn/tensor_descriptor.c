/* SPDX-License-Identifier: MIT */
/* Descriptors of tensors and filters: sizes, strides, layouts.  What is refused, and with which status, is as
 * NVIDIA's library has it, except that vectors of channels are never taken. */
#include "cuda/dnn/tensor.h"

#include <limits.h>

enum { LEAST_DIMS = 3 };

/* Keep a descriptor if it can be one. */
static void keep(struct hw_dnn_call *call, struct cudnnTensorStruct *descriptor, enum hw_dnn_kind kind,
                 const struct cudnnTensorStruct *value)
{
    hw_dnn_need(call, hw_dnn_is(descriptor, kind) && (unsigned)value->type <= CUDNN_DATA_BOOLEAN);
    hw_dnn_support(call, hw_dnn_type_bytes(value->type) > 0, "a type of several elements in one");
    for (int i = 0; i < value->dims; i++)
        hw_dnn_need(call, value->size[i] > 0 && value->stride[i] > 0);
    if (hw_dnn_is_ready(call))
        hw_dnn_check(call, hw_dnn_is_within(value, INT_MAX), CUDNN_STATUS_NOT_SUPPORTED);
    if (hw_dnn_is_ready(call))
        *descriptor = *value;
}

/* A descriptor with these sizes; with strides, or else dense in its format. */
static struct cudnnTensorStruct describe(struct hw_dnn_call *call, cudnnDataType_t type,
                                         cudnnTensorFormat_t format, int dims, const int *size,
                                         const int *stride)
{
    struct cudnnTensorStruct value = {.type = type, .format = format};

    hw_dnn_need(call, size != NULL && dims >= LEAST_DIMS && (unsigned)format <= CUDNN_TENSOR_NCHW_VECT_C);
    hw_dnn_check(call, dims <= CUDNN_DIM_MAX, CUDNN_STATUS_NOT_SUPPORTED);
    hw_dnn_support(call, format != CUDNN_TENSOR_NCHW_VECT_C, "a layout of vectors of channels");
    if (!hw_dnn_is_ready(call))
        return value;
    value.dims = dims;
    for (int i = 0; i < dims; i++)
        value.size[i] = size[i];
    if (stride)
        for (int i = 0; i < dims; i++)
            value.stride[i] = stride[i];
    else
        hw_dnn_pack(&value);
    return value;
}

static cudnnStatus_t set(const char *name, void *descriptor, enum hw_dnn_kind kind, cudnnDataType_t type,
                         cudnnTensorFormat_t format, int dims, const int *size, const int *stride)
{
    struct hw_dnn_call call = hw_dnn_begin_plain(name);
    const struct cudnnTensorStruct value = describe(&call, type, format, dims, size, stride);

    keep(&call, descriptor, kind, &value);
    return hw_dnn_end(&call);
}

cudnnStatus_t cudnnSetTensor4dDescriptor(cudnnTensorDescriptor_t tensor_desc, cudnnTensorFormat_t format,
                                         cudnnDataType_t data_type, int n, int c, int h, int w)
{
    return set(__func__, tensor_desc, HW_DNN_TENSOR, data_type, format, 4, (const int[]){n, c, h, w}, NULL);
}

cudnnStatus_t cudnnSetTensor4dDescriptorEx(cudnnTensorDescriptor_t tensor_desc, cudnnDataType_t data_type,
                                           int n, int c, int h, int w, int n_stride, int c_stride,
                                           int h_stride, int w_stride)
{
    return set(__func__, tensor_desc, HW_DNN_TENSOR, data_type, CUDNN_TENSOR_NCHW, 4,
               (const int[]){n, c, h, w}, (const int[]){n_stride, c_stride, h_stride, w_stride});
}

cudnnStatus_t cudnnSetTensorNdDescriptor(cudnnTensorDescriptor_t tensor_desc, cudnnDataType_t data_type,
                                         int nb_dims, const int *dim_a, const int *stride_a)
{
    static const int none[CUDNN_DIM_MAX]; /* wrong strides */

    return set(__func__, tensor_desc, HW_DNN_TENSOR, data_type, CUDNN_TENSOR_NCHW, nb_dims, dim_a,
               stride_a ? stride_a : none);
}

cudnnStatus_t cudnnSetTensorNdDescriptorEx(cudnnTensorDescriptor_t tensor_desc, cudnnTensorFormat_t format,
                                           cudnnDataType_t data_type, int nb_dims, const int *dim_a)
{
    return set(__func__, tensor_desc, HW_DNN_TENSOR, data_type, format, nb_dims, dim_a, NULL);
}

cudnnStatus_t cudnnSetFilter4dDescriptor(cudnnFilterDescriptor_t filter_desc, cudnnDataType_t data_type,
                                         cudnnTensorFormat_t format, int k, int c, int h, int w)
{
    return set(__func__, filter_desc, HW_DNN_FILTER, data_type, format, 4, (const int[]){k, c, h, w}, NULL);
}

cudnnStatus_t cudnnSetFilterNdDescriptor(cudnnFilterDescriptor_t filter_desc, cudnnDataType_t data_type,
                                         cudnnTensorFormat_t format, int nb_dims, const int *filter_dim_a)
{
    return set(__func__, filter_desc, HW_DNN_FILTER, data_type, format, nb_dims, filter_dim_a, NULL);
}

/* --- what they hold --- */

/* The first `count` sizes and strides; either may be unwanted. */
static void give(const struct cudnnTensorStruct *value, int count, int *size, int *stride)
{
    for (int i = 0; i < count && i < value->dims; i++) {
        if (size)
            size[i] = value->size[i];
        if (stride)
            stride[i] = (int)value->stride[i];
    }
}

cudnnStatus_t cudnnGetTensor4dDescriptor(cudnnTensorDescriptor_t tensor_desc, cudnnDataType_t *data_type,
                                         int *n, int *c, int *h, int *w, int *n_stride, int *c_stride,
                                         int *h_stride, int *w_stride)
{
    struct hw_dnn_call call = hw_dnn_begin_plain(__func__);
    int *const sizes[] = {n, c, h, w}, *const strides[] = {n_stride, c_stride, h_stride, w_stride};

    hw_dnn_need(&call, hw_dnn_is(tensor_desc, HW_DNN_TENSOR));
    if (hw_dnn_is_ready(&call)) {
        HW_DNN_GIVE(data_type, tensor_desc->type);
        for (int i = 0; i < 4; i++) {
            HW_DNN_GIVE(sizes[i], tensor_desc->size[i]);
            HW_DNN_GIVE(strides[i], (int)tensor_desc->stride[i]);
        }
    }
    return hw_dnn_end(&call);
}

cudnnStatus_t cudnnGetTensorNdDescriptor(cudnnTensorDescriptor_t tensor_desc, int nb_dims_requested,
                                         cudnnDataType_t *data_type, int *nb_dims, int *dim_a, int *stride_a)
{
    struct hw_dnn_call call = hw_dnn_begin_plain(__func__);

    hw_dnn_need(&call, hw_dnn_is(tensor_desc, HW_DNN_TENSOR));
    if (hw_dnn_is_ready(&call)) {
        HW_DNN_GIVE(data_type, tensor_desc->type);
        HW_DNN_GIVE(nb_dims, tensor_desc->dims);
        give(tensor_desc, nb_dims_requested, dim_a, stride_a);
    }
    return hw_dnn_end(&call);
}

cudnnStatus_t cudnnGetFilter4dDescriptor(cudnnFilterDescriptor_t filter_desc, cudnnDataType_t *data_type,
                                         cudnnTensorFormat_t *format, int *k, int *c, int *h, int *w)
{
    struct hw_dnn_call call = hw_dnn_begin_plain(__func__);
    int *const sizes[] = {k, c, h, w};

    hw_dnn_need(&call, hw_dnn_is(filter_desc, HW_DNN_FILTER));
    if (hw_dnn_is_ready(&call)) {
        HW_DNN_GIVE(data_type, filter_desc->type);
        HW_DNN_GIVE(format, filter_desc->format);
        for (int i = 0; i < 4; i++)
            HW_DNN_GIVE(sizes[i], filter_desc->size[i]);
    }
    return hw_dnn_end(&call);
}

cudnnStatus_t cudnnGetFilterNdDescriptor(cudnnFilterDescriptor_t filter_desc, int nb_dims_requested,
                                         cudnnDataType_t *data_type, cudnnTensorFormat_t *format,
                                         int *nb_dims, int *filter_dim_a)
{
    struct hw_dnn_call call = hw_dnn_begin_plain(__func__);

    hw_dnn_need(&call, hw_dnn_is(filter_desc, HW_DNN_FILTER));
    if (hw_dnn_is_ready(&call)) {
        HW_DNN_GIVE(data_type, filter_desc->type);
        HW_DNN_GIVE(format, filter_desc->format);
        HW_DNN_GIVE(nb_dims, filter_desc->dims);
        give(filter_desc, nb_dims_requested, filter_dim_a, NULL);
    }
    return hw_dnn_end(&call);
}

static cudnnStatus_t bytes_of(const char *name, const struct cudnnTensorStruct *descriptor,
                              enum hw_dnn_kind kind, size_t *bytes)
{
    struct hw_dnn_call call = hw_dnn_begin_plain(name);

    hw_dnn_need(&call, hw_dnn_is(descriptor, kind) && bytes != NULL);
    if (hw_dnn_is_ready(&call))
        *bytes = descriptor->dims > 0 ? hw_dnn_span(descriptor) * hw_dnn_type_bytes(descriptor->type) : 0;
    return hw_dnn_end(&call);
}

cudnnStatus_t cudnnGetTensorSizeInBytes(cudnnTensorDescriptor_t tensor_desc, size_t *size)
{
    return bytes_of(__func__, tensor_desc, HW_DNN_TENSOR, size);
}

cudnnStatus_t cudnnGetFilterSizeInBytes(cudnnFilterDescriptor_t filter_desc, size_t *size)
{
    return bytes_of(__func__, filter_desc, HW_DNN_FILTER, size);
}
