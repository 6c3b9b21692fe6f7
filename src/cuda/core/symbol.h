/* SPDX-License-Identifier: MIT */
/* Where a module's variables are. */
#ifndef HW_CUDA_CORE_SYMBOL_H
#define HW_CUDA_CORE_SYMBOL_H

struct hw_symbol;

/* The constant bank that a variable is in; HW_BANKS: none. */
unsigned hw_cuda_constant_bank(const struct hw_symbol *symbol);

#endif
