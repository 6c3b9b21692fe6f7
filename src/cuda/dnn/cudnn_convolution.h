/* SPDX-License-Identifier: MIT */
/* cuDNN: convolutions. */
#ifndef HW_CUDA_DNN_CUDNN_CONVOLUTION_H
#define HW_CUDA_DNN_CUDNN_CONVOLUTION_H

#include "cuda/dnn/cudnn.h"

#include "cuda/dnn/cudnn_layers.h"

typedef enum { CUDNN_CONVOLUTION, CUDNN_CROSS_CORRELATION } cudnnConvolutionMode_t;
typedef enum { CUDNN_DEFAULT_REORDER, CUDNN_NO_REORDER } cudnnReorderType_t;
typedef enum {
    CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM,
    CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_PRECOMP_GEMM,
    CUDNN_CONVOLUTION_FWD_ALGO_GEMM,
    CUDNN_CONVOLUTION_FWD_ALGO_DIRECT,
    CUDNN_CONVOLUTION_FWD_ALGO_FFT,
    CUDNN_CONVOLUTION_FWD_ALGO_FFT_TILING,
    CUDNN_CONVOLUTION_FWD_ALGO_WINOGRAD,
    CUDNN_CONVOLUTION_FWD_ALGO_WINOGRAD_NONFUSED,
    CUDNN_CONVOLUTION_FWD_ALGO_COUNT
} cudnnConvolutionFwdAlgo_t;
typedef enum {
    CUDNN_CONVOLUTION_BWD_FILTER_ALGO_0,
    CUDNN_CONVOLUTION_BWD_FILTER_ALGO_1,
    CUDNN_CONVOLUTION_BWD_FILTER_ALGO_FFT,
    CUDNN_CONVOLUTION_BWD_FILTER_ALGO_3,
    CUDNN_CONVOLUTION_BWD_FILTER_ALGO_WINOGRAD,
    CUDNN_CONVOLUTION_BWD_FILTER_ALGO_WINOGRAD_NONFUSED,
    CUDNN_CONVOLUTION_BWD_FILTER_ALGO_FFT_TILING,
    CUDNN_CONVOLUTION_BWD_FILTER_ALGO_COUNT
} cudnnConvolutionBwdFilterAlgo_t;
typedef enum {
    CUDNN_CONVOLUTION_BWD_DATA_ALGO_0,
    CUDNN_CONVOLUTION_BWD_DATA_ALGO_1,
    CUDNN_CONVOLUTION_BWD_DATA_ALGO_FFT,
    CUDNN_CONVOLUTION_BWD_DATA_ALGO_FFT_TILING,
    CUDNN_CONVOLUTION_BWD_DATA_ALGO_WINOGRAD,
    CUDNN_CONVOLUTION_BWD_DATA_ALGO_WINOGRAD_NONFUSED,
    CUDNN_CONVOLUTION_BWD_DATA_ALGO_COUNT
} cudnnConvolutionBwdDataAlgo_t;

/* What is known of an algorithm; the number in `algo` is one of the three above. */
typedef struct {
    int algo;
    int status;
    float time; /* milliseconds; -1: not measured */
    size_t memory;
    cudnnDeterminism_t determinism;
    cudnnMathType_t mathType;
    int reserved[3];
} cudnnConvolutionFwdAlgoPerf_t, cudnnConvolutionBwdDataAlgoPerf_t, cudnnConvolutionBwdFilterAlgoPerf_t;

#pragma GCC visibility push(default)

