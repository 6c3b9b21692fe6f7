/* SPDX-License-Identifier: MIT */
/* cuDNN: batch normalization, by both of its interfaces. */
#ifndef HW_CUDA_DNN_CUDNN_NORM_H
#define HW_CUDA_DNN_CUDNN_NORM_H

#include "cuda/dnn/cudnn.h"

#include "cuda/dnn/cudnn_layers.h"

typedef enum {
    CUDNN_BATCHNORM_PER_ACTIVATION,
    CUDNN_BATCHNORM_SPATIAL,
    CUDNN_BATCHNORM_SPATIAL_PERSISTENT
} cudnnBatchNormMode_t;
typedef enum {
    CUDNN_BATCHNORM_OPS_BN,
    CUDNN_BATCHNORM_OPS_BN_ACTIVATION,
    CUDNN_BATCHNORM_OPS_BN_ADD_ACTIVATION
} cudnnBatchNormOps_t;
typedef enum { CUDNN_NORM_PER_ACTIVATION, CUDNN_NORM_PER_CHANNEL } cudnnNormMode_t;
typedef enum { CUDNN_NORM_ALGO_STANDARD, CUDNN_NORM_ALGO_PERSIST } cudnnNormAlgo_t;
typedef enum {
    CUDNN_NORM_OPS_NORM,
    CUDNN_NORM_OPS_NORM_ACTIVATION,
    CUDNN_NORM_OPS_NORM_ADD_ACTIVATION
} cudnnNormOps_t;

#pragma GCC visibility push(default)

cudnnStatus_t cudnnDeriveBNTensorDescriptor(cudnnTensorDescriptor_t derived_bn_desc,
                                            cudnnTensorDescriptor_t x_desc, cudnnBatchNormMode_t mode);
cudnnStatus_t cudnnBatchNormalizationForwardInference(
    cudnnHandle_t handle, cudnnBatchNormMode_t mode, const void *alpha, const void *beta,
    cudnnTensorDescriptor_t x_desc, const void *x, cudnnTensorDescriptor_t y_desc, void *y,
    cudnnTensorDescriptor_t bn_scale_bias_mean_var_desc, const void *bn_scale, const void *bn_bias,
    const void *estimated_mean, const void *estimated_variance, double epsilon);
cudnnStatus_t cudnnDeriveNormTensorDescriptor(cudnnTensorDescriptor_t derived_norm_scale_bias_desc,
                                              cudnnTensorDescriptor_t derived_norm_mean_var_desc,
                                              cudnnTensorDescriptor_t x_desc, cudnnNormMode_t mode,
                                              int group_cnt);
cudnnStatus_t cudnnNormalizationForwardInference(
    cudnnHandle_t handle, cudnnNormMode_t mode, cudnnNormOps_t norm_ops, cudnnNormAlgo_t algo,
    const void *alpha, const void *beta, cudnnTensorDescriptor_t x_desc, const void *x,
    cudnnTensorDescriptor_t norm_scale_bias_desc, const void *norm_scale, const void *norm_bias,
    cudnnTensorDescriptor_t norm_mean_var_desc, const void *estimated_mean, const void *estimated_variance,
    cudnnTensorDescriptor_t z_desc, const void *z, cudnnActivationDescriptor_t activation_desc,
    cudnnTensorDescriptor_t y_desc, void *y, double epsilon, int group_cnt);
cudnnStatus_t cudnnGetBatchNormalizationForwardTrainingExWorkspaceSize(
    cudnnHandle_t handle, cudnnBatchNormMode_t mode, cudnnBatchNormOps_t bn_ops,
    cudnnTensorDescriptor_t x_desc, cudnnTensorDescriptor_t z_desc, cudnnTensorDescriptor_t y_desc,
    cudnnTensorDescriptor_t bn_scale_bias_mean_var_desc, cudnnActivationDescriptor_t activation_desc,
    size_t *bytes);
