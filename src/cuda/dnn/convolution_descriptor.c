/* SPDX-License-Identifier: MIT */
/* Descriptors of convolutions, and the sizes that follow from them. */
#include "cuda/dnn/convolution.h"

#include <limits.h>
#include <string.h>

int64_t hw_dnn_output_size(const struct cudnnConvolutionStruct *descriptor, int i, int input, int window)
{
    const int64_t seen = (int64_t)(window - 1) * descriptor->dilation[i] + 1;
    const int64_t room = (int64_t)input + 2 * (int64_t)descriptor->padding[i] - seen;

    return room < 0 ? 0 : room / descriptor->stride[i] + 1;
}

static bool known(const struct cudnnConvolutionStruct *descriptor)
{
    return hw_dnn_is(descriptor, HW_DNN_CONVOLUTION) && descriptor->dims > 0;
}

/* --- set --- */

static cudnnStatus_t set(const char *name, cudnnConvolutionDescriptor_t descriptor, int dims,
                         const int *padding, const int *stride, const int *dilation,
                         cudnnConvolutionMode_t mode, cudnnDataType_t compute)
{
    struct hw_dnn_call call = hw_dnn_begin_plain(name);

    hw_dnn_need(&call, hw_dnn_is(descriptor, HW_DNN_CONVOLUTION) && padding && stride && dilation);
    hw_dnn_need(&call, dims > 0 && (unsigned)mode <= CUDNN_CROSS_CORRELATION &&
                           (unsigned)compute <= CUDNN_DATA_BOOLEAN);
    hw_dnn_check(&call, dims <= HW_DNN_SPATIAL_DIMS, CUDNN_STATUS_NOT_SUPPORTED);
    for (int i = 0; hw_dnn_is_ready(&call) && i < dims; i++)
        hw_dnn_need(&call, padding[i] >= 0 && stride[i] > 0 && dilation[i] > 0);
    if (hw_dnn_is_ready(&call)) {
        const size_t bytes = (size_t)dims * sizeof(int);
        descriptor->dims = dims;
        memcpy(descriptor->padding, padding, bytes);
        memcpy(descriptor->stride, stride, bytes);
        memcpy(descriptor->dilation, dilation, bytes);
        descriptor->mode = mode;
        descriptor->compute = compute;
        if (descriptor->groups == 0)
            descriptor->groups = 1;
    }
    return hw_dnn_end(&call);
}

cudnnStatus_t cudnnSetConvolution2dDescriptor(cudnnConvolutionDescriptor_t conv_desc, int pad_h, int pad_w,
                                              int u, int v, int dilation_h, int dilation_w,
                                              cudnnConvolutionMode_t mode, cudnnDataType_t compute_type)
{
    return set(__func__, conv_desc, 2, (const int[]){pad_h, pad_w}, (const int[]){u, v},
               (const int[]){dilation_h, dilation_w}, mode, compute_type);
}

cudnnStatus_t cudnnSetConvolutionNdDescriptor(cudnnConvolutionDescriptor_t conv_desc, int array_length,
                                              const int *pad_a, const int *filter_stride_a,
                                              const int *dilation_a, cudnnConvolutionMode_t mode,
                                              cudnnDataType_t compute_type)
{
    return set(__func__, conv_desc, array_length, pad_a, filter_stride_a, dilation_a, mode, compute_type);
}

cudnnStatus_t cudnnSetConvolutionGroupCount(cudnnConvolutionDescriptor_t conv_desc, int group_count)
{
    struct hw_dnn_call call = hw_dnn_begin_plain(__func__);

    hw_dnn_need(&call, hw_dnn_is(conv_desc, HW_DNN_CONVOLUTION) && group_count > 0);
    if (hw_dnn_is_ready(&call))
        conv_desc->groups = group_count;
    return hw_dnn_end(&call);
}

/* --- get --- */

cudnnStatus_t cudnnGetConvolutionGroupCount(cudnnConvolutionDescriptor_t conv_desc, int *group_count)
{
    struct hw_dnn_call call = hw_dnn_begin_plain(__func__);

    hw_dnn_need(&call, hw_dnn_is(conv_desc, HW_DNN_CONVOLUTION) && group_count);
    if (hw_dnn_is_ready(&call))
        *group_count = conv_desc->groups > 0 ? conv_desc->groups : 1;
    return hw_dnn_end(&call);
}

