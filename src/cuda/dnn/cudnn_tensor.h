/* SPDX-License-Identifier: MIT */
/* cuDNN: tensors, filters, and arithmetic on them. */
#ifndef HW_CUDA_DNN_CUDNN_TENSOR_H
#define HW_CUDA_DNN_CUDNN_TENSOR_H

#include "cuda/dnn/cudnn.h"

typedef enum {
    CUDNN_OP_TENSOR_ADD,
    CUDNN_OP_TENSOR_MUL,
    CUDNN_OP_TENSOR_MIN,
    CUDNN_OP_TENSOR_MAX,
    CUDNN_OP_TENSOR_SQRT,
    CUDNN_OP_TENSOR_NOT
} cudnnOpTensorOp_t;
typedef enum {
    CUDNN_REDUCE_TENSOR_ADD,
    CUDNN_REDUCE_TENSOR_MUL,
    CUDNN_REDUCE_TENSOR_MIN,
    CUDNN_REDUCE_TENSOR_MAX,
    CUDNN_REDUCE_TENSOR_AMAX,
    CUDNN_REDUCE_TENSOR_AVG,
    CUDNN_REDUCE_TENSOR_NORM1,
    CUDNN_REDUCE_TENSOR_NORM2,
    CUDNN_REDUCE_TENSOR_MUL_NO_ZEROS
} cudnnReduceTensorOp_t;
typedef enum {
    CUDNN_REDUCE_TENSOR_NO_INDICES,
    CUDNN_REDUCE_TENSOR_FLATTENED_INDICES
} cudnnReduceTensorIndices_t;
typedef enum {
    CUDNN_32BIT_INDICES,
    CUDNN_64BIT_INDICES,
    CUDNN_16BIT_INDICES,
    CUDNN_8BIT_INDICES
} cudnnIndicesType_t;

#pragma GCC visibility push(default)

cudnnStatus_t cudnnCreateTensorDescriptor(cudnnTensorDescriptor_t *tensor_desc);
cudnnStatus_t cudnnSetTensor4dDescriptor(cudnnTensorDescriptor_t tensor_desc, cudnnTensorFormat_t format,
                                         cudnnDataType_t data_type, int n, int c, int h, int w);
cudnnStatus_t cudnnSetTensor4dDescriptorEx(cudnnTensorDescriptor_t tensor_desc, cudnnDataType_t data_type,
                                           int n, int c, int h, int w, int n_stride, int c_stride,
                                           int h_stride, int w_stride);
cudnnStatus_t cudnnGetTensor4dDescriptor(cudnnTensorDescriptor_t tensor_desc, cudnnDataType_t *data_type,
                                         int *n, int *c, int *h, int *w, int *n_stride, int *c_stride,
                                         int *h_stride, int *w_stride);
cudnnStatus_t cudnnSetTensorNdDescriptor(cudnnTensorDescriptor_t tensor_desc, cudnnDataType_t data_type,
                                         int nb_dims, const int *dim_a, const int *stride_a);
cudnnStatus_t cudnnSetTensorNdDescriptorEx(cudnnTensorDescriptor_t tensor_desc, cudnnTensorFormat_t format,
                                           cudnnDataType_t data_type, int nb_dims, const int *dim_a);
cudnnStatus_t cudnnGetTensorNdDescriptor(cudnnTensorDescriptor_t tensor_desc, int nb_dims_requested,
                                         cudnnDataType_t *data_type, int *nb_dims, int *dim_a, int *stride_a);
cudnnStatus_t cudnnGetTensorSizeInBytes(cudnnTensorDescriptor_t tensor_desc, size_t *size);
cudnnStatus_t cudnnDestroyTensorDescriptor(cudnnTensorDescriptor_t tensor_desc);
cudnnStatus_t cudnnTransformTensor(cudnnHandle_t handle, const void *alpha, cudnnTensorDescriptor_t x_desc,
                                   const void *x, const void *beta, cudnnTensorDescriptor_t y_desc, void *y);
cudnnStatus_t cudnnAddTensor(cudnnHandle_t handle, const void *alpha, cudnnTensorDescriptor_t a_desc,
                             const void *a, const void *beta, cudnnTensorDescriptor_t c_desc, void *c);
cudnnStatus_t cudnnCreateOpTensorDescriptor(cudnnOpTensorDescriptor_t *op_tensor_desc);
cudnnStatus_t cudnnSetOpTensorDescriptor(cudnnOpTensorDescriptor_t op_tensor_desc,
                                         cudnnOpTensorOp_t op_tensor_op, cudnnDataType_t op_tensor_comp_type,
                                         cudnnNanPropagation_t op_tensor_nan_opt);
