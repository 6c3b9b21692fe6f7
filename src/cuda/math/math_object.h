/* SPDX-License-Identifier: MIT */
/* Handles and descriptors of math libraries: what programs hold pointers to.  Any pointer may be asked about,
 * also one that was destroyed.  Callers hold the lock. */
#ifndef HW_CUDA_MATH_MATH_OBJECT_H
#define HW_CUDA_MATH_MATH_OBJECT_H

#include <stdbool.h>
#include <stddef.h>

#pragma GCC visibility push(default)

/* An object of so many bytes, all zero; NULL when there is no memory.  `kind` is a name, and the address of
 * the name is the kind. */
void *hw_math_object_new(const char *kind, size_t bytes);
bool hw_math_object_is(const void *object, const char *kind);
/* False, and nothing done, where it is none. */
bool hw_math_object_free(void *object, const char *kind);

#pragma GCC visibility pop
#endif
