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

static cudnnStatus_t most(const char *name, cudnnHandle_t handle, enum hw_dnn_direction direction, int *count)
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

static cudnnStatus_t choose(const char *name, cudnnHandle_t handle, enum hw_dnn_direction direction,
                            cudnnTensorDescriptor_t x, cudnnFilterDescriptor_t w, cudnnTensorDescriptor_t y,
                            cudnnConvolutionDescriptor_t descriptor, int requested, int *returned,
                            cudnnConvolutionFwdAlgoPerf_t *result)
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

static cudnnStatus_t workspace(const char *name, cudnnHandle_t handle, enum hw_dnn_direction direction,
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

/* --- forward --- */

cudnnStatus_t cudnnGetConvolutionForwardAlgorithmMaxCount(cudnnHandle_t handle, int *count)
{
    return most(__func__, handle, HW_CONVOLVE_FORWARD, count);
}

cudnnStatus_t cudnnGetConvolutionForwardAlgorithm_v7(cudnnHandle_t handle, cudnnTensorDescriptor_t src_desc,
                                                     cudnnFilterDescriptor_t filter_desc,
                                                     cudnnConvolutionDescriptor_t conv_desc,
                                                     cudnnTensorDescriptor_t dest_desc,
                                                     int requested_algo_count, int *returned_algo_count,
                                                     cudnnConvolutionFwdAlgoPerf_t *perf_results)
{
    return choose(__func__, handle, HW_CONVOLVE_FORWARD, src_desc, filter_desc, dest_desc, conv_desc,
                  requested_algo_count, returned_algo_count, perf_results);
}

cudnnStatus_t cudnnFindConvolutionForwardAlgorithm(cudnnHandle_t handle, cudnnTensorDescriptor_t x_desc,
                                                   cudnnFilterDescriptor_t w_desc,
                                                   cudnnConvolutionDescriptor_t conv_desc,
                                                   cudnnTensorDescriptor_t y_desc, int requested_algo_count,
                                                   int *returned_algo_count,
                                                   cudnnConvolutionFwdAlgoPerf_t *perf_results)
{
    return choose(__func__, handle, HW_CONVOLVE_FORWARD, x_desc, w_desc, y_desc, conv_desc,
                  requested_algo_count, returned_algo_count, perf_results);
}

cudnnStatus_t cudnnFindConvolutionForwardAlgorithmEx(cudnnHandle_t handle, cudnnTensorDescriptor_t x_desc,
                                                     const void *x, cudnnFilterDescriptor_t w_desc,
                                                     const void *w, cudnnConvolutionDescriptor_t conv_desc,
                                                     cudnnTensorDescriptor_t y_desc, void *y,
                                                     int requested_algo_count, int *returned_algo_count,
                                                     cudnnConvolutionFwdAlgoPerf_t *perf_results,
                                                     void *work_area, size_t work_area_bytes)
{
    (void)x, (void)w, (void)y, (void)work_area, (void)work_area_bytes;
    return choose(__func__, handle, HW_CONVOLVE_FORWARD, x_desc, w_desc, y_desc, conv_desc,
                  requested_algo_count, returned_algo_count, perf_results);
}

cudnnStatus_t cudnnGetConvolutionForwardWorkspaceSize(cudnnHandle_t handle, cudnnTensorDescriptor_t x_desc,
                                                      cudnnFilterDescriptor_t w_desc,
                                                      cudnnConvolutionDescriptor_t conv_desc,
                                                      cudnnTensorDescriptor_t y_desc,
                                                      cudnnConvolutionFwdAlgo_t algo, size_t *bytes)
{
    return workspace(__func__, handle, HW_CONVOLVE_FORWARD, x_desc, w_desc, y_desc, conv_desc, algo, bytes);
}

/* --- backward: the functions of data and filter differ in names and order only --- */

#define BACKWARD(Name, direction, ALGO, PERF, x, w, y, DESCRIPTORS, OPERANDS)                               \
    cudnnStatus_t cudnnGetConvolutionBackward##Name##AlgorithmMaxCount(cudnnHandle_t handle, int *count)    \
    {                                                                                                       \
        return most(__func__, handle, direction, count);                                                    \
    }                                                                                                       \
    cudnnStatus_t cudnnGetConvolutionBackward##Name##Algorithm_v7(cudnnHandle_t handle, DESCRIPTORS,        \
                                                                  int requested, int *returned, PERF *perf) \
    {                                                                                                       \
        return choose(__func__, handle, direction, x, w, y, descriptor, requested, returned, perf);         \
    }                                                                                                       \
    cudnnStatus_t cudnnFindConvolutionBackward##Name##Algorithm(cudnnHandle_t handle, DESCRIPTORS,          \
                                                                int requested, int *returned, PERF *perf)   \
    {                                                                                                       \
        return choose(__func__, handle, direction, x, w, y, descriptor, requested, returned, perf);         \
    }                                                                                                       \
    cudnnStatus_t cudnnFindConvolutionBackward##Name##AlgorithmEx(cudnnHandle_t handle, OPERANDS,           \
                                                                  int requested, int *returned, PERF *perf, \
                                                                  void *work_area, size_t work_area_bytes)  \
    {                                                                                                       \
        (void)a, (void)b, (void)c, (void)work_area, (void)work_area_bytes;                                  \
        return choose(__func__, handle, direction, x, w, y, descriptor, requested, returned, perf);         \
    }                                                                                                       \
    cudnnStatus_t cudnnGetConvolutionBackward##Name##WorkspaceSize(cudnnHandle_t handle, DESCRIPTORS,       \
                                                                   ALGO algo, size_t *bytes)                \
    {                                                                                                       \
        return workspace(__func__, handle, direction, x, w, y, descriptor, algo, bytes);                    \
    }

#define COMMA ,
BACKWARD(Data, HW_CONVOLVE_BACKWARD_DATA, cudnnConvolutionBwdDataAlgo_t, cudnnConvolutionBwdDataAlgoPerf_t,
         third, first, second,
         cudnnFilterDescriptor_t first COMMA cudnnTensorDescriptor_t second COMMA cudnnConvolutionDescriptor_t
             descriptor COMMA cudnnTensorDescriptor_t third,
         cudnnFilterDescriptor_t first COMMA const void *a COMMA cudnnTensorDescriptor_t second
             COMMA const void *b COMMA cudnnConvolutionDescriptor_t descriptor COMMA cudnnTensorDescriptor_t
                 third COMMA void *c)
BACKWARD(Filter, HW_CONVOLVE_BACKWARD_FILTER, cudnnConvolutionBwdFilterAlgo_t,
         cudnnConvolutionBwdFilterAlgoPerf_t, first, third, second,
         cudnnTensorDescriptor_t first COMMA cudnnTensorDescriptor_t second COMMA cudnnConvolutionDescriptor_t
             descriptor COMMA cudnnFilterDescriptor_t third,
         cudnnTensorDescriptor_t first COMMA const void *a COMMA cudnnTensorDescriptor_t second
             COMMA const void *b COMMA cudnnConvolutionDescriptor_t descriptor COMMA cudnnFilterDescriptor_t
                 third COMMA void *c)
