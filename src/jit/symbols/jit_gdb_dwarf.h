/* SPDX-License-Identifier: MIT */
/* DWARF describes the code of a kernel as if the kernel's listing were its source. */
#ifndef HW_JIT_SYMBOLS_JIT_GDB_DWARF_H
#define HW_JIT_SYMBOLS_JIT_GDB_DWARF_H

#include "engine/compiler_interface.h"
#include "jit/jit_object_loader.h"
#include "jit/symbols/jit_listing.h"
#include "jit/symbols/jit_symbols.h"
#include "module/module_internal.h"

/* The sections .debug_abbrev, .debug_info and .debug_line. */
struct hw_jit_gdb_dwarf {
    struct hw_buffer *abbreviations, *info, *lines;
};

/* Add a unit with a function for each symbol.  Without a listing there are no lines. */
void hw_jit_gdb_dwarf_add(const struct hw_jit_gdb_dwarf *dwarf, const struct hw_jit_loaded *loaded,
                          const struct hw_compile_input *source, const struct hw_jit_symbols *symbols,
                          const struct hw_jit_listing *listing);

#endif
