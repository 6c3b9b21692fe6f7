/* SPDX-License-Identifier: MIT */
/* Loaded code is published to profilers and debuggers:
 *
 * - HALFWARP_PERF_MAP=1: its name, in the perf map of the process;
 * - HALFWARP_JIT_SYMBOLS=FOLDER: the listing of the kernel, a perf dump, and an object for debuggers with the
 *   lines of the listing;
 * - a debugger traces the process: an object with names alone. */
#ifndef HW_JIT_SYMBOLS_JIT_PUBLISH_H
#define HW_JIT_SYMBOLS_JIT_PUBLISH_H

#include "engine/compiler_interface.h"
#include "jit/jit_object_loader.h"
#include "jit/symbols/jit_gdb_interface.h"
#include "jit/symbols/jit_symbols.h"

/* Whether the folder of HALFWARP_JIT_SYMBOLS can be used. */
hw_status hw_jit_publish_check(struct hw_error *error);

/* Whether code has to be compiled with lines, and whether the symbols of loaded code are to be read. */
bool hw_jit_publishes_lines(void);
bool hw_jit_publishes_symbols(void);

/* `symbols`: empty unless hw_jit_publishes_symbols().  The entry, which may be NULL, is to be unregistered
 * before the code is unloaded. */
struct hw_jit_gdb_entry *hw_jit_publish(const struct hw_jit_loaded *loaded,
                                        const struct hw_compile_input *source,
                                        const struct hw_jit_symbols *symbols);

#endif
