/* SPDX-License-Identifier: MIT */
/* NVRTC, libnvrtc.so.*: CUDA C++ that a program brings as text becomes PTX and cubins, by the clang of this
 * machine and our compiler.
 *
 * Signatures and numbers are those of NVIDIA's documentation (NVRTC, CUDA 7.0 to 13.0); what a call returns
 * for wrong arguments is what NVIDIA's library of CUDA 12.4 was seen to return. */
#ifndef HW_CUDA_NVRTC_NVRTC_H
#define HW_CUDA_NVRTC_NVRTC_H

#include <stddef.h>

/* clang-format off */
#define HW_NVRTC_RESULTS(RESULT)                             \
    RESULT(0, NVRTC_SUCCESS)                                 \
    RESULT(1, NVRTC_ERROR_OUT_OF_MEMORY)                     \
    RESULT(2, NVRTC_ERROR_PROGRAM_CREATION_FAILURE)          \
    RESULT(3, NVRTC_ERROR_INVALID_INPUT)                     \
    RESULT(4, NVRTC_ERROR_INVALID_PROGRAM)                   \
    RESULT(5, NVRTC_ERROR_INVALID_OPTION)                    \
    RESULT(6, NVRTC_ERROR_COMPILATION)                       \
    RESULT(7, NVRTC_ERROR_BUILTIN_OPERATION_FAILURE)         \
    RESULT(8, NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION) \
    RESULT(9, NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION) \
    RESULT(10, NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID)        \
    RESULT(11, NVRTC_ERROR_INTERNAL_ERROR)                   \
    RESULT(12, NVRTC_ERROR_TIME_FILE_WRITE_FAILED)
/* clang-format on */

#define HW_NVRTC_RESULT(number, name) name = number,
typedef enum hw_nvrtc_result { HW_NVRTC_RESULTS(HW_NVRTC_RESULT) } nvrtcResult;
#undef HW_NVRTC_RESULT

typedef struct hw_nvrtc_program *nvrtcProgram;

extern const int hw_nvrtc_toolkit; /* 12090 */

#include "generated/api/nvrtc.h"
#endif
