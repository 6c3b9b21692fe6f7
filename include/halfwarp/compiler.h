/* SPDX-License-Identifier: MIT */
/* PTX to machine code (docs/compiler.md).
 *
 * The text is PTX of version 1.0 to 8.x, as compilers write it or by hand; it need not end with a NUL, and is
 * not changed.  Nothing here keeps state: different threads may compile at once. */
#ifndef HALFWARP_COMPILER_H
#define HALFWARP_COMPILER_H

#include <halfwarp/module.h>

#ifdef __cplusplus
extern "C" {
#endif

struct hw_compile_options {
    const char *target;      /* sm_52; sm_10 to sm_62 */
    unsigned level;          /* of optimisation, 0 to 3 */
    unsigned most_registers; /* of a thread; 0: what there are */
    const char *library;     /* PTX of functions in place of those for what no chip has; NULL: ours */
};

/* A module with all kernels of the text; hw_module_free frees it, hw_module_write makes a cubin of it in
 * module->container.
 *
 * HW_ERR_SYNTAX, HW_ERR_FORMAT, HW_ERR_RANGE: the text is wrong; HW_ERR_UNSUPPORTED: the target or the
 * compiler lacks something that it uses; HW_ERR_NOT_FOUND: no chip is called so; HW_ERR_NO_MEMORY.  *error
 * has line and column where a place in the text is to blame.  *module is NULL then. */
hw_status hw_compile_ptx(const char *text, size_t length, const struct hw_compile_options *options,
                         struct hw_module **module, struct hw_error *error);

/* The same as a listing (docs/listing.md), made with malloc for the caller to free. */
hw_status hw_compile_listing(const char *text, size_t length, const struct hw_compile_options *options,
                             char **listing, struct hw_error *error);

#ifdef __cplusplus
}
#endif
#endif
