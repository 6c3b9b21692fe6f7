/* SPDX-License-Identifier: MIT */
/* Constants of the host that clang has copied into PTX are removed if they do not fit constant memory.
 *
 * clang treats `const` variables of the host as `__constant__` if their values are constant expressions,
 * since device code may name them, as nvcc allows; an `extern const` table goes into the PTX of each file
 * that defines it, named or not. */
#ifndef HW_COMPILER_CLANG_HOST_CONSTANTS_H
#define HW_COMPILER_CLANG_HOST_CONSTANTS_H

#include <stdbool.h>

/* If a text has more constants than a module may have, and would fit without those that nothing else in the
 * text names, remove these, and append a message to *messages, which grows.  False: no memory; the text is
 * unchanged. */
bool hw_clang_drop_constants(char *ptx, char **messages);

#endif
