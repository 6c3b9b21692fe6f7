/* SPDX-License-Identifier: MIT */
/* For tests of old runtimes: how struct cudaDeviceProp begins in CUDA 2.3 and 3.2. */
#ifndef HW_TESTS_CUDART_PROPERTIES_H
#define HW_TESTS_CUDART_PROPERTIES_H

#include <stddef.h>

#define COMMON_PROPERTIES                  \
    char name[256];                        \
    size_t global_bytes, shared_bytes;     \
    int registers, warp;                   \
    size_t pitch;                          \
    int threads, block[3], grid[3], clock; \
    size_t constant_bytes;                 \
    int major, minor;                      \
    size_t texture_alignment;              \
    int overlap, multiprocessors, timeout, integrated, can_map, compute_mode

#endif
