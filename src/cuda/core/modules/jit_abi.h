/* SPDX-License-Identifier: MIT */
/* Numbers of options of calls that compile or link code, which both interfaces have alike (cuda.h's
 * CUjit_option, driver_types.h's cudaJitOption of CUDA 12.8). */
#ifndef HW_CUDA_CORE_MODULES_JIT_ABI_H
#define HW_CUDA_CORE_MODULES_JIT_ABI_H

enum {
    CU_JIT_MAX_REGISTERS = 0,
    CU_JIT_THREADS_PER_BLOCK,
    CU_JIT_WALL_TIME,
    CU_JIT_INFO_LOG_BUFFER,
    CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES,
    CU_JIT_ERROR_LOG_BUFFER,
    CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
    CU_JIT_OPTIMIZATION_LEVEL,
    CU_JIT_TARGET_FROM_CUCONTEXT,
    CU_JIT_TARGET,
    CU_JIT_FALLBACK_STRATEGY,
    CU_JIT_GENERATE_DEBUG_INFO,
    CU_JIT_LOG_VERBOSE,
    CU_JIT_GENERATE_LINE_INFO
};

#endif
