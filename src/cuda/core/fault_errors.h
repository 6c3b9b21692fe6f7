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

#include "cuda/base/fault_error_rows.h"
#include "cuda/core/cuda_abi.h"

#include <halfwarp/machine.h>

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

/* A fault that has an error, by the error's number since CUDA 10.1. */
static inline uint8_t hw_cuda_fault_of(int error_number)
{
#define HW_CUDA_FAULT(fault, error, number, old) \
    if (error_number == (number))                \
        return fault;
    HW_CUDA_FAULT_ERRORS(HW_CUDA_FAULT)
#undef HW_CUDA_FAULT
    return HW_FAULT_NONE;
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
