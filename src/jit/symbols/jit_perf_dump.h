/* SPDX-License-Identifier: MIT */
/* A perf dump (jitdump) has the machine code of kernels, their names and lines, and the times at which they
 * were loaded: `perf inject --jit` takes them into a profile.
 * @see tools/perf/Documentation/jitdump-specification.txt of Linux */
#ifndef HW_JIT_SYMBOLS_JIT_PERF_DUMP_H
#define HW_JIT_SYMBOLS_JIT_PERF_DUMP_H

#include "engine/compiler_interface.h"
#include "jit/jit_object_loader.h"
#include "jit/symbols/jit_listing.h"
#include "jit/symbols/jit_symbols.h"

/* Add loaded code to FOLDER/jit-PID.dump.  Any thread may do so. */
void hw_jit_perf_dump_add(const char *folder, const struct hw_jit_loaded *loaded,
                          const struct hw_compile_input *source, const struct hw_jit_symbols *symbols,
                          const struct hw_jit_listing *listing);

#endif
