/* SPDX-License-Identifier: MIT */
/* cuDNN: recurrent networks, by the interfaces of cuDNN 6 to 9. */
#ifndef HW_CUDA_DNN_CUDNN_RNN_H
#define HW_CUDA_DNN_CUDNN_RNN_H

#include "cuda/dnn/cudnn.h"

typedef enum { CUDNN_FWD_MODE_INFERENCE, CUDNN_FWD_MODE_TRAINING } cudnnForwardMode_t;
typedef enum { CUDNN_RNN_RELU, CUDNN_RNN_TANH, CUDNN_LSTM, CUDNN_GRU } cudnnRNNMode_t;
typedef enum {
    CUDNN_RNN_NO_BIAS,
    CUDNN_RNN_SINGLE_INP_BIAS,
    CUDNN_RNN_DOUBLE_BIAS,
    CUDNN_RNN_SINGLE_REC_BIAS
} cudnnRNNBiasMode_t;
typedef enum { CUDNN_UNIDIRECTIONAL, CUDNN_BIDIRECTIONAL } cudnnDirectionMode_t;
typedef enum { CUDNN_LINEAR_INPUT, CUDNN_SKIP_INPUT } cudnnRNNInputMode_t;
typedef enum { CUDNN_RNN_CLIP_NONE, CUDNN_RNN_CLIP_MINMAX } cudnnRNNClipMode_t;
typedef enum {
    CUDNN_RNN_ALGO_STANDARD,
    CUDNN_RNN_ALGO_PERSIST_STATIC,
    CUDNN_RNN_ALGO_PERSIST_DYNAMIC,
    CUDNN_RNN_ALGO_PERSIST_STATIC_SMALL_H,
    CUDNN_RNN_ALGO_COUNT
} cudnnRNNAlgo_t;
typedef enum {
    CUDNN_RNN_DATA_LAYOUT_SEQ_MAJOR_UNPACKED,
    CUDNN_RNN_DATA_LAYOUT_SEQ_MAJOR_PACKED,
    CUDNN_RNN_DATA_LAYOUT_BATCH_MAJOR_UNPACKED
} cudnnRNNDataLayout_t;
typedef enum { CUDNN_WGRAD_MODE_ADD, CUDNN_WGRAD_MODE_SET } cudnnWgradMode_t;

#define CUDNN_RNN_PADDED_IO_ENABLED 1u

#pragma GCC visibility push(default)

cudnnStatus_t cudnnCreateRNNDescriptor(cudnnRNNDescriptor_t *rnn_desc);
cudnnStatus_t cudnnDestroyRNNDescriptor(cudnnRNNDescriptor_t rnn_desc);
cudnnStatus_t cudnnSetRNNDescriptor_v8(cudnnRNNDescriptor_t rnn_desc, cudnnRNNAlgo_t algo,
                                       cudnnRNNMode_t cell_mode, cudnnRNNBiasMode_t bias_mode,
                                       cudnnDirectionMode_t dir_mode, cudnnRNNInputMode_t input_mode,
                                       cudnnDataType_t data_type, cudnnDataType_t math_prec,
                                       cudnnMathType_t math_type, int32_t input_size, int32_t hidden_size,
                                       int32_t proj_size, int32_t num_layers,
                                       cudnnDropoutDescriptor_t dropout_desc, uint32_t aux_flags);
cudnnStatus_t cudnnGetRNNDescriptor_v8(cudnnRNNDescriptor_t rnn_desc, cudnnRNNAlgo_t *algo,
                                       cudnnRNNMode_t *cell_mode, cudnnRNNBiasMode_t *bias_mode,
                                       cudnnDirectionMode_t *dir_mode, cudnnRNNInputMode_t *input_mode,
                                       cudnnDataType_t *data_type, cudnnDataType_t *math_prec,
                                       cudnnMathType_t *math_type, int32_t *input_size, int32_t *hidden_size,
                                       int32_t *proj_size, int32_t *num_layers,
                                       cudnnDropoutDescriptor_t *dropout_desc, uint32_t *aux_flags);
