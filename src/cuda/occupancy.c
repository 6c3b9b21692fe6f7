/* How many blocks of a kernel a multiprocessor holds at once: as many as it has room for their threads,
 * registers and shared memory (CUDA C Programming Guide, "Technical Specifications per Compute Capability").
 */
#include "cuda/cuda.h"

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

int hw_cuda_occupancy(const struct cudaFuncAttributes *kernel, const struct cudaDeviceProp *device,
                      int threads, size_t dynamic_bytes)
{
    const struct room *room = room_of(device->major * 10 + device->minor);
    const size_t most_bytes = device->sharedMemPerBlock,
                 shared_bytes = kernel->sharedSizeBytes + dynamic_bytes;

    if (threads > device->maxThreadsPerBlock || dynamic_bytes > most_bytes || shared_bytes > most_bytes)
        return 0;
    const int warps = (threads + WARP - 1) / WARP, unit = room->register_unit;
    const int warp_registers = (kernel->numRegs * WARP + unit - 1) / unit * unit;
    int blocks = least(room->blocks, (size_t)(device->maxThreadsPerMultiProcessor / (warps * WARP)));

    blocks = least(blocks, (size_t)(room->registers / (warp_registers * warps)));
    return shared_bytes ? least(blocks, room->shared_bytes / shared_bytes) : blocks;
}
