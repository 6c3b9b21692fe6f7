/* SPDX-License-Identifier: MIT */
/* Output of kernels: what they print is kept until the host synchronises, as on a chip, whose threads print
 * into a buffer that some calls of the host empty (CUDA C++ Programming Guide, "Formatted Output").
 *
 * Each launch run has an output of its own, so launches that run side by side do not mix theirs.  The lines
 * of launches that have ended are printed in the order of the launches; kernels that a kernel launches, and
 * those of a graph with conditional nodes, count as one launch, in the order in which they have begun. Unlike
 * a chip's, an output loses nothing: beyond HW_CUDA_OUTPUT_BYTES it is printed at once, and all that is left
 * when the program ends. */
#ifndef HW_CUDA_CORE_LAUNCHES_LAUNCH_OUTPUT_H
#define HW_CUDA_CORE_LAUNCHES_LAUNCH_OUTPUT_H

#include <stddef.h>
#include <stdint.h>

#define HW_CUDA_OUTPUT_BYTES ((size_t)1 << 20) /* cudaLimitPrintfFifoSize before a program sets it */

/* All zeros: it has printed nothing. */
struct hw_cuda_output {
    char *text;
    size_t bytes, room;
    uint64_t number, begun; /* of its launch, and in the order of beginnings */
};

/* The number of the next launch.  Under the lock. */
uint64_t hw_cuda_output_number(void);
/* Keep what a thread prints: hw_output_fn, with the struct hw_cuda_output as its context. */
void hw_cuda_output_keep(void *output, const char *text, size_t bytes);
/* The same, however much it is; the host may have no memory for more. */
void hw_cuda_output_keep_all(void *output, const char *text, size_t bytes);
/* The launch has ended: its output is to be printed.  Under the lock, as the next one. */
void hw_cuda_output_ended(struct hw_cuda_output *output);
/* Print the outputs of all launches that have ended. */
void hw_cuda_output_flush(void);

#endif
