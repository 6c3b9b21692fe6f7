/* SPDX-License-Identifier: MIT */
/* printf of device code (vprintf).
 *
 * A kernel calls vprintf with the address of a format string and of a buffer that holds the arguments one
 * after the other, each at a multiple of its size: int as 4 bytes; long, long long, double and pointers
 * as 8. */
#ifndef HW_MACHINE_KERNEL_PRINTF_H
#define HW_MACHINE_KERNEL_PRINTF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* How the thread that prints reads its memory; false when the bytes are not there. */
typedef bool hw_printf_read(void *context, uint64_t address, void *to, size_t bytes);

/* Further arguments are ignored, and their conversions printed as they stand.  (CUDA C++ Programming Guide,
 * "Formatted Output", as all here.) */
#define HW_PRINTF_ARGUMENTS 32u

/* Format the call of one thread to `out`.  *count is what printf returns: how many arguments it has taken, or
 * -1 if `format` is 0.  False when memory that format, arguments or strings lie in is not
 * there; *address is then the address that could not be read.  A conversion that printf does not know is
 * printed as it stands, as CUDA does. */
bool hw_kernel_printf(hw_printf_read *read, void *context, uint64_t format, uint64_t arguments, FILE *out,
                      int *count, uint64_t *address);

/* Print the string at `string`, at most `most` bytes of it; false as above. */
bool hw_kernel_puts(hw_printf_read *read, void *context, uint64_t string, size_t most, FILE *out,
                    uint64_t *address);

#endif
