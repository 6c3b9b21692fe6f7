/* SPDX-License-Identifier: MIT */
/* Fills with elements of one, two and four bytes, in a row or in several. */
#include "cuda/core/reason.h"
#include "cuda/core/stream_work.h"
#include "cuda/driver/driver_call.h"

static CUresult fill_rows(CUdeviceptr to, size_t pitch, unsigned value, size_t element, size_t width,
                          size_t height, CUstream stream)
{
    if (height > 1 && pitch % element != 0)
        return hw_cuda_fail(CUDA_ERROR_INVALID_VALUE,
                            "pitch %zu; expected a multiple of %zu, an element's bytes", pitch, element);
    return hw_cu_error(hw_cuda_fill(stream, &(struct hw_cuda_fill_work){.address = hw_cu_pointer(to),
                                                                        .pitch = pitch,
                                                                        .value = value,
                                                                        .element = element,
                                                                        .width = width,
                                                                        .height = height,
                                                                        .depth = 1}));
}

static CUresult fill_register(CUdeviceptr to, unsigned value, size_t element, size_t count, CUstream stream)
{
    return fill_rows(to, 0, value, element, count, 1, stream);
}

CUresult cuMemsetD8_v2(CUdeviceptr to, unsigned char value, size_t count)
{
    HW_CONTEXT_CALL(fill_register(to, value, sizeof value, count, NULL));
}

CUresult cuMemsetD8Async(CUdeviceptr to, unsigned char value, size_t count, CUstream stream)
{
    HW_CONTEXT_CALL(fill_register(to, value, sizeof value, count, stream));
}

CUresult cuMemsetD16_v2(CUdeviceptr to, unsigned short value, size_t count)
{
    HW_CONTEXT_CALL(fill_register(to, value, sizeof value, count, NULL));
}

CUresult cuMemsetD16Async(CUdeviceptr to, unsigned short value, size_t count, CUstream stream)
{
    HW_CONTEXT_CALL(fill_register(to, value, sizeof value, count, stream));
}

CUresult cuMemsetD32_v2(CUdeviceptr to, unsigned value, size_t count)
{
    HW_CONTEXT_CALL(fill_register(to, value, sizeof value, count, NULL));
}

CUresult cuMemsetD32Async(CUdeviceptr to, unsigned value, size_t count, CUstream stream)
{
    HW_CONTEXT_CALL(fill_register(to, value, sizeof value, count, stream));
}

CUresult cuMemsetD2D8_v2(CUdeviceptr to, size_t pitch, unsigned char value, size_t width, size_t height)
{
    HW_CONTEXT_CALL(fill_rows(to, pitch, value, sizeof value, width, height, NULL));
}

CUresult cuMemsetD2D8Async(CUdeviceptr to, size_t pitch, unsigned char value, size_t width, size_t height,
                           CUstream stream)
{
    HW_CONTEXT_CALL(fill_rows(to, pitch, value, sizeof value, width, height, stream));
}

CUresult cuMemsetD2D16_v2(CUdeviceptr to, size_t pitch, unsigned short value, size_t width, size_t height)
{
    HW_CONTEXT_CALL(fill_rows(to, pitch, value, sizeof value, width, height, NULL));
}

CUresult cuMemsetD2D16Async(CUdeviceptr to, size_t pitch, unsigned short value, size_t width, size_t height,
                            CUstream stream)
{
    HW_CONTEXT_CALL(fill_rows(to, pitch, value, sizeof value, width, height, stream));
}

CUresult cuMemsetD2D32_v2(CUdeviceptr to, size_t pitch, unsigned value, size_t width, size_t height)
{
    HW_CONTEXT_CALL(fill_rows(to, pitch, value, sizeof value, width, height, NULL));
}

CUresult cuMemsetD2D32Async(CUdeviceptr to, size_t pitch, unsigned value, size_t width, size_t height,
                            CUstream stream)
{
    HW_CONTEXT_CALL(fill_rows(to, pitch, value, sizeof value, width, height, stream));
}