cudnnStatus_t cudnnSetRNNDescriptor_v6(cudnnHandle_t handle, cudnnRNNDescriptor_t rnn_desc, int hidden_size,
                                       int num_layers, cudnnDropoutDescriptor_t dropout_desc,
                                       cudnnRNNInputMode_t input_mode, cudnnDirectionMode_t direction,
                                       cudnnRNNMode_t cell_mode, cudnnRNNAlgo_t algo,
                                       cudnnDataType_t math_prec);
cudnnStatus_t cudnnGetRNNDescriptor_v6(cudnnHandle_t handle, cudnnRNNDescriptor_t rnn_desc, int *hidden_size,
                                       int *num_layers, cudnnDropoutDescriptor_t *dropout_desc,
                                       cudnnRNNInputMode_t *input_mode, cudnnDirectionMode_t *direction,
                                       cudnnRNNMode_t *cell_mode, cudnnRNNAlgo_t *algo,
                                       cudnnDataType_t *math_prec);
cudnnStatus_t cudnnSetRNNMatrixMathType(cudnnRNNDescriptor_t rnn_desc, cudnnMathType_t m_type);
cudnnStatus_t cudnnGetRNNMatrixMathType(cudnnRNNDescriptor_t rnn_desc, cudnnMathType_t *m_type);
cudnnStatus_t cudnnSetRNNBiasMode(cudnnRNNDescriptor_t rnn_desc, cudnnRNNBiasMode_t bias_mode);
cudnnStatus_t cudnnGetRNNBiasMode(cudnnRNNDescriptor_t rnn_desc, cudnnRNNBiasMode_t *bias_mode);
cudnnStatus_t cudnnRNNSetClip_v8(cudnnRNNDescriptor_t rnn_desc, cudnnRNNClipMode_t clip_mode,
                                 cudnnNanPropagation_t clip_nan_opt, double lclip, double rclip);
cudnnStatus_t cudnnRNNGetClip_v8(cudnnRNNDescriptor_t rnn_desc, cudnnRNNClipMode_t *clip_mode,
                                 cudnnNanPropagation_t *clip_nan_opt, double *lclip, double *rclip);
cudnnStatus_t cudnnRNNSetClip_v9(cudnnRNNDescriptor_t rnn_desc, cudnnRNNClipMode_t clip_mode, double lclip,
                                 double rclip);
cudnnStatus_t cudnnRNNGetClip_v9(cudnnRNNDescriptor_t rnn_desc, cudnnRNNClipMode_t *clip_mode, double *lclip,
                                 double *rclip);
cudnnStatus_t cudnnRNNSetClip(cudnnHandle_t handle, cudnnRNNDescriptor_t rnn_desc,
                              cudnnRNNClipMode_t clip_mode, cudnnNanPropagation_t clip_nan_opt, double lclip,
                              double rclip);
cudnnStatus_t cudnnRNNGetClip(cudnnHandle_t handle, cudnnRNNDescriptor_t rnn_desc,
                              cudnnRNNClipMode_t *clip_mode, cudnnNanPropagation_t *clip_nan_opt,
                              double *lclip, double *rclip);
cudnnStatus_t cudnnSetRNNProjectionLayers(cudnnHandle_t handle, cudnnRNNDescriptor_t rnn_desc,
                                          int rec_proj_size, int out_proj_size);
cudnnStatus_t cudnnGetRNNProjectionLayers(cudnnHandle_t handle, cudnnRNNDescriptor_t rnn_desc,
                                          int *rec_proj_size, int *out_proj_size);
cudnnStatus_t cudnnCreatePersistentRNNPlan(cudnnRNNDescriptor_t rnn_desc, int minibatch,
                                           cudnnDataType_t data_type, cudnnPersistentRNNPlan_t *plan);
cudnnStatus_t cudnnDestroyPersistentRNNPlan(cudnnPersistentRNNPlan_t plan);
cudnnStatus_t cudnnSetPersistentRNNPlan(cudnnRNNDescriptor_t rnn_desc, cudnnPersistentRNNPlan_t plan);
cudnnStatus_t cudnnBuildRNNDynamic(cudnnHandle_t handle, cudnnRNNDescriptor_t rnn_desc, int mini_batch);
cudnnStatus_t cudnnGetRNNWorkspaceSize(cudnnHandle_t handle, cudnnRNNDescriptor_t rnn_desc, int seq_length,
                                       const cudnnTensorDescriptor_t *x_desc, size_t *bytes);
