/* SPDX-License-Identifier: MIT */
/* What there is to choose of algorithms: every number is taken by the calls that convolve, and all of them
 * are one algorithm, which is deterministic and needs no workspace.  Programs that ask are told of those that
 * NVIDIA's library has for all sizes. */
#include "cuda/dnn/convolution.h"

/* The algorithms of a direction, the best first. */
struct choice {
    int count, algorithm[3];
};
static const struct choice choices[] = {
    [HW_CONVOLVE_FORWARD] = {3,
                             {CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_PRECOMP_GEMM,
                              CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM, CUDNN_CONVOLUTION_FWD_ALGO_GEMM}},
    [HW_CONVOLVE_BACKWARD_DATA] = {2, {CUDNN_CONVOLUTION_BWD_DATA_ALGO_1, CUDNN_CONVOLUTION_BWD_DATA_ALGO_0}},
    [HW_CONVOLVE_BACKWARD_FILTER] = {3,
                                     {CUDNN_CONVOLUTION_BWD_FILTER_ALGO_1,
                                      CUDNN_CONVOLUTION_BWD_FILTER_ALGO_0,
                                      CUDNN_CONVOLUTION_BWD_FILTER_ALGO_3}},
};
static const int counts[] = {
    [HW_CONVOLVE_FORWARD] = CUDNN_CONVOLUTION_FWD_ALGO_COUNT,
    [HW_CONVOLVE_BACKWARD_DATA] = CUDNN_CONVOLUTION_BWD_DATA_ALGO_COUNT,
    [HW_CONVOLVE_BACKWARD_FILTER] = CUDNN_CONVOLUTION_BWD_FILTER_ALGO_COUNT,
};

cudnnStatus_t hw_dnn_algorithm_count(const char *name, cudnnHandle_t handle, enum hw_dnn_direction direction,
                                     int *count)
{
    struct hw_dnn_call call = hw_dnn_begin(name, handle);

    hw_dnn_need(&call, count != NULL);
    if (hw_dnn_is_ready(&call))
        *count = choices[direction].count;
    return hw_dnn_end(&call);
}

/* Descriptors are checked as a convolution would. */
static void check(struct hw_dnn_call *call, cudnnTensorDescriptor_t x, cudnnFilterDescriptor_t w,
                  cudnnTensorDescriptor_t y, cudnnConvolutionDescriptor_t descriptor)
{
    struct hw_dnn_convolution convolution = {.x.tensor = hw_dnn_tensor(call, x),
                                             .w.tensor = hw_dnn_filter(call, w),
                                             .y.tensor = hw_dnn_tensor(call, y)};

    hw_dnn_measure(call, descriptor, &convolution);
}

cudnnStatus_t hw_dnn_choose_algorithm(const char *name, cudnnHandle_t handle, enum hw_dnn_direction direction,
                                      cudnnTensorDescriptor_t x, cudnnFilterDescriptor_t w,
                                      cudnnTensorDescriptor_t y, cudnnConvolutionDescriptor_t descriptor,
                                      int requested, int *returned, cudnnConvolutionFwdAlgoPerf_t *result)
{
    struct hw_dnn_call call = hw_dnn_begin(name, handle);
    const struct choice *choice = &choices[direction];

    check(&call, x, w, y, descriptor);
    hw_dnn_need(&call, requested > 0 && returned && result);
    if (hw_dnn_is_ready(&call)) {
        *returned = requested < choice->count ? requested : choice->count;
        for (int i = 0; i < *returned; i++)
            result[i] = (cudnnConvolutionFwdAlgoPerf_t){.algo = choice->algorithm[i],
                                                        .status = CUDNN_STATUS_SUCCESS,
                                                        .time = -1,
                                                        .determinism = CUDNN_DETERMINISTIC,
                                                        .mathType = descriptor->math};
    }
    return hw_dnn_end(&call);
}

cudnnStatus_t hw_dnn_workspace(const char *name, cudnnHandle_t handle, enum hw_dnn_direction direction,
                               cudnnTensorDescriptor_t x, cudnnFilterDescriptor_t w,
                               cudnnTensorDescriptor_t y, cudnnConvolutionDescriptor_t descriptor,
                               unsigned algorithm, size_t *bytes)
{
    struct hw_dnn_call call = hw_dnn_begin(name, handle);

    check(&call, x, w, y, descriptor);
    hw_dnn_need(&call, bytes != NULL && algorithm < (unsigned)counts[direction]);
    if (hw_dnn_is_ready(&call))
        *bytes = 0;
    return hw_dnn_end(&call);
}
