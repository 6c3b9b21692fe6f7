/* SPDX-License-Identifier: MIT */
/* Descriptors of pooling, and the sizes that follow from them. */
#include "cuda/dnn/tensor.h"

#include <string.h>

/* Along one dimension. */
static int64_t pooled_size(const struct cudnnPoolingStruct *pooling, int i, int input)
{
    const int64_t room = (int64_t)input + 2 * (int64_t)pooling->padding[i] - pooling->window[i];

    return room < 0 ? 0 : room / pooling->stride[i] + 1;
}

static cudnnStatus_t set(const char *name, cudnnPoolingDescriptor_t descriptor, cudnnPoolingMode_t mode,
                         cudnnNanPropagation_t nan, int dims, const int *window, const int *padding,
                         const int *stride)
{
    struct hw_dnn_call call = hw_dnn_begin_plain(name);

    hw_dnn_need(&call, hw_dnn_is(descriptor, HW_DNN_POOLING) && window && padding && stride && dims > 0 &&
                           (unsigned)mode <= CUDNN_POOLING_MAX_DETERMINISTIC &&
                           (unsigned)nan <= CUDNN_PROPAGATE_NAN);
    hw_dnn_check(&call, dims <= HW_DNN_SPATIAL_DIMS, CUDNN_STATUS_NOT_SUPPORTED);
    for (int i = 0; hw_dnn_is_ready(&call) && i < dims; i++)
        hw_dnn_need(&call, window[i] > 0 && padding[i] >= 0 && stride[i] > 0);
    if (hw_dnn_is_ready(&call)) {
        const size_t bytes = (size_t)dims * sizeof(int);
        *descriptor = (struct cudnnPoolingStruct){.mode = mode, .nan = nan, .dims = dims};
        memcpy(descriptor->window, window, bytes);
        memcpy(descriptor->padding, padding, bytes);
        memcpy(descriptor->stride, stride, bytes);
    }
    return hw_dnn_end(&call);
}

cudnnStatus_t cudnnSetPooling2dDescriptor(cudnnPoolingDescriptor_t pooling_desc, cudnnPoolingMode_t mode,
                                          cudnnNanPropagation_t maxpooling_nan_opt, int window_height,
                                          int window_width, int vertical_padding, int horizontal_padding,
                                          int vertical_stride, int horizontal_stride)
{
    return set(__func__, pooling_desc, mode, maxpooling_nan_opt, 2,
               (const int[]){window_height, window_width},
               (const int[]){vertical_padding, horizontal_padding},
               (const int[]){vertical_stride, horizontal_stride});
}

cudnnStatus_t cudnnSetPoolingNdDescriptor(cudnnPoolingDescriptor_t pooling_desc, cudnnPoolingMode_t mode,
                                          cudnnNanPropagation_t maxpooling_nan_opt, int nb_dims,
                                          const int *window_dim_a, const int *padding_a, const int *stride_a)
{
    return set(__func__, pooling_desc, mode, maxpooling_nan_opt, nb_dims, window_dim_a, padding_a, stride_a);
}

static bool is_set(const struct cudnnPoolingStruct *descriptor)
{
    return hw_dnn_is(descriptor, HW_DNN_POOLING) && descriptor->dims > 0;
}

cudnnStatus_t cudnnGetPooling2dDescriptor(cudnnPoolingDescriptor_t pooling_desc, cudnnPoolingMode_t *mode,
                                          cudnnNanPropagation_t *maxpooling_nan_opt, int *window_height,
                                          int *window_width, int *vertical_padding, int *horizontal_padding,
                                          int *vertical_stride, int *horizontal_stride)
{
    struct hw_dnn_call call = hw_dnn_begin_plain(__func__);

    hw_dnn_need(&call, is_set(pooling_desc) && pooling_desc->dims == 2);
    if (hw_dnn_is_ready(&call)) {
        HW_DNN_GIVE(mode, pooling_desc->mode);
        HW_DNN_GIVE(maxpooling_nan_opt, pooling_desc->nan);
        HW_DNN_GIVE(window_height, pooling_desc->window[0]);
        HW_DNN_GIVE(window_width, pooling_desc->window[1]);
        HW_DNN_GIVE(vertical_padding, pooling_desc->padding[0]);
        HW_DNN_GIVE(horizontal_padding, pooling_desc->padding[1]);
        HW_DNN_GIVE(vertical_stride, pooling_desc->stride[0]);
        HW_DNN_GIVE(horizontal_stride, pooling_desc->stride[1]);
    }
    return hw_dnn_end(&call);
}

