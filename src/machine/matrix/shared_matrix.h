/* SPDX-License-Identifier: MIT */
/* A matrix descriptor of wgmma says where a matrix lies in shared memory; its lines become fragments.
 *
 * Lines are rows of a or columns of b, and the sum goes along them.  What lies together are 16 bytes: part of
 * a line, or, if the matrix is transposed, as many lines of one position along the sum as they have elements.
 */
#ifndef HW_MACHINE_MATRIX_SHARED_MATRIX_H
#define HW_MACHINE_MATRIX_SHARED_MATRIX_H

#include <stdbool.h>

#include "ops/uop.h"

struct hw_shared_matrix {
    uint32_t start;           /* addresses and distances in bytes */
    uint32_t leading, stride; /* as the descriptor has them */
    uint32_t width;           /* of a row of the swizzling pattern: 16 (none), 32, 64 or 128 */
    uint32_t base;            /* of the pattern's rows */
    bool transposed;          /* of elements of 16 bits */
};

/* That which 64 bits describe. */
struct hw_shared_matrix hw_shared_matrix_of(uint64_t descriptor, bool transposed);

/* Load `lines` (8 or 16) from number `first` on, with so many times 16 bytes each, as a column of b or,
 * `tall`, a row of a has them in registers (fragment_layout.h).  False: a fault. */
bool hw_load_lines(struct hw_regs *regs, const struct hw_uop *uop, const struct hw_shared_matrix *matrix,
                   unsigned first, unsigned lines, unsigned parts, bool tall, hw_lanes *to);

#endif
