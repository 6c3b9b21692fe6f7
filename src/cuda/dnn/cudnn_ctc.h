/* SPDX-License-Identifier: MIT */
/* cuDNN: connectionist temporal classification. */
#ifndef HW_CUDA_DNN_CUDNN_CTC_H
#define HW_CUDA_DNN_CUDNN_CTC_H

#include "cuda/dnn/cudnn.h"

typedef enum { CUDNN_CTC_LOSS_ALGO_DETERMINISTIC, CUDNN_CTC_LOSS_ALGO_NON_DETERMINISTIC } cudnnCTCLossAlgo_t;
typedef enum { CUDNN_LOSS_NORMALIZATION_NONE, CUDNN_LOSS_NORMALIZATION_SOFTMAX } cudnnLossNormalizationMode_t;
typedef enum { CUDNN_CTC_ZERO_OOB_GRADIENTS, CUDNN_CTC_SKIP_OOB_GRADIENTS } cudnnCTCGradMode_t;

#pragma GCC visibility push(default)

cudnnStatus_t cudnnCreateCTCLossDescriptor(cudnnCTCLossDescriptor_t *ctc_loss_desc);
cudnnStatus_t cudnnSetCTCLossDescriptor(cudnnCTCLossDescriptor_t ctc_loss_desc, cudnnDataType_t comp_type);
cudnnStatus_t cudnnSetCTCLossDescriptorEx(cudnnCTCLossDescriptor_t ctc_loss_desc, cudnnDataType_t comp_type,
                                          cudnnLossNormalizationMode_t norm_mode,
                                          cudnnNanPropagation_t grad_mode);
cudnnStatus_t cudnnSetCTCLossDescriptor_v8(cudnnCTCLossDescriptor_t ctc_loss_desc, cudnnDataType_t comp_type,
                                           cudnnLossNormalizationMode_t norm_mode,
                                           cudnnNanPropagation_t grad_mode, int max_label_length);
cudnnStatus_t cudnnSetCTCLossDescriptor_v9(cudnnCTCLossDescriptor_t ctc_loss_desc, cudnnDataType_t comp_type,
                                           cudnnLossNormalizationMode_t norm_mode,
                                           cudnnCTCGradMode_t grad_mode, int max_label_length);
cudnnStatus_t cudnnGetCTCLossDescriptor_v9(cudnnCTCLossDescriptor_t ctc_loss_desc, cudnnDataType_t *comp_type,
                                           cudnnLossNormalizationMode_t *norm_mode,
                                           cudnnCTCGradMode_t *grad_mode, int *max_label_length);
cudnnStatus_t cudnnGetCTCLossDescriptor(cudnnCTCLossDescriptor_t ctc_loss_desc, cudnnDataType_t *comp_type);
cudnnStatus_t cudnnGetCTCLossDescriptorEx(cudnnCTCLossDescriptor_t ctc_loss_desc, cudnnDataType_t *comp_type,
                                          cudnnLossNormalizationMode_t *norm_mode,
                                          cudnnNanPropagation_t *grad_mode);
cudnnStatus_t cudnnGetCTCLossDescriptor_v8(cudnnCTCLossDescriptor_t ctc_loss_desc, cudnnDataType_t *comp_type,
                                           cudnnLossNormalizationMode_t *norm_mode,
                                           cudnnNanPropagation_t *grad_mode, int *max_label_length);
cudnnStatus_t cudnnDestroyCTCLossDescriptor(cudnnCTCLossDescriptor_t ctc_loss_desc);
cudnnStatus_t cudnnCTCLoss(cudnnHandle_t handle, cudnnTensorDescriptor_t probs_desc, const void *probs,
                           const int *host_labels, const int *host_label_lengths,
                           const int *host_input_lengths, void *costs, cudnnTensorDescriptor_t gradients_desc,
                           void *gradients, cudnnCTCLossAlgo_t algo, cudnnCTCLossDescriptor_t ctc_loss_desc,
                           void *workspace, size_t workspace_bytes);
cudnnStatus_t cudnnCTCLoss_v8(cudnnHandle_t handle, cudnnCTCLossAlgo_t algo,
                              cudnnCTCLossDescriptor_t ctc_loss_desc, cudnnTensorDescriptor_t probs_desc,
                              const void *probs, const int *labels, const int *label_lengths,
                              const int *input_lengths, void *costs, cudnnTensorDescriptor_t gradients_desc,
                              void *gradients, size_t workspace_bytes, void *workspace);
cudnnStatus_t cudnnGetCTCLossWorkspaceSize(cudnnHandle_t handle, cudnnTensorDescriptor_t probs_desc,
                                           cudnnTensorDescriptor_t gradients_desc, const int *labels,
                                           const int *label_lengths, const int *input_lengths,
                                           cudnnCTCLossAlgo_t algo, cudnnCTCLossDescriptor_t ctc_loss_desc,
                                           size_t *bytes);
cudnnStatus_t cudnnGetCTCLossWorkspaceSize_v8(cudnnHandle_t handle, cudnnCTCLossAlgo_t algo,
                                              cudnnCTCLossDescriptor_t ctc_loss_desc,
                                              cudnnTensorDescriptor_t probs_desc,
                                              cudnnTensorDescriptor_t gradients_desc, size_t *bytes);

#pragma GCC visibility pop
#endif
