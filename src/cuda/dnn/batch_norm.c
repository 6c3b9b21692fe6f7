/* SPDX-License-Identifier: MIT */
/* cudnnBatchNormalization...: one descriptor for all parameters. */
#include "cuda/dnn/norm.h"

cudnnStatus_t cudnnDeriveBNTensorDescriptor(cudnnTensorDescriptor_t derived_bn_desc,
                                            cudnnTensorDescriptor_t x_desc, cudnnBatchNormMode_t mode)
{
    struct hw_dnn_call call = hw_dnn_begin_plain(__func__);

    hw_dnn_need(&call, (unsigned)mode <= CUDNN_BATCHNORM_SPATIAL_PERSISTENT);
    hw_dnn_norm_derive(&call, derived_bn_desc, x_desc, mode == CUDNN_BATCHNORM_PER_ACTIVATION);
    return hw_dnn_end(&call);
}

cudnnStatus_t cudnnBatchNormalizationForwardInference(
    cudnnHandle_t handle, cudnnBatchNormMode_t mode, const void *alpha, const void *beta,
    cudnnTensorDescriptor_t x_desc, const void *x, cudnnTensorDescriptor_t y_desc, void *y,
    cudnnTensorDescriptor_t bn_scale_bias_mean_var_desc, const void *bn_scale, const void *bn_bias,
    const void *estimated_mean, const void *estimated_variance, double epsilon)
{
    struct hw_dnn_call call = hw_dnn_begin(__func__, handle);
    const cudnnTensorDescriptor_t parameters = bn_scale_bias_mean_var_desc;
    struct hw_dnn_norm norm = {.inference = true, .epsilon = epsilon};

    hw_dnn_norm_mode(&call, &norm, mode, CUDNN_BATCHNORM_OPS_BN, NULL);
    norm.x = hw_dnn_operand(&call, x_desc, x);
    norm.y = hw_dnn_operand(&call, y_desc, y);
    norm.scale = hw_dnn_norm_parameter(&call, &norm, parameters, bn_scale);
    norm.bias = hw_dnn_norm_parameter(&call, &norm, parameters, bn_bias);
    norm.mean = hw_dnn_norm_parameter(&call, &norm, parameters, estimated_mean);
    norm.variance = hw_dnn_norm_parameter(&call, &norm, parameters, estimated_variance);
    hw_dnn_need(&call, norm.mean.memory != NULL);
    hw_dnn_norm_scalars(&call, &norm, alpha, beta, &norm.alpha, &norm.beta);
    hw_dnn_norm_forward(&call, &norm);
    return hw_dnn_end(&call);
}

static cudnnStatus_t train(const char *name, cudnnHandle_t handle, cudnnBatchNormMode_t mode,
                           cudnnBatchNormOps_t ops, const void *alpha, const void *beta,
                           cudnnTensorDescriptor_t x_desc, const void *x, cudnnTensorDescriptor_t z_desc,
                           const void *z, cudnnTensorDescriptor_t y_desc, void *y,
                           cudnnTensorDescriptor_t parameters, const void *scale, const void *bias,
                           double factor, void *mean, void *variance, double epsilon, void *saved_mean,
                           void *saved_deviation, cudnnActivationDescriptor_t activation, void *reserve,
                           size_t reserve_bytes)
{
    struct hw_dnn_call call = hw_dnn_begin(name, handle);
    struct hw_dnn_norm norm = {
        .factor = factor, .epsilon = epsilon, .reserve = reserve, .reserve_bytes = reserve_bytes};

    hw_dnn_norm_mode(&call, &norm, mode, ops, activation);
    norm.x = hw_dnn_operand(&call, x_desc, x);
    norm.y = hw_dnn_operand(&call, y_desc, y);
    if (ops == CUDNN_BATCHNORM_OPS_BN_ADD_ACTIVATION)
        norm.z = hw_dnn_operand(&call, z_desc, z);
    norm.scale = hw_dnn_norm_parameter(&call, &norm, parameters, scale);
    norm.bias = hw_dnn_norm_parameter(&call, &norm, parameters, bias);
    norm.mean = hw_dnn_norm_parameter(&call, &norm, parameters, mean);
    norm.variance = hw_dnn_norm_parameter(&call, &norm, parameters, variance);
    norm.saved_mean = hw_dnn_norm_parameter(&call, &norm, parameters, saved_mean);
    norm.saved_deviation = hw_dnn_norm_parameter(&call, &norm, parameters, saved_deviation);
    hw_dnn_norm_scalars(&call, &norm, alpha, beta, &norm.alpha, &norm.beta);
    hw_dnn_norm_forward(&call, &norm);
    return hw_dnn_end(&call);
}

