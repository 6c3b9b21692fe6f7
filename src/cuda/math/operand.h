/* SPDX-License-Identifier: MIT */
/* Device memory that a call of a math library works with.  The call asks whether it is there, and the work,
 * which may run later, takes its address in the host. */
#ifndef HW_CUDA_MATH_OPERAND_H
#define HW_CUDA_MATH_OPERAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct hw_math_operand {
    const void *address; /* of the device */
    size_t bytes;        /* 0: not used */
    void *host;          /* where the work finds it */
};

#pragma GCC visibility push(default)

/* Bytes from the first to the last of `columns` rows of `rows` elements that are `ld` apart; SIZE_MAX where
 * that is more than there can be. */
size_t hw_math_matrix_bytes(int64_t rows, int64_t columns, int64_t ld, size_t element);
/* Whether all of it is the device's memory. */
bool hw_math_there(const void *address, size_t bytes);
bool hw_math_operands_there(const struct hw_math_operand *operand, size_t count);
/* The same, with their host addresses put in place. */
bool hw_math_operands_take(struct hw_math_operand *operand, size_t count);

#pragma GCC visibility pop
#endif
