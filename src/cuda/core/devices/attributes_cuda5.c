/* SPDX-License-Identifier: MIT */
/* See attributes_cuda5.h.
 *
 * A row is a number that is the same for all chips from a capability on; the others are the chip's.  Numbers
 * that neither has are 0: most of what toolkits have added since is hardware that came later. */
#include "cuda/core/devices/attributes_cuda5.h"

#include "cuda/core/memory/memory_abi.h"
#include "cuda/core/streams/stream_memory_ops.h"

enum {
    MIPMAPPED_WIDTH_2D = 73,
    MIPMAPPED_HEIGHT_2D = 74,
    MAJOR = 75,
    MINOR = 76,
    MIPMAPPED_WIDTH_1D = 77,
    GLOBAL_L1 = 79,
    LOCAL_L1 = 80,
    SHARED_OF_MULTIPROCESSOR = 81,
    REGISTERS_OF_MULTIPROCESSOR = 82,
    MANAGED_MEMORY = 83,
    BOARD_GROUP = 85,
    SINGLE_TO_DOUBLE = 87,
    CONCURRENT_MANAGED = 89,
    PREEMPTION = 90,
    MEMORY_OPS_V1 = 92,
    WIDE_MEMORY_OPS_V1 = 93,
    MEMORY_WAIT_NOR_V1 = 94,
    COOPERATIVE_LAUNCH = 95,
    COOPERATIVE_LAUNCH_OF_DEVICES = 96,
    SHARED_OPT_IN = 97,
    MEMORY_OPS_FLUSH = 98,
    HOST_REGISTER = 99,
    BLOCKS_OF_MULTIPROCESSOR = 106,
    ACCESS_WINDOW = 109,
    VIRTUAL_MEMORY = 102,
    SHARED_BY_FILES = 103,
    RESERVED_SHARED = 111,
    MEMORY_POOLS = 115,
    POOL_HANDLE_TYPES = 119,
    CLUSTER_LAUNCH = 120,
    WIDE_MEMORY_OPS = 122,
    MEMORY_WAIT_NOR = 123,
    SYNCHRONIZATION_DOMAINS = 126,
    TENSOR_MAP_ACCESS = 127,
    NUMA_NODE = 131,
    HOST_NUMA_NODE = 134
};

/* Of one attribute's rows the first that fits counts; 0 where none does. */
static const struct since_capability {
    int attribute, value;
    unsigned capability;
} rows[] = {
    {HW_CUDA_STREAM_PRIORITIES, 1, 35},
    {MANAGED_MEMORY, 1, 30},
    {CONCURRENT_MANAGED, 1, 60},
    {PREEMPTION, 1, 60},
    {COOPERATIVE_LAUNCH, 1, 60},
    {COOPERATIVE_LAUNCH_OF_DEVICES, 1, 60},
    {HOST_REGISTER, 1, 10},
    {MEMORY_OPS_V1, 1, 10},    /* halfwarp's, as the next one: cards need a switch of the kernel module, */
    {MEMORY_OPS_FLUSH, 1, 10}, /* and few platforms flush */
    {WIDE_MEMORY_OPS_V1, 1, HW_WIDE_MEMORY_OPS_CAPABILITY},
    {MEMORY_WAIT_NOR_V1, 1, HW_WIDE_MEMORY_OPS_CAPABILITY},
    {WIDE_MEMORY_OPS, 1, HW_WIDE_MEMORY_OPS_CAPABILITY},
    {MEMORY_WAIT_NOR, 1, HW_WIDE_MEMORY_OPS_CAPABILITY},
    {VIRTUAL_MEMORY, 1, 30}, /* halfwarp's, as the next ones: they need nothing of the chip */
    {SHARED_BY_FILES, 1, 30},
    {MEMORY_POOLS, 1, 30},
    {POOL_HANDLE_TYPES, HW_SHARE_FILE, 30},
    {SYNCHRONIZATION_DOMAINS, 4, 90}, /* CUDA C Programming Guide, memory synchronization domains */
    {SYNCHRONIZATION_DOMAINS, 1, 10},
    {ACCESS_WINDOW, (128 << 20) - 4096, 80}, /* as programs print it that run on these chips */
    {TENSOR_MAP_ACCESS, 1, 90},
    {NUMA_NODE, -1, 10}, /* none */
    {HOST_NUMA_NODE, -1, 10},
};

/* How many times faster single precision is, as the card has it where one is named. */
static int single_to_double(const struct hw_cuda_device *device)
{
    const struct hw_microarchitecture *micro = &device->chip->micro;
    const uint32_t doubles =
        device->card && device->card->rate_fp64 ? device->card->rate_fp64 : micro->rate_fp64;

    return doubles ? (int)(micro->rate_fp32 / doubles) : 0;
}

/* The ways of L2's 16 that may hold it: 12 of GA100's (CUDA C++ Programming Guide: 30 of 40 MB), 10 on H200
 * and B200 (37.5 of 60 MiB and 79 of 126.5, as their properties say), 11 on AD102 (49.5 of 72 MB, as its
 * property says; that of all others is a guess). */
uint32_t hw_cuda_persisting_l2(const struct hw_chip_info *chip)
{
    static const struct {
        unsigned capability, ways;
    } from[] = {{0, 0}, {80, 12}, {86, 11}, {90, 10}, {120, 11}};
    size_t row = 0;

    while (row + 1 < sizeof from / sizeof *from && from[row + 1].capability <= chip->capability)
        row++;
    return chip->micro.l2_bytes / 16 * from[row].ways;
}

static int of_chip(const struct hw_cuda_device *device, int attribute)
{
    const struct hw_chip_info *chip = device->chip;

    switch (attribute) {
    case MAJOR: return (int)chip->capability / 10;
    case MINOR: return (int)chip->capability % 10;
    case GLOBAL_L1: return chip->micro.l1_bytes && chip->micro.l1_global;
    case LOCAL_L1: return chip->micro.l1_bytes && chip->micro.l1_local;
    case SHARED_OF_MULTIPROCESSOR: return (int)chip->shared_per_mp;
    case REGISTERS_OF_MULTIPROCESSOR: return (int)chip->registers_per_mp;
    case BOARD_GROUP: return device->ordinal;
    case SINGLE_TO_DOUBLE: return single_to_double(device);
    case HW_CUDA_PERSISTING_L2: return (int)hw_cuda_persisting_l2(chip);
    case SHARED_OPT_IN: return (int)chip->shared_per_block;
    case RESERVED_SHARED: return (int)chip->shared_reserved;
    case BLOCKS_OF_MULTIPROCESSOR: return (int)chip->blocks_per_mp;
    case CLUSTER_LAUNCH: return chip->cluster_blocks > 0;
    default: return 0;
    }
}

int hw_cuda_later_attribute(const struct hw_cuda_device *device, int attribute)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].attribute == attribute && device->chip->capability >= rows[i].capability)
            return rows[i].value;
    return of_chip(device, attribute);
}
