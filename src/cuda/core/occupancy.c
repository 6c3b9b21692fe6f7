/* SPDX-License-Identifier: MIT */
/* The number of blocks of a kernel that a multiprocessor holds at once, for CUDA's occupancy calls. */
#include "cuda/core/device.h"
#include "machine/chip/resident.h"

int hw_cuda_occupancy(const struct cudaFuncAttributes *kernel, int threads, size_t dynamic_bytes)
{
    const struct hw_chip_info *chip = hw_cuda_device_at(hw_cuda_device())->chip;
    const size_t most_bytes = chip->shared_per_block, shared_bytes = kernel->sharedSizeBytes + dynamic_bytes;
    const uint32_t warps = ((uint32_t)threads + chip->warp_size - 1) / chip->warp_size;

    if ((uint32_t)threads > chip->threads_per_block || dynamic_bytes > most_bytes ||
        shared_bytes > most_bytes)
        return 0;
    return (int)hw_resident_per_mp(chip, warps, (uint32_t)kernel->numRegs, (uint32_t)shared_bytes);
}
