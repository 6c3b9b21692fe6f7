/* SPDX-License-Identifier: MIT */
/* The runtime symbol table has the functions that compiled code calls by name: halfwarp's, and those that
 * LLVM makes of copies and roundings. */
#ifndef HW_JIT_JIT_RUNTIME_SYMBOLS_H
#define HW_JIT_JIT_RUNTIME_SYMBOLS_H

struct hw_jit_runtime_symbol {
    const char *name;
    const void *address;
};
#define HW_JIT_RUNTIME_SYMBOLS 28
extern const struct hw_jit_runtime_symbol hw_jit_runtime_symbols[HW_JIT_RUNTIME_SYMBOLS];

#endif
