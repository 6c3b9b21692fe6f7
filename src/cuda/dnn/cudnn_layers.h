/* SPDX-License-Identifier: MIT */
/* cuDNN: softmax, pooling, activations, local response normalization, dropout, spatial transformers. */
#ifndef HW_CUDA_DNN_CUDNN_LAYERS_H
#define HW_CUDA_DNN_CUDNN_LAYERS_H

#include "cuda/dnn/cudnn.h"

typedef enum { CUDNN_SOFTMAX_FAST, CUDNN_SOFTMAX_ACCURATE, CUDNN_SOFTMAX_LOG } cudnnSoftmaxAlgorithm_t;
typedef enum { CUDNN_SOFTMAX_MODE_INSTANCE, CUDNN_SOFTMAX_MODE_CHANNEL } cudnnSoftmaxMode_t;
typedef enum {
    CUDNN_POOLING_MAX,
    CUDNN_POOLING_AVERAGE_COUNT_INCLUDE_PADDING,
    CUDNN_POOLING_AVERAGE_COUNT_EXCLUDE_PADDING,
    CUDNN_POOLING_MAX_DETERMINISTIC
} cudnnPoolingMode_t;
typedef enum {
    CUDNN_ACTIVATION_SIGMOID,
    CUDNN_ACTIVATION_RELU,
    CUDNN_ACTIVATION_TANH,
    CUDNN_ACTIVATION_CLIPPED_RELU,
    CUDNN_ACTIVATION_ELU,
    CUDNN_ACTIVATION_IDENTITY,
    CUDNN_ACTIVATION_SWISH
} cudnnActivationMode_t;
typedef enum { CUDNN_LRN_CROSS_CHANNEL_DIM1 } cudnnLRNMode_t;
typedef enum { CUDNN_SAMPLER_BILINEAR } cudnnSamplerType_t;

#define CUDNN_LRN_MIN_N    1
#define CUDNN_LRN_MAX_N    16
#define CUDNN_LRN_MIN_K    1e-5
#define CUDNN_LRN_MIN_BETA 0.01

#pragma GCC visibility push(default)

cudnnStatus_t cudnnSoftmaxForward(cudnnHandle_t handle, cudnnSoftmaxAlgorithm_t algo, cudnnSoftmaxMode_t mode,
                                  const void *alpha, cudnnTensorDescriptor_t x_desc, const void *x,
                                  const void *beta, cudnnTensorDescriptor_t y_desc, void *y);
cudnnStatus_t cudnnCreatePoolingDescriptor(cudnnPoolingDescriptor_t *pooling_desc);
cudnnStatus_t cudnnSetPooling2dDescriptor(cudnnPoolingDescriptor_t pooling_desc, cudnnPoolingMode_t mode,
                                          cudnnNanPropagation_t maxpooling_nan_opt, int window_height,
                                          int window_width, int vertical_padding, int horizontal_padding,
                                          int vertical_stride, int horizontal_stride);
cudnnStatus_t cudnnGetPooling2dDescriptor(cudnnPoolingDescriptor_t pooling_desc, cudnnPoolingMode_t *mode,
                                          cudnnNanPropagation_t *maxpooling_nan_opt, int *window_height,
                                          int *window_width, int *vertical_padding, int *horizontal_padding,
                                          int *vertical_stride, int *horizontal_stride);
cudnnStatus_t cudnnSetPoolingNdDescriptor(cudnnPoolingDescriptor_t pooling_desc, cudnnPoolingMode_t mode,
                                          cudnnNanPropagation_t maxpooling_nan_opt, int nb_dims,
                                          const int *window_dim_a, const int *padding_a, const int *stride_a);
cudnnStatus_t cudnnGetPoolingNdDescriptor(cudnnPoolingDescriptor_t pooling_desc, int nb_dims_requested,
                                          cudnnPoolingMode_t *mode, cudnnNanPropagation_t *maxpooling_nan_opt,
                                          int *nb_dims, int *window_dim_a, int *padding_a, int *stride_a);
cudnnStatus_t cudnnGetPoolingNdForwardOutputDim(cudnnPoolingDescriptor_t pooling_desc,
                                                cudnnTensorDescriptor_t input_tensor_desc, int nb_dims,
                                                int *output_tensor_dim_a);
