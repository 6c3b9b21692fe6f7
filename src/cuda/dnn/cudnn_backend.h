/* SPDX-License-Identifier: MIT */
/* cuDNN: the backend, descriptors with attributes. */
#ifndef HW_CUDA_DNN_CUDNN_BACKEND_H
#define HW_CUDA_DNN_CUDNN_BACKEND_H

#include "cuda/dnn/cudnn.h"

#pragma GCC visibility push(default)

cudnnStatus_t cudnnBackendCreateDescriptor(cudnnBackendDescriptorType_t descriptor_type,
                                           cudnnBackendDescriptor_t *descriptor);
cudnnStatus_t cudnnBackendDestroyDescriptor(cudnnBackendDescriptor_t descriptor);
cudnnStatus_t cudnnBackendInitialize(cudnnBackendDescriptor_t descriptor);
cudnnStatus_t cudnnBackendFinalize(cudnnBackendDescriptor_t descriptor);
cudnnStatus_t cudnnBackendSetAttribute(cudnnBackendDescriptor_t descriptor,
                                       cudnnBackendAttributeName_t attribute_name,
                                       cudnnBackendAttributeType_t attribute_type, int64_t element_count,
                                       const void *array_of_elements);
cudnnStatus_t cudnnBackendGetAttribute(cudnnBackendDescriptor_t const descriptor,
                                       cudnnBackendAttributeName_t attribute_name,
                                       cudnnBackendAttributeType_t attribute_type,
                                       int64_t requested_element_count, int64_t *element_count,
                                       void *array_of_elements);
cudnnStatus_t cudnnBackendExecute(cudnnHandle_t handle, cudnnBackendDescriptor_t execution_plan,
                                  cudnnBackendDescriptor_t variant_pack);

#pragma GCC visibility pop
#endif
