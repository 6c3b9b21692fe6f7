/* SPDX-License-Identifier: MIT */
/* cudnnNormalization...: batch normalization with descriptors apart for scale and bias, and for mean and
 * variance; one group only, as in NVIDIA's library. */
#include "cuda/dnn/norm.h"

/* The numbers of its modes and operations are batch normalization's. */
static void mode_of(struct hw_dnn_call *call, struct hw_dnn_norm *norm, cudnnNormMode_t mode,
                    cudnnNormOps_t ops, cudnnNormAlgo_t algo, cudnnActivationDescriptor_t activation,
                    int groups)
{
    hw_dnn_need(call, (unsigned)mode <= CUDNN_NORM_PER_CHANNEL && (unsigned)algo <= CUDNN_NORM_ALGO_PERSIST);
    hw_dnn_check(call, groups == 1, CUDNN_STATUS_NOT_SUPPORTED);
    hw_dnn_norm_mode(call, norm, mode, ops, activation);
}

cudnnStatus_t cudnnDeriveNormTensorDescriptor(cudnnTensorDescriptor_t derived_norm_scale_bias_desc,
                                              cudnnTensorDescriptor_t derived_norm_mean_var_desc,
                                              cudnnTensorDescriptor_t x_desc, cudnnNormMode_t mode,
                                              int group_cnt)
{
    struct hw_dnn_call call = hw_dnn_begin_plain(__func__);

    hw_dnn_need(&call, (unsigned)mode <= CUDNN_NORM_PER_CHANNEL);
    hw_dnn_check(&call, group_cnt == 1, CUDNN_STATUS_NOT_SUPPORTED);
    hw_dnn_norm_derive(&call, derived_norm_scale_bias_desc, x_desc, mode == CUDNN_NORM_PER_ACTIVATION);
    hw_dnn_norm_derive(&call, derived_norm_mean_var_desc, x_desc, mode == CUDNN_NORM_PER_ACTIVATION);
    return hw_dnn_end(&call);
}

cudnnStatus_t cudnnNormalizationForwardInference(
    cudnnHandle_t handle, cudnnNormMode_t mode, cudnnNormOps_t norm_ops, cudnnNormAlgo_t algo,
    const void *alpha, const void *beta, cudnnTensorDescriptor_t x_desc, const void *x,
    cudnnTensorDescriptor_t norm_scale_bias_desc, const void *norm_scale, const void *norm_bias,
    cudnnTensorDescriptor_t norm_mean_var_desc, const void *estimated_mean, const void *estimated_variance,
    cudnnTensorDescriptor_t z_desc, const void *z, cudnnActivationDescriptor_t activation_desc,
    cudnnTensorDescriptor_t y_desc, void *y, double epsilon, int group_cnt)
{
    struct hw_dnn_call call = hw_dnn_begin(__func__, handle);
    struct hw_dnn_norm norm = {.inference = true, .epsilon = epsilon};

    mode_of(&call, &norm, mode, norm_ops, algo, activation_desc, group_cnt);
    norm.x = hw_dnn_operand(&call, x_desc, x);
    norm.y = hw_dnn_operand(&call, y_desc, y);
    if (norm_ops == CUDNN_NORM_OPS_NORM_ADD_ACTIVATION)
        norm.z = hw_dnn_operand(&call, z_desc, z);
    norm.scale = hw_dnn_norm_parameter(&call, &norm, norm_scale_bias_desc, norm_scale);
    norm.bias = hw_dnn_norm_parameter(&call, &norm, norm_scale_bias_desc, norm_bias);
    norm.mean = hw_dnn_norm_parameter(&call, &norm, norm_mean_var_desc, estimated_mean);
    norm.variance = hw_dnn_norm_parameter(&call, &norm, norm_mean_var_desc, estimated_variance);
    hw_dnn_need(&call, norm.mean.memory != NULL);
    hw_dnn_norm_scalars(&call, &norm, alpha, beta, &norm.alpha, &norm.beta);
    hw_dnn_norm_forward(&call, &norm);
    return hw_dnn_end(&call);
}

