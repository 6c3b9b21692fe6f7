/* SPDX-License-Identifier: MIT */
/* What compiled code calls and reads by name, besides the engine's function for jumps. */
#ifndef HW_JIT_JIT_SYMBOLS_H
#define HW_JIT_JIT_SYMBOLS_H

#include <stdbool.h>

#include <llvm-c/LLJIT.h>

/* Let the loader find it. */
bool hw_jit_define_symbols(LLVMOrcLLJITRef loader);

/* Give a name an address.  False: the loader has it already. */
bool hw_jit_define(LLVMOrcLLJITRef loader, const char *name, const void *address);

#endif
