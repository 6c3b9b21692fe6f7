/* SPDX-License-Identifier: MIT */
/* cuSPARSE as programs of CUDA 11 to 13 call it: names, numbers and the order of arguments (NVIDIA's
 * documentation of the cuSPARSE API; the headers of CUDA 11.7, 12.1 and 13).  What libcusparse.so exports
 * and does is in its table, cusparse.api. */
#ifndef HW_CUDA_SPARSE_CUSPARSE_H
#define HW_CUDA_SPARSE_CUSPARSE_H

#include "cuda/sparse/cusparse_types.h"

#include "generated/api/cusparse.h"

#endif
