/* SPDX-License-Identifier: MIT */
/* Names of C++ as people write them. */
#ifndef HW_CUDA_PROFILER_DEMANGLE_H
#define HW_CUDA_PROFILER_DEMANGLE_H

/* What a symbol is called in its source, or the symbol where nobody can tell; to be freed.  NULL: no memory.
 */
char *hw_readable_name(const char *symbol);

#endif
