/* How a fat binary lies in a program's memory: the head of the container, which says how long it is, and the
 * wrapper that nvcc's host code has before it, which leads there (seen in programs of CUDA SDK 4.2). */
#ifndef HW_CUDA_CONTAINER_H
#define HW_CUDA_CONTAINER_H

#include <stdint.h>

#define HW_CUDA_WRAPPER_MAGIC   0x466243b1u
#define HW_CUDA_CONTAINER_MAGIC 0xba55ed50u

struct hw_cuda_wrapper {
    uint32_t magic, version;
    const void *container;
    const void *unused;
};

struct hw_cuda_container_head {
    uint32_t magic;
    uint16_t version, head_bytes;
    uint64_t payload_bytes;
};

#endif
