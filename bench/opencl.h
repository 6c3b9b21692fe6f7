/* SPDX-License-Identifier: MIT */
/* The kernels once more in OpenCL, by PoCL on this processor: opencl.c where OpenCL is installed, else
 * opencl_none.c. */
#ifndef BENCH_OPENCL_H
#define BENCH_OPENCL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A parameter of a kernel: a word, or a buffer of the host. */
struct opencl_parameter {
    void *buffer; /* NULL: the word */
    size_t bytes;
    uint32_t word;
};

/* Have the kernel of that name in bench/opencl/NAME.cl ready to run on one thread of the processor's device;
 * false: there is none.  It stays until the next is made. */
bool opencl_make(const char *name, const struct opencl_parameter *parameters, unsigned count);

/* Run it for a grid of blocks, to its end. */
void opencl_run(const uint32_t grid[2], const uint32_t block[2]);

#endif
