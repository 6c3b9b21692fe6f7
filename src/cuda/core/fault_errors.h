/* SPDX-License-Identifier: MIT */
/* What CUDA calls the fault of a kernel.
 *
 * Up to 5.0 CUDA told assertions and launches that never end apart from all other faults; later toolkits name
 * what went wrong, in numbers that 10.1 replaced by the driver's.  (driver_types.h of CUDA 5.0, 6.5, 10.2
 * and 13.0, whose comments say what each error is for.)  A kernel that never ends is one that a watchdog
 * would stop.  A guess is which error an access beyond shared or local memory, a breakpoint and an unbound
 * resource have. */
#ifndef HW_CUDA_CORE_FAULT_ERRORS_H
#define HW_CUDA_CORE_FAULT_ERRORS_H

#include "cuda/core/cuda_abi.h"

#include <halfwarp/machine.h>

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

/* The error of a fault; cudaSuccess: there was none. */
static inline cudaError_t hw_cuda_fault_error(unsigned kind)
{
    switch (kind) {
#define HW_CUDA_FAULT(fault, error, number, old) \
    case fault: return error;
        HW_CUDA_FAULT_ERRORS(HW_CUDA_FAULT)
#undef HW_CUDA_FAULT
    }
    return cudaSuccess;
}

/* The same error in the words of libcudart.so.2 to .so.5.0. */
static inline cudaError_t hw_cuda_old_fault_error(cudaError_t error)
{
#define HW_CUDA_FAULT(fault, its, number, old) \
    if (error == (its))                        \
        return old;
    HW_CUDA_FAULT_ERRORS(HW_CUDA_FAULT)
#undef HW_CUDA_FAULT
    return error;
}

#endif
