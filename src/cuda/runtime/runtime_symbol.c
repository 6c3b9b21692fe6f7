/* SPDX-License-Identifier: MIT */
/* Variables of device code, by the address of their shadow on the host or by name. */
#include "cuda/runtime/runtime_work.h"

cudaError_t hw_runtime_copy_to_symbol(const char *symbol, const void *from, size_t bytes, size_t offset,
                                      int kind, cudaStream_t stream)
{
    const cudaError_t error = hw_cuda_stream_check(stream);

    return error == cudaSuccess ? hw_cuda_symbol_write(symbol, from, bytes, offset, kind, stream) : error;
}

cudaError_t hw_runtime_copy_from_symbol(void *to, const char *symbol, size_t bytes, size_t offset, int kind,
                                        cudaStream_t stream)
{
    const cudaError_t error = hw_cuda_stream_check(stream);

    return error == cudaSuccess ? hw_cuda_symbol_read(symbol, to, bytes, offset, kind, stream) : error;
}