cudnnStatus_t cudnnGetPoolingNdDescriptor(cudnnPoolingDescriptor_t pooling_desc, int nb_dims_requested,
                                          cudnnPoolingMode_t *mode, cudnnNanPropagation_t *maxpooling_nan_opt,
                                          int *nb_dims, int *window_dim_a, int *padding_a, int *stride_a)
{
    struct hw_dnn_call call = hw_dnn_begin_plain(__func__);

    hw_dnn_need(&call, is_set(pooling_desc) && nb_dims_requested >= 0);
    if (hw_dnn_is_ready(&call)) {
        HW_DNN_GIVE(mode, pooling_desc->mode);
        HW_DNN_GIVE(maxpooling_nan_opt, pooling_desc->nan);
        HW_DNN_GIVE(nb_dims, pooling_desc->dims);
        for (int i = 0; i < nb_dims_requested && i < pooling_desc->dims; i++) {
            if (window_dim_a)
                window_dim_a[i] = pooling_desc->window[i];
            if (padding_a)
                padding_a[i] = pooling_desc->padding[i];
            if (stride_a)
                stride_a[i] = pooling_desc->stride[i];
        }
    }
    return hw_dnn_end(&call);
}

static void output_sizes(struct hw_dnn_call *call, const struct cudnnPoolingStruct *pooling,
                         const struct cudnnTensorStruct *input, int *size)
{
    const struct cudnnTensorStruct x = hw_dnn_tensor(call, input);

    hw_dnn_need(call, is_set(pooling));
    hw_dnn_need(call, hw_dnn_is_ready(call) && x.dims == pooling->dims + 2);
    if (!hw_dnn_is_ready(call))
        return;
    size[0] = x.size[0];
    size[1] = x.size[1];
    for (int i = 0; i < pooling->dims; i++) {
        const int64_t out = pooled_size(pooling, i, x.size[i + 2]);
        hw_dnn_need(call, out > 0 && out <= INT32_MAX);
        size[i + 2] = (int)out;
    }
}

cudnnStatus_t cudnnGetPoolingNdForwardOutputDim(cudnnPoolingDescriptor_t pooling_desc,
                                                cudnnTensorDescriptor_t input_tensor_desc, int nb_dims,
                                                int *output_tensor_dim_a)
{
    struct hw_dnn_call call = hw_dnn_begin_plain(__func__);
    int size[CUDNN_DIM_MAX] = {0};

    output_sizes(&call, pooling_desc, input_tensor_desc, size);
    hw_dnn_need(&call, hw_dnn_is_ready(&call) && output_tensor_dim_a && nb_dims == pooling_desc->dims + 2);
    if (hw_dnn_is_ready(&call))
        memcpy(output_tensor_dim_a, size, (size_t)nb_dims * sizeof *size);
    return hw_dnn_end(&call);
}

cudnnStatus_t cudnnGetPooling2dForwardOutputDim(cudnnPoolingDescriptor_t pooling_desc,
                                                cudnnTensorDescriptor_t input_tensor_desc, int *n, int *c,
                                                int *h, int *w)
{
    struct hw_dnn_call call = hw_dnn_begin_plain(__func__);
    int size[CUDNN_DIM_MAX] = {0};

    output_sizes(&call, pooling_desc, input_tensor_desc, size);
    hw_dnn_need(&call, hw_dnn_is_ready(&call) && pooling_desc->dims == 2);
    if (hw_dnn_is_ready(&call)) {
        HW_DNN_GIVE(n, size[0]);
        HW_DNN_GIVE(c, size[1]);
        HW_DNN_GIVE(h, size[2]);
        HW_DNN_GIVE(w, size[3]);
    }
    return hw_dnn_end(&call);
}
