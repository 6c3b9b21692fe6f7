/* SPDX-License-Identifier: MIT */
/* Code that calls functions is linked, with no other: registers, stack and shared memory of kernels follow
 * from whom they call. */
#ifndef HW_COMPILER_FRONT_LINK_ALONE_H
#define HW_COMPILER_FRONT_LINK_ALONE_H

#include <halfwarp/module.h>

/* *module becomes what it is when it is linked; after an error it is NULL.  Errors: HW_ERR_NOT_FOUND for what
 * the text only declares; those of hw_linker_finish. */
hw_status hw_compile_link(struct hw_module **module, const char *target, struct hw_error *error);

#endif
