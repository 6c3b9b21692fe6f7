/* SPDX-License-Identifier: MIT */
/* An ELF object in memory describes loaded code to a debugger: its functions, how calls return from them, and
 * the lines of the listing. */
#ifndef HW_JIT_SYMBOLS_JIT_GDB_OBJECT_H
#define HW_JIT_SYMBOLS_JIT_GDB_OBJECT_H

#include "engine/compiler_interface.h"
#include "jit/jit_object_loader.h"
#include "jit/symbols/jit_listing.h"
#include "jit/symbols/jit_symbols.h"

/* The bytes of the object, which the caller frees; NULL: there is no memory. */
uint8_t *hw_jit_gdb_object(const struct hw_jit_loaded *loaded, const struct hw_compile_input *source,
                           const struct hw_jit_symbols *symbols, const struct hw_jit_listing *listing,
                           size_t *size);

#endif
