/* SPDX-License-Identifier: MIT */
/* The kinds of objects that programs hold of cuSPARSE (math/math_object.h), and what is in those that several
 * files know. */
#ifndef HW_CUDA_SPARSE_SPARSE_OBJECT_H
#define HW_CUDA_SPARSE_SPARSE_OBJECT_H

#include "cuda/sparse/sparse_call.h"

#include "cuda/math/math_object.h"

extern const char hw_sparse_handle_kind[], hw_sparse_info_kind[];
extern const char hw_sparse_matrix_kind[], hw_sparse_dense_kind[], hw_sparse_vector_kind[],
    hw_sparse_plan_kind[];

/* What the info of a factorization or a solution remembers: the first row that has no pivot, or -1; and what
 * takes the place of a small pivot.  All kinds of info are this one, each with its own `of`. */
enum hw_sparse_info_of {
    HW_SPARSE_INFO_CSRSV2,
    HW_SPARSE_INFO_CSRSM2,
    HW_SPARSE_INFO_CSRIC02,
    HW_SPARSE_INFO_CSRILU02,
    HW_SPARSE_INFO_BSRSV2,
    HW_SPARSE_INFO_BSRSM2,
    HW_SPARSE_INFO_BSRIC02,
    HW_SPARSE_INFO_BSRILU02,
    HW_SPARSE_INFO_CSRGEMM2,
    HW_SPARSE_INFO_CSRU2CSR,
    HW_SPARSE_INFO_COLOR,
    HW_SPARSE_INFO_PRUNE
};
struct hw_sparse_info {
    enum hw_sparse_info_of of;
    int64_t zero_pivot;
    bool boost;
    double tolerance;
    hw_number boost_value;
};
/* Tell the job's info, if it has one that is still there, of a row of `a` without a pivot, or -1.  Pivots are
 * counted in the matrix's base, and as rows of blocks where it has blocks. */
void hw_sparse_remember_pivot(struct hw_sparse_job *job, int64_t missing);
bool hw_sparse_is_info(const void *info, enum hw_sparse_info_of of);

/* What a product of sparse matrices, or a solution by the generic interface, keeps from step to step. */
struct hw_sparse_plan {
    enum hw_sparse_plan_of { HW_SPARSE_PLAN_SPGEMM, HW_SPARSE_PLAN_SPSV, HW_SPARSE_PLAN_SPSM } of;
    struct hw_csr product;
    int64_t products; /* how many there were to add */
    bool analysed;
};
cusparseStatus_t hw_sparse_create_plan(const char *name, void **plan, enum hw_sparse_plan_of of);
cusparseStatus_t hw_sparse_destroy_plan(const char *name, void *plan, enum hw_sparse_plan_of of);
bool hw_sparse_is_plan(const void *plan, enum hw_sparse_plan_of of);

#endif
