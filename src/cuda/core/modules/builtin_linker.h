/* SPDX-License-Identifier: MIT */
/* Linking pieces of device code by our own linker (halfwarp/linker.h), where there is no nvJitLink. */
#ifndef HW_CUDA_CORE_MODULES_BUILTIN_LINKER_H
#define HW_CUDA_CORE_MODULES_BUILTIN_LINKER_H

#include "cuda/core/modules/module_image.h"

struct hw_chip_info;
struct hw_linker;

struct hw_cuda_builtin_linker {
    struct hw_linker *linker;   /* of relocatable pieces; NULL until there is one */
    struct hw_cuda_image whole; /* a piece that is linked already */
    struct hw_cuda_image text;  /* the PTX that it comes from; NULL: it comes from none */
    char *text_name;
};

/* Add a piece's code for the chip; `library`: an archive, of whose members those are taken that others want.
 */
cudaError_t hw_cuda_builtin_linker_add(struct hw_cuda_builtin_linker *link, const struct hw_chip_info *chip,
                                       const struct hw_cuda_image *piece, const char *name, bool library,
                                       struct hw_error *error);
/* Link what was added, once; *said is what the linker has to say, to be freed. */
cudaError_t hw_cuda_builtin_linker_complete(struct hw_cuda_builtin_linker *link, struct hw_cuda_image *cubin,
                                            char **said, struct hw_error *error);
void hw_cuda_builtin_linker_end(struct hw_cuda_builtin_linker *link);

#endif
