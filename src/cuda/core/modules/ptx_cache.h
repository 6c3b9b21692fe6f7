/* SPDX-License-Identifier: MIT */
/* Machine code that was made from PTX, kept for the next time: within the process, and in a folder for other
 * processes.
 *
 * The variables are those of NVIDIA's driver (CUDA C Programming Guide, environment variables):
 * CUDA_CACHE_DISABLE=1 keeps nothing, CUDA_CACHE_PATH names the folder, CUDA_CACHE_MAXSIZE bounds it.
 * Without a name it is halfwarp/ptx among the caches.  They are read when PTX is first compiled. */
#ifndef HW_CUDA_CORE_MODULES_PTX_CACHE_H
#define HW_CUDA_CORE_MODULES_PTX_CACHE_H

#include <halfwarp/compiler.h>

#include "cache/cache_key.h"
#include "cuda/core/modules/module_image.h"

struct hw_cuda_ptx_code {
    struct hw_cuda_image cubin;
    char *said;    /* what the compiler says besides; NULL: nothing */
    char *refused; /* kernels that are left out: lines of a name, a tab and the reason; NULL: none */
};
void hw_cuda_ptx_code_free(struct hw_cuda_ptx_code *code);

/* What decides the code: this build of the compiler, the options, the text.  False: nothing is kept. */
bool hw_cuda_ptx_cache_key(struct hw_cache_key *key, const struct hw_cuda_image *ptx,
                           const struct hw_compile_options *options);
/* A copy of what was kept. */
bool hw_cuda_ptx_cache_find(const struct hw_cache_key *key, struct hw_cuda_ptx_code *code);
void hw_cuda_ptx_cache_keep(const struct hw_cache_key *key, const struct hw_cuda_ptx_code *code);

#endif