cudnnStatus_t cudnnGetBatchNormalizationBackwardExWorkspaceSize(
    cudnnHandle_t handle, cudnnBatchNormMode_t mode, cudnnBatchNormOps_t bn_ops,
    cudnnTensorDescriptor_t x_desc, cudnnTensorDescriptor_t y_desc, cudnnTensorDescriptor_t dy_desc,
    cudnnTensorDescriptor_t dz_desc, cudnnTensorDescriptor_t dx_desc,
    cudnnTensorDescriptor_t d_bn_scale_bias_desc, cudnnActivationDescriptor_t activation_desc, size_t *bytes);
cudnnStatus_t cudnnGetBatchNormalizationTrainingExReserveSpaceSize(
    cudnnHandle_t handle, cudnnBatchNormMode_t mode, cudnnBatchNormOps_t bn_ops,
    cudnnActivationDescriptor_t activation_desc, cudnnTensorDescriptor_t x_desc, size_t *bytes);
cudnnStatus_t cudnnBatchNormalizationForwardTraining(
    cudnnHandle_t handle, cudnnBatchNormMode_t mode, const void *alpha, const void *beta,
    cudnnTensorDescriptor_t x_desc, const void *x, cudnnTensorDescriptor_t y_desc, void *y,
    cudnnTensorDescriptor_t bn_scale_bias_mean_var_desc, const void *bn_scale, const void *bn_bias,
    double exponential_average_factor, void *result_running_mean, void *result_running_variance,
    double epsilon, void *result_save_mean, void *result_save_inv_variance);
cudnnStatus_t cudnnBatchNormalizationForwardTrainingEx(
    cudnnHandle_t handle, cudnnBatchNormMode_t mode, cudnnBatchNormOps_t bn_ops, const void *alpha,
    const void *beta, cudnnTensorDescriptor_t x_desc, const void *x_data, cudnnTensorDescriptor_t z_desc,
    const void *z_data, cudnnTensorDescriptor_t y_desc, void *y_data,
    cudnnTensorDescriptor_t bn_scale_bias_mean_var_desc, const void *bn_scale, const void *bn_bias,
    double exponential_average_factor, void *result_running_mean, void *result_running_variance,
    double epsilon, void *result_save_mean, void *result_save_inv_variance,
    cudnnActivationDescriptor_t activation_desc, void *workspace, size_t workspace_bytes, void *reserve,
    size_t reserve_bytes);
cudnnStatus_t cudnnBatchNormalizationBackward(
    cudnnHandle_t handle, cudnnBatchNormMode_t mode, const void *alpha_data_diff, const void *beta_data_diff,
    const void *alpha_param_diff, const void *beta_param_diff, cudnnTensorDescriptor_t x_desc, const void *x,
    cudnnTensorDescriptor_t dy_desc, const void *dy, cudnnTensorDescriptor_t dx_desc, void *dx,
    cudnnTensorDescriptor_t d_bn_scale_bias_desc, const void *bn_scale, void *d_bn_scale_result,
    void *d_bn_bias_result, double epsilon, const void *saved_mean, const void *saved_inv_variance);
cudnnStatus_t cudnnBatchNormalizationBackwardEx(
    cudnnHandle_t handle, cudnnBatchNormMode_t mode, cudnnBatchNormOps_t bn_ops, const void *alpha_data_diff,
    const void *beta_data_diff, const void *alpha_param_diff, const void *beta_param_diff,
    cudnnTensorDescriptor_t x_desc, const void *x_data, cudnnTensorDescriptor_t y_desc, const void *y_data,
    cudnnTensorDescriptor_t dy_desc, const void *dy_data, cudnnTensorDescriptor_t dz_desc, void *dz_data,
    cudnnTensorDescriptor_t dx_desc, void *dx_data, cudnnTensorDescriptor_t d_bn_scale_bias_desc,
    const void *bn_scale_data, const void *bn_bias_data, void *d_bn_scale_data, void *d_bn_bias_data,
    double epsilon, const void *saved_mean, const void *saved_inv_variance,
    cudnnActivationDescriptor_t activation_desc, void *workspace, size_t workspace_bytes, void *reserve,
    size_t reserve_bytes);
