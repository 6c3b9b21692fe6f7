/* SPDX-License-Identifier: MIT */
/* In which order a matrix's elements lie.  `ld` elements are from one column, row or group of 32 columns to
 * the next. */
#ifndef HW_CUDA_BLAS_BLAS_ORDER_H
#define HW_CUDA_BLAS_BLAS_ORDER_H

#include <stdint.h>
#include <stddef.h>

/* The last three are those of tensor cores: groups of columns hold rows of 32 one behind the other, or tiles
 * of 8 or 32 such rows, within which elements are shuffled. */
enum hw_blas_order {
    HW_BLAS_IN_COLUMNS,
    HW_BLAS_IN_ROWS,
    HW_BLAS_IN_GROUPS,
    HW_BLAS_IN_TILES_OF_8,
    HW_BLAS_IN_TILES_OF_32
};

/* The element at which one is. */
size_t hw_blas_order_offset(enum hw_blas_order order, size_t ld, size_t row, size_t column);
/* Elements from the first to the last one of a matrix that is not empty. */
size_t hw_blas_order_extent(enum hw_blas_order order, size_t ld, size_t rows, size_t columns);
/* The least `ld`. */
int64_t hw_blas_order_least_ld(enum hw_blas_order order, int64_t rows, int64_t columns);

#endif
