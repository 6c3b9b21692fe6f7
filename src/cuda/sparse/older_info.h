/* SPDX-License-Identifier: MIT */
/* What solutions and factorizations of the older interface share: the info, and matrices that are square. */
#ifndef HW_CUDA_SPARSE_OLDER_INFO_H
#define HW_CUDA_SPARSE_OLDER_INFO_H

#include "cuda/sparse/sparse_object.h"

/* A call with an info, which the work may tell of a pivot. */
struct hw_sparse_call hw_sparse_begin_info(const char *name, cusparseHandle_t handle, void *info,
                                           enum hw_sparse_info_of of);
/* The job's `a`; one of CSR has blocks of 1. */
void hw_sparse_take_square(struct hw_sparse_call *call, const struct cusparseMatDescr *descriptor,
                           cusparseDirection_t direction, int block, int rows, int count, const void *values,
                           const int *offsets, const int *indices, int type);
/* Tell the info of the first row whose diagonal has no place in `a`. */
cusparseStatus_t hw_sparse_end_analysis(struct hw_sparse_call *call);

#endif