cudnnStatus_t cudnnGetNormalizationForwardTrainingWorkspaceSize(
    cudnnHandle_t handle, cudnnNormMode_t mode, cudnnNormOps_t norm_ops, cudnnNormAlgo_t algo,
    cudnnTensorDescriptor_t x_desc, cudnnTensorDescriptor_t z_desc, cudnnTensorDescriptor_t y_desc,
    cudnnTensorDescriptor_t norm_scale_bias_desc, cudnnActivationDescriptor_t activation_desc,
    cudnnTensorDescriptor_t norm_mean_var_desc, size_t *bytes, int group_cnt);
cudnnStatus_t cudnnGetNormalizationBackwardWorkspaceSize(
    cudnnHandle_t handle, cudnnNormMode_t mode, cudnnNormOps_t norm_ops, cudnnNormAlgo_t algo,
    cudnnTensorDescriptor_t x_desc, cudnnTensorDescriptor_t y_desc, cudnnTensorDescriptor_t dy_desc,
    cudnnTensorDescriptor_t dz_desc, cudnnTensorDescriptor_t dx_desc,
    cudnnTensorDescriptor_t d_norm_scale_bias_desc, cudnnActivationDescriptor_t activation_desc,
    cudnnTensorDescriptor_t norm_mean_var_desc, size_t *bytes, int group_cnt);
cudnnStatus_t cudnnGetNormalizationTrainingReserveSpaceSize(cudnnHandle_t handle, cudnnNormMode_t mode,
                                                            cudnnNormOps_t norm_ops, cudnnNormAlgo_t algo,
                                                            cudnnActivationDescriptor_t activation_desc,
                                                            cudnnTensorDescriptor_t x_desc, size_t *bytes,
                                                            int group_cnt);
cudnnStatus_t cudnnNormalizationForwardTraining(
    cudnnHandle_t handle, cudnnNormMode_t mode, cudnnNormOps_t norm_ops, cudnnNormAlgo_t algo,
    const void *alpha, const void *beta, cudnnTensorDescriptor_t x_desc, const void *x_data,
    cudnnTensorDescriptor_t norm_scale_bias_desc, const void *norm_scale, const void *norm_bias,
    double exponential_average_factor, cudnnTensorDescriptor_t norm_mean_var_desc, void *result_running_mean,
    void *result_running_variance, double epsilon, void *result_save_mean, void *result_save_inv_variance,
    cudnnActivationDescriptor_t activation_desc, cudnnTensorDescriptor_t z_desc, const void *z_data,
    cudnnTensorDescriptor_t y_desc, void *y_data, void *workspace, size_t workspace_bytes, void *reserve,
    size_t reserve_bytes, int group_cnt);
cudnnStatus_t cudnnNormalizationBackward(
    cudnnHandle_t handle, cudnnNormMode_t mode, cudnnNormOps_t norm_ops, cudnnNormAlgo_t algo,
    const void *alpha_data_diff, const void *beta_data_diff, const void *alpha_param_diff,
    const void *beta_param_diff, cudnnTensorDescriptor_t x_desc, const void *x_data,
    cudnnTensorDescriptor_t y_desc, const void *y_data, cudnnTensorDescriptor_t dy_desc, const void *dy_data,
    cudnnTensorDescriptor_t dz_desc, void *dz_data, cudnnTensorDescriptor_t dx_desc, void *dx_data,
    cudnnTensorDescriptor_t d_norm_scale_bias_desc, const void *norm_scale_data, const void *norm_bias_data,
    void *d_norm_scale_data, void *d_norm_bias_data, double epsilon,
    cudnnTensorDescriptor_t norm_mean_var_desc, const void *saved_mean, const void *saved_inv_variance,
    cudnnActivationDescriptor_t activation_desc, void *workspace, size_t workspace_bytes, void *reserve,
    size_t reserve_bytes, int group_cnt);

#pragma GCC visibility pop
#endif
