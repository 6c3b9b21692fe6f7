/* SPDX-License-Identifier: MIT */
/* Where a module's variables are. */
#ifndef HW_CUDA_CORE_MODULES_SYMBOL_H
#define HW_CUDA_CORE_MODULES_SYMBOL_H

#include <stdbool.h>

struct hw_cuda_module;
struct hw_symbol;

/* The constant bank that a variable is in; HW_BANKS: none. */
unsigned hw_cuda_constant_bank(const struct hw_symbol *symbol);
/* Whether host and devices share a variable. */
bool hw_cuda_symbol_is_managed(const struct hw_symbol *symbol);

/* The module, of any context, that has a variable at an address, and whether that is managed; NULL: none. */
const struct hw_cuda_module *hw_cuda_module_at(const void *address, bool *managed);

#endif