cudnnStatus_t cudnnGetRNNTrainingReserveSize(cudnnHandle_t handle, cudnnRNNDescriptor_t rnn_desc,
                                             int seq_length, const cudnnTensorDescriptor_t *x_desc,
                                             size_t *bytes);
cudnnStatus_t cudnnGetRNNTempSpaceSizes(cudnnHandle_t handle, cudnnRNNDescriptor_t rnn_desc,
                                        cudnnForwardMode_t f_mode, cudnnRNNDataDescriptor_t x_desc,
                                        size_t *workspace_size, size_t *reserve_size);
cudnnStatus_t cudnnGetRNNParamsSize(cudnnHandle_t handle, cudnnRNNDescriptor_t rnn_desc,
                                    cudnnTensorDescriptor_t x_desc, size_t *bytes, cudnnDataType_t data_type);
cudnnStatus_t cudnnGetRNNWeightSpaceSize(cudnnHandle_t handle, cudnnRNNDescriptor_t rnn_desc,
                                         size_t *weight_space_size);
cudnnStatus_t cudnnGetRNNLinLayerMatrixParams(cudnnHandle_t handle, cudnnRNNDescriptor_t rnn_desc,
                                              int pseudo_layer, cudnnTensorDescriptor_t x_desc,
                                              cudnnFilterDescriptor_t w_desc, const void *w, int lin_layer_id,
                                              cudnnFilterDescriptor_t lin_layer_mat_desc,
                                              void **lin_layer_mat);
cudnnStatus_t cudnnGetRNNLinLayerBiasParams(cudnnHandle_t handle, cudnnRNNDescriptor_t rnn_desc,
                                            int pseudo_layer, cudnnTensorDescriptor_t x_desc,
                                            cudnnFilterDescriptor_t w_desc, const void *w, int lin_layer_id,
                                            cudnnFilterDescriptor_t lin_layer_bias_desc,
                                            void **lin_layer_bias);
cudnnStatus_t cudnnGetRNNWeightParams(cudnnHandle_t handle, cudnnRNNDescriptor_t rnn_desc,
                                      int32_t pseudo_layer, size_t weight_space_size,
                                      const void *weight_space, int32_t lin_layer_id,
                                      cudnnTensorDescriptor_t m_desc, void **m_addr,
                                      cudnnTensorDescriptor_t b_desc, void **b_addr);
cudnnStatus_t cudnnRNNForwardInference(
    cudnnHandle_t handle, cudnnRNNDescriptor_t rnn_desc, int seq_length,
    const cudnnTensorDescriptor_t *x_desc, const void *x, cudnnTensorDescriptor_t hx_desc, const void *hx,
    cudnnTensorDescriptor_t cx_desc, const void *cx, cudnnFilterDescriptor_t w_desc, const void *w,
    const cudnnTensorDescriptor_t *y_desc, void *y, cudnnTensorDescriptor_t hy_desc, void *hy,
    cudnnTensorDescriptor_t cy_desc, void *cy, void *workspace, size_t workspace_bytes);
cudnnStatus_t cudnnSetRNNPaddingMode(cudnnRNNDescriptor_t rnn_desc, unsigned padding_mode);
cudnnStatus_t cudnnGetRNNPaddingMode(cudnnRNNDescriptor_t rnn_desc, unsigned *padding_mode);
cudnnStatus_t cudnnCreateRNNDataDescriptor(cudnnRNNDataDescriptor_t *rnn_data_desc);
cudnnStatus_t cudnnDestroyRNNDataDescriptor(cudnnRNNDataDescriptor_t rnn_data_desc);
cudnnStatus_t cudnnSetRNNDataDescriptor(cudnnRNNDataDescriptor_t rnn_data_desc, cudnnDataType_t data_type,
                                        cudnnRNNDataLayout_t layout, int max_seq_length, int batch_size,
                                        int vector_size, const int *seq_length_array, void *padding_fill);
