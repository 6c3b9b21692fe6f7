/* SPDX-License-Identifier: MIT */
/* A matrix product takes its sums from a vector build, and the others from the reference. */
#include "ops/matrix/dot_matrix.h"

static uint32_t sum_of(const struct hw_dot_matrices *m, unsigned row, unsigned column, bool finite)
{
    struct hw_dot_number a[HW_DOT_DEPTH], b[HW_DOT_DEPTH];

    for (unsigned k = 0; k < m->depth; k++) {
        a[k] = hw_dot_unpack(m->a_type, m->a[row][k], m->a_negated);
        b[k] = hw_dot_unpack(m->b_type, m->b[m->sparse ? m->b_row[row][k] : k][column], m->b_negated);
    }
    return hw_dot(m->rules, a, b, m->depth, m->c[row][column], m->c_type, m->type, finite);
}

void hw_dot_matrix(hw_dot_lanes_fn *lanes, struct hw_dot_matrices *matrices, bool finite)
{
    uint8_t left[HW_DOT_ROWS];

    lanes(matrices, left);
    for (unsigned row = 0; row < matrices->rows; row++)
        for (unsigned column = 0; column < HW_DOT_COLUMNS; column++)
            if (left[row] >> column & 1)
                matrices->c[row][column] = sum_of(matrices, row, column, finite);
}