cudnnStatus_t cudnnNormalizationForwardTraining(
    cudnnHandle_t handle, cudnnNormMode_t mode, cudnnNormOps_t norm_ops, cudnnNormAlgo_t algo,
    const void *alpha, const void *beta, cudnnTensorDescriptor_t x_desc, const void *x_data,
    cudnnTensorDescriptor_t norm_scale_bias_desc, const void *norm_scale, const void *norm_bias,
    double exponential_average_factor, cudnnTensorDescriptor_t norm_mean_var_desc, void *result_running_mean,
    void *result_running_variance, double epsilon, void *result_save_mean, void *result_save_inv_variance,
    cudnnActivationDescriptor_t activation_desc, cudnnTensorDescriptor_t z_desc, const void *z_data,
    cudnnTensorDescriptor_t y_desc, void *y_data, void *workspace, size_t workspace_bytes, void *reserve,
    size_t reserve_bytes, int group_cnt)
{
    struct hw_dnn_call call = hw_dnn_begin(__func__, handle);
    struct hw_dnn_norm norm = {.factor = exponential_average_factor,
                               .epsilon = epsilon,
                               .reserve = reserve,
                               .reserve_bytes = reserve_bytes};

    (void)workspace, (void)workspace_bytes;
    mode_of(&call, &norm, mode, norm_ops, algo, activation_desc, group_cnt);
    norm.x = hw_dnn_operand(&call, x_desc, x_data);
    norm.y = hw_dnn_operand(&call, y_desc, y_data);
    if (norm_ops == CUDNN_NORM_OPS_NORM_ADD_ACTIVATION)
        norm.z = hw_dnn_operand(&call, z_desc, z_data);
    norm.scale = hw_dnn_norm_parameter(&call, &norm, norm_scale_bias_desc, norm_scale);
    norm.bias = hw_dnn_norm_parameter(&call, &norm, norm_scale_bias_desc, norm_bias);
    norm.mean = hw_dnn_norm_parameter(&call, &norm, norm_mean_var_desc, result_running_mean);
    norm.variance = hw_dnn_norm_parameter(&call, &norm, norm_mean_var_desc, result_running_variance);
    norm.saved_mean = hw_dnn_norm_parameter(&call, &norm, norm_mean_var_desc, result_save_mean);
    norm.saved_deviation = hw_dnn_norm_parameter(&call, &norm, norm_mean_var_desc, result_save_inv_variance);
    hw_dnn_norm_scalars(&call, &norm, alpha, beta, &norm.alpha, &norm.beta);
    hw_dnn_norm_forward(&call, &norm);
    return hw_dnn_end(&call);
}

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
    size_t reserve_bytes, int group_cnt)
{
    struct hw_dnn_call call = hw_dnn_begin(__func__, handle);
    struct hw_dnn_norm norm = {.epsilon = epsilon, .reserve = reserve, .reserve_bytes = reserve_bytes};

    (void)y_desc, (void)y_data, (void)norm_bias_data, (void)workspace, (void)workspace_bytes;
    mode_of(&call, &norm, mode, norm_ops, algo, activation_desc, group_cnt);
    norm.x = hw_dnn_operand(&call, x_desc, x_data);
    norm.dy = hw_dnn_operand(&call, dy_desc, dy_data);
    norm.dx = hw_dnn_operand(&call, dx_desc, dx_data);
    if (norm_ops == CUDNN_NORM_OPS_NORM_ADD_ACTIVATION)
        norm.dz = hw_dnn_operand(&call, dz_desc, dz_data);
    norm.scale = hw_dnn_norm_parameter(&call, &norm, d_norm_scale_bias_desc, norm_scale_data);
    norm.dscale = hw_dnn_norm_parameter(&call, &norm, d_norm_scale_bias_desc, d_norm_scale_data);
    norm.dbias = hw_dnn_norm_parameter(&call, &norm, d_norm_scale_bias_desc, d_norm_bias_data);
    norm.saved_mean = hw_dnn_norm_parameter(&call, &norm, norm_mean_var_desc, saved_mean);
    norm.saved_deviation = hw_dnn_norm_parameter(&call, &norm, norm_mean_var_desc, saved_inv_variance);
    hw_dnn_norm_scalars(&call, &norm, alpha_data_diff, beta_data_diff, &norm.alpha, &norm.beta);
    hw_dnn_norm_scalars(&call, &norm, alpha_param_diff, beta_param_diff, &norm.parameter_alpha,
                        &norm.parameter_beta);
    hw_dnn_norm_backward(&call, &norm);
    return hw_dnn_end(&call);
}