cudnnStatus_t cudnnGetRNNDataDescriptor(cudnnRNNDataDescriptor_t rnn_data_desc, cudnnDataType_t *data_type,
                                        cudnnRNNDataLayout_t *layout, int *max_seq_length, int *batch_size,
                                        int *vector_size, int array_length_requested, int *seq_length_array,
                                        void *padding_fill);
cudnnStatus_t cudnnRNNForwardInferenceEx(
    cudnnHandle_t handle, cudnnRNNDescriptor_t rnn_desc, cudnnRNNDataDescriptor_t x_desc, const void *x,
    cudnnTensorDescriptor_t hx_desc, const void *hx, cudnnTensorDescriptor_t cx_desc, const void *cx,
    cudnnFilterDescriptor_t w_desc, const void *w, cudnnRNNDataDescriptor_t y_desc, void *y,
    cudnnTensorDescriptor_t hy_desc, void *hy, cudnnTensorDescriptor_t cy_desc, void *cy,
    cudnnRNNDataDescriptor_t k_desc, const void *keys, cudnnRNNDataDescriptor_t c_desc, void *c_attn,
    cudnnRNNDataDescriptor_t i_desc, void *i_attn, cudnnRNNDataDescriptor_t q_desc, void *queries,
    void *workspace, size_t workspace_bytes);
cudnnStatus_t cudnnRNNForward(cudnnHandle_t handle, cudnnRNNDescriptor_t rnn_desc,
                              cudnnForwardMode_t fwd_mode, const int32_t *dev_seq_lengths,
                              cudnnRNNDataDescriptor_t x_desc, const void *x, cudnnRNNDataDescriptor_t y_desc,
                              void *y, cudnnTensorDescriptor_t h_desc, const void *hx, void *hy,
                              cudnnTensorDescriptor_t c_desc, const void *cx, void *cy,
                              size_t weight_space_size, const void *weight_space, size_t workspace_size,
                              void *workspace, size_t reserve_size, void *reserve);
cudnnStatus_t cudnnRNNForwardTraining(cudnnHandle_t handle, cudnnRNNDescriptor_t rnn_desc, int seq_length,
                                      const cudnnTensorDescriptor_t *x_desc, const void *x,
                                      cudnnTensorDescriptor_t hx_desc, const void *hx,
                                      cudnnTensorDescriptor_t cx_desc, const void *cx,
                                      cudnnFilterDescriptor_t w_desc, const void *w,
                                      const cudnnTensorDescriptor_t *y_desc, void *y,
                                      cudnnTensorDescriptor_t hy_desc, void *hy,
                                      cudnnTensorDescriptor_t cy_desc, void *cy, void *workspace,
                                      size_t workspace_bytes, void *reserve, size_t reserve_bytes);
cudnnStatus_t cudnnRNNBackwardData(
    cudnnHandle_t handle, cudnnRNNDescriptor_t rnn_desc, int seq_length,
    const cudnnTensorDescriptor_t *y_desc, const void *y, const cudnnTensorDescriptor_t *dy_desc,
    const void *dy, cudnnTensorDescriptor_t dhy_desc, const void *dhy, cudnnTensorDescriptor_t dcy_desc,
    const void *dcy, cudnnFilterDescriptor_t w_desc, const void *w, cudnnTensorDescriptor_t hx_desc,
    const void *hx, cudnnTensorDescriptor_t cx_desc, const void *cx, const cudnnTensorDescriptor_t *dx_desc,
    void *dx, cudnnTensorDescriptor_t dhx_desc, void *dhx, cudnnTensorDescriptor_t dcx_desc, void *dcx,
    void *workspace, size_t workspace_bytes, void *reserve, size_t reserve_bytes);
cudnnStatus_t cudnnRNNBackwardData_v8(cudnnHandle_t handle, cudnnRNNDescriptor_t rnn_desc,
                                      const int32_t *dev_seq_lengths, cudnnRNNDataDescriptor_t y_desc,
                                      const void *y, const void *dy, cudnnRNNDataDescriptor_t x_desc,
                                      void *dx, cudnnTensorDescriptor_t h_desc, const void *hx,
                                      const void *dhy, void *dhx, cudnnTensorDescriptor_t c_desc,
                                      const void *cx, const void *dcy, void *dcx, size_t weight_space_size,
                                      const void *weight_space, size_t workspace_size, void *workspace,
                                      size_t reserve_size, void *reserve);