cudnnStatus_t cudnnGetConvolution2dDescriptor(cudnnConvolutionDescriptor_t conv_desc, int *pad_h, int *pad_w,
                                              int *u, int *v, int *dilation_h, int *dilation_w,
                                              cudnnConvolutionMode_t *mode, cudnnDataType_t *compute_type)
{
    struct hw_dnn_call call = hw_dnn_begin_plain(__func__);

    hw_dnn_need(&call, known(conv_desc) && conv_desc->dims == 2);
    if (hw_dnn_is_ready(&call)) {
        HW_DNN_GIVE(pad_h, conv_desc->padding[0]);
        HW_DNN_GIVE(pad_w, conv_desc->padding[1]);
        HW_DNN_GIVE(u, conv_desc->stride[0]);
        HW_DNN_GIVE(v, conv_desc->stride[1]);
        HW_DNN_GIVE(dilation_h, conv_desc->dilation[0]);
        HW_DNN_GIVE(dilation_w, conv_desc->dilation[1]);
        HW_DNN_GIVE(mode, conv_desc->mode);
        HW_DNN_GIVE(compute_type, conv_desc->compute);
    }
    return hw_dnn_end(&call);
}

cudnnStatus_t cudnnGetConvolutionNdDescriptor(cudnnConvolutionDescriptor_t conv_desc,
                                              int array_length_requested, int *array_length, int *pad_a,
                                              int *stride_a, int *dilation_a, cudnnConvolutionMode_t *mode,
                                              cudnnDataType_t *compute_type)
{
    struct hw_dnn_call call = hw_dnn_begin_plain(__func__);

    hw_dnn_need(&call, known(conv_desc) && array_length_requested >= 0);
    if (hw_dnn_is_ready(&call)) {
        HW_DNN_GIVE(array_length, conv_desc->dims);
        HW_DNN_GIVE(mode, conv_desc->mode);
        HW_DNN_GIVE(compute_type, conv_desc->compute);
        for (int i = 0; i < array_length_requested && i < conv_desc->dims; i++) {
            if (pad_a)
                pad_a[i] = conv_desc->padding[i];
            if (stride_a)
                stride_a[i] = conv_desc->stride[i];
            if (dilation_a)
                dilation_a[i] = conv_desc->dilation[i];
        }
    }
    return hw_dnn_end(&call);
}

static void output_sizes(struct hw_dnn_call *call, const struct cudnnConvolutionStruct *descriptor,
                         const struct cudnnTensorStruct *input, const struct cudnnTensorStruct *filter,
                         int size[CUDNN_DIM_MAX])
{
    const struct cudnnTensorStruct x = hw_dnn_tensor(call, input), w = hw_dnn_filter(call, filter);

    hw_dnn_need(call, known(descriptor));
    hw_dnn_need(call, hw_dnn_is_ready(call) && x.dims == w.dims && x.dims == descriptor->dims + 2 &&
                          x.size[1] == w.size[1] * descriptor->groups);
    if (!hw_dnn_is_ready(call))
        return;
    size[0] = x.size[0];
    size[1] = w.size[0];
    for (int i = 0; i < descriptor->dims; i++) {
        const int64_t out = hw_dnn_output_size(descriptor, i, x.size[i + 2], w.size[i + 2]);
        hw_dnn_need(call, out > 0 && out <= INT_MAX);
        size[i + 2] = (int)out;
    }
}

cudnnStatus_t cudnnGetConvolution2dForwardOutputDim(cudnnConvolutionDescriptor_t conv_desc,
                                                    cudnnTensorDescriptor_t input_tensor_desc,
                                                    cudnnFilterDescriptor_t filter_desc, int *n, int *c,
                                                    int *h, int *w)
{
    struct hw_dnn_call call = hw_dnn_begin_plain(__func__);
    int size[CUDNN_DIM_MAX] = {0};

    output_sizes(&call, conv_desc, input_tensor_desc, filter_desc, size);
    hw_dnn_need(&call, hw_dnn_is_ready(&call) && conv_desc->dims == 2);
    if (hw_dnn_is_ready(&call)) {
        HW_DNN_GIVE(n, size[0]);
        HW_DNN_GIVE(c, size[1]);
        HW_DNN_GIVE(h, size[2]);
        HW_DNN_GIVE(w, size[3]);
    }
    return hw_dnn_end(&call);
}

cudnnStatus_t cudnnGetConvolutionNdForwardOutputDim(cudnnConvolutionDescriptor_t conv_desc,
                                                    cudnnTensorDescriptor_t input_tensor_desc,
                                                    cudnnFilterDescriptor_t filter_desc, int nb_dims,
                                                    int *tensor_output_dim_a)
{
    struct hw_dnn_call call = hw_dnn_begin_plain(__func__);
    int size[CUDNN_DIM_MAX] = {0};

    output_sizes(&call, conv_desc, input_tensor_desc, filter_desc, size);
    hw_dnn_need(&call, hw_dnn_is_ready(&call) && tensor_output_dim_a && nb_dims >= conv_desc->dims + 2);
    if (hw_dnn_is_ready(&call))
        memcpy(tensor_output_dim_a, size, (size_t)(conv_desc->dims + 2) * sizeof *size);
    return hw_dnn_end(&call);
}
