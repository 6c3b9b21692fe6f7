/* SPDX-License-Identifier: MIT */
/* See blas_order.h.  The orders are cublasLtOrder_t's (cublasLt.h of CUDA 13). */
#include "cuda/blas/blas_order.h"

enum { GROUP = 32 }; /* columns */

/* Tiles of 8 rows: four even rows, then four odd ones, each in blocks of four columns. */
static size_t in_tile_of_8(size_t row, size_t column)
{
    return row % 2 * (4 * GROUP) + column / 4 * 16 + row / 2 * 4 + column % 4;
}

static size_t in_tile_of_32(size_t row, size_t column)
{
    return ((row % 8 / 2 * 4 + row / 8) * 2 + row % 2) * GROUP + column;
}

size_t hw_blas_order_offset(enum hw_blas_order order, size_t ld, size_t row, size_t column)
{
    const size_t group = column / GROUP * ld, within = column % GROUP;

    switch (order) {
    case HW_BLAS_IN_ROWS: return row * ld + column;
    case HW_BLAS_IN_GROUPS: return group + row * GROUP + within;
    case HW_BLAS_IN_TILES_OF_8: return group + row / 8 * (8 * GROUP) + in_tile_of_8(row % 8, within);
    case HW_BLAS_IN_TILES_OF_32: return group + row / 32 * (32 * GROUP) + in_tile_of_32(row % 32, within);
    default: return column * ld + row;
    }
}

/* Rows that a group has room for. */
static size_t rows_of_group(enum hw_blas_order order, size_t rows)
{
    const size_t tile = order == HW_BLAS_IN_TILES_OF_8 ? 8 : order == HW_BLAS_IN_TILES_OF_32 ? 32 : 1;

    return (rows + tile - 1) / tile * tile;
}

size_t hw_blas_order_extent(enum hw_blas_order order, size_t ld, size_t rows, size_t columns)
{
    switch (order) {
    case HW_BLAS_IN_COLUMNS: return (columns - 1) * ld + rows;
    case HW_BLAS_IN_ROWS: return (rows - 1) * ld + columns;
    default: return (columns - 1) / GROUP * ld + rows_of_group(order, rows) * GROUP;
    }
}

int64_t hw_blas_order_least_ld(enum hw_blas_order order, int64_t rows, int64_t columns)
{
    switch (order) {
    case HW_BLAS_IN_COLUMNS: return rows;
    case HW_BLAS_IN_ROWS: return columns;
    default: return (int64_t)rows_of_group(order, (size_t)rows) * GROUP;
    }
}
