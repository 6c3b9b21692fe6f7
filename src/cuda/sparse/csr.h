/* SPDX-License-Identifier: MIT */
/* A sparse matrix in the host: rows of entries, counted from 0, whatever format the device's has.  All
 * arithmetic of cuSPARSE is written for this one. */
#ifndef HW_CUDA_SPARSE_CSR_H
#define HW_CUDA_SPARSE_CSR_H

#include "cuda/sparse/sparse_matrix.h"

struct hw_csr {
    int64_t rows, columns, count;
    int64_t *offset; /* where each row begins; rows + 1 of them */
    int64_t *column;
    int64_t *place;   /* of the entry's value in the device's array */
    hw_number *value; /* zeros where values were not read */
};

/* Read a matrix, transposed where that is asked for; entries of a row keep their order.  An index that is
 * outside the matrix is an error (cudaErrorInvalidValue), and so is memory that is not the device's.  Free it
 * in any case. */
cudaError_t hw_csr_read(struct hw_csr *csr, const struct hw_sparse_matrix *matrix, int batch,
                        cusparseOperation_t op, bool values);
/* An empty one with room for so many entries; false: no memory. */
bool hw_csr_make(struct hw_csr *csr, int64_t rows, int64_t columns, int64_t room);
void hw_csr_free(struct hw_csr *csr);
/* Write offsets, indices and, if they are wanted, values of a CSR, CSC or COO matrix that has just so many
 * entries. */
enum { HW_CSR_OFFSETS = 1, HW_CSR_INDICES = 2, HW_CSR_VALUES = 4 };
cudaError_t hw_csr_write(const struct hw_csr *csr, const struct hw_sparse_matrix *matrix, unsigned what);
/* Put each value back where it was read. */
cudaError_t hw_csr_write_back(const struct hw_csr *csr, const struct hw_sparse_matrix *matrix, int batch);

/* Rows that are built one after the other: numbers for columns, each of which appears once. */
struct hw_csr_row {
    hw_number *sum;   /* by column */
    int64_t *seen;    /* the last row that has the column, plus 1 */
    int64_t *columns; /* of this row */
    int64_t count;
};
bool hw_csr_row_make(struct hw_csr_row *row, int64_t columns);
void hw_csr_row_free(struct hw_csr_row *row);
/* Add to a column of row number `number`. */
void hw_csr_row_add(struct hw_csr_row *row, int64_t number, int64_t column, hw_number value);
/* End the row: append it to the matrix, in order of columns; false: no memory. */
bool hw_csr_row_end(struct hw_csr_row *row, struct hw_csr *csr, int64_t number, int64_t *room);

#endif