cudnnStatus_t cudnnGetOpTensorDescriptor(cudnnOpTensorDescriptor_t op_tensor_desc,
                                         cudnnOpTensorOp_t *op_tensor_op,
                                         cudnnDataType_t *op_tensor_comp_type,
                                         cudnnNanPropagation_t *op_tensor_nan_opt);
cudnnStatus_t cudnnDestroyOpTensorDescriptor(cudnnOpTensorDescriptor_t op_tensor_desc);
cudnnStatus_t cudnnOpTensor(cudnnHandle_t handle, cudnnOpTensorDescriptor_t op_tensor_desc,
                            const void *alpha1, cudnnTensorDescriptor_t a_desc, const void *a,
                            const void *alpha2, cudnnTensorDescriptor_t b_desc, const void *b,
                            const void *beta, cudnnTensorDescriptor_t c_desc, void *c);
cudnnStatus_t cudnnCreateReduceTensorDescriptor(cudnnReduceTensorDescriptor_t *reduce_tensor_desc);
cudnnStatus_t cudnnSetReduceTensorDescriptor(cudnnReduceTensorDescriptor_t reduce_tensor_desc,
                                             cudnnReduceTensorOp_t reduce_tensor_op,
                                             cudnnDataType_t reduce_tensor_comp_type,
                                             cudnnNanPropagation_t reduce_tensor_nan_opt,
                                             cudnnReduceTensorIndices_t reduce_tensor_indices,
                                             cudnnIndicesType_t reduce_tensor_indices_type);
cudnnStatus_t cudnnGetReduceTensorDescriptor(cudnnReduceTensorDescriptor_t reduce_tensor_desc,
                                             cudnnReduceTensorOp_t *reduce_tensor_op,
                                             cudnnDataType_t *reduce_tensor_comp_type,
                                             cudnnNanPropagation_t *reduce_tensor_nan_opt,
                                             cudnnReduceTensorIndices_t *reduce_tensor_indices,
                                             cudnnIndicesType_t *reduce_tensor_indices_type);
cudnnStatus_t cudnnDestroyReduceTensorDescriptor(cudnnReduceTensorDescriptor_t reduce_tensor_desc);
cudnnStatus_t cudnnGetReductionIndicesSize(cudnnHandle_t handle,
                                           cudnnReduceTensorDescriptor_t reduce_tensor_desc,
                                           cudnnTensorDescriptor_t a_desc, cudnnTensorDescriptor_t c_desc,
                                           size_t *bytes);
cudnnStatus_t cudnnGetReductionWorkspaceSize(cudnnHandle_t handle,
                                             cudnnReduceTensorDescriptor_t reduce_tensor_desc,
                                             cudnnTensorDescriptor_t a_desc, cudnnTensorDescriptor_t c_desc,
                                             size_t *bytes);
cudnnStatus_t cudnnReduceTensor(cudnnHandle_t handle, cudnnReduceTensorDescriptor_t reduce_tensor_desc,
                                void *indices, size_t indices_bytes, void *workspace, size_t workspace_bytes,
                                const void *alpha, cudnnTensorDescriptor_t a_desc, const void *a,
                                const void *beta, cudnnTensorDescriptor_t c_desc, void *c);
cudnnStatus_t cudnnSetTensor(cudnnHandle_t handle, cudnnTensorDescriptor_t y_desc, void *y,
                             const void *value_ptr);
cudnnStatus_t cudnnScaleTensor(cudnnHandle_t handle, cudnnTensorDescriptor_t y_desc, void *y,
                               const void *alpha);
cudnnStatus_t cudnnCreateFilterDescriptor(cudnnFilterDescriptor_t *filter_desc);
cudnnStatus_t cudnnSetFilter4dDescriptor(cudnnFilterDescriptor_t filter_desc, cudnnDataType_t data_type,
                                         cudnnTensorFormat_t format, int k, int c, int h, int w);
cudnnStatus_t cudnnGetFilter4dDescriptor(cudnnFilterDescriptor_t filter_desc, cudnnDataType_t *data_type,
                                         cudnnTensorFormat_t *format, int *k, int *c, int *h, int *w);
cudnnStatus_t cudnnSetFilterNdDescriptor(cudnnFilterDescriptor_t filter_desc, cudnnDataType_t data_type,
                                         cudnnTensorFormat_t format, int nb_dims, const int *filter_dim_a);
cudnnStatus_t cudnnGetFilterNdDescriptor(cudnnFilterDescriptor_t filter_desc, int nb_dims_requested,
                                         cudnnDataType_t *data_type, cudnnTensorFormat_t *format,
                                         int *nb_dims, int *filter_dim_a);
cudnnStatus_t cudnnGetFilterSizeInBytes(cudnnFilterDescriptor_t filter_desc, size_t *size);
cudnnStatus_t cudnnDestroyFilterDescriptor(cudnnFilterDescriptor_t filter_desc);

#pragma GCC visibility pop
#endif