cudnnStatus_t cudnnGetPooling2dForwardOutputDim(cudnnPoolingDescriptor_t pooling_desc,
                                                cudnnTensorDescriptor_t input_tensor_desc, int *n, int *c,
                                                int *h, int *w);
cudnnStatus_t cudnnDestroyPoolingDescriptor(cudnnPoolingDescriptor_t pooling_desc);
cudnnStatus_t cudnnPoolingForward(cudnnHandle_t handle, cudnnPoolingDescriptor_t pooling_desc,
                                  const void *alpha, cudnnTensorDescriptor_t x_desc, const void *x,
                                  const void *beta, cudnnTensorDescriptor_t y_desc, void *y);
cudnnStatus_t cudnnCreateActivationDescriptor(cudnnActivationDescriptor_t *activation_desc);
cudnnStatus_t cudnnSetActivationDescriptor(cudnnActivationDescriptor_t activation_desc,
                                           cudnnActivationMode_t mode, cudnnNanPropagation_t relu_nan_opt,
                                           double coef);
cudnnStatus_t cudnnGetActivationDescriptor(cudnnActivationDescriptor_t activation_desc,
                                           cudnnActivationMode_t *mode, cudnnNanPropagation_t *relu_nan_opt,
                                           double *coef);
cudnnStatus_t cudnnSetActivationDescriptorSwishBeta(cudnnActivationDescriptor_t activation_desc,
                                                    double swish_beta);
cudnnStatus_t cudnnGetActivationDescriptorSwishBeta(cudnnActivationDescriptor_t activation_desc,
                                                    double *swish_beta);
cudnnStatus_t cudnnDestroyActivationDescriptor(cudnnActivationDescriptor_t activation_desc);
cudnnStatus_t cudnnActivationForward(cudnnHandle_t handle, cudnnActivationDescriptor_t activation_desc,
                                     const void *alpha, cudnnTensorDescriptor_t x_desc, const void *x,
                                     const void *beta, cudnnTensorDescriptor_t y_desc, void *y);
cudnnStatus_t cudnnCreateLRNDescriptor(cudnnLRNDescriptor_t *norm_desc);
cudnnStatus_t cudnnSetLRNDescriptor(cudnnLRNDescriptor_t norm_desc, unsigned lrn_n, double lrn_alpha,
                                    double lrn_beta, double lrn_k);
cudnnStatus_t cudnnGetLRNDescriptor(cudnnLRNDescriptor_t norm_desc, unsigned *lrn_n, double *lrn_alpha,
                                    double *lrn_beta, double *lrn_k);
cudnnStatus_t cudnnDestroyLRNDescriptor(cudnnLRNDescriptor_t lrn_desc);
cudnnStatus_t cudnnLRNCrossChannelForward(cudnnHandle_t handle, cudnnLRNDescriptor_t norm_desc,
                                          cudnnLRNMode_t lrn_mode, const void *alpha,
                                          cudnnTensorDescriptor_t x_desc, const void *x, const void *beta,
                                          cudnnTensorDescriptor_t y_desc, void *y);
cudnnStatus_t cudnnCreateSpatialTransformerDescriptor(cudnnSpatialTransformerDescriptor_t *st_desc);
cudnnStatus_t cudnnSetSpatialTransformerNdDescriptor(cudnnSpatialTransformerDescriptor_t st_desc,
                                                     cudnnSamplerType_t sampler_type,
                                                     cudnnDataType_t data_type, int nb_dims,
                                                     const int *dim_a);
cudnnStatus_t cudnnDestroySpatialTransformerDescriptor(cudnnSpatialTransformerDescriptor_t st_desc);
cudnnStatus_t cudnnSpatialTfGridGeneratorForward(cudnnHandle_t handle,
                                                 cudnnSpatialTransformerDescriptor_t st_desc,
                                                 const void *theta, void *grid);
cudnnStatus_t cudnnSpatialTfSamplerForward(cudnnHandle_t handle, cudnnSpatialTransformerDescriptor_t st_desc,
                                           const void *alpha, cudnnTensorDescriptor_t x_desc, const void *x,
                                           const void *grid, const void *beta, cudnnTensorDescriptor_t y_desc,
                                           void *y);
