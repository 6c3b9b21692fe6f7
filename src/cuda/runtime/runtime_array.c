/* SPDX-License-Identifier: MIT */
/* Making arrays and describing them. */
#include "cuda/core/reason.h"
#include "cuda/runtime/runtime.h"

struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                                   enum cudaChannelFormatKind kind)
{
    return (struct cudaChannelFormatDesc){x, y, z, w, kind};
}

/* What a program may leave out is not asked for. */
static cudaError_t get_info(struct cudaChannelFormatDesc *format, struct cudaExtent *extent, unsigned *flags,
                            const struct cudaArray *array)
{
    if (!hw_cuda_array_known(array))
        return cudaErrorInvalidValue;
    if (format)
        *format = *hw_cuda_array_format(array);
    if (extent)
        *extent = hw_cuda_array_extent(array);
    if (flags)
        *flags = hw_cuda_array_flags(array);
    return cudaSuccess;
}

cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc *format, const struct cudaArray *array)
{
    HW_DEVICE_CALL(format ? get_info(format, NULL, NULL, array) : cudaErrorInvalidValue);
}

cudaError_t cudaArrayGetInfo(struct cudaChannelFormatDesc *format, struct cudaExtent *extent, unsigned *flags,
                             struct cudaArray *array)
{
    HW_DEVICE_CALL(get_info(format, extent, flags, array));
}

static cudaError_t make(struct cudaArray **array, const struct cudaChannelFormatDesc *format,
                        struct cudaExtent extent, unsigned flags)
{
    if (flags & ~hw_soname.array_flags) {
        if (!hw_soname.array_flags_wild)
            return hw_cuda_fail(cudaErrorInvalidValue, "flags %#x; expected some of %#x", flags,
                                hw_soname.array_flags);
        flags = 0;
    }
    return hw_cuda_array_create(array, format, extent, flags);
}

cudaError_t cudaMallocArray(struct cudaArray **array, const struct cudaChannelFormatDesc *format,
                            size_t width, size_t height, unsigned flags)
{
    HW_DEVICE_CALL(make(array, format, (struct cudaExtent){width, height, 0}, flags));
}

cudaError_t cudaMalloc3DArray(struct cudaArray **array, const struct cudaChannelFormatDesc *format,
                              struct cudaExtent extent, unsigned flags)
{
    HW_DEVICE_CALL(make(array, format, extent, flags));
}

cudaError_t cudaFreeArray(struct cudaArray *array)
{
    HW_DEVICE_CALL(hw_cuda_array_destroy(array));
}
