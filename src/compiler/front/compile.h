/* SPDX-License-Identifier: MIT */
/* Text of PTX becomes a module of machine code. */
#ifndef HW_COMPILER_FRONT_COMPILE_H
#define HW_COMPILER_FRONT_COMPILE_H

#include <halfwarp/module.h>

struct hw_compile_options {
    const char *target;      /* sm_52 */
    unsigned level;          /* of optimisation, 0 to 3 */
    unsigned most_registers; /* of a thread; 0: what there are */
    const char
        *library; /* PTX of functions for operations that no chip has (code/lower_calls.h); NULL: ours */
};

/* Errors have line and column where a place in the text is to blame. */
hw_status hw_compile_ptx(const char *text, size_t length, const struct hw_compile_options *options,
                         struct hw_module **module, struct hw_error *error);

/* The same as a listing (docs/listing.md), made with malloc for the caller to free. */
hw_status hw_compile_listing(const char *text, size_t length, const struct hw_compile_options *options,
                             char **listing, struct hw_error *error);

#endif
