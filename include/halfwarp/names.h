/* SPDX-License-Identifier: MIT */
/* Names of kernels, functions and variables as their source has them.
 *
 * Stability: nearly stable. */
#ifndef HALFWARP_NAMES_H
#define HALFWARP_NAMES_H

#ifdef __cplusplus
extern "C" {
#endif

/* What a symbol of C++ or Rust is called in its source: `void saxpy<float>(int, float*)` of
 * `_Z5saxpyIfEviPT_`.  A symbol that is none of these, or that has more than 32 KiB, or whose name would have
 * more than 64 KiB, is its own name.  To be freed by the caller; NULL: no memory. */
char *hw_readable_name(const char *symbol);

#ifdef __cplusplus
}
#endif
#endif
