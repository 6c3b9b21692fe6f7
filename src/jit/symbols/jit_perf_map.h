/* SPDX-License-Identifier: MIT */
/* A perf map names compiled code for profilers: HALFWARP_PERF_MAP=1 writes /tmp/perf-PID.map, which `perf
 * report` reads.
 * @see tools/perf/Documentation/jit-interface.txt of Linux: lines "START SIZE name" in hexadecimal */
#ifndef HW_JIT_SYMBOLS_JIT_PERF_MAP_H
#define HW_JIT_SYMBOLS_JIT_PERF_MAP_H

#include "engine/compiler_interface.h"
#include "jit/jit_object_loader.h"

/* Add loaded code to the map if there is one. */
void hw_jit_perf_map_add(const struct hw_jit_loaded *loaded, const struct hw_compile_input *source);

#endif
