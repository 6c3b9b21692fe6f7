/* SPDX-License-Identifier: MIT */
/* Variables of device code, by the address of their shadow on the host or by name. */
#include "cuda/runtime/runtime.h"

cudaError_t cudaGetSymbolAddress(void **address, const char *symbol)
{
    HW_DEVICE_CALL(address ? hw_cuda_symbol_address(symbol, address) : cudaErrorInvalidValue);
}

cudaError_t cudaGetSymbolSize(size_t *bytes, const char *symbol)
{
    HW_DEVICE_CALL(bytes ? hw_cuda_symbol_bytes(symbol, bytes) : cudaErrorInvalidValue);
}

static cudaError_t to_symbol(const char *symbol, const void *from, size_t bytes, size_t offset, int kind,
                             cudaStream_t stream)
{
    const cudaError_t error = hw_cuda_stream_check(stream);

    return error == cudaSuccess ? hw_cuda_symbol_write(symbol, from, bytes, offset, kind, stream) : error;
}

static cudaError_t from_symbol(void *to, const char *symbol, size_t bytes, size_t offset, int kind,
                               cudaStream_t stream)
{
    const cudaError_t error = hw_cuda_stream_check(stream);

    return error == cudaSuccess ? hw_cuda_symbol_read(symbol, to, bytes, offset, kind, stream) : error;
}

cudaError_t cudaMemcpyToSymbol(const char *symbol, const void *from, size_t bytes, size_t offset, int kind)
{
    HW_WAITING_CALL(to_symbol(symbol, from, bytes, offset, kind, NULL));
}

cudaError_t cudaMemcpyFromSymbol(void *to, const char *symbol, size_t bytes, size_t offset, int kind)
{
    HW_WAITING_CALL(from_symbol(to, symbol, bytes, offset, kind, NULL));
}

cudaError_t cudaMemcpyToSymbolAsync(const char *symbol, const void *from, size_t bytes, size_t offset,
                                    int kind, cudaStream_t stream)
{
    HW_DEVICE_CALL(to_symbol(symbol, from, bytes, offset, kind, hw_stream(stream)));
}

cudaError_t cudaMemcpyFromSymbolAsync(void *to, const char *symbol, size_t bytes, size_t offset, int kind,
                                      cudaStream_t stream)
{
    HW_DEVICE_CALL(from_symbol(to, symbol, bytes, offset, kind, hw_stream(stream)));
}
