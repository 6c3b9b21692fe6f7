/* SPDX-License-Identifier: MIT */
/* Code with nothing in it: nvcc puts a cubin and PTX for its default target into every program that it links,
 * also into those without a kernel. */
#ifndef HW_CUDA_CORE_MODULES_EMPTY_CODE_H
#define HW_CUDA_CORE_MODULES_EMPTY_CODE_H

#include <halfwarp/archive.h>

#include <stdbool.h>

/* Whether an entry has neither a function nor a variable.  False where that cannot be told. */
bool hw_cuda_entry_is_empty(const struct hw_archive *archive, size_t entry);

#endif