cudnnStatus_t cudnnBatchNormalizationForwardTraining(
    cudnnHandle_t handle, cudnnBatchNormMode_t mode, const void *alpha, const void *beta,
    cudnnTensorDescriptor_t x_desc, const void *x, cudnnTensorDescriptor_t y_desc, void *y,
    cudnnTensorDescriptor_t bn_scale_bias_mean_var_desc, const void *bn_scale, const void *bn_bias,
    double exponential_average_factor, void *result_running_mean, void *result_running_variance,
    double epsilon, void *result_save_mean, void *result_save_inv_variance)
{
    return train(__func__, handle, mode, CUDNN_BATCHNORM_OPS_BN, alpha, beta, x_desc, x, NULL, NULL, y_desc,
                 y, bn_scale_bias_mean_var_desc, bn_scale, bn_bias, exponential_average_factor,
                 result_running_mean, result_running_variance, epsilon, result_save_mean,
                 result_save_inv_variance, NULL, NULL, 0);
}

cudnnStatus_t cudnnBatchNormalizationForwardTrainingEx(
    cudnnHandle_t handle, cudnnBatchNormMode_t mode, cudnnBatchNormOps_t bn_ops, const void *alpha,
    const void *beta, cudnnTensorDescriptor_t x_desc, const void *x_data, cudnnTensorDescriptor_t z_desc,
    const void *z_data, cudnnTensorDescriptor_t y_desc, void *y_data,
    cudnnTensorDescriptor_t bn_scale_bias_mean_var_desc, const void *bn_scale, const void *bn_bias,
    double exponential_average_factor, void *result_running_mean, void *result_running_variance,
    double epsilon, void *result_save_mean, void *result_save_inv_variance,
    cudnnActivationDescriptor_t activation_desc, void *workspace, size_t workspace_bytes, void *reserve,
    size_t reserve_bytes)
{
    (void)workspace, (void)workspace_bytes;
    return train(__func__, handle, mode, bn_ops, alpha, beta, x_desc, x_data, z_desc, z_data, y_desc, y_data,
                 bn_scale_bias_mean_var_desc, bn_scale, bn_bias, exponential_average_factor,
                 result_running_mean, result_running_variance, epsilon, result_save_mean,
                 result_save_inv_variance, activation_desc, reserve, reserve_bytes);
}

static cudnnStatus_t backward(const char *name, cudnnHandle_t handle, cudnnBatchNormMode_t mode,
                              cudnnBatchNormOps_t ops, const void *const scalars[4],
                              cudnnTensorDescriptor_t x_desc, const void *x, cudnnTensorDescriptor_t dy_desc,
                              const void *dy, cudnnTensorDescriptor_t dz_desc, void *dz,
                              cudnnTensorDescriptor_t dx_desc, void *dx, cudnnTensorDescriptor_t parameters,
                              const void *scale, void *dscale, void *dbias, double epsilon,
                              const void *saved_mean, const void *saved_deviation,
                              cudnnActivationDescriptor_t activation, void *reserve, size_t reserve_bytes)
{
    struct hw_dnn_call call = hw_dnn_begin(name, handle);
    struct hw_dnn_norm norm = {.epsilon = epsilon, .reserve = reserve, .reserve_bytes = reserve_bytes};

    hw_dnn_norm_mode(&call, &norm, mode, ops, activation);
    norm.x = hw_dnn_operand(&call, x_desc, x);
    norm.dy = hw_dnn_operand(&call, dy_desc, dy);
    norm.dx = hw_dnn_operand(&call, dx_desc, dx);
    if (ops == CUDNN_BATCHNORM_OPS_BN_ADD_ACTIVATION)
        norm.dz = hw_dnn_operand(&call, dz_desc, dz);
    norm.scale = hw_dnn_norm_parameter(&call, &norm, parameters, scale);
    norm.dscale = hw_dnn_norm_parameter(&call, &norm, parameters, dscale);
    norm.dbias = hw_dnn_norm_parameter(&call, &norm, parameters, dbias);
    norm.saved_mean = hw_dnn_norm_parameter(&call, &norm, parameters, saved_mean);
    norm.saved_deviation = hw_dnn_norm_parameter(&call, &norm, parameters, saved_deviation);
    hw_dnn_norm_scalars(&call, &norm, scalars[0], scalars[1], &norm.alpha, &norm.beta);
    hw_dnn_norm_scalars(&call, &norm, scalars[2], scalars[3], &norm.parameter_alpha, &norm.parameter_beta);
    hw_dnn_norm_backward(&call, &norm);
    return hw_dnn_end(&call);
}

cudnnStatus_t cudnnBatchNormalizationBackward(
    cudnnHandle_t handle, cudnnBatchNormMode_t mode, const void *alpha_data_diff, const void *beta_data_diff,
    const void *alpha_param_diff, const void *beta_param_diff, cudnnTensorDescriptor_t x_desc, const void *x,
    cudnnTensorDescriptor_t dy_desc, const void *dy, cudnnTensorDescriptor_t dx_desc, void *dx,
    cudnnTensorDescriptor_t d_bn_scale_bias_desc, const void *bn_scale, void *d_bn_scale_result,
    void *d_bn_bias_result, double epsilon, const void *saved_mean, const void *saved_inv_variance)
{
    const void *const scalars[] = {alpha_data_diff, beta_data_diff, alpha_param_diff, beta_param_diff};

    return backward(__func__, handle, mode, CUDNN_BATCHNORM_OPS_BN, scalars, x_desc, x, dy_desc, dy, NULL,
                    NULL, dx_desc, dx, d_bn_scale_bias_desc, bn_scale, d_bn_scale_result, d_bn_bias_result,
                    epsilon, saved_mean, saved_inv_variance, NULL, NULL, 0);
}