cudnnStatus_t cudnnCreateConvolutionDescriptor(cudnnConvolutionDescriptor_t *conv_desc);
cudnnStatus_t cudnnDestroyConvolutionDescriptor(cudnnConvolutionDescriptor_t conv_desc);
cudnnStatus_t cudnnSetConvolutionMathType(cudnnConvolutionDescriptor_t conv_desc, cudnnMathType_t math_type);
cudnnStatus_t cudnnGetConvolutionMathType(cudnnConvolutionDescriptor_t conv_desc, cudnnMathType_t *math_type);
cudnnStatus_t cudnnSetConvolutionGroupCount(cudnnConvolutionDescriptor_t conv_desc, int group_count);
cudnnStatus_t cudnnGetConvolutionGroupCount(cudnnConvolutionDescriptor_t conv_desc, int *group_count);
cudnnStatus_t cudnnSetConvolutionReorderType(cudnnConvolutionDescriptor_t conv_desc,
                                             cudnnReorderType_t reorder_type);
cudnnStatus_t cudnnGetConvolutionReorderType(cudnnConvolutionDescriptor_t conv_desc,
                                             cudnnReorderType_t *reorder_type);
cudnnStatus_t cudnnSetConvolution2dDescriptor(cudnnConvolutionDescriptor_t conv_desc, int pad_h, int pad_w,
                                              int u, int v, int dilation_h, int dilation_w,
                                              cudnnConvolutionMode_t mode, cudnnDataType_t compute_type);
cudnnStatus_t cudnnGetConvolution2dDescriptor(cudnnConvolutionDescriptor_t conv_desc, int *pad_h, int *pad_w,
                                              int *u, int *v, int *dilation_h, int *dilation_w,
                                              cudnnConvolutionMode_t *mode, cudnnDataType_t *compute_type);
cudnnStatus_t cudnnSetConvolutionNdDescriptor(cudnnConvolutionDescriptor_t conv_desc, int array_length,
                                              const int *pad_a, const int *filter_stride_a,
                                              const int *dilation_a, cudnnConvolutionMode_t mode,
                                              cudnnDataType_t compute_type);
cudnnStatus_t cudnnGetConvolutionNdDescriptor(cudnnConvolutionDescriptor_t conv_desc,
                                              int array_length_requested, int *array_length, int *pad_a,
                                              int *stride_a, int *dilation_a, cudnnConvolutionMode_t *mode,
                                              cudnnDataType_t *compute_type);
cudnnStatus_t cudnnGetConvolution2dForwardOutputDim(cudnnConvolutionDescriptor_t conv_desc,
                                                    cudnnTensorDescriptor_t input_tensor_desc,
                                                    cudnnFilterDescriptor_t filter_desc, int *n, int *c,
                                                    int *h, int *w);
cudnnStatus_t cudnnGetConvolutionNdForwardOutputDim(cudnnConvolutionDescriptor_t conv_desc,
                                                    cudnnTensorDescriptor_t input_tensor_desc,
                                                    cudnnFilterDescriptor_t filter_desc, int nb_dims,
                                                    int *tensor_output_dim_a);
cudnnStatus_t cudnnGetConvolutionForwardAlgorithmMaxCount(cudnnHandle_t handle, int *count);
cudnnStatus_t cudnnGetConvolutionForwardAlgorithm_v7(cudnnHandle_t handle, cudnnTensorDescriptor_t src_desc,
                                                     cudnnFilterDescriptor_t filter_desc,
                                                     cudnnConvolutionDescriptor_t conv_desc,
                                                     cudnnTensorDescriptor_t dest_desc,
                                                     int requested_algo_count, int *returned_algo_count,
                                                     cudnnConvolutionFwdAlgoPerf_t *perf_results);
cudnnStatus_t cudnnFindConvolutionForwardAlgorithm(cudnnHandle_t handle, cudnnTensorDescriptor_t x_desc,
                                                   cudnnFilterDescriptor_t w_desc,
                                                   cudnnConvolutionDescriptor_t conv_desc,
                                                   cudnnTensorDescriptor_t y_desc, int requested_algo_count,
                                                   int *returned_algo_count,
                                                   cudnnConvolutionFwdAlgoPerf_t *perf_results);
