/* SPDX-License-Identifier: MIT */
/* Constants of the host in PTX that clang has made.
 *
 * clang takes `const` variables of the host for `__constant__` where their values are known, for device code
 * may name them, as nvcc allows; an `extern const` table goes into the PTX of each file that defines it,
 * named or not. */
#ifndef HW_COMPILER_CLANG_HOST_CONSTANTS_H
#define HW_COMPILER_CLANG_HOST_CONSTANTS_H

#include <stdbool.h>

/* Where constants of a text are more than a module may have, and the others fit, take out those that nothing
 * else in the text names, and say so behind *messages, which grows.  False: no memory; the text is as it was.
 */
bool hw_clang_drop_constants(char *ptx, char **messages);

#endif