cudnnStatus_t cudnnBatchNormalizationBackwardEx(
    cudnnHandle_t handle, cudnnBatchNormMode_t mode, cudnnBatchNormOps_t bn_ops, const void *alpha_data_diff,
    const void *beta_data_diff, const void *alpha_param_diff, const void *beta_param_diff,
    cudnnTensorDescriptor_t x_desc, const void *x_data, cudnnTensorDescriptor_t y_desc, const void *y_data,
    cudnnTensorDescriptor_t dy_desc, const void *dy_data, cudnnTensorDescriptor_t dz_desc, void *dz_data,
    cudnnTensorDescriptor_t dx_desc, void *dx_data, cudnnTensorDescriptor_t d_bn_scale_bias_desc,
    const void *bn_scale_data, const void *bn_bias_data, void *d_bn_scale_data, void *d_bn_bias_data,
    double epsilon, const void *saved_mean, const void *saved_inv_variance,
    cudnnActivationDescriptor_t activation_desc, void *workspace, size_t workspace_bytes, void *reserve,
    size_t reserve_bytes)
{
    const void *const scalars[] = {alpha_data_diff, beta_data_diff, alpha_param_diff, beta_param_diff};

    (void)y_desc, (void)y_data, (void)bn_bias_data, (void)workspace, (void)workspace_bytes;
    return backward(__func__, handle, mode, bn_ops, scalars, x_desc, x_data, dy_desc, dy_data, dz_desc,
                    dz_data, dx_desc, dx_data, d_bn_scale_bias_desc, bn_scale_data, d_bn_scale_data,
                    d_bn_bias_data, epsilon, saved_mean, saved_inv_variance, activation_desc, reserve,
                    reserve_bytes);
}

/* --- sizes --- */

static cudnnStatus_t give_bytes(const char *name, cudnnHandle_t handle, unsigned mode, unsigned ops,
                                cudnnTensorDescriptor_t x_desc, bool reserve, size_t *bytes)
{
    struct hw_dnn_call call = hw_dnn_begin(name, handle);
    const struct cudnnTensorStruct x = hw_dnn_tensor(&call, x_desc);

    hw_dnn_need(&call, bytes && mode <= CUDNN_BATCHNORM_SPATIAL_PERSISTENT &&
                           ops <= CUDNN_BATCHNORM_OPS_BN_ADD_ACTIVATION);
    if (hw_dnn_is_ready(&call))
        *bytes = reserve && ops != CUDNN_BATCHNORM_OPS_BN ? hw_dnn_norm_reserve_bytes(&x) : 0;
    return hw_dnn_end(&call);
}

cudnnStatus_t cudnnGetBatchNormalizationForwardTrainingExWorkspaceSize(
    cudnnHandle_t handle, cudnnBatchNormMode_t mode, cudnnBatchNormOps_t bn_ops,
    cudnnTensorDescriptor_t x_desc, cudnnTensorDescriptor_t z_desc, cudnnTensorDescriptor_t y_desc,
    cudnnTensorDescriptor_t bn_scale_bias_mean_var_desc, cudnnActivationDescriptor_t activation_desc,
    size_t *bytes)
{
    (void)z_desc, (void)y_desc, (void)bn_scale_bias_mean_var_desc, (void)activation_desc;
    return give_bytes(__func__, handle, mode, bn_ops, x_desc, false, bytes);
}

cudnnStatus_t cudnnGetBatchNormalizationBackwardExWorkspaceSize(
    cudnnHandle_t handle, cudnnBatchNormMode_t mode, cudnnBatchNormOps_t bn_ops,
    cudnnTensorDescriptor_t x_desc, cudnnTensorDescriptor_t y_desc, cudnnTensorDescriptor_t dy_desc,
    cudnnTensorDescriptor_t dz_desc, cudnnTensorDescriptor_t dx_desc,
    cudnnTensorDescriptor_t d_bn_scale_bias_desc, cudnnActivationDescriptor_t activation_desc, size_t *bytes)
{
    (void)y_desc, (void)dy_desc, (void)dz_desc, (void)dx_desc, (void)d_bn_scale_bias_desc,
        (void)activation_desc;
    return give_bytes(__func__, handle, mode, bn_ops, x_desc, false, bytes);
}

cudnnStatus_t cudnnGetBatchNormalizationTrainingExReserveSpaceSize(
    cudnnHandle_t handle, cudnnBatchNormMode_t mode, cudnnBatchNormOps_t bn_ops,
    cudnnActivationDescriptor_t activation_desc, cudnnTensorDescriptor_t x_desc, size_t *bytes)
{
    (void)activation_desc;
    return give_bytes(__func__, handle, mode, bn_ops, x_desc, true, bytes);
}
