/* SPDX-License-Identifier: MIT */
/* One link by one nvJitLink, which calls the driver, which is ours, while it works. */
#ifndef HW_CUDA_CORE_MODULES_NVJITLINK_LINK_H
#define HW_CUDA_CORE_MODULES_NVJITLINK_LINK_H

#include "cuda/core/modules/jit_linker.h"
#include "cuda/core/modules/nvjitlink.h"

struct hw_nvjitlink_link {
    const struct hw_nvjitlink *by;
    void *handle;
    char *info, *errors; /* what it has said; NULL: nothing */
};

/* Begin one that makes code for a target, 61.  False: it makes none, or not with these wishes. */
bool hw_nvjitlink_begin(struct hw_nvjitlink_link *link, const struct hw_nvjitlink *by, unsigned target,
                        const struct hw_cuda_link_wish *wish);
cudaError_t hw_nvjitlink_add(struct hw_nvjitlink_link *link, enum hw_cuda_link_input input,
                             const struct hw_cuda_image *piece, const char *name);
/* The cubin is the caller's to free. */
cudaError_t hw_nvjitlink_complete(struct hw_nvjitlink_link *link, struct hw_cuda_image *cubin);
/* Also for one that is all zero. */
void hw_nvjitlink_end(struct hw_nvjitlink_link *link);

/* Append what one says to a text of what others have said, with its name, or without where that is NULL; text
 * is lost where there is no memory. */
void hw_nvjitlink_note(char **tried, const char *name, const char *said);
#define HW_NVJITLINK_OWN "halfwarp's own compiler" /* a name */

#endif
