/* SPDX-License-Identifier: MIT */
/* Kernels by the names that people type for them. */
#ifndef HW_CUDA_INJECT_KERNEL_NAME_H
#define HW_CUDA_INJECT_KERNEL_NAME_H

#include <stdbool.h>
#include <stddef.h>

/* Whether a word means a kernel: it is its symbol (_ZN2ns5scaleIfEEvPT_f), or its name in the source (void
 * ns::scale<float>(float*, float)) with or without result, parameters, template arguments and namespaces. */
bool hw_inject_is_kernel(const char *word, size_t length, const char *symbol, const char *readable);

#endif
