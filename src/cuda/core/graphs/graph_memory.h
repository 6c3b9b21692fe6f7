/* SPDX-License-Identifier: MIT */
/* Memory of graphs, as other parts of core see it. */
#ifndef HW_CUDA_CORE_GRAPHS_GRAPH_MEMORY_H
#define HW_CUDA_CORE_GRAPHS_GRAPH_MEMORY_H

#include "cuda/core/cuda_core.h"

/* The program frees what a launch allocated: an error if it is not.  False: it is no memory of a graph. */
bool hw_cuda_memory_leave(const void *address, cudaError_t *error);
/* A context is taken down. */
void hw_cuda_memory_clear(const struct hw_cuda_context *context);

/* Allocate and free in a stream, if that is captured. */
cudaError_t hw_cuda_capture_alloc(void **address, size_t bytes, cudaStream_t stream, bool *taken);
cudaError_t hw_cuda_capture_free(void *address, cudaStream_t stream, bool *taken);

#endif
