/* SPDX-License-Identifier: MIT */
/* Descriptors of the generic interface.  A const one is no other object. */
#ifndef HW_CUDA_SPARSE_GENERIC_DESCRIPTOR_H
#define HW_CUDA_SPARSE_GENERIC_DESCRIPTOR_H

#include "cuda/sparse/sparse_object.h"

struct cusparseSpMatDescr {
    struct hw_sparse_matrix matrix;
};
struct cusparseDnMatDescr {
    struct hw_sparse_dense dense;
};
struct cusparseDnVecDescr {
    struct hw_sparse_dense dense;
};
struct cusparseSpVecDescr {
    struct hw_sparse_vector vector;
};

extern const char hw_sparse_column_kind[]; /* of dense vectors */

/* What a call works with, which must be the device's; INVALID_VALUE for what is no such descriptor. */
struct hw_sparse_matrix hw_sparse_take_matrix(struct hw_sparse_call *call,
                                              cusparseConstSpMatDescr_t descriptor, bool values);
struct hw_sparse_dense hw_sparse_take_dense(struct hw_sparse_call *call,
                                            cusparseConstDnMatDescr_t descriptor);
struct hw_sparse_dense hw_sparse_take_column(struct hw_sparse_call *call,
                                             cusparseConstDnVecDescr_t descriptor);
struct hw_sparse_vector hw_sparse_take_vector(struct hw_sparse_call *call,
                                              cusparseConstSpVecDescr_t descriptor);

/* Begin products of a sparse matrix with a vector, and with a matrix (generic_product.c). */
struct hw_sparse_call hw_sparse_begin_spmv(const char *name, bool sizing, HW_CUSPARSE_SPMV);
struct hw_sparse_call hw_sparse_begin_spmm(const char *name, bool sizing, HW_CUSPARSE_SPMM);

#endif
