/* SPDX-License-Identifier: MIT */
/* The driver API as programs call it, of CUDA 2.0 to 13.5: what libcuda.so.1 exports and does is in its
 * table, cuda.api.
 *
 * Each function is between the beginning and the end of a call (driver_call.h).  Functions with `_v2` take
 * sizes of 64 bits; programs of toolkits before 3.2 call the plain names, with sizes and device addresses of
 * 32 bits (legacy_memory.c; CUDA 3.1's reference).  A CUkernel may be given wherever a function takes a
 * CUfunction: it means that kernel in the current context.  OpenGL's GLuint and GLenum have 32 bits. */
#ifndef HW_CUDA_DRIVER_DRIVER_H
#define HW_CUDA_DRIVER_DRIVER_H

#include "cuda/core/memory/cuda_memory_pool.h"
#include "cuda/core/graphs/graph_api.h"
#include "cuda/core/log/log_listener.h"
#include "cuda/core/memory/copy_batch.h"
#include "cuda/core/memory/memory_abi.h"
#include "cuda/core/streams/stream_attribute.h"
#include "cuda/driver/driver_abi.h"
#include "cuda/base/driver_errors.h"
#include "cuda/driver/driver_object.h"

typedef hw_graph CUgraph;
typedef hw_node CUgraphNode;
typedef hw_exec CUgraphExec;
typedef struct hw_cuda_library *CUlibrary;
typedef struct hw_cuda_library_kernel *CUkernel;
typedef struct hw_cuda_link *CUlinkState;
typedef struct CUmemPoolHandle_st *CUmemoryPool;
typedef unsigned long long CUmemGenericAllocationHandle;

/* What cuFuncIsLoaded says. */
enum { CU_FUNCTION_LOADING_STATE_UNLOADED, CU_FUNCTION_LOADING_STATE_LOADED };

#include "generated/api/cuda.h"

#endif
