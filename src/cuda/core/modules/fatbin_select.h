/* SPDX-License-Identifier: MIT */
/* A fat binary in a program's memory: the head of the container, which has its length, and the wrapper in
 * nvcc's host code, which points to the head (seen in programs of CUDA SDK 4.2). */
#ifndef HW_CUDA_CORE_MODULES_FATBIN_SELECT_H
#define HW_CUDA_CORE_MODULES_FATBIN_SELECT_H

#include "cuda/core/cuda_core.h"

struct hw_chip_info;
struct hw_cuda_targets;
struct hw_cuda_link_wish;
struct hw_module;

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

/* What a program asks for besides the code, and what the compiler says, to be freed. */
struct hw_cuda_jit {
    const struct hw_cuda_link_wish *wish; /* NULL: none */
    char *said;                           /* for a log; NULL: nothing */
    char *refused; /* kernels, as struct hw_cuda_ptx_code has them; a module takes it */
};

/* The cubin for a chip from an image: a copy, or what a compiler makes of its PTX.  `jit` may be NULL. */
cudaError_t hw_cuda_container_cubin(const void *image, size_t length, const struct hw_chip_info *chip,
                                    struct hw_cuda_jit *jit, struct hw_cuda_image *cubin,
                                    struct hw_error *error);
/* Whether the code for a chip would be compiled; then its PTX, a copy. */
bool hw_cuda_container_text(const struct hw_cuda_image *image, const struct hw_chip_info *chip,
                            struct hw_cuda_image *ptx);
/* Read the code for a chip from an image. */
cudaError_t hw_cuda_container_read(const void *image, size_t length, const struct hw_chip_info *chip,
                                   struct hw_cuda_jit *jit, struct hw_module **code, struct hw_error *error);
/* The targets that it has functions or variables for; false: none, or it is no image. */
bool hw_cuda_container_targets(const void *image, size_t length, struct hw_cuda_targets *targets);
/* What the pointer of __cudaRegisterFatBinary leads to; NULL: something else than CUDA 4 has. */
const uint8_t *hw_cuda_container_of(const void *wrapper, size_t *length);

#endif
