/* SPDX-License-Identifier: MIT */
/* Machine code from PTX, by the compiler that is a part of this library. */
#ifndef HW_CUDA_CORE_PTX_COMPILER_H
#define HW_CUDA_CORE_PTX_COMPILER_H

#include "cuda/core/jit_linker.h"

/* The cubin belongs to the caller, and *said, what each kernel takes, if that is wanted, else NULL.
 * HW_CUDA_ERROR_INVALID_PTX: the text is wrong, or has something that the chip or the compiler has not;
 * *error has the sentence. */
cudaError_t hw_cuda_compile_ptx(const struct hw_cuda_image *ptx, const struct hw_chip_info *chip,
                                const struct hw_cuda_link_wish *wish, struct hw_cuda_image *cubin,
                                char **said, struct hw_error *error);

#endif
