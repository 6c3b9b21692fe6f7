/* SPDX-License-Identifier: MIT */
/* The kernels that a process has launched, of which those are told that a rule may have meant. */
#ifndef HW_CUDA_INJECT_LAUNCHED_KERNELS_H
#define HW_CUDA_INJECT_LAUNCHED_KERNELS_H

#include <stddef.h>

void hw_inject_remember_kernel(const char *symbol);

/* Write "a, b or c" of the kernels' names that are near a wanted one: with parameters and template arguments,
 * and with scopes, where that has some.  Returns `text`. */
char *hw_inject_near_kernels(const char *wanted, char *text, size_t bytes);

#endif