cudnnStatus_t cudnnFindConvolutionForwardAlgorithmEx(cudnnHandle_t handle, cudnnTensorDescriptor_t x_desc,
                                                     const void *x, cudnnFilterDescriptor_t w_desc,
                                                     const void *w, cudnnConvolutionDescriptor_t conv_desc,
                                                     cudnnTensorDescriptor_t y_desc, void *y,
                                                     int requested_algo_count, int *returned_algo_count,
                                                     cudnnConvolutionFwdAlgoPerf_t *perf_results,
                                                     void *workspace, size_t workspace_bytes);
cudnnStatus_t cudnnIm2Col(cudnnHandle_t handle, cudnnTensorDescriptor_t x_desc, const void *x,
                          cudnnFilterDescriptor_t w_desc, cudnnConvolutionDescriptor_t conv_desc,
                          void *col_buffer);
cudnnStatus_t cudnnGetConvolutionForwardWorkspaceSize(cudnnHandle_t handle, cudnnTensorDescriptor_t x_desc,
                                                      cudnnFilterDescriptor_t w_desc,
                                                      cudnnConvolutionDescriptor_t conv_desc,
                                                      cudnnTensorDescriptor_t y_desc,
                                                      cudnnConvolutionFwdAlgo_t algo, size_t *bytes);
cudnnStatus_t cudnnConvolutionForward(cudnnHandle_t handle, const void *alpha, cudnnTensorDescriptor_t x_desc,
                                      const void *x, cudnnFilterDescriptor_t w_desc, const void *w,
                                      cudnnConvolutionDescriptor_t conv_desc, cudnnConvolutionFwdAlgo_t algo,
                                      void *workspace, size_t workspace_bytes, const void *beta,
                                      cudnnTensorDescriptor_t y_desc, void *y);
cudnnStatus_t cudnnConvolutionBiasActivationForward(
    cudnnHandle_t handle, const void *alpha1, cudnnTensorDescriptor_t x_desc, const void *x,
    cudnnFilterDescriptor_t w_desc, const void *w, cudnnConvolutionDescriptor_t conv_desc,
    cudnnConvolutionFwdAlgo_t algo, void *workspace, size_t workspace_bytes, const void *alpha2,
    cudnnTensorDescriptor_t z_desc, const void *z, cudnnTensorDescriptor_t bias_desc, const void *bias,
    cudnnActivationDescriptor_t activation_desc, cudnnTensorDescriptor_t y_desc, void *y);
cudnnStatus_t cudnnGetConvolutionBackwardDataAlgorithmMaxCount(cudnnHandle_t handle, int *count);
cudnnStatus_t cudnnFindConvolutionBackwardDataAlgorithm(cudnnHandle_t handle, cudnnFilterDescriptor_t w_desc,
                                                        cudnnTensorDescriptor_t dy_desc,
                                                        cudnnConvolutionDescriptor_t conv_desc,
                                                        cudnnTensorDescriptor_t dx_desc,
                                                        int requested_algo_count, int *returned_algo_count,
                                                        cudnnConvolutionBwdDataAlgoPerf_t *perf_results);
cudnnStatus_t cudnnFindConvolutionBackwardDataAlgorithmEx(
    cudnnHandle_t handle, cudnnFilterDescriptor_t w_desc, const void *w, cudnnTensorDescriptor_t dy_desc,
    const void *dy, cudnnConvolutionDescriptor_t conv_desc, cudnnTensorDescriptor_t dx_desc, void *dx,
    int requested_algo_count, int *returned_algo_count, cudnnConvolutionBwdDataAlgoPerf_t *perf_results,
    void *workspace, size_t workspace_bytes);
cudnnStatus_t cudnnGetConvolutionBackwardDataAlgorithm_v7(
    cudnnHandle_t handle, cudnnFilterDescriptor_t filter_desc, cudnnTensorDescriptor_t diff_desc,
    cudnnConvolutionDescriptor_t conv_desc, cudnnTensorDescriptor_t grad_desc, int requested_algo_count,
    int *returned_algo_count, cudnnConvolutionBwdDataAlgoPerf_t *perf_results);
