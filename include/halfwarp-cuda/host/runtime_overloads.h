/* SPDX-License-Identifier: MIT */
/* The runtime API's forms for C++: typed pointers, kernels and variables by name. */
#ifndef HALFWARP_CUDA_HOST_RUNTIME_OVERLOADS_H
#define HALFWARP_CUDA_HOST_RUNTIME_OVERLOADS_H

#include "runtime_calls.h"

#define HW_HOST static inline __attribute__((unused))

template <class T> HW_HOST cudaError_t cudaMalloc(T **address, size_t bytes)
{
    return ::cudaMalloc((void **)(void *)address, bytes);
}
template <class T> HW_HOST cudaError_t cudaMallocHost(T **address, size_t bytes, unsigned flags = 0)
{
    return ::cudaHostAlloc((void **)(void *)address, bytes, flags);
}
template <class T> HW_HOST cudaError_t cudaHostAlloc(T **address, size_t bytes, unsigned flags)
{
    return ::cudaHostAlloc((void **)(void *)address, bytes, flags);
}
template <class T> HW_HOST cudaError_t cudaHostGetDevicePointer(T **device, void *host, unsigned flags)
{
    return ::cudaHostGetDevicePointer((void **)(void *)device, host, flags);
}
template <class T>
HW_HOST cudaError_t cudaMallocManaged(T **address, size_t bytes, unsigned flags = cudaMemAttachGlobal)
{
    return ::cudaMallocManaged((void **)(void *)address, bytes, flags);
}
template <class T>
HW_HOST cudaError_t cudaMallocPitch(T **address, size_t *pitch, size_t width, size_t height)
{
    return ::cudaMallocPitch((void **)(void *)address, pitch, width, height);
}
template <class T> HW_HOST cudaError_t cudaMallocAsync(T **address, size_t bytes, cudaStream_t stream)
{
    return ::cudaMallocAsync((void **)(void *)address, bytes, stream);
}

template <class T>
HW_HOST cudaError_t cudaMemcpyToSymbol(const T &symbol, const void *from, size_t bytes, size_t offset = 0,
                                       enum cudaMemcpyKind kind = cudaMemcpyHostToDevice)
{
    return ::cudaMemcpyToSymbol((const void *)&symbol, from, bytes, offset, kind);
}
template <class T>
HW_HOST cudaError_t cudaMemcpyFromSymbol(void *to, const T &symbol, size_t bytes, size_t offset = 0,
                                         enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost)
{
    return ::cudaMemcpyFromSymbol(to, (const void *)&symbol, bytes, offset, kind);
}
template <class T>
HW_HOST cudaError_t cudaMemcpyToSymbolAsync(const T &symbol, const void *from, size_t bytes,
                                            size_t offset = 0,
                                            enum cudaMemcpyKind kind = cudaMemcpyHostToDevice,
                                            cudaStream_t stream = 0)
{
    return ::cudaMemcpyToSymbolAsync((const void *)&symbol, from, bytes, offset, kind, stream);
}
template <class T>
HW_HOST cudaError_t cudaMemcpyFromSymbolAsync(void *to, const T &symbol, size_t bytes, size_t offset = 0,
                                              enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
                                              cudaStream_t stream = 0)
{
    return ::cudaMemcpyFromSymbolAsync(to, (const void *)&symbol, bytes, offset, kind, stream);
}
template <class A, class T> HW_HOST cudaError_t cudaGetSymbolAddress(A **address, const T &symbol)
{
    return ::cudaGetSymbolAddress((void **)(void *)address, (const void *)&symbol);
}
template <class T> HW_HOST cudaError_t cudaGetSymbolSize(size_t *bytes, const T &symbol)
{
    return ::cudaGetSymbolSize(bytes, (const void *)&symbol);
}

