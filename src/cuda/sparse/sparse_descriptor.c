/* SPDX-License-Identifier: MIT */
/* Descriptors of matrices of the older interface, and the objects that its functions keep between their
 * steps. */
#include "cuda/sparse/legacy_calls.h"

#include "cuda/core/cuda_core.h"

const char hw_sparse_info_kind[] = "info";

/* --- descriptors --- */

static cusparseStatus_t create(const char *name, void **object, const char *kind, size_t bytes)
{
    struct hw_sparse_call call = hw_sparse_begin_plain(name);

    hw_sparse_demand(&call, object != NULL);
    if (hw_sparse_ready(&call)) {
        *object = hw_math_object_new(kind, bytes);
        hw_sparse_check(&call, *object != NULL, CUSPARSE_STATUS_ALLOC_FAILED);
    }
    return hw_sparse_end(&call, NULL);
}

cusparseStatus_t cusparseCreateMatDescr(cusparseMatDescr_t *descriptor)
{
    return create(__func__, (void **)descriptor, hw_sparse_descriptor_kind, sizeof **descriptor);
}

cusparseStatus_t cusparseDestroyMatDescr(cusparseMatDescr_t descriptor)
{
    struct hw_sparse_call call = hw_sparse_begin_plain(__func__);

    hw_sparse_demand(&call, hw_math_object_free(descriptor, hw_sparse_descriptor_kind));
    return hw_sparse_end(&call, NULL);
}

/* Set a number of a descriptor, from 0 to `most`. */
#define SET(member, value, most)                                                        \
    struct hw_sparse_call call = hw_sparse_begin_plain(__func__);                       \
    hw_sparse_demand(&call, hw_math_object_is(descriptor, hw_sparse_descriptor_kind) && \
                                (unsigned)(value) <= (most));                           \
    if (hw_sparse_ready(&call))                                                         \
        descriptor->member = (int)(value);                                              \
    return hw_sparse_end(&call, NULL)

/* Ask for one: these functions have no status, and give the first number for what is no descriptor. */
#define GET(member, type)                                                                                \
    hw_cuda_lock();                                                                                      \
    const int found = hw_math_object_is(descriptor, hw_sparse_descriptor_kind) ? descriptor->member : 0; \
    hw_cuda_unlock(cudaSuccess);                                                                         \
    return (type)found

cusparseStatus_t cusparseSetMatType(cusparseMatDescr_t descriptor, cusparseMatrixType_t type)
{
    SET(type, type, CUSPARSE_MATRIX_TYPE_TRIANGULAR);
}

cusparseMatrixType_t cusparseGetMatType(const cusparseMatDescr_t descriptor)
{
    GET(type, cusparseMatrixType_t);
}

cusparseStatus_t cusparseSetMatFillMode(cusparseMatDescr_t descriptor, cusparseFillMode_t fill)
{
    SET(fill, fill, CUSPARSE_FILL_MODE_UPPER);
}

cusparseFillMode_t cusparseGetMatFillMode(const cusparseMatDescr_t descriptor)
{
    GET(fill, cusparseFillMode_t);
}

cusparseStatus_t cusparseSetMatDiagType(cusparseMatDescr_t descriptor, cusparseDiagType_t diag)
{
    SET(diag, diag, CUSPARSE_DIAG_TYPE_UNIT);
}

cusparseDiagType_t cusparseGetMatDiagType(const cusparseMatDescr_t descriptor)
{
    GET(diag, cusparseDiagType_t);
}

cusparseStatus_t cusparseSetMatIndexBase(cusparseMatDescr_t descriptor, cusparseIndexBase_t base)
{
    SET(base, base, CUSPARSE_INDEX_BASE_ONE);
}

cusparseIndexBase_t cusparseGetMatIndexBase(const cusparseMatDescr_t descriptor)
{
    GET(base, cusparseIndexBase_t);
}

/* --- infos --- */

bool hw_sparse_is_info(const void *info, enum hw_sparse_info_of of)
{
    return hw_math_object_is(info, hw_sparse_info_kind) && ((const struct hw_sparse_info *)info)->of == of;
}

cusparseStatus_t hw_sparse_create_info(const char *name, void **info, enum hw_sparse_info_of of)
{
    const cusparseStatus_t status = create(name, info, hw_sparse_info_kind, sizeof(struct hw_sparse_info));

    if (status == CUSPARSE_STATUS_SUCCESS) {
        struct hw_sparse_info *made = *info;
        made->of = of;
        made->zero_pivot = -1;
    }
    return status;
}

/* No info is nothing to destroy. */
cusparseStatus_t hw_sparse_destroy_info(const char *name, void *info, enum hw_sparse_info_of of)
{
    struct hw_sparse_call call = hw_sparse_begin_plain(name);

    hw_sparse_demand(
        &call, !info || (hw_sparse_is_info(info, of) && hw_math_object_free(info, hw_sparse_info_kind)));
    return hw_sparse_end(&call, NULL);
}

/* --- pivots --- */

void hw_sparse_remember_pivot(struct hw_sparse_job *job, int64_t missing)
{
    const int64_t block = job->a.block_rows ? job->a.block_rows : 1;

    if (job->info && hw_math_object_is(job->info, hw_sparse_info_kind))
        ((struct hw_sparse_info *)job->info)->zero_pivot = missing < 0 ? -1 : missing / block + job->a.base;
}

/* Of a factorization or solution that has run: the first row, or row of blocks, that has no pivot. */
cusparseStatus_t hw_sparse_zero_pivot(const char *name, cusparseHandle_t handle, const void *info,
                                      enum hw_sparse_info_of of, int *position)
{
    struct hw_sparse_call call = hw_sparse_begin(name, handle);

    hw_sparse_demand(&call, hw_sparse_is_info(info, of));
    hw_sparse_total(&call, position);
    if (!hw_sparse_ready(&call))
        return hw_sparse_end(&call, NULL);
    hw_sparse_check(&call, hw_cuda_stream_wait(handle->stream) == cudaSuccess,
                    CUSPARSE_STATUS_EXECUTION_FAILED);
    const int64_t pivot = ((const struct hw_sparse_info *)info)->zero_pivot;
    hw_sparse_check(&call, hw_sparse_set_total(&call.job, pivot) == cudaSuccess,
                    CUSPARSE_STATUS_EXECUTION_FAILED);
    hw_sparse_check(&call, pivot < 0, CUSPARSE_STATUS_ZERO_PIVOT);
    return hw_sparse_end(&call, NULL);
}
