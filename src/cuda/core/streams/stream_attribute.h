/* SPDX-License-Identifier: MIT */
/* What streams are and have, for both interfaces. */
#ifndef HW_CUDA_CORE_STREAMS_STREAM_ATTRIBUTE_H
#define HW_CUDA_CORE_STREAMS_STREAM_ATTRIBUTE_H

#include "cuda/core/cuda_core.h"

#pragma GCC visibility push(default)

cudaError_t hw_cuda_stream_number(cudaStream_t stream, unsigned long long *number);
cudaError_t hw_cuda_stream_device(cudaStream_t stream, int *device);
cudaError_t hw_cuda_stream_owner(cudaStream_t stream, struct hw_cuda_context **context);
/* 1: it is in no order with the legacy default stream; else 0. */
cudaError_t hw_cuda_stream_alone(cudaStream_t stream, unsigned *alone);
/* Attributes by number, of 64 bytes. */
cudaError_t hw_cuda_stream_get_attribute(cudaStream_t stream, int attribute, void *value);
cudaError_t hw_cuda_stream_set_attribute(cudaStream_t stream, int attribute, const void *value);
/* The priorities of the current context's device: from 0 down, a lower number first.  Work is not ordered by
 * them. */
void hw_cuda_stream_priorities(int *least, int *greatest);
/* A number beyond them becomes the nearest. */
cudaError_t hw_cuda_stream_set_priority(cudaStream_t stream, int priority);
cudaError_t hw_cuda_stream_priority(cudaStream_t stream, int *priority);
cudaError_t hw_cuda_stream_copy_attributes(cudaStream_t to, cudaStream_t from);

#pragma GCC visibility pop
#endif
