/* SPDX-License-Identifier: MIT */
/* cuSPARSE as programs of CUDA 11 to 13 call it: names, numbers and the order of arguments (NVIDIA's
 * documentation of the cuSPARSE API; the headers of CUDA 11.7, 12.1 and 13).  What libcusparse.so exports
 * beyond this is in cusparse.exports, and is not implemented. */
#ifndef HW_CUDA_SPARSE_CUSPARSE_H
#define HW_CUDA_SPARSE_CUSPARSE_H

#include "cuda/sparse/cusparse_types.h"

#pragma GCC visibility push(default)

/* --- handles, versions, statuses (sparse_handle.c, toolkit/sparse_version.c) --- */

cusparseStatus_t cusparseCreate(cusparseHandle_t *handle);
cusparseStatus_t cusparseDestroy(cusparseHandle_t handle);
cusparseStatus_t cusparseSetStream(cusparseHandle_t handle, cudaStream_t stream);
cusparseStatus_t cusparseGetStream(cusparseHandle_t handle, cudaStream_t *stream);
cusparseStatus_t cusparseSetPointerMode(cusparseHandle_t handle, cusparsePointerMode_t mode);
cusparseStatus_t cusparseGetPointerMode(cusparseHandle_t handle, cusparsePointerMode_t *mode);
cusparseStatus_t cusparseGetVersion(cusparseHandle_t handle, int *version);
cusparseStatus_t cusparseGetProperty(libraryPropertyType type, int *value);
const char *cusparseGetErrorName(cusparseStatus_t status);
const char *cusparseGetErrorString(cusparseStatus_t status);

/* --- descriptors and infos of the older interface (sparse_descriptor.c) --- */

cusparseStatus_t cusparseCreateMatDescr(cusparseMatDescr_t *descriptor);
cusparseStatus_t cusparseDestroyMatDescr(cusparseMatDescr_t descriptor);
cusparseStatus_t cusparseSetMatType(cusparseMatDescr_t descriptor, cusparseMatrixType_t type);
cusparseMatrixType_t cusparseGetMatType(const cusparseMatDescr_t descriptor);
cusparseStatus_t cusparseSetMatFillMode(cusparseMatDescr_t descriptor, cusparseFillMode_t fill);
cusparseFillMode_t cusparseGetMatFillMode(const cusparseMatDescr_t descriptor);
cusparseStatus_t cusparseSetMatDiagType(cusparseMatDescr_t descriptor, cusparseDiagType_t diag);
cusparseDiagType_t cusparseGetMatDiagType(const cusparseMatDescr_t descriptor);
cusparseStatus_t cusparseSetMatIndexBase(cusparseMatDescr_t descriptor, cusparseIndexBase_t base);
cusparseIndexBase_t cusparseGetMatIndexBase(const cusparseMatDescr_t descriptor);

#define HW_CUSPARSE_INFO_FUNCTIONS(type, name, of)     \
    cusparseStatus_t cusparseCreate##name(type *info); \
    cusparseStatus_t cusparseDestroy##name(type info);
HW_CUSPARSE_INFOS(HW_CUSPARSE_INFO_FUNCTIONS)
#undef HW_CUSPARSE_INFO_FUNCTIONS

#define HW_CUSPARSE_PIVOT_FUNCTION(type, name, of) \
    cusparseStatus_t cusparseX##name##_zeroPivot(cusparseHandle_t handle, type info, int *position);
HW_CUSPARSE_PIVOTS(HW_CUSPARSE_PIVOT_FUNCTION)
#undef HW_CUSPARSE_PIVOT_FUNCTION

#include "cuda/sparse/cusparse_generic.h"
#include "cuda/sparse/cusparse_older.h"

#pragma GCC visibility pop
#endif