cudnnStatus_t cudnnRNNBackwardWeights(cudnnHandle_t handle, cudnnRNNDescriptor_t rnn_desc, int seq_length,
                                      const cudnnTensorDescriptor_t *x_desc, const void *x,
                                      cudnnTensorDescriptor_t hx_desc, const void *hx,
                                      const cudnnTensorDescriptor_t *y_desc, const void *y,
                                      const void *workspace, size_t workspace_bytes,
                                      cudnnFilterDescriptor_t dw_desc, void *dw, const void *reserve,
                                      size_t reserve_bytes);
cudnnStatus_t cudnnRNNBackwardWeights_v8(cudnnHandle_t handle, cudnnRNNDescriptor_t rnn_desc,
                                         cudnnWgradMode_t add_grad, const int32_t *dev_seq_lengths,
                                         cudnnRNNDataDescriptor_t x_desc, const void *x,
                                         cudnnTensorDescriptor_t h_desc, const void *hx,
                                         cudnnRNNDataDescriptor_t y_desc, const void *y,
                                         size_t weight_space_size, void *dweight_space, size_t workspace_size,
                                         void *workspace, size_t reserve_size, void *reserve);
cudnnStatus_t cudnnRNNForwardTrainingEx(
    cudnnHandle_t handle, cudnnRNNDescriptor_t rnn_desc, cudnnRNNDataDescriptor_t x_desc, const void *x,
    cudnnTensorDescriptor_t hx_desc, const void *hx, cudnnTensorDescriptor_t cx_desc, const void *cx,
    cudnnFilterDescriptor_t w_desc, const void *w, cudnnRNNDataDescriptor_t y_desc, void *y,
    cudnnTensorDescriptor_t hy_desc, void *hy, cudnnTensorDescriptor_t cy_desc, void *cy,
    cudnnRNNDataDescriptor_t k_desc, const void *keys, cudnnRNNDataDescriptor_t c_desc, void *c_attn,
    cudnnRNNDataDescriptor_t i_desc, void *i_attn, cudnnRNNDataDescriptor_t q_desc, void *queries,
    void *workspace, size_t workspace_bytes, void *reserve, size_t reserve_bytes);
cudnnStatus_t cudnnRNNBackwardDataEx(
    cudnnHandle_t handle, cudnnRNNDescriptor_t rnn_desc, cudnnRNNDataDescriptor_t y_desc, const void *y,
    cudnnRNNDataDescriptor_t dy_desc, const void *dy, cudnnRNNDataDescriptor_t dc_desc, const void *dc_attn,
    cudnnTensorDescriptor_t dhy_desc, const void *dhy, cudnnTensorDescriptor_t dcy_desc, const void *dcy,
    cudnnFilterDescriptor_t w_desc, const void *w, cudnnTensorDescriptor_t hx_desc, const void *hx,
    cudnnTensorDescriptor_t cx_desc, const void *cx, cudnnRNNDataDescriptor_t dx_desc, void *dx,
    cudnnTensorDescriptor_t dhx_desc, void *dhx, cudnnTensorDescriptor_t dcx_desc, void *dcx,
    cudnnRNNDataDescriptor_t dk_desc, void *dkeys, void *workspace, size_t workspace_bytes, void *reserve,
    size_t reserve_bytes);
cudnnStatus_t cudnnRNNBackwardWeightsEx(cudnnHandle_t handle, cudnnRNNDescriptor_t rnn_desc,
                                        cudnnRNNDataDescriptor_t x_desc, const void *x,
                                        cudnnTensorDescriptor_t hx_desc, const void *hx,
                                        cudnnRNNDataDescriptor_t y_desc, const void *y, void *workspace,
                                        size_t workspace_bytes, cudnnFilterDescriptor_t dw_desc, void *dw,
                                        void *reserve, size_t reserve_bytes);

#pragma GCC visibility pop
#endif
