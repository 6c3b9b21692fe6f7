/* SPDX-License-Identifier: MIT */
/* The errors of kernels' faults: fault_errors.h says where they are from. */
#ifndef HW_CUDA_BASE_FAULT_ERROR_ROWS_H
#define HW_CUDA_BASE_FAULT_ERROR_ROWS_H

/* The fault; the error, which is the runtime's number up to CUDA 10.0; the driver's number, and the runtime's
 * since 10.1; the error of libcudart.so.2 to .so.5.0.  (docs/cuda-api.md has the same table.) */
/* clang-format off */
#define HW_CUDA_FAULT_ERRORS(FAULT) \
    FAULT(HW_FAULT_ADDRESS,         cudaErrorIllegalAddress,     700, cudaErrorLaunchFailure) \
    FAULT(HW_FAULT_MISALIGNED,      cudaErrorMisalignedAddress,  716, cudaErrorLaunchFailure) \
    FAULT(HW_FAULT_ILLEGAL,         cudaErrorIllegalInstruction, 715, cudaErrorLaunchFailure) \
    FAULT(HW_FAULT_OPERAND,         cudaErrorIllegalInstruction, 715, cudaErrorLaunchFailure) \
    FAULT(HW_FAULT_JUMP,            cudaErrorInvalidPc,          718, cudaErrorLaunchFailure) \
    FAULT(HW_FAULT_TRAP,            cudaErrorLaunchFailure,      719, cudaErrorLaunchFailure) \
    FAULT(HW_FAULT_BREAKPOINT,      cudaErrorLaunchFailure,      719, cudaErrorLaunchFailure) \
    FAULT(HW_FAULT_DEADLOCK,        cudaErrorLaunchTimeout,      702, cudaErrorLaunchTimeout) \
    FAULT(HW_FAULT_NO_PROGRESS,     cudaErrorLaunchTimeout,      702, cudaErrorLaunchTimeout) \
    FAULT(HW_FAULT_STACK_OVERFLOW,  cudaErrorHardwareStackError, 714, cudaErrorLaunchFailure) \
    FAULT(HW_FAULT_STACK_UNDERFLOW, cudaErrorHardwareStackError, 714, cudaErrorLaunchFailure) \
    FAULT(HW_FAULT_STACK_MISMATCH,  cudaErrorHardwareStackError, 714, cudaErrorLaunchFailure) \
    FAULT(HW_FAULT_QUADON,          cudaErrorLaunchFailure,      719, cudaErrorLaunchFailure) \
    FAULT(HW_FAULT_UNBOUND,         cudaErrorLaunchFailure,      719, cudaErrorLaunchFailure) \
    FAULT(HW_FAULT_ASSERT,          cudaErrorAssert,             710, cudaErrorAssert) \
    FAULT(HW_FAULT_LIMIT,           cudaErrorLaunchTimeout,      702, cudaErrorLaunchTimeout)
/* clang-format on */

#endif
