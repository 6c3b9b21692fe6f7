/* SPDX-License-Identifier: MIT */
/* The functions of CUDA's libraries that calls may be made to fail of: those that return a status. */
#ifndef HW_CUDA_INJECT_INJECT_FUNCTION_H
#define HW_CUDA_INJECT_INJECT_FUNCTION_H

#include "nearest.h"

#include <stdbool.h>
#include <stddef.h>

/* Whose numbers and names its statuses are. */
enum hw_inject_statuses { HW_INJECT_RUNTIME, HW_INJECT_DRIVER, HW_INJECT_LIBRARY };

struct hw_inject_function {
    const char *name;
    enum hw_inject_statuses statuses;
    int status; /* that a call gets unless another is asked for; see struct hw_injected.own */
};

/* Whether a word names a function: it is the name, or the name without what tells forms of a function apart
 * (cuMemAlloc_v2, cudaMemcpy_ptds, cublasSgemm_v2_64, __cudaLaunchKernel). */
bool hw_inject_is_name_of(const char *word, size_t length, const char *function);

/* The first function that a word names; NULL: none. */
const struct hw_inject_function *hw_inject_function(const char *word, size_t length);
/* Offer all names. */
void hw_inject_offer_functions(struct hw_nearest *nearest);

#endif
