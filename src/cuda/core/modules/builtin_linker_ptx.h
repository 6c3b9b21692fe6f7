/* SPDX-License-Identifier: MIT */
/* PTX as a piece of a link by our own linker.
 *
 * A text that is the only piece is compiled as a whole, which makes better code; where another piece comes,
 * or the text uses what it does not define, it is compiled to be linked. */
#ifndef HW_CUDA_CORE_MODULES_BUILTIN_LINKER_PTX_H
#define HW_CUDA_CORE_MODULES_BUILTIN_LINKER_PTX_H

#include "cuda/core/modules/jit_linker.h"
#include "cuda/core/modules/builtin_linker.h"

/* *said is what the compiler says, to be freed, or NULL. */
cudaError_t hw_cuda_builtin_linker_ptx(struct hw_cuda_builtin_linker *link, const struct hw_chip_info *chip,
                                       const struct hw_cuda_link_wish *wish, const struct hw_cuda_image *ptx,
                                       const char *name, char **said, struct hw_error *error);
/* Another piece comes: a text that was compiled as a whole is compiled to be linked. */
cudaError_t hw_cuda_builtin_linker_loosen(struct hw_cuda_builtin_linker *link,
                                          const struct hw_chip_info *chip,
                                          const struct hw_cuda_link_wish *wish, struct hw_error *error);

#endif
