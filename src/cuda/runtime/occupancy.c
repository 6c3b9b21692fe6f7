/* How many blocks of a kernel a multiprocessor holds at once: as many as it has room for their threads,
 * registers and shared memory (CUDA C Programming Guide, "Technical Specifications per Compute Capability").
 */
#include "cuda/runtime/runtime.h"
#include "cuda/runtime/since.h"

#define WARP 32

/* Of a multiprocessor, from this capability on. */
static const struct room {
    int capability, blocks, registers, register_unit;
    size_t shared_bytes;
} rooms[] = {
    {10, 8, 8192, 256, 16384},   {12, 8, 16384, 512, 16384},    {20, 8, 32768, 64, 49152},
    {30, 16, 65536, 256, 49152}, {37, 16, 131072, 256, 114688}, {50, 32, 65536, 256, 65536},
    {52, 32, 65536, 256, 98304}, {53, 32, 65536, 256, 65536},   {60, 32, 65536, 256, 65536},
    {61, 32, 65536, 256, 98304}, {62, 32, 65536, 256, 65536},
};

static const struct room *room_of(int capability)
{
    size_t row = 0;

    while (row + 1 < sizeof rooms / sizeof *rooms && rooms[row + 1].capability <= capability)
        row++;
    return &rooms[row];
}

static int least(int one, size_t other)
{
    return other < (size_t)one ? (int)other : one;
}

static cudaError_t occupancy(int *blocks, const void *host, int threads, size_t dynamic_bytes)
{
    struct cudaFuncAttributes kernel_needs;
    struct cudaDeviceProp has;
    struct hw_cuda_kernel *kernel;

    if (!blocks || threads <= 0)
        return cudaErrorInvalidValue;
    cudaError_t error = hw_cuda_find_kernel(host, &kernel);
    if (error == cudaSuccess)
        error = hw_cuda_kernel_attributes(&kernel_needs, kernel);
    if (error == cudaSuccess)
        error = hw_cuda_properties(hw_cuda_device(), &has);
    if (error != cudaSuccess)
        return error;
    const struct room *room = room_of(has.major * 10 + has.minor);
    const int warps = (threads + WARP - 1) / WARP, unit = room->register_unit;
    const int warp_registers = (kernel_needs.numRegs * WARP + unit - 1) / unit * unit;
    const size_t shared_bytes = kernel_needs.sharedSizeBytes + dynamic_bytes;

    *blocks = threads <= has.maxThreadsPerBlock && shared_bytes <= has.sharedMemPerBlock ? room->blocks : 0;
    *blocks = least(*blocks, (size_t)(has.maxThreadsPerMultiProcessor / (warps * WARP)));
    *blocks = least(*blocks, (size_t)(room->registers / (warp_registers * warps)));
    *blocks = shared_bytes ? least(*blocks, room->shared_bytes / shared_bytes) : *blocks;
    return cudaSuccess;
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *kernel, int block_threads,
                                                          size_t dynamic_bytes)
{
    HW_DEVICE_CALL(occupancy(blocks, kernel, block_threads, dynamic_bytes));
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, const void *kernel,
                                                                   int block_threads, size_t dynamic_bytes,
                                                                   unsigned flags)
{
    HW_DEVICE_CALL(flags > 1 ? cudaErrorInvalidValue
                             : occupancy(blocks, kernel, block_threads, dynamic_bytes));
}
