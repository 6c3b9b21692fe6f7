/* SPDX-License-Identifier: MIT */
/* Streams and events as numbers.
 *
 * Before CUDA 3.0 cudaStream_t and cudaEvent_t were int: a program has room for 32 bits, and passes registers
 * whose upper halves hold anything.  libcudart.so.2 therefore hands out small numbers; the others the
 * pointers themselves.  Called with the lock of a call held. */
#ifndef HW_CUDA_RUNTIME_RUNTIME_HANDLE_H
#define HW_CUDA_RUNTIME_RUNTIME_HANDLE_H

#include <stdbool.h>

/* Write a pointer's handle to where the program wants it; false: there is no memory for one. */
bool hw_handle_give(void *to, void *pointer);
/* The pointer that a program means, or some other that is none of ours; NULL for handle 0. */
void *hw_handle_pointer(const void *handle);

#endif
