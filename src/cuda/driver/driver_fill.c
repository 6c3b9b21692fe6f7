/* SPDX-License-Identifier: MIT */
/* Fills with elements of one, two and four bytes, in a row or in several. */
#include "cuda/driver/driver_work.h"

#include "cuda/core/log/reason.h"
#include "cuda/core/streams/stream_work.h"

CUresult hw_cu_fill_rows(hw_cuda_fill_fn *fill, CUdeviceptr to, size_t pitch, unsigned value, size_t element,
                         size_t width, size_t height, CUstream stream)
{
    if (height > 1 && pitch % element != 0)
        return hw_cuda_fail(CUDA_ERROR_INVALID_VALUE,
                            "pitch %zu; expected a multiple of %zu, an element's bytes", pitch, element);
    return hw_cu_error(fill(stream, &(struct hw_cuda_fill_work){.address = hw_cu_pointer(to),
                                                                .pitch = pitch,
                                                                .value = value,
                                                                .element = element,
                                                                .width = width,
                                                                .height = height,
                                                                .depth = 1}));
}

CUresult hw_cu_fill_line(hw_cuda_fill_fn *fill, CUdeviceptr to, unsigned value, size_t element, size_t count,
                         CUstream stream)
{
    return hw_cu_fill_rows(fill, to, 0, value, element, count, 1, stream);
}