/* --- sizes --- */

static cudnnStatus_t give_bytes(const char *name, cudnnHandle_t handle, cudnnNormOps_t ops,
                                cudnnTensorDescriptor_t x_desc, int groups, bool reserve, size_t *bytes)
{
    struct hw_dnn_call call = hw_dnn_begin(name, handle);
    const struct cudnnTensorStruct x = hw_dnn_tensor(&call, x_desc);

    hw_dnn_need(&call, bytes && (unsigned)ops <= CUDNN_NORM_OPS_NORM_ADD_ACTIVATION);
    hw_dnn_check(&call, groups == 1, CUDNN_STATUS_NOT_SUPPORTED);
    if (hw_dnn_is_ready(&call))
        *bytes = reserve && ops != CUDNN_NORM_OPS_NORM ? hw_dnn_norm_reserve_bytes(&x) : 0;
    return hw_dnn_end(&call);
}

cudnnStatus_t cudnnGetNormalizationForwardTrainingWorkspaceSize(
    cudnnHandle_t handle, cudnnNormMode_t mode, cudnnNormOps_t norm_ops, cudnnNormAlgo_t algo,
    cudnnTensorDescriptor_t x_desc, cudnnTensorDescriptor_t z_desc, cudnnTensorDescriptor_t y_desc,
    cudnnTensorDescriptor_t norm_scale_bias_desc, cudnnActivationDescriptor_t activation_desc,
    cudnnTensorDescriptor_t norm_mean_var_desc, size_t *bytes, int group_cnt)
{
    (void)mode, (void)algo, (void)z_desc, (void)y_desc, (void)norm_scale_bias_desc, (void)activation_desc;
    (void)norm_mean_var_desc;
    return give_bytes(__func__, handle, norm_ops, x_desc, group_cnt, false, bytes);
}

cudnnStatus_t cudnnGetNormalizationBackwardWorkspaceSize(
    cudnnHandle_t handle, cudnnNormMode_t mode, cudnnNormOps_t norm_ops, cudnnNormAlgo_t algo,
    cudnnTensorDescriptor_t x_desc, cudnnTensorDescriptor_t y_desc, cudnnTensorDescriptor_t dy_desc,
    cudnnTensorDescriptor_t dz_desc, cudnnTensorDescriptor_t dx_desc,
    cudnnTensorDescriptor_t d_norm_scale_bias_desc, cudnnActivationDescriptor_t activation_desc,
    cudnnTensorDescriptor_t norm_mean_var_desc, size_t *bytes, int group_cnt)
{
    (void)mode, (void)algo, (void)y_desc, (void)dy_desc, (void)dz_desc, (void)dx_desc;
    (void)d_norm_scale_bias_desc, (void)activation_desc, (void)norm_mean_var_desc;
    return give_bytes(__func__, handle, norm_ops, x_desc, group_cnt, false, bytes);
}

cudnnStatus_t cudnnGetNormalizationTrainingReserveSpaceSize(cudnnHandle_t handle, cudnnNormMode_t mode,
                                                            cudnnNormOps_t norm_ops, cudnnNormAlgo_t algo,
                                                            cudnnActivationDescriptor_t activation_desc,
                                                            cudnnTensorDescriptor_t x_desc, size_t *bytes,
                                                            int group_cnt)
{
    (void)mode, (void)algo, (void)activation_desc;
    return give_bytes(__func__, handle, norm_ops, x_desc, group_cnt, true, bytes);
}
