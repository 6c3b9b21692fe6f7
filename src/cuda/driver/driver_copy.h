/* SPDX-License-Identifier: MIT */
/* Ends of copies, as the driver API names them. */
#ifndef HW_CUDA_DRIVER_DRIVER_COPY_H
#define HW_CUDA_DRIVER_DRIVER_COPY_H

#include "cuda/core/graphs/graph_api.h"
#include "cuda/driver/driver_call.h"

/* Whether an address of unified addressing is the device's: one that is allocated there. */
bool hw_cu_is_device(CUdeviceptr address);

/* Copy a box between two ends, of which both are checked; in order of a stream. */
CUresult hw_cu_copy(const struct hw_cuda_end *to, const struct hw_cuda_end *from, size_t width, size_t height,
                    size_t depth, CUstream stream);

/* Kernels and copies of graphs, as this interface describes them. */
extern const struct hw_graph_api_own hw_cu_form;

#endif
