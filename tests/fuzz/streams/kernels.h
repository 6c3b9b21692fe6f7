/* SPDX-License-Identifier: MIT */
/* The functions of functions.c as kernels, registered as nvcc registers a program's. */
#ifndef TESTS_STREAMS_KERNELS_H
#define TESTS_STREAMS_KERNELS_H

#include "program.h"

#include "cuda/runtime/runtime.h"

extern const char kernels_ptx[];
void kernels_register(void);
void kernels_unregister(void);
/* What stands for a kernel on the host. */
const void *kernel_stub(enum function function);

/* Arguments of every kernel, and their addresses as a launch takes them. */
struct kernel_arguments {
    uint32_t *to;
    const uint32_t *from;
    uint32_t words, number;
    void *list[4];
};
void kernel_arguments_set(struct kernel_arguments *arguments, uint32_t *to, const uint32_t *from,
                          uint32_t number);

#endif
