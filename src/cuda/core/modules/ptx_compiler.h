/* SPDX-License-Identifier: MIT */
/* Machine code from PTX, by the compiler that is a part of this library. */
#ifndef HW_CUDA_CORE_MODULES_PTX_COMPILER_H
#define HW_CUDA_CORE_MODULES_PTX_COMPILER_H

#include "cuda/core/modules/jit_linker.h"
#include "cuda/core/modules/ptx_cache.h"

#define HW_CUDA_PTX_LAST 62 /* the capability that it makes code for at most (compiler.h) */

enum hw_cuda_ptx_for {
    HW_CUDA_PTX_FOR_MODULE,
    HW_CUDA_PTX_FOR_ITSELF, /* the only piece of a link */
    HW_CUDA_PTX_FOR_LINK    /* one of several */
};

/* The code is the caller's to free; what it says is what each kernel takes, if that is wanted, and what was
 * left out.  A piece of a link is compiled whole or not at all; else kernels that the chip or the compiler
 * cannot do are left out, as long as there are others.
 *
 * HW_CUDA_ERROR_INVALID_PTX: the text is wrong, or has something that the chip or the compiler has not;
 * *error has the sentence. */
cudaError_t hw_cuda_compile_ptx(const struct hw_cuda_image *ptx, const struct hw_chip_info *chip,
                                const struct hw_cuda_link_wish *wish, enum hw_cuda_ptx_for purpose,
                                struct hw_cuda_ptx_code *code, struct hw_error *error);

#endif
