/* SPDX-License-Identifier: MIT */
/* Making arrays and describing them. */
#include "cuda/runtime/runtime_work.h"

#include "cuda/core/log/reason.h"

/* What a program may leave out is not asked for. */
cudaError_t hw_runtime_array_info(struct cudaChannelFormatDesc *format, struct cudaExtent *extent,
                                  unsigned *flags, const struct cudaArray *array)
{
    if (!hw_cuda_array_is_valid(array))
        return cudaErrorInvalidValue;
    if (format)
        *format = *hw_cuda_array_format(array);
    if (extent)
        *extent = hw_cuda_array_extent(array);
    if (flags)
        *flags = hw_cuda_array_flags(array);
    return cudaSuccess;
}

cudaError_t hw_runtime_array_create(struct cudaArray **array, const struct cudaChannelFormatDesc *format,
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
