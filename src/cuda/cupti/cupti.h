/* SPDX-License-Identifier: MIT */
/* CUPTI, libcupti.so.*: what profilers ask, in the place of NVIDIA's, which needs the inside of NVIDIA's
 * driver.
 *
 * Nothing of a device is recorded yet: cuptiSubscribe and all that would record or measure return
 * CUPTI_ERROR_NOT_SUPPORTED, upon which profilers (PyTorch's is one) show the host's side alone.
 *
 * Numbers and names are those of NVIDIA's documentation (CUPTI, CUDA 13.2). */
#ifndef HW_CUDA_CUPTI_CUPTI_H
#define HW_CUDA_CUPTI_CUPTI_H

#include <stdint.h>

/* clang-format off */
#define HW_CUPTI_RESULTS(RESULT)                                     \
    RESULT(0, CUPTI_SUCCESS)                                         \
    RESULT(1, CUPTI_ERROR_INVALID_PARAMETER)                         \
    RESULT(2, CUPTI_ERROR_INVALID_DEVICE)                            \
    RESULT(3, CUPTI_ERROR_INVALID_CONTEXT)                           \
    RESULT(4, CUPTI_ERROR_INVALID_EVENT_DOMAIN_ID)                   \
    RESULT(5, CUPTI_ERROR_INVALID_EVENT_ID)                          \
    RESULT(6, CUPTI_ERROR_INVALID_EVENT_NAME)                        \
    RESULT(7, CUPTI_ERROR_INVALID_OPERATION)                         \
    RESULT(8, CUPTI_ERROR_OUT_OF_MEMORY)                             \
    RESULT(9, CUPTI_ERROR_HARDWARE)                                  \
    RESULT(10, CUPTI_ERROR_PARAMETER_SIZE_NOT_SUFFICIENT)            \
    RESULT(11, CUPTI_ERROR_API_NOT_IMPLEMENTED)                      \
    RESULT(12, CUPTI_ERROR_MAX_LIMIT_REACHED)                        \
    RESULT(13, CUPTI_ERROR_NOT_READY)                                \
    RESULT(14, CUPTI_ERROR_NOT_COMPATIBLE)                           \
    RESULT(15, CUPTI_ERROR_NOT_INITIALIZED)                          \
    RESULT(16, CUPTI_ERROR_INVALID_METRIC_ID)                        \
    RESULT(17, CUPTI_ERROR_INVALID_METRIC_NAME)                      \
    RESULT(18, CUPTI_ERROR_QUEUE_EMPTY)                              \
    RESULT(19, CUPTI_ERROR_INVALID_HANDLE)                           \
    RESULT(20, CUPTI_ERROR_INVALID_STREAM)                           \
    RESULT(21, CUPTI_ERROR_INVALID_KIND)                             \
    RESULT(22, CUPTI_ERROR_INVALID_EVENT_VALUE)                      \
    RESULT(23, CUPTI_ERROR_DISABLED)                                 \
    RESULT(24, CUPTI_ERROR_INVALID_MODULE)                           \
    RESULT(25, CUPTI_ERROR_INVALID_METRIC_VALUE)                     \
    RESULT(26, CUPTI_ERROR_HARDWARE_BUSY)                            \
    RESULT(27, CUPTI_ERROR_NOT_SUPPORTED)                            \
    RESULT(28, CUPTI_ERROR_UM_PROFILING_NOT_SUPPORTED)               \
    RESULT(29, CUPTI_ERROR_UM_PROFILING_NOT_SUPPORTED_ON_DEVICE)     \
    RESULT(30, CUPTI_ERROR_UM_PROFILING_NOT_SUPPORTED_ON_NON_P2P_DEVICES) \
    RESULT(31, CUPTI_ERROR_UM_PROFILING_NOT_SUPPORTED_WITH_MPS)      \
    RESULT(32, CUPTI_ERROR_CDP_TRACING_NOT_SUPPORTED)                \
    RESULT(33, CUPTI_ERROR_VIRTUALIZED_DEVICE_NOT_SUPPORTED)         \
    RESULT(34, CUPTI_ERROR_CUDA_COMPILER_NOT_COMPATIBLE)             \
    RESULT(35, CUPTI_ERROR_INSUFFICIENT_PRIVILEGES)                  \
    RESULT(36, CUPTI_ERROR_OLD_PROFILER_API_INITIALIZED)             \
    RESULT(37, CUPTI_ERROR_OPENACC_UNDEFINED_ROUTINE)                \
    RESULT(38, CUPTI_ERROR_LEGACY_PROFILER_NOT_SUPPORTED)            \
    RESULT(39, CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED)       \
    RESULT(40, CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES) \
    RESULT(41, CUPTI_ERROR_CONFIDENTIAL_COMPUTING_NOT_SUPPORTED)     \
    RESULT(42, CUPTI_ERROR_CMP_DEVICE_NOT_SUPPORTED)                 \
    RESULT(43, CUPTI_ERROR_MIG_DEVICE_NOT_SUPPORTED)                 \
    RESULT(44, CUPTI_ERROR_SLI_DEVICE_NOT_SUPPORTED)                 \
    RESULT(45, CUPTI_ERROR_WSL_DEVICE_NOT_SUPPORTED)                 \
    RESULT(46, CUPTI_ERROR_INVALID_CHIP_NAME)                        \
    RESULT(47, CUPTI_ERROR_HES_TRACE_NOT_SUPPORTED_ON_MPS)           \
    RESULT(999, CUPTI_ERROR_UNKNOWN)
/* clang-format on */

#define HW_CUPTI_RESULT(number, name) name = number,
typedef enum hw_cupti_result { HW_CUPTI_RESULTS(HW_CUPTI_RESULT) } CUptiResult;
#undef HW_CUPTI_RESULT

extern const uint32_t hw_cupti_version; /* CUPTI_API_VERSION of the library's toolkit */

#include "generated/api/cupti.h"
#endif
