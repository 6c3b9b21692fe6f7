/* SPDX-License-Identifier: MIT */
/* Linking pieces of device code, and compiling PTX, by NVIDIA's nvJitLink (nvjitlink.h), which is looked for
 * when a program first needs it.
 *
 * Where none does it, PTX is compiled here (ptx_compiler.h), and our own linker takes cubins, fatbins,
 * objects and libraries (builtin_linker.h). */
#ifndef HW_CUDA_CORE_MODULES_JIT_LINKER_H
#define HW_CUDA_CORE_MODULES_JIT_LINKER_H

#include "cuda/core/modules/module_image.h"

struct hw_chip_info;
struct hw_cuda_link;
struct hw_cuda_ptx_code;

/* What a piece is, by the numbers of the driver API (CUjitInputType). */
enum hw_cuda_link_input {
    HW_CUDA_LINK_CUBIN = 0,
    HW_CUDA_LINK_PTX = 1,
    HW_CUDA_LINK_FATBIN = 2,
    HW_CUDA_LINK_OBJECT = 3,
    HW_CUDA_LINK_LIBRARY = 4,
    HW_CUDA_LINK_INPUTS = 5
};

/* How code is made; 0 and -1: as the compiler likes. */
struct hw_cuda_link_wish {
    unsigned registers; /* of a thread at most */
    unsigned threads;   /* of a block, for which there must be registers */
    unsigned target;    /* 61; 0: the device's */
    int optimization;   /* 0 to 4; -1 */
    bool debug_info, lines, verbose;
    bool prefers_text; /* PTX is compiled where a cubin is for an earlier chip of the device's kind */
};
#define HW_CUDA_NO_WISH ((struct hw_cuda_link_wish){.optimization = -1})

#pragma GCC visibility push(default)

/* Code for the device of the current context. */
cudaError_t hw_cuda_link_begin(const struct hw_cuda_link_wish *wish, struct hw_cuda_link **link);
/* HW_CUDA_ERROR_NO_COMPILER, HW_CUDA_ERROR_INVALID_PTX, cudaErrorInvalidKernelImage, or none for the device.
 */
cudaError_t hw_cuda_link_add(struct hw_cuda_link *link, enum hw_cuda_link_input input,
                             const struct hw_cuda_image *piece, const char *name);
/* The cubin belongs to the link. */
cudaError_t hw_cuda_link_complete(struct hw_cuda_link *link, const struct hw_cuda_image **cubin);
bool hw_cuda_link_is_valid(const struct hw_cuda_link *link);
/* What the linker has said, of errors or else; "": nothing. */
const char *hw_cuda_link_log(const struct hw_cuda_link *link, bool errors);
/* A place for the interface's own, which is freed with the link. */
void **hw_cuda_link_notes(struct hw_cuda_link *link);
void hw_cuda_link_end(struct hw_cuda_link *link);

#pragma GCC visibility pop

/* Code from PTX, to be freed; an error's sentence is in *error. */
cudaError_t hw_cuda_compile(const struct hw_cuda_image *ptx, const struct hw_chip_info *chip,
                            const struct hw_cuda_link_wish *wish, struct hw_cuda_ptx_code *code,
                            struct hw_error *error);

#endif