cudnnStatus_t cudnnGetConvolutionBackwardDataWorkspaceSize(cudnnHandle_t handle,
                                                           cudnnFilterDescriptor_t w_desc,
                                                           cudnnTensorDescriptor_t dy_desc,
                                                           cudnnConvolutionDescriptor_t conv_desc,
                                                           cudnnTensorDescriptor_t dx_desc,
                                                           cudnnConvolutionBwdDataAlgo_t algo, size_t *bytes);
cudnnStatus_t cudnnConvolutionBackwardData(cudnnHandle_t handle, const void *alpha,
                                           cudnnFilterDescriptor_t w_desc, const void *w,
                                           cudnnTensorDescriptor_t dy_desc, const void *dy,
                                           cudnnConvolutionDescriptor_t conv_desc,
                                           cudnnConvolutionBwdDataAlgo_t algo, void *workspace,
                                           size_t workspace_bytes, const void *beta,
                                           cudnnTensorDescriptor_t dx_desc, void *dx);
cudnnStatus_t cudnnGetConvolutionBackwardFilterAlgorithmMaxCount(cudnnHandle_t handle, int *count);
cudnnStatus_t cudnnFindConvolutionBackwardFilterAlgorithm(
    cudnnHandle_t handle, cudnnTensorDescriptor_t x_desc, cudnnTensorDescriptor_t dy_desc,
    cudnnConvolutionDescriptor_t conv_desc, cudnnFilterDescriptor_t dw_desc, int requested_algo_count,
    int *returned_algo_count, cudnnConvolutionBwdFilterAlgoPerf_t *perf_results);
cudnnStatus_t cudnnFindConvolutionBackwardFilterAlgorithmEx(
    cudnnHandle_t handle, cudnnTensorDescriptor_t x_desc, const void *x, cudnnTensorDescriptor_t dy_desc,
    const void *y, cudnnConvolutionDescriptor_t conv_desc, cudnnFilterDescriptor_t dw_desc, void *dw,
    int requested_algo_count, int *returned_algo_count, cudnnConvolutionBwdFilterAlgoPerf_t *perf_results,
    void *workspace, size_t workspace_bytes);
cudnnStatus_t cudnnGetConvolutionBackwardFilterAlgorithm_v7(
    cudnnHandle_t handle, cudnnTensorDescriptor_t src_desc, cudnnTensorDescriptor_t diff_desc,
    cudnnConvolutionDescriptor_t conv_desc, cudnnFilterDescriptor_t grad_desc, int requested_algo_count,
    int *returned_algo_count, cudnnConvolutionBwdFilterAlgoPerf_t *perf_results);
cudnnStatus_t cudnnGetConvolutionBackwardFilterWorkspaceSize(
    cudnnHandle_t handle, cudnnTensorDescriptor_t x_desc, cudnnTensorDescriptor_t dy_desc,
    cudnnConvolutionDescriptor_t conv_desc, cudnnFilterDescriptor_t grad_desc,
    cudnnConvolutionBwdFilterAlgo_t algo, size_t *bytes);
cudnnStatus_t cudnnConvolutionBackwardFilter(cudnnHandle_t handle, const void *alpha,
                                             cudnnTensorDescriptor_t x_desc, const void *x,
                                             cudnnTensorDescriptor_t dy_desc, const void *dy,
                                             cudnnConvolutionDescriptor_t conv_desc,
                                             cudnnConvolutionBwdFilterAlgo_t algo, void *workspace,
                                             size_t workspace_bytes, const void *beta,
                                             cudnnFilterDescriptor_t dw_desc, void *dw);
cudnnStatus_t cudnnConvolutionBackwardBias(cudnnHandle_t handle, const void *alpha,
                                           cudnnTensorDescriptor_t dy_desc, const void *dy, const void *beta,
                                           cudnnTensorDescriptor_t db_desc, void *db);

#pragma GCC visibility pop
#endif
