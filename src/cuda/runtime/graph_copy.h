/* SPDX-License-Identifier: MIT */
/* Kernels and copies of graphs as the runtime describes them. */
#ifndef HW_CUDA_RUNTIME_GRAPH_COPY_H
#define HW_CUDA_RUNTIME_GRAPH_COPY_H

#include "cuda/core/graphs/graph_api.h"

extern const struct hw_graph_api_own hw_runtime_form;

#endif
