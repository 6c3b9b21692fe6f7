/* SPDX-License-Identifier: MIT */
/* cuSPARSE as programs of CUDA 11 to 13 call it: names, numbers and the order of arguments (NVIDIA's
 * documentation of the cuSPARSE API; the headers of CUDA 11.7, 12.1 and 13).  What libcusparse.so exports
 * beyond this is in cusparse.exports, and is not implemented. */
#ifndef HW_CUDA_SPARSE_CUSPARSE_H
#define HW_CUDA_SPARSE_CUSPARSE_H

#include "cuda/core/cuda_abi.h"

#define HW_CUSPARSE_STATUSES(STATUS)                                                  \
    STATUS(0, CUSPARSE_STATUS_SUCCESS, "success")                                     \
    STATUS(1, CUSPARSE_STATUS_NOT_INITIALIZED, "initialization error")                \
    STATUS(2, CUSPARSE_STATUS_ALLOC_FAILED, "out of memory")                          \
    STATUS(3, CUSPARSE_STATUS_INVALID_VALUE, "invalid value")                         \
    STATUS(4, CUSPARSE_STATUS_ARCH_MISMATCH, "architecture mismatch")                 \
    STATUS(5, CUSPARSE_STATUS_MAPPING_ERROR, "texture memory mapping error")          \
    STATUS(6, CUSPARSE_STATUS_EXECUTION_FAILED, "kernel launch failure")              \
    STATUS(7, CUSPARSE_STATUS_INTERNAL_ERROR, "internal error")                       \
    STATUS(8, CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED, "matrix type not supported") \
    STATUS(9, CUSPARSE_STATUS_ZERO_PIVOT, "zero pivot")                               \
    STATUS(10, CUSPARSE_STATUS_NOT_SUPPORTED, "operation not supported")              \
    STATUS(11, CUSPARSE_STATUS_INSUFFICIENT_RESOURCES, "insufficient resources")

#define HW_CUSPARSE_ENUMERATOR(number, name, text) name = number,
typedef enum { HW_CUSPARSE_STATUSES(HW_CUSPARSE_ENUMERATOR) } cusparseStatus_t;
#undef HW_CUSPARSE_ENUMERATOR

#endif