template <class T>
HW_HOST cudaError_t cudaLaunchKernel(T *kernel, dim3 grid, dim3 block, void **arguments,
                                     size_t shared_bytes = 0, cudaStream_t stream = 0)
{
    return ::cudaLaunchKernel((const void *)kernel, grid, block, arguments, shared_bytes, stream);
}
template <class T>
HW_HOST cudaError_t cudaLaunchCooperativeKernel(T *kernel, dim3 grid, dim3 block, void **arguments,
                                                size_t shared_bytes = 0, cudaStream_t stream = 0)
{
    return ::cudaLaunchCooperativeKernel((const void *)kernel, grid, block, arguments, shared_bytes, stream);
}
template <class T> HW_HOST cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attributes, T *kernel)
{
    return ::cudaFuncGetAttributes(attributes, (const void *)kernel);
}
template <class T>
HW_HOST cudaError_t cudaFuncSetAttribute(T *kernel, enum cudaFuncAttribute attribute, int value)
{
    return ::cudaFuncSetAttribute((const void *)kernel, attribute, value);
}
template <class T> HW_HOST cudaError_t cudaFuncSetCacheConfig(T *kernel, enum cudaFuncCache config)
{
    return ::cudaFuncSetCacheConfig((const void *)kernel, config);
}
template <class T> HW_HOST cudaError_t cudaFuncSetSharedMemConfig(T *kernel, enum cudaSharedMemConfig config)
{
    return ::cudaFuncSetSharedMemConfig((const void *)kernel, config);
}
template <class T>
HW_HOST cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, T *kernel, int threads,
                                                                  size_t shared_bytes)
{
    return ::cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, (const void *)kernel, threads,
                                                           shared_bytes);
}
HW_HOST cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned flags)
{
    return ::cudaEventCreateWithFlags(event, flags);
}

/* The size of blocks with which a multiprocessor holds the most threads. */
template <class T>
HW_HOST cudaError_t cudaOccupancyMaxPotentialBlockSize(int *least_grid, int *block_size, T *kernel,
                                                       size_t shared_bytes = 0, int limit = 0)
{
    struct cudaFuncAttributes attributes;
    int device, processors, most = 0;
    cudaError_t error = cudaFuncGetAttributes(&attributes, kernel);
    if (error != cudaSuccess || (error = cudaGetDevice(&device)) != cudaSuccess ||
        (error = cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device)) != cudaSuccess)
        return error;
    if (limit <= 0 || limit > attributes.maxThreadsPerBlock)
        limit = attributes.maxThreadsPerBlock;
    for (int threads = limit / 32 * 32; threads > 0; threads -= 32) {
        int blocks;
        error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, shared_bytes);
        if (error != cudaSuccess)
            return error;
        if (blocks * threads > most) {
            most = blocks * threads;
            *block_size = threads;
            *least_grid = blocks * processors;
        }
    }
    return most ? cudaSuccess : cudaErrorInvalidConfiguration;
}

HW_HOST struct cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth)
{
    struct cudaExtent extent = {width, height, depth};
    return extent;
}
HW_HOST struct cudaPos make_cudaPos(size_t x, size_t y, size_t z)
{
    struct cudaPos place = {x, y, z};
    return place;
}
HW_HOST struct cudaPitchedPtr make_cudaPitchedPtr(void *address, size_t pitch, size_t xsize, size_t ysize)
{
    struct cudaPitchedPtr pointer = {address, pitch, xsize, ysize};
    return pointer;
}

/* Formats of texels by their type. */
template <class T> struct hw_channels;
#define HW_CHANNELS(T, element, count, kind)                                            \
    template <> struct hw_channels<T> {                                                 \
        static constexpr int BITS = (int)sizeof(element) * 8, COUNT = count;            \
        static constexpr enum cudaChannelFormatKind KIND = cudaChannelFormatKind##kind; \
    };
#define HW_CHANNELS_OF(scalar, element, name, kind) \
    HW_CHANNELS(scalar, element, 1, kind)           \
    HW_CHANNELS(name##1, element, 1, kind)          \
    HW_CHANNELS(name##2, element, 2, kind)          \
    HW_CHANNELS(name##4, element, 4, kind)
/* clang-format off */
HW_CHANNELS(char, char, 1, Signed)
HW_CHANNELS_OF(signed char, signed char, char, Signed)
HW_CHANNELS_OF(unsigned char, unsigned char, uchar, Unsigned)
HW_CHANNELS_OF(short, short, short, Signed)
HW_CHANNELS_OF(unsigned short, unsigned short, ushort, Unsigned)
HW_CHANNELS_OF(int, int, int, Signed)
HW_CHANNELS_OF(unsigned, unsigned, uint, Unsigned)
HW_CHANNELS_OF(float, float, float, Float)
/* clang-format on */
#undef HW_CHANNELS_OF
#undef HW_CHANNELS

template <class T> HW_HOST struct cudaChannelFormatDesc cudaCreateChannelDesc()
{
    typedef hw_channels<T> c;
    struct cudaChannelFormatDesc format = {c::BITS, c::COUNT > 1 ? c::BITS : 0, c::COUNT > 2 ? c::BITS : 0,
                                           c::COUNT > 2 ? c::BITS : 0, c::KIND};
    return format;
}

#undef HW_HOST

#endif