cudnnStatus_t cudnnCreateDropoutDescriptor(cudnnDropoutDescriptor_t *dropout_desc);
cudnnStatus_t cudnnDestroyDropoutDescriptor(cudnnDropoutDescriptor_t dropout_desc);
cudnnStatus_t cudnnDropoutGetStatesSize(cudnnHandle_t handle, size_t *bytes);
cudnnStatus_t cudnnDropoutGetReserveSpaceSize(cudnnTensorDescriptor_t xdesc, size_t *bytes);
cudnnStatus_t cudnnSetDropoutDescriptor(cudnnDropoutDescriptor_t dropout_desc, cudnnHandle_t handle,
                                        float dropout, void *states, size_t state_bytes,
                                        unsigned long long seed);
cudnnStatus_t cudnnRestoreDropoutDescriptor(cudnnDropoutDescriptor_t dropout_desc, cudnnHandle_t handle,
                                            float dropout, void *states, size_t state_bytes,
                                            unsigned long long seed);
cudnnStatus_t cudnnGetDropoutDescriptor(cudnnDropoutDescriptor_t dropout_desc, cudnnHandle_t handle,
                                        float *dropout, void **states, unsigned long long *seed);
cudnnStatus_t cudnnDropoutForward(cudnnHandle_t handle, cudnnDropoutDescriptor_t dropout_desc,
                                  cudnnTensorDescriptor_t xdesc, const void *x, cudnnTensorDescriptor_t ydesc,
                                  void *y, void *reserve, size_t reserve_bytes);
cudnnStatus_t cudnnSoftmaxBackward(cudnnHandle_t handle, cudnnSoftmaxAlgorithm_t algo,
                                   cudnnSoftmaxMode_t mode, const void *alpha, cudnnTensorDescriptor_t y_desc,
                                   const void *y, cudnnTensorDescriptor_t dy_desc, const void *dy,
                                   const void *beta, cudnnTensorDescriptor_t dx_desc, void *dx);
cudnnStatus_t cudnnPoolingBackward(cudnnHandle_t handle, cudnnPoolingDescriptor_t pooling_desc,
                                   const void *alpha, cudnnTensorDescriptor_t y_desc, const void *y,
                                   cudnnTensorDescriptor_t dy_desc, const void *dy,
                                   cudnnTensorDescriptor_t x_desc, const void *x, const void *beta,
                                   cudnnTensorDescriptor_t dx_desc, void *dx);
cudnnStatus_t cudnnActivationBackward(cudnnHandle_t handle, cudnnActivationDescriptor_t activation_desc,
                                      const void *alpha, cudnnTensorDescriptor_t y_desc, const void *y,
                                      cudnnTensorDescriptor_t dy_desc, const void *dy,
                                      cudnnTensorDescriptor_t x_desc, const void *x, const void *beta,
                                      cudnnTensorDescriptor_t dx_desc, void *dx);
cudnnStatus_t cudnnLRNCrossChannelBackward(cudnnHandle_t handle, cudnnLRNDescriptor_t norm_desc,
                                           cudnnLRNMode_t lrn_mode, const void *alpha,
                                           cudnnTensorDescriptor_t y_desc, const void *y,
                                           cudnnTensorDescriptor_t dy_desc, const void *dy,
                                           cudnnTensorDescriptor_t x_desc, const void *x, const void *beta,
                                           cudnnTensorDescriptor_t dx_desc, void *dx);
cudnnStatus_t cudnnSpatialTfGridGeneratorBackward(cudnnHandle_t handle,
                                                  cudnnSpatialTransformerDescriptor_t st_desc,
                                                  const void *dgrid, void *dtheta);
cudnnStatus_t cudnnSpatialTfSamplerBackward(cudnnHandle_t handle, cudnnSpatialTransformerDescriptor_t st_desc,
                                            const void *alpha, cudnnTensorDescriptor_t x_desc, const void *x,
                                            const void *beta, cudnnTensorDescriptor_t dx_desc, void *dx,
                                            const void *alpha_dgrid, cudnnTensorDescriptor_t dy_desc,
                                            const void *dy, const void *grid, const void *beta_dgrid,
                                            void *dgrid);
cudnnStatus_t cudnnDropoutBackward(cudnnHandle_t handle, cudnnDropoutDescriptor_t dropout_desc,
                                   cudnnTensorDescriptor_t dydesc, const void *dy,
                                   cudnnTensorDescriptor_t dxdesc, void *dx, void *reserve,
                                   size_t reserve_bytes);

#pragma GCC visibility pop
#endif
